// The JSON text: escapes and formats.

import Foundation
import Testing
import XML2Dict

@Suite("JSON")
struct JSONTests {
    private let value = #"<b y="2" x="1"><i>1</i><i/><é>"ü\😀"</é></b>"#

    private func json(_ format: XMLValue.JSONFormat, empty: XMLOptions.Empty = .null) throws -> String {
        var options = XMLOptions()
        options.empty = empty
        return try XMLReader(options).read(.string(value)).json(format)
    }

    @Test("Compact JSON has no spaces")
    func compact() throws {
        #expect(try json(.compact) == #"{"b":{"y":"2","x":"1","i":[{"text":"1"},null],"é":{"text":"\"ü\\😀\""}}}"#)
    }

    @Test("Pretty JSON has two spaces a level")
    func pretty() throws {
        let expected = #"""
            {
              "b": {
                "y": "2",
                "x": "1",
                "i": [
                  {
                    "text": "1"
                  },
                  null
                ],
                "é": {
                  "text": "\"ü\\😀\""
                }
              }
            }
            """#
        #expect(try json(.pretty) == expected)
        #expect(
            try json(XMLValue.JSONFormat(.spaces(1))) == expected.replacingOccurrences(of: "  ", with: " ")
        )
        #expect(try json(XMLValue.JSONFormat(.tab)) == expected.replacingOccurrences(of: "  ", with: "\t"))
    }

    @Test("Sorted keys are in the order of their scalars, at every level")
    func sorted() throws {
        var format = XMLValue.JSONFormat.compact
        format.sortsKeys = true
        #expect(try json(format) == #"{"b":{"i":[{"text":"1"},null],"x":"1","y":"2","é":{"text":"\"ü\\😀\""}}}"#)
        let nested = try XMLReader().read(.string("<z><b><d/><c/></b><a><f/><e/></a><ab/><a/></z>"))
        #expect(nested.json(format) == #"{"z":{"a":[{"e":{},"f":{}},{}],"ab":{},"b":{"c":{},"d":{}}}}"#)
    }

    @Test("ASCII JSON has no byte beyond ASCII, in keys and in values")
    func ascii() throws {
        var format = XMLValue.JSONFormat.compact
        format.isASCII = true
        #expect(
            try json(format)
                == #"{"b":{"y":"2","x":"1","i":[{"text":"1"},null],"\u00e9":{"text":"\"\u00fc\\\ud83d\ude00\""}}}"#
        )
        let text = try XMLReader().read(
            .string(
                "<a>\u{7F}\u{80}\u{FFFD}\u{FFFF}\u{10FFFF}\t\n\u{E9}\u{301}</a>".replacingOccurrences(
                    of: "\u{FFFF}",
                    with: ""
                )
            )
        )
        #expect(text.json(format) == "{\"a\":{\"text\":\"\u{7F}\\u0080\\ufffd\\udbff\\udfff\\t\\n\\u00e9\\u0301\"}}")
    }

    @Test("Colored JSON is the same text with escape sequences in it")
    func colored() throws {
        var format = XMLValue.JSONFormat.compact
        format.isColored = true
        let colored = try json(format)
        #expect(colored.contains("\u{1B}["))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == (try json(.compact)))
    }

    @Test("A JSON parser returns every XML character below U+0080")
    func escapes() throws {
        let characters = [9, 10, 13] + Array(0x20..<0x80)
        for character in characters {
            // Enough letters on each side to move the character through a word of eight bytes.
            for count in 0..<18 {
                let letters = String(repeating: "x", count: count)
                let value = try XMLReader().read(.string("<a>\(letters)|&#\(character);|\(letters)</a>"))
                let parsed =
                    try JSONSerialization.jsonObject(with: Data(value.json(.compact).utf8))
                    as? [String: [String: String]]
                let scalar = try #require(Unicode.Scalar(character))
                #expect(
                    parsed?["a"]?["text"] == "\(letters)|\(Character(scalar))|\(letters)",
                    "U+\(character), \(count)"
                )
            }
        }
    }

    @Test("Combining characters after an escape change nothing")
    func combining() throws {
        #expect(
            try convert("<a>\"\u{301}\\\u{338}\n\u{301}</a>")
                == "{\"a\":{\"text\":\"\\\"\u{301}\\\\\u{338}\\n\u{301}\"}}"
        )
    }

    @Test("Text of lengths around the copied block sizes survives")
    func lengths() throws {
        for length in [0, 1, 7, 8, 9, 15, 16, 17, 4095, 4096, 4097, 70_000] as [Int] {
            for filler in ["x", "\"", "é"] {
                let text = String(repeating: filler, count: length)
                let escaped = text.replacingOccurrences(of: "\"", with: "\\\"")
                #expect(
                    try convert("<a b='\(text)'/>".replacingOccurrences(of: "'\"", with: "'\""))
                        == #"{"a":{"b":"\#(escaped)"}}"#,
                    "\(length)"
                )
            }
        }
    }

    @Test("A file gets the text and a line break")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.json").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let value = try XMLReader().read(.string("<a>" + String(repeating: "<b>text</b>", count: 20_000) + "</a>"))
        try value.writeJSON(to: file.fileDescriptor, .compact)
        try file.close()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == value.json(.compact) + "\n")
    }

    @Test("A full disk is an error with the system's text")
    func fullDisk() throws {
        let file = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let value = try XMLReader().read(.string("<a/>"))
        let error = try #require(throws: XMLError.self) { try value.writeJSON(to: file.fileDescriptor) }
        #expect(error.code == .inputOutput)
        #expect(error.description == "cannot write: No space left on device")
    }
}
