// XMLValue in decoders: XMLDecoder, and decoders of other formats.

import Foundation
import Testing
import XML2Dict

@Suite("Decoding a value")
struct ValueDecodingTests {
    // MARK: From the library's decoder

    private struct Event: Decodable {
        var kind: String
        var payload: XMLValue
        var note: XMLValue?
        var list: [XMLValue]
    }

    @Test("A property of type XMLValue gets its element unchanged")
    func property() throws {
        let xml = "<e kind='k'>\n<payload x='1'>t<b/></payload>\n<list>1</list><list a='2'/></e>"
        let event = try XMLDecoder().decode(Event.self, from: .string(xml))
        #expect(event.payload == ["@x": "1", "b": [:], "text": "t"])
        #expect(event.payload.line == 2)
        #expect(event.note == nil)
        #expect(event.list == [["text": "1"], ["@a": "2"]])
        #expect(event.list.map(\.line) == [3, 3])
        let other = try XMLDecoder().decode(Event.self, from: .string("<e kind='k' payload='p'><list/><note/></e>"))
        #expect(other.payload == "p")
        #expect(other.note == [:])
        #expect(other.list == [[:]])
        let null = try XMLDecoder(.xmltodict).decode(Event.self, from: .string("<e kind='k' payload='p'><note/></e>"))
        #expect(null.note == .null)
    }

    @Test("A root, a record and a dictionary decode as XMLValue")
    func wholes() throws {
        let xml = "<e><i id='1'/><i>t</i></e>"
        let root = try XMLDecoder().decode(XMLValue.self, from: .string(xml))
        #expect(root == ["i": [["@id": "1"], ["text": "t"]]])
        #expect(
            try XMLDecoder().decode([String: XMLValue].self, from: .string(xml)) == [
                "i": [["@id": "1"], ["text": "t"]]
            ]
        )
        var records = try XMLDecoder().records(of: XMLValue.self, at: "i", in: .string(xml))
        #expect(try records.next() == ["@id": "1"])
        #expect(try records.next() == ["text": "t"])
        #expect(try records.next() == nil)
        #expect(try XMLDecoder(.jsonml).decode(XMLValue.self, from: .string("<a>t<b/></a>")) == ["a", "t", ["b"]])
        let literal: XMLValue = ["a": [1, .null]]
        #expect(try XMLDecoder().decode(XMLValue.self, from: literal) == literal)
        #expect(try XMLDecoder().decode([String: XMLValue].self, from: literal) == ["a": [1, .null]])
    }

    // MARK: From other decoders

    private func decode(_ json: String) throws -> XMLValue {
        try JSONDecoder().decode(XMLValue.self, from: Data(json.utf8))
    }

    @Test("A JSON text has the same values")
    func json() throws {
        for (text, expected) in [
            ("{}", "{}"), ("[]", "[]"), (#""x""#, #""x""#), ("null", "null"), ("true", "true"),
            ("[false,0,1]", "[false,0,1]"),
            (#"{"b":1,"a":{"é":[null,{"z":"1"}],"aa":""}}"#, #"{"a":{"aa":"","é":[null,{"z":"1"}]},"b":1}"#),
            ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"), ("0.1", "0.1"), ("-2.5e-7", "-2.5e-07"),
            ("1e300", "1e+300"), ("123456789012345678901234", "1.2345678901234569e+23"),
        ] {
            #expect(try decode(text).json(.compact) == expected, "\(text)")
        }
    }

    @Test("Encoding and decoding gives an equal value")
    func roundTrip() throws {
        let value: XMLValue = ["a": [1, "1", true, .null, [:], [], -0.5, ["x": ["y": [[]]]]], "b": "é"]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(XMLValue.self, from: data) == value)
        let document = try XMLReader().read(.string("<m><i>x</i><i id='1'/></m>"))
        #expect(try JSONDecoder().decode(XMLValue.self, from: JSONEncoder().encode(document)) == document)
        let simple: XMLValue = ["a": [1, "1", true, 0.5], "b": ["c": "é"]]
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            #expect(try PropertyListDecoder().decode(XMLValue.self, from: encoder.encode(simple)) == simple)
        }
    }

    @Test("Values that JSON lacks are errors")
    func foreignTypes() throws {
        let data = try PropertyListEncoder().encode(["d": Date(timeIntervalSince1970: 0)])
        let error = #expect(throws: DecodingError.self) { try PropertyListDecoder().decode(XMLValue.self, from: data) }
        let types = "a dictionary, an array, a string, a number of Double's range, a boolean or null"
        #expect(error?.xmlSummary == "d: expected \(types)")
    }

    /// A decoder of endlessly nested arrays.
    private struct Endless: Decoder, UnkeyedDecodingContainer {
        var codingPath: [any CodingKey] = []
        var userInfo: [CodingUserInfoKey: Any] { [:] }
        var count: Int? { 1 }
        var currentIndex = 0
        var isAtEnd: Bool { currentIndex > 0 }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw Refusal() }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
        func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Refusal() }
        mutating func decodeNil() throws -> Bool { false }
        mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
            currentIndex = 1
            return try Decoded(from: Endless(codingPath: codingPath + [AnyKey("0")]))
        }
        mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw Refusal()
        }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Refusal() }
        mutating func superDecoder() throws -> any Decoder { throw Refusal() }

        struct Refusal: Error {}
    }

    @Test("A value that nests endlessly is an error")
    func depth() throws {
        let error = #expect(throws: DecodingError.self) { try XMLValue(from: Endless()) }
        guard case .dataCorrupted(let context)? = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(context.debugDescription == "the value is nested more than 1000 deep")
        #expect(context.codingPath.count == 20)
    }

    // MARK: Numbers and booleans that a program computes

    @Test("Numbers and booleans make values")
    func scalars() {
        let count = 5, small: Int8 = -5, half = 0.5, isDone = true
        let values = [
            XMLValue(5), XMLValue(count), XMLValue(small), XMLValue(-5 as Int8), XMLValue(UInt64.max), XMLValue(half),
            XMLValue(0.5), XMLValue(Double.infinity), XMLValue(Double.nan), XMLValue(isDone), XMLValue(false), "x",
        ]
        let json = #"[5,5,-5,-5,18446744073709551615,0.5,0.5,"inf","nan",true,false,"x"]"#
        #expect(XMLValue(values).json(.compact) == json)
    }
}
