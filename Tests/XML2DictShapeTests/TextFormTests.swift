// The forms of text, from which the types and formats of a shape are inferred.

import Testing
import XML2DictShape

@Suite("Forms of text")
struct TextFormTests {
    @Test("Each text has its form")
    func form() {
        for (text, form) in [
            ("", .empty), ("0", .integer), ("-1", .integer), ("123456789012345", .integer),
            ("1234567890123456", .string), ("-0", .string),
            ("007", .string), ("+1", .string), ("-", .string), ("1 2", .string), ("1.10", .number), ("-0.5", .number),
            ("1e3", .string), ("0.30000000000000004", .number), ("0.12345678901234567", .string), ("1e400", .string),
            ("1.", .string), (".5", .string), ("0x1F", .string), ("NaN", .string),
            ("true", .boolean), ("false", .boolean), ("True", .string), ("truer", .string), ("t", .string),
            ("2026-11-23", .date), ("2024-02-29", .date), ("2023-02-29", .string), ("2026-13-01", .string),
            ("2026-11-31", .string), ("0000-01-01", .string), ("2026-11-23Z", .string), ("2026-11-2", .string),
            ("2026-11-23T12:00:00Z", .dateTime), ("2026-11-23T12:00:00.5+05:30", .dateTime),
            ("2026-11-23T12:00:00", .localDateTime), ("2026-11-23T24:00:00Z", .string),
            ("2026-11-23T12:00:00.Z", .string), ("2026-11-23T12:00:00+5:30", .string), ("2026-11-23 12:00", .string),
            ("http://a.example/x?y=1#z", .url), ("ftp://a/%20", .url), ("http://a/%2", .string),
            ("http://a b", .string), ("http://é", .string), ("http://", .string), ("urn:a:b", .string),
            ("test://x", .url), ("file:///x", .url), ("Cake", .string), ("é", .string), ("<a>", .string),
        ] as [(String, TextForm)] {
            var text = text
            #expect(text.withUTF8 { TextForm($0) } == form, "\(text)")
        }
    }

    @Test("A whole number of 400 digits is beyond Double")
    func longNumber() {
        var text = String(repeating: "9", count: 400)
        #expect(text.withUTF8 { TextForm($0) } == .string)
    }
}
