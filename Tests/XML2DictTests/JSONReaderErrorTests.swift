// The errors of the JSON reader: messages, positions and limits, the same for every cut of the input.

import TestModel
import Testing
import XML2Dict

@Suite("JSON reader: errors")
struct JSONReaderErrorTests {
    @Test("Each error has a message with its position")
    func mistakes() throws {
        for mistake in JSONMistake.all {
            let error = try #require(throws: XMLError.self, "\(mistake)") { try XMLValue(json: mistake.bytes) }
            #expect(error.description == mistake.error, "\(mistake)")
            #expect(error.path == mistake.path, "\(mistake)")
            #expect(error.code == mistake.code, "\(mistake)")
            #expect(error.excerpt != nil && error.caret != nil, "\(mistake)")
        }
    }

    @Test("The path is a JSON pointer")
    func pointer() throws {
        let text = #"[0,{"a/b":{"m~n":[1,2,{"":[tru]}]}}]"#
        let error = try #require(throws: XMLError.self) { try XMLValue(json: text) }
        #expect(error.path == "/1/a~1b/m~0n/2//0")
    }

    @Test("A long path is cut in its middle")
    func longPath() throws {
        let text = String(repeating: #"{"a":["#, count: 100) + "?"
        let error = try #require(throws: XMLError.self) { try XMLValue(json: text) }
        let half = String(repeating: "/a/0", count: 10)
        #expect(error.path == half + "/…" + half)
    }

    @Test("The excerpt shows the line; the caret counts characters")
    func excerpt() throws {
        let text = "{\n  \"é\": \"日本\", 'b': 1\n}"
        let error = try #require(throws: XMLError.self) { try XMLValue(json: text) }
        #expect(error.excerpt == "  \"é\": \"日本\", 'b': 1")
        #expect((error.caret, error.line, error.column, error.byteOffset) == (13, 2, 14, 20))
    }

    @Test("Lines end with a line feed, a carriage return, or both")
    func lines() throws {
        let error = try #require(throws: XMLError.self) { try XMLValue(json: "[\n1,\r\n2,\r3,\n\n\r\r ?") }
        #expect((error.line, error.column) == (8, 2))
    }

    // MARK: Limits

    @Test("DEPTH-BOUND: arrays and objects are nested as deep as the limit allows")
    func depth() throws {
        #expect(try XMLValue(json: #"[{"a":[1]}]"#, limits: [.depth: 3]).json(.compact) == #"[{"a":[1]}]"#)
        let error = try #require(throws: XMLError.self) {
            try XMLValue(json: #"[{"a":[[1]]}]"#, limits: [.depth: 3])
        }
        #expect(
            error.description
                == "1:8: arrays and objects are nested more than 3 deep; limits[.depth] allows more"
        )
        #expect((error.code, error.limit, error.path) == (.limit, .depth, "/0/a/0"))
        #expect(try XMLValue(json: #"[{"text":"x"}]      "#, limits: [.depth: 2]).json(.compact) == #"[{"text":"x"}]"#)
        #expect(throws: XMLError.self) { try XMLValue(json: #"[{"text":"x"}]      "#, limits: [.depth: 1]) }
    }

