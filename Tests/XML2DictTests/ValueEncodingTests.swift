// XMLValue in Foundation's encoders.

import Foundation
import Testing
import XML2Dict

@Suite("Encoding a value")
struct ValueEncodingTests {
    private func json(_ value: XMLValue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("JSONEncoder writes the value")
    func jsonEncoder() throws {
        let value: XMLValue = ["a": [1, "x", true, false, .null, [:], [], -0.5], "b": ["c": "é\n"]]
        #expect(try json(value) == #"{"a":[1,"x",true,false,null,{},[],-0.5],"b":{"c":"é\n"}}"#)
        let read = try XMLReader().read(.string("<m id='1'><i>x</i><i/></m>"))
        #expect(try json(read) == #"{"m":{"i":[{"text":"x"},{}],"id":"1"}}"#)
        #expect(try ["x", .null, 7].map { try json($0) } == [#""x""#, "null", "7"])
        let property = try JSONEncoder().encode(["payload": ["a": 1] as XMLValue])
        #expect(String(decoding: property, as: UTF8.self) == #"{"payload":{"a":1}}"#)
    }

    @Test("Numbers within Swift's types are numbers, and others are text")
    func numbers() throws {
        for (text, expected) in [
            ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"), ("18446744073709551616", #""18446744073709551616""#),
            ("-9223372036854775809", #""-9223372036854775809""#), ("0.1", "0.1"), ("1e-7", "1e-07"),
            ("0.30000000000000004", "0.30000000000000004"), ("0.1234567890123456789", #""0.1234567890123456789""#),
            ("0.1e-9223372036854775808", #""0.1e-9223372036854775808""#), ("1e400", #""1e400""#),
            ("1e-400", #""1e-400""#), ("123456.789012345", "123456.789012345"),
            ("4.9e-324", #""4.9e-324""#), ("2.50", "2.5"), ("0.0", "0"),
        ] {
            let options = XMLOptions(.xmltodict) { $0.typesByPath = ["n": .number] }
            let value = try #require(try XMLReader(options).read(.string("<n>\(text)</n>"))["n"])
            let written = try json(value)
            #expect(written == expected, "\(text)")
            if expected.first != "\"" { #expect(Double(written) == Double(text), "\(text)") }
        }
    }

    @Test("Two keys that are equal strings are an error")
    func equalKeys() {
        let error = #expect(throws: EncodingError.self) {
            try json(["x": ["\u{E9}": 1, "e\u{301}": 2]])
        }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.debugDescription == "two keys are equal as strings, 'e\u{301}', and differ as bytes")
        #expect(context.codingPath.map(\.stringValue) == ["x"])
    }

    private func deep(_ depth: Int) throws -> XMLValue {
        let xml = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        return try XMLReader(.init { $0.limits[.depth] = depth }).read(.string(xml))
    }

    @Test("Values of a usual depth are encoded; too deep ones are errors")
    func depth() throws {
        let usual = String(repeating: #"{"a":"#, count: 400) + "{}" + String(repeating: "}", count: 400)
        #expect(try json(deep(400)) == usual)
        for depth in [1_001, 100_000] {
            let value = try deep(depth)
            #expect(throws: EncodingError.self, "\(depth)") { try json(value) }
            #expect(throws: EncodingError.self, "\(depth)") { try PropertyListEncoder().encode(value) }
        }
    }

    @Test("Values are passed from task to task")
    func tasks() async throws {
        let value = try XMLReader().read(.string("<m><i>1</i><i>2</i><i>3</i></m>"))
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { value.descendants(at: "i").compactMap(\.int).reduce(0, +) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == Array(repeating: 6, count: 8))
        let part = await Task.detached { value[path: "m/i"]?.list.last }.value
        #expect(part?.text == "3")
    }
}
