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

    @Test("An element may have 20,000 children with one name or different names")
    func wide() throws {
        let numbers = 0..<20_000
        let document = "<r>" + numbers.map { "<c i='\($0)'/><c\($0)/>" }.joined() + "</r>"
        let array = numbers.map { #"{"i":"\#($0)"}"# }.joined(separator: ",")
        let json = #"{"r":{"c":["# + array + "]," + numbers.map { #""c\#($0)":{}"# }.joined(separator: ",") + "}}\n"
        #expect(try CalledCommand.run("-c", input: .bytes(Bytes(document))) == .success(Bytes(json)))
    }

    @Test("At depth 1,001, the message names the limit, value and flag")
    func overUsualDepth() throws {
        #expect(try CalledCommand.run("-c", input: nested(1_000)) == .success(nestedJSON(1_000)))
        let result = try CalledCommand.run("-c", input: nested(1_001))
        let path = Bytes("/a") * 20 + "/…" + Bytes("/a") * 20
        let message: Bytes = """
            xml2dict: <stdin>:1:3001: error: elements are nested more than 1000 deep; --max-depth N allows more
                <a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a></a></a></a></a></a></
                                                             ^
                in \(path.text ?? "")

            """
        #expect(result == .failure(65, message))
    }

    @Test("--max-depth moves the limit to any number, and 0 means 0")
    func chosenDepth() throws {
        for depth in [1, 2, 999, 1_001, 5_000] {
            let good = try CalledCommand.run("-c", "--max-depth", "\(depth)", input: nested(depth))
            #expect(good == .success(nestedJSON(depth)))
            let over = try CalledCommand.run("-c", "--max-dep=\(depth)", input: nested(depth + 1))
            #expect((over.ending, over.output) == (.exited(65), ""))
            #expect(over.errors.text?.contains("more than \(depth) deep; --max-depth") == true)
        }
        let none = try CalledCommand.run("-c", "--max-depth=0", input: "<a/>")
        #expect((none.ending, none.output) == (.exited(65), ""))
    }

    @Test("Elements may be nested 50,000 deep, and an error there is reported")
    func deep() throws {
        let good = try CalledCommand.run("-c", "--max-depth", "200000", input: nested(50_000))
        #expect(good == .success(nestedJSON(50_000)))
        let result = try CalledCommand.run("--max-depth", "200000", input: .bytes(Bytes("<a>") * 50_000 + "</b>"))
        let path = Bytes("/a") * 20 + "/…" + Bytes("/a") * 20
        let message: Bytes = """
            xml2dict: <stdin>:1:150003: error: mismatched tag: </b> cannot close <a>, which was opened at 1:149998
                ><a><a><a><a><a><a><a><a><a><a><a><a><a><a></b>
                                                             ^
                in \(path.text ?? "")

            """
        #expect(result == .failure(65, message))
    }
}
