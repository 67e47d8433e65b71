// The JSON reader: values and errors, the same for every cut of the input.

import TestModel
import Testing

@testable import XML2Dict

@Suite("JSON reader")
struct JSONReaderTests {
    private func json(_ text: String) throws -> String { try XMLValue(json: text).json(.compact) }

    // MARK: Values

    @Test("An object is a dictionary with its keys in order")
    func objects() throws {
        let value = try XMLValue(json: #" { "b" : "x" , "a" : { } , "" : [ ] } "#)
        #expect(value.kind == .dictionary)
        #expect(value.keys == ["b", "a", ""])
        #expect(value.json(.compact) == #"{"b":"x","a":{},"":[]}"#)
    }

    @Test("Numbers keep their spelling")
    func numbers() throws {
        for text in ["0", "-0", "1.0", "1e400", "-12.50E+03", "123456789012345678901"] as [String] {
            let value = try XMLValue(json: text)
            #expect(value.kind == .number, "\(text)")
            #expect(value.string == text, "\(text)")
            #expect(try json("[\(text),{\"a\":\(text)}]") == "[\(text),{\"a\":\(text)}]", "\(text)")
        }
    }

    @Test("true, false and null are booleans and null")
    func words() throws {
        let value = try XMLValue(json: "[true,false,null]")
        #expect(value.list.map(\.kind) == [.boolean, .boolean, .null])
        #expect(value.json(.compact) == "[true,false,null]")
    }

    @Test("Escapes are decoded, and U+0000 is kept")
    func escapes() throws {
        let text = #""\"\\\/\b\f\n\r\t\u00e9\u20AC\uD83D\uDE00\u0000\u007f""#
        #expect(try XMLValue(json: text).string == "\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{20AC}\u{1F600}\0\u{7F}")
        #expect(try XMLValue(json: #"{"\u0061\n":1}"#).keys == ["a\n"])
    }

    @Test("Strings and keys may have any length", arguments: 0..<40)
    func lengths(_ count: Int) throws {
        let plain = String(repeating: "x", count: count)
        for content in [plain, plain + "é", plain + "\\n" + plain, "日" + plain + "😀"] {
            let text = "{\"\(content)\":\"\(content)\",\"\(content)!\":[\"\(content)\"]}"
            #expect(try json(text) == text)
        }
    }

    @Test("Equal keys fold into an array at the first position")
    func folding() throws {
        #expect(try json(#"{"a":1,"b":2,"a":3}"#) == #"{"a":[1,3],"b":2}"#)
        #expect(try json(#"{"a":{"x":1},"a":null,"a":"t"}"#) == #"{"a":[{"x":1},null,"t"]}"#)
        #expect(try json(#"{"a":1,"\u0061":2}"#) == #"{"a":[1,2]}"#)
    }

    @Test("An array under a repeated key adds its items")
    func foldedArrays() throws {
        #expect(try json(#"{"a":[1,2],"a":3}"#) == #"{"a":[1,2,3]}"#)
        #expect(try json(#"{"a":3,"b":0,"a":[[1],2]}"#) == #"{"a":[3,[1],2],"b":0}"#)
        #expect(try json(#"{"a":[],"b":0,"a":1}"#) == #"{"a":[1],"b":0}"#)
        #expect(try json(#"{"a":[],"b":0,"a":[]}"#) == #"{"a":[],"b":0}"#)
        #expect(try json(#"{"a":[1],"b":[2]}"#) == #"{"a":[1],"b":[2]}"#)
    }

    @Test("A byte order mark and white space around the value are skipped")
    func space() throws {
        #expect(try json("\u{FEFF}\r\n\t [1] \n") == "[1]")
    }

    @Test("Any collection of bytes is read")
    func collections() throws {
        let text = "[\(String(repeating: "\"abcdefghijkl\",", count: 2000))0]"
        #expect(try XMLValue(json: text.utf8.lazy.map { $0 }).json(.compact) == text)
        #expect(try XMLValue(json: Array(text.utf8)).json(.compact) == text)
    }

    @Test("An object with only text equals an element with only text")
    func textOnly() throws {
        #expect(try XMLValue(json: #"{"a":{"text":"x"}}"#) == XMLReader().read(.string("<a>x</a>")))
        #expect(try json(#"[{"text":""},{"text":1}]"#) == #"[{"text":""},{"text":1}]"#)
    }

    @Test("Objects that begin with text equal other objects")
    func textKeys() throws {
        for key in Self.keysOfText {
            let content = ["x", "long text of many bytes", "", "é", "x\\n", "text of some bytes é"]
            let texts = content.flatMap { text in
                [
                    #"{"\#(key)":"\#(text)"}"#, #"[{"\#(key)":"\#(text)"},{"\#(key)":"\#(text)"}]"#,
                    #"{"\#(key)":"\#(text)","a":{"\#(key)":"\#(text)","b":[]}}"#,
                    #"{"a":{"\#(key)":1},"b":{"\#(key)x":"\#(text)"}}"#,
                ]
            }
            for text in texts {
                for cut in 0...text.utf8.count {
                    let chunks = [text.utf8.prefix(cut), text.utf8.dropFirst(cut)]
                    #expect(JSONReading(chunks, textKey: key).json == [text], "cut at \(cut)")
                }
                let broken = JSONReading([text.utf8.dropLast()], textKey: key)
                #expect(broken.error?.code == .unexpectedEnd, "\(key)")
                #expect(broken == JSONReading([text.utf8.dropLast()], textKey: "other"), "\(key)")
            }
        }
    }

    private static let keysOfText = ["text", "$", "#text", "", "éé", "eleven byte", "twelve bytes", "sixteen bytes ok"]

    @Test("Values that were read can be changed")
    func changes() throws {
        var value = try XMLValue(json: #"{"a":{"text":"x"},"b":[1]}"#)
        value["a"]?["id"] = "7"
        value["b"] = nil
        #expect(value.json(.compact) == #"{"a":{"text":"x","id":"7"}}"#)
    }

    @Test("DEPTH-BOUND: a million nested arrays are read")
    func depth() throws {
        let depth = 1_000_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(try XMLValue(json: text, limits: [.depth: depth]).json(.compact) == text)
    }

    // MARK: Series

    private func series(_ text: String) -> JSONReading { JSONReading([text.utf8], .series) }

    @Test("JSON Lines, concatenated values and text sequences are series")
    func series() {
        #expect(series("{\"a\":1}\n[2]\r\n\"x\"\n\n3\n").json == [#"{"a":1}"#, "[2]", #""x""#, "3"])
        #expect(
            series("{}{}[]1 2\"a\"\"b\"3[4]true null").json == [
                "{}", "{}", "[]", "1", "2", #""a""#, #""b""#, "3", "[4]", "true", "null",
            ]
        )
        #expect(series("\u{FEFF}\u{1E}{\"a\":1}\n\u{1E}2\n").json == [#"{"a":1}"#, "2"])
        #expect(series("").values.isEmpty && series(" \n").error == nil)
    }

    @Test("Values of a series before an error are delivered")
    func brokenSeries() {
        let reading = series("{\"a\":1}\n[2]\n{\"a\" 3}\n")
        #expect(reading.json == [#"{"a":1}"#, "[2]"])
        #expect(reading.error?.description == "3:6: expected a colon after the key \"a\", not '3'")
    }

    @Test("STREAM-BOUND: A series of JSON values takes memory only for the first")
    func seriesOfJSON() throws {
        var reader = JSONReader(.series)
        let line =
            Array(#"{"id":"1","tag":[{"text":"é\n"},2.5,true],"id":"2","a key that is longer than others":{}}"#.utf8)
            + [0x0A]
        #expect(try Self.feed(line, times: 2, to: &reader) == 2)
        let rooms = Self.rooms(of: reader)
        #expect(try Self.feed(line, times: 1000, to: &reader) == 1000)
        #expect(Self.rooms(of: reader) == rooms)
    }

    /// The capacity of each buffer of a reader, and the number of its names.
    private static func rooms(of reader: borrowing JSONReader) -> [Int] {
        [
            reader.text.capacity, reader.open.capacity, reader.pending.capacity, reader.entries.capacity,
            reader.bytes.capacity,
            reader.names.count,
        ]
    }

    /// Feeds a line repeatedly.
    ///
    /// Returns the number of complete values.
    private static func feed(
        _ line: [UInt8],
        times: Int,
        to reader: inout JSONReader
    ) throws(XMLError) -> Int {
        var count = 0
        for _ in 0..<times {
            line.withUnsafeBytes { reader.feed($0) }
            while try reader.next() { count += 1 }
        }
        return count
    }
}
