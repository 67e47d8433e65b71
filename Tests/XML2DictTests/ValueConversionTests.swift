// Text, numbers and booleans of a value, and literals.

import Testing
import XML2Dict

@Suite("Conversions of a value")
struct ValueConversionTests {
    private static let xml =
        "<r><plain>12</plain><rich a='x'>12</rich><parent>12<b/></parent><attribute text='12'/></r>"

    @Test("The text of an element is the same under every shape")
    func shapes() throws {
        for convention in DecoderListTests.conventions {
            for options in [
                XMLOptions(convention), .init(.init(convention)) { $0.textOnlyIsString = true },
                .init(.init(convention)) { $0.textKey = "!" },
            ] {
                let value = try #require(try XMLReader(options).read(.string(Self.xml))["r"])
                for key in ["plain", "rich", "parent"] {
                    #expect(value[key]?.text == "12", "\(key)")
                    #expect(value[key]?.int == 12, "\(key)")
                    #expect(value[key]?.integer(UInt8.self) == 12, "\(key)")
                    #expect(value[key]?.double == 12, "\(key)")
                    #expect(value[key]?.bool == nil, "\(key)")
                }
                #expect(value.text == nil, "\(convention)")
                #expect(value.int == nil, "\(convention)")
            }
        }
    }

    @Test("Only values with text convert to text types")
    func kinds() {
        let values: [XMLValue] = [
            1.5, true, " 1 ", "", .null, ["x"], ["x": "y"], ["text": ["x", "y"]], ["text": "0"],
        ]
        #expect(values.map(\.text) == ["1.5", "true", " 1 ", "", nil, "x", nil, nil, "0"])
        #expect(values.map(\.int) == [nil, nil, 1, nil, nil, nil, nil, nil, 0])
        #expect(values.map(\.double) == [1.5, nil, 1, nil, nil, nil, nil, nil, 0])
        #expect(values.map(\.bool) == [nil, true, true, nil, nil, nil, nil, nil, false])
        #expect(values.filter { $0 == .null }.count == 1)
    }

    @Test("Numbers are those of XML Schema")
    func numbers() {
        for (text, int, double) in [
            ("9223372036854775807", Int.max, 9_223_372_036_854_775_808),
            ("-9223372036854775808", .min, -9_223_372_036_854_775_808),
            ("9223372036854775808", nil, 9_223_372_036_854_775_808), ("+5", 5, 5), ("1.0", nil, 1), ("1e3", nil, 1000),
            ("0x10", nil, nil), ("1e400", nil, nil), ("INF", nil, .infinity), ("inf", nil, nil), ("-", nil, nil),
            (" 7\n", 7, 7),
            ("1,5", nil, nil), ("", nil, nil),
        ] as [(String, Int?, Double?)] {
            let value = XMLValue(text)
            #expect(value.int == int, "\(text)")
            #expect(value.double == double, "\(text)")
        }
    }

    @Test("An integer of another width has the bounds of that width")
    func widths() {
        let value: XMLValue = "256"
        let inferred: UInt16? = value.integer()
        #expect((value.integer(UInt8.self), value.integer(Int16.self), inferred) == (nil, 256, 256))
        #expect(XMLValue("\(UInt64.max)").integer(UInt64.self) == .max)
        #expect(XMLValue("-1").integer(UInt64.self) == nil)
    }

    @Test("Booleans are true, false, 1 and 0, as text or as numbers")
    func booleans() {
        let values: [XMLValue] = [true, 1, 0, 1.0, "false", "yes"]
        #expect(values.map(\.bool) == [true, true, false, nil, false, nil])
    }

    // MARK: Literals

    @Test("Literals look like JSON and keep the order of keys")
    func literals() {
        let value: XMLValue = ["z": 1, "a": [1.5, true, .null, "x\n", [:], []], "m": ["k": -7]]
        #expect(value.json(.compact) == #"{"z":1,"a":[1.5,true,null,"x\n",{},[]],"m":{"k":-7}}"#)
        #expect(([:] as XMLValue).json(.compact) == "{}")
        #expect(([] as XMLValue).json(.compact) == "[]")
        #expect(XMLValue.null.json(.compact) == "null")
        let name = "x"
        #expect(("<\(name)>" as XMLValue).json(.compact) == #""<x>""#)
    }

