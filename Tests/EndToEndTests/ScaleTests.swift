// Documents that are wide or deep.

import TestSupport
import Testing

@Suite("Wide and deep documents")
struct ScaleTests {
    private func nested(_ depth: Int) -> StandardInput {
        .bytes(Bytes("<a>") * depth + Bytes("</a>") * depth)
    }

    private func nestedJSON(_ depth: Int) -> Bytes {
        Bytes("{\"a\":") * depth + "{}" + Bytes("}") * depth + "\n"
    }

    @Test("An element may have 100,000 children")
    func wide() throws {
        let count = 100_000
        let document = Bytes("<r>" + (0..<count).map { "<c i='\($0)'/>" }.joined() + "</r>")
        let json = Bytes(#"{"r":{"c":["# + (0..<count).map { #"{"i":"\#($0)"}"# }.joined(separator: ",") + "]}}\n")
        let result = try BuiltCommand.run("-c", input: .bytes(document))
        let isSame = result == .success(json)
        #expect(isSame, "\(result.ending), \(result.errors), \(result.output.count) bytes")
    }

    @Test("An element may have 100,000 children of different names")
    func manyNames() throws {
        let count = 100_000
        let document = Bytes("<r>" + (0..<count).map { "<c\($0)/>" }.joined() + "</r>")
        let json = Bytes(#"{"r":{"# + (0..<count).map { #""c\#($0)":{}"# }.joined(separator: ",") + "}}\n")
        let result = try BuiltCommand.run("-c", input: .bytes(document))
        let isSame = result == .success(json)
        #expect(isSame, "\(result.ending), \(result.errors), \(result.output.count) bytes")
    }

    @Test("Elements may be nested 1,000 deep")
    func usualDepth() throws {
        #expect(try BuiltCommand.run("-c", input: nested(1_000)) == .success(nestedJSON(1_000)))
    }

    @Test("At depth 1,001, the message names the limit, value and flag")
    func overUsualDepth() throws {
        let result = try BuiltCommand.run("-c", input: nested(1_001))
        let path = Bytes("/a") * 20 + "/…" + Bytes("/a") * 20
        let message: Bytes = """
            xml2dict: <stdin>:1:3001: error: elements are nested more than 1000 deep; --max-depth N allows more
                <a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a></a></a></a></a></a></
                                                             ^
                in \(path.text ?? "")

            """
        #expect(result == .failure(65, message))
    }

    @Test("--max-depth moves the limit to any number, and 0 means 0", arguments: [1, 2, 999, 1_001, 5_000])
    func chosenDepth(_ depth: Int) throws {
        let good = try BuiltCommand.run("-c", "--max-depth", "\(depth)", input: nested(depth))
        #expect(good == .success(nestedJSON(depth)))
        let over = try BuiltCommand.run("-c", "--max-dep=\(depth)", input: nested(depth + 1))
        #expect((over.ending, over.output) == (.exited(65), ""))
        #expect(over.errors.text?.contains("more than \(depth) deep; --max-depth") == true)
        let none = try BuiltCommand.run("-c", "--max-depth=0", input: nested(depth))
        #expect((none.ending, none.output) == (.exited(65), ""))
    }

    @Test("Elements may be nested 100,000 deep when that is asked for")
    func deep() throws {
        let result = try BuiltCommand.run("-c", "--max-depth", "200000", input: nested(100_000))
        let isSame = result == .success(nestedJSON(100_000))
        #expect(isSame, "\(result.ending), \(result.errors), \(result.output.count) bytes")
    }

    @Test("An error at depth 100,000 is reported and does not crash")
    func deepAndBroken() throws {
        let result = try BuiltCommand.run("--max-depth", "200000", input: .bytes(Bytes("<a>") * 100_000 + "</b>"))
        let path = Bytes("/a") * 20 + "/…" + Bytes("/a") * 20
        let message: Bytes = """
            xml2dict: <stdin>:1:300003: error: mismatched tag: </b> cannot close <a>, which was opened at 1:299998
                ><a><a><a><a><a><a><a><a><a><a><a><a><a><a></b>
                                                             ^
                in \(path.text ?? "")

            """
        #expect(result == .failure(65, message))
    }
}