    @Test("TOKEN-BOUND: a key is as long as the limit allows")
    func names() throws {
        for limit in [0, 1, 7, 8, 9, 30] as [Int] {
            for content in ["x", "é", "\\u00e9", "\\n"] {
                let size = content.hasPrefix("x") || content == "\\n" ? 1 : 2
                let kept = String(repeating: content, count: limit / size)
                let text = "{\"\(kept)\":1}"
                #expect(JSONReading([text.utf8], limits: [.nameLength: limit]).error == nil, "\(limit)")
                let error = JSONReading(["{\"\(kept)\(content)\(content)\":1}".utf8], limits: [.nameLength: limit])
                    .error
                #expect(
                    error?.words.description
                        == "a name is longer than \(limit) bytes; limits[.nameLength] allows more",
                    "\(limit)"
                )
                #expect(error?.byteOffset == 2 + kept.utf8.count, "\(limit)")
            }
        }
    }

    @Test("TOKEN-BOUND: a number is as long as the limit allows")
    func numberLength() throws {
        #expect(try XMLValue(json: "[-1.25]", limits: [.tokenLength: 5]).json(.compact) == "[-1.25]")
        let error = try #require(throws: XMLError.self) {
            try XMLValue(json: "[-1.250]", limits: [.tokenLength: 5])
        }
        #expect(error.description == "1:7: a number is longer than 5 bytes; limits[.tokenLength] allows more")
    }

    // MARK: Chunks

    private static let texts =
        JSONMistake.all.map(\.bytes)
        + [
            "\u{FEFF} {\"a\":[1,-2.5e+3,true,false,null,\"x\\n\\u00e9\\uD83D\\uDE00é日😀\"],\r\n\"a\" : {\"key of many bytes\":\"\"}}",
            "[\"plain text of many bytes\\u0000, and more of it\", 0, {\"\\u0061\":{\"text\":\"t\"}}, tru]",
            "{\"a\":1}\n\u{1E}[2]1 2true\"x\"{}",
        ].map { Array($0.utf8) }

    @Test("CHUNK-INVARIANT: every cut gives the same values and the same error")
    func cuts() {
        for bytes in Self.texts {
            for extent in [JSONReader.Extent.one, .series] {
                let whole = JSONReading([bytes], extent)
                #expect(JSONReading(bytes.map { [$0] }, extent) == whole, "\(bytes)")
                for cut in 0...bytes.count {
                    #expect(JSONReading([bytes[..<cut], bytes[cut...]], extent) == whole, "cut at \(cut)")
                }
                // A blank far before the error, so that its line is longer than the excerpt.
                let long = Array(repeating: UInt8(ascii: " "), count: 100) + bytes
                #expect(JSONReading(long.map { [$0] }, extent) == JSONReading([long], extent), "\(bytes)")
            }
        }
    }

    @Test("CHUNK-INVARIANT: an input longer than the reader's buffer is the same")
    func longInput() {
        let item = #"{"name":"a text \u00e9 é of some length","n":[12.5e3,true]}"#
        let bytes = Array("[\(Array(repeating: item, count: 4000).joined(separator: ", ")),'x']".utf8)
        let whole = JSONReading([bytes])
        #expect(
            whole.error?.words.description
                == "expected a value (text in double quotes, a number, true, false, null, [ or {), not '''"
        )
        for size in [1, 4099, 65_536, 65_537] {
            let chunks = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(JSONReading(chunks) == whole)
        }
    }

    @Test("CHUNK-INVARIANT: single bytes give a long string or number in linear time")
    func longTokens() {
        let text = String(repeating: #"text é日 \n\u00e9"#, count: 15_000)
        for token in ["\"\(text)\"", "\"\(text)\\x", String(repeating: "7", count: 300_000), "\"\(text)"] {
            let bytes = Array("[\(token)]".utf8)
            #expect(JSONReading(bytes.map { [$0] }) == JSONReading([bytes]))
        }
        let key = JSONReading("{\"\(text)\":1}".utf8.map { [$0] })
        #expect(key.error?.limit == .nameLength)
    }

    @Test("The error for a long non-ASCII name has its column")
    func longNameBeyondASCII() {
        let reading = JSONReading([#"["keykey",{"é€é😀":1}]"#.utf8], limits: [.nameLength: 5])
        #expect(reading.error?.column == 15)
    }

    @Test("A value is delivered with the byte that completes it")
    func promptness() throws {
        var reader = JSONReader(.series)
        for byte in "{\"a\":[1]}".utf8 {
            let isEarly = reader.isComplete
            #expect(!isEarly)
            try feed([byte], to: &reader)
        }
        let value = reader.takeValue(), isComplete = reader.isComplete
        #expect(isComplete)
        #expect(value.json(.compact) == #"{"a":[1]}"#)
    }

    @Test("After an error, the reader throws it again")
    func lastingError() throws {
        var reader = JSONReader(.one)
        var errors: [XMLError] = []
        do { try feed(Array("[1,]\n".utf8), to: &reader) } catch { errors.append(error) }
        reader.finish()
        do { _ = try reader.next() } catch { errors.append(error) }
        #expect(errors.map(\.column) == [4, 4])
        #expect(errors.first == errors.last)
    }

    private func feed(_ bytes: [UInt8], to reader: inout JSONReader) throws(XMLError) {
        bytes.withUnsafeBytes { reader.feed($0) }
        _ = try reader.next()
    }
}