    @Test("Numbers are written as JSON can hold them")
    func floats() {
        for (number, json) in [
            (1e100, "1e+100"), (-0.5, "-0.5"), (.leastNonzeroMagnitude, "5e-324"), (1, "1.0"), (.infinity, #""inf""#),
            (-.infinity, #""-inf""#),
            (.nan, #""nan""#),
        ] as [(Double, String)] {
            #expect(XMLValue(floatLiteral: number).json(.compact) == json, "\(number)")
        }
    }

    @Test("Values under one key fold; keys with different bytes stay apart")
    func folding() {
        #expect((["a": 1, "b": 2, "a": 3] as XMLValue).json(.compact) == #"{"a":[1,3],"b":2}"#)
        let accents: XMLValue = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(accents.entries.count == 2)
        #expect(accents["e\u{301}"] == 2)
    }

    @Test("A literal can contain a value from a document")
    func composing() throws {
        let read = try XMLReader().read(.string("<a x='1'><b>t</b><b/></a>"))
        let list = XMLValue([read, "and", read])
        #expect(
            list.json(.compact)
                == #"[{"a":{"x":"1","b":[{"text":"t"},{}]}},"and",{"a":{"x":"1","b":[{"text":"t"},{}]}}]"#
        )
        #expect(
            XMLValue([("k", read), ("k", 1)]).json(.compact) == #"{"k":[{"a":{"x":"1","b":[{"text":"t"},{}]}},1]}"#
        )
        #expect(list[0] == read)
        #expect(list[0]?[path: "a/b"]?.list.first?.text == "t")
    }

    @Test("Literals have no lines")
    func noLines() {
        let value: XMLValue = ["s": "some text", "empty": [:], "null": .null, "list": []]
        #expect(value.line == nil)
        for (_, item) in value.entries { #expect(item.line == nil) }
        let copy = XMLValue([value, .null, [:], value])
        for item in copy.list { #expect(item.line == nil && item["null"]?.line == nil && item["empty"]?.line == nil) }
    }

    // MARK: Equality and hashes

    /// Values of which no two are equal.
    private static let different: [XMLValue] = [
        .null, true, false, 0, 1, 1.0, "1", "true", "", "null", [], [:], [.null], [1], ["1"], [1, 2], [2, 1], [[1, 2]],
        ["a": 1],
        ["a": "1"], ["b": 1], ["a": [1]], ["a": .null], ["a": 1, "b": 2], ["a": 1, "b": .null], ["text": "x"],
        ["text": ["text": "x"]],
        ["\u{E9}": 1], ["e\u{301}": 1], ["\u{E9}"], ["e\u{301}"],
    ]

    @Test("Different values are unequal, and each equals itself")
    func differences() {
        for (place, value) in Self.different.enumerated() {
            for (other, second) in Self.different.enumerated() {
                #expect((value == second) == (place == other), "\(value) \(second)")
            }
        }
        #expect(Set(Self.different).count == Self.different.count)
    }

    @Test("Values from documents equal literals and have equal hashes")
    func readAndWritten() throws {
        let xml = "<m b='2' a='1'><i>x</i><i y=''>z</i><t>only</t><e/></m>"
        let pairs: [(XMLOptions.Convention, XMLValue)] = [
            (
                .xmlreader,
                [
                    "m": [
                        "a": "1", "e": [:], "i": [["text": "x"], ["text": "z", "y": ""]], "b": "2",
                        "t": ["text": "only"],
                    ]
                ]
            ),
            (
                .xmltodict,
                ["m": ["@a": "1", "@b": "2", "i": ["x", ["@y": "", "#text": "z"]], "t": "only", "e": .null]]
            ),
            (.parker, ["i": ["x", "z"], "t": "only", "e": .null]),
            (.jsonml, ["m", ["b": "2", "a": "1"], ["i", "x"], ["i", ["y": ""], "z"], ["t", "only"], ["e"]]),
        ]
        for (convention, written) in pairs {
            let read = try XMLReader(XMLOptions(convention)).read(.string(xml))
            let kept = try XMLReader(.init(.init(convention)) { $0.keepsLines = true }).read(.string(xml))
            #expect(read == written)
            #expect(kept == written)
            #expect(Set([read, written, kept]).count == 1)
            #expect([written: 1][read] == 1)
        }
    }

    @Test("Equal values have equal hashes in any key order and depth")
    func hashes() throws {
        for count in [2, 63, 64, 65, 200] {
            let pairs = (0..<count).map { ("k\($0)", XMLValue("v\($0)")) }
            #expect(Set([XMLValue(pairs), XMLValue(pairs.reversed())]).count == 1)
            #expect(Set([["x": XMLValue(pairs)], ["x": XMLValue(pairs.reversed())]] as [XMLValue]).count == 1)
        }
        let options = XMLOptions { $0.limits[.depth] = 100_000 }
        let xml = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        let first = try XMLReader(options).read(.string(xml)), second = try XMLReader(options).read(.string(xml))
        #expect(Set([first, second]).count == 1)
    }
}
