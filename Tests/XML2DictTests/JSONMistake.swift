import Testing
import XML2Dict

/// A text that is not JSON, and the error of reading it.
struct JSONMistake: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    /// `line:column: message`.
    let error: String
    let path: String
    let code: XMLError.Code

    init(_ text: String, _ error: String, at path: String = "", _ code: XMLError.Code = .malformed) {
        self.init(bytes: Array(text.utf8), error, at: path, code)
    }

    init(bytes: [UInt8], _ error: String, at path: String = "", _ code: XMLError.Code = .malformed) {
        self.bytes = bytes
        self.error = error
        self.path = path
        self.code = code
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    static let all = marks + words + numbers + strings + encodings + ends

    private static let marks = [
        JSONMistake(#"{"a":1,}"#, "1:8: a comma before '}' has no value after it; remove the comma"),
        JSONMistake("[1,\n]", "2:1: a comma before ']' has no value after it; remove the comma", at: "/1"),
        JSONMistake(
            "[,1]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not ','",
            at: "/0"
        ),
        JSONMistake("[1 2]", "1:4: expected a comma or ], not '2'"),
        JSONMistake(#"{"a":1 "b":2}"#, #"1:8: expected a comma or }, not '"'"#),
        JSONMistake(
            #"{"a":1 "a long key of more bytes"}"#,
            #"1:8: expected a comma or }, not '"'"#
        ),
        JSONMistake("[1 {}]", "1:4: expected a comma or ], not '{'"),
        JSONMistake("[1}", "1:3: expected a comma or ], not '}'"),
        JSONMistake(
            "[}",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '}'",
            at: "/0"
        ),
        JSONMistake(#"{"a":1]"#, "1:7: expected a comma or }, not ']'"),
        JSONMistake("{]", "1:2: expected a key in double quotes, not ']'"),
        JSONMistake(#"{"a" 1}"#, "1:6: expected a colon after the key \"a\", not '1'", at: "/a"),
        JSONMistake(#"{"a"="#, "1:5: expected a colon after the key \"a\", not '='", at: "/a"),
        JSONMistake(
            #"{"a":}"#,
            "1:6: expected a value (text in double quotes, a number, true, false, null, [ or {), not '}'",
            at: "/a"
        ),
        JSONMistake(
            #"{"a":,"b":1}"#,
            "1:6: expected a value (text in double quotes, a number, true, false, null, [ or {), not ','",
            at: "/a"
        ),
        JSONMistake(#"{"a":1:2}"#, "1:7: expected a comma or }, not ':'"),
        JSONMistake(#"["a":1]"#, "1:5: expected a comma or ], not ':'"),
        JSONMistake(
            "[:1]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not ':'",
            at: "/0"
        ),
        JSONMistake("{,}", "1:2: expected a key in double quotes, not ','"),
        JSONMistake("{:1}", "1:2: expected a key in double quotes, not ':'"),
        JSONMistake("{a:1}", "1:2: expected a key in double quotes, not 'a'"),
        JSONMistake("{1:1}", "1:2: expected a key in double quotes, not '1'"),
        JSONMistake("{'a':1}", "1:2: expected a key in double quotes, not '''"),
        JSONMistake("{[1]:1}", "1:2: expected a key in double quotes, not '['"),
        JSONMistake(
            "['a']",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '''",
            at: "/0"
        ),
        JSONMistake(
            "[“a”]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '“'",
            at: "/0"
        ),
        JSONMistake("// comment\n{}", "1:1: JSON has no comments; remove this one"),
        JSONMistake("[1, /* one */ 2]", "1:5: JSON has no comments; remove this one", at: "/1"),
        JSONMistake("[1] # one", "1:5: JSON has no comments; remove this one"),
        JSONMistake("[1;2]", "1:3: expected a comma or ], not ';'"),
        JSONMistake(
            "[1,}",
            "1:4: expected a value (text in double quotes, a number, true, false, null, [ or {), not '}'",
            at: "/1"
        ),
        JSONMistake(
            "[\u{FFFD}]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '\u{FFFD}'",
            at: "/0"
        ),
        JSONMistake("]", "1:1: expected a value (text in double quotes, a number, true, false, null, [ or {), not ']'"),
        JSONMistake(",", "1:1: expected a value (text in double quotes, a number, true, false, null, [ or {), not ','"),
        JSONMistake(
            "[*]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '*'",
            at: "/0"
        ),
        JSONMistake("[1*]", "1:3: expected a comma or ], not '*'"),
        JSONMistake("<a/>", "1:1: this looks like XML or HTML, not JSON"),
        JSONMistake("{} {}", "1:4: expected the end of the input, not '{'"),
        JSONMistake("1\u{1E}2", "1:2: expected the end of the input, not U+001E"),
        JSONMistake(
            "[\u{A0}1]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not U+00A0",
            at: "/0"
        ),
        JSONMistake(
            "[\u{FEFF}1]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '\u{FEFF}'",
            at: "/0"
        ),
    ]

    private static let words = [
        JSONMistake(
            "[NaN]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'NaN'",
            at: "/0"
        ),
        JSONMistake(
            "[-Infinity]",
            "1:3: a number cannot continue with 'Infinity'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
        JSONMistake(
            "[True]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'True'",
            at: "/0"
        ),
        JSONMistake(
            "[FALSE]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'FALSE'",
            at: "/0"
        ),
        JSONMistake(
            "[None]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'None'",
            at: "/0"
        ),
        JSONMistake(
            "undefined",
            "1:1: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'undefined'"
        ),
        JSONMistake(
            "[truex]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'truex'",
            at: "/0"
        ),
        JSONMistake(
            "[tru]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'tru'",
            at: "/0"
        ),
        JSONMistake(
            "HTTP/1.1 200 OK\r\n",
            "1:1: expected a value (text in double quotes, a number, true, false, null, [ or {), not 'HTTP'"
        ),
    ]

    private static let numbers = [
        JSONMistake(
            "[007]",
            "1:3: a number cannot continue with '07'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
        JSONMistake(
            "[-00.5]",
            "1:4: a number cannot continue with '0.5'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
        JSONMistake(
            "[+1]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '+1'",
            at: "/0"
        ),
        JSONMistake(
            "[.5]",
            "1:2: expected a value (text in double quotes, a number, true, false, null, [ or {), not '.5'",
            at: "/0"
        ),
        JSONMistake(
            "[1.]",
            "1:4: a number cannot continue with ']'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
        JSONMistake(
            "[1e+]",
            "1:5: a number cannot continue with ']'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
        JSONMistake(
            "[-]",
            "1:3: a number cannot continue with ']'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
        JSONMistake(
            "[1.2.3]",
            "1:5: a number cannot continue with '.3'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
        JSONMistake(
            "[0x10]",
            "1:3: a number cannot continue with 'x10'; write it as 0, -1.5 or 2e10, or in double quotes",
            at: "/0"
        ),
    ]

    private static let strings = [
        JSONMistake(
            "[\"a\nb\"]",
            #"1:4: a string contains U+000A; write it as an escape, such as \n or \u001F"#,
            at: "/0"
        ),
        JSONMistake(
            "[\"a\tb\"]",
            #"1:4: a string contains U+0009; write it as an escape, such as \n or \u001F"#,
            at: "/0"
        ),
        JSONMistake(
            "[\"a\0\"]",
            #"1:4: a string contains U+0000; write it as an escape, such as \n or \u001F"#,
            at: "/0"
        ),
        JSONMistake(
            #"["\x41"]"#,
            #"1:3: \x41 is not an escape of JSON, such as \n, \u00E9 and the pair \uD83D\uDE00; write \\ for a backslash"#,
            at: "/0"
        ),
        JSONMistake(
            #"["\u12G4"]"#,
            #"1:3: \u12G4 is not an escape of JSON, such as \n, \u00E9 and the pair \uD83D\uDE00; write \\ for a backslash"#,
            at: "/0"
        ),
        JSONMistake(
            #"["é\uD83Dx"]"#,
            #"1:4: \uD83D is not an escape of JSON, such as \n, \u00E9 and the pair \uD83D\uDE00; write \\ for a backslash"#,
            at: "/0"
        ),
        JSONMistake(
            #"["\uD83D\uD83D"]"#,
            #"1:3: \uD83D is not an escape of JSON, such as \n, \u00E9 and the pair \uD83D\uDE00; write \\ for a backslash"#,
            at: "/0"
        ),
        JSONMistake(
            #"["\uDE00"]"#,
            #"1:3: \uDE00 is not an escape of JSON, such as \n, \u00E9 and the pair \uD83D\uDE00; write \\ for a backslash"#,
            at: "/0"
        ),
        JSONMistake(
            #"["\uD83D\u12"]"#,
            #"1:9: \u12 is not an escape of JSON, such as \n, \u00E9 and the pair \uD83D\uDE00; write \\ for a backslash"#,
            at: "/0"
        ),
    ]

    private static let encodings =
        // Overlong forms, a surrogate, more than U+10FFFF, lone bytes, and a truncated character.
        [
            [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x80], [0xFF], [0xE9],
        ]
        .map { (bytes: [UInt8]) in
            JSONMistake(
                bytes: Array("[\"é".utf8) + bytes + Array("\"]".utf8),
                "1:4: the byte \(String(bytes[0], radix: 16, uppercase: true)) is not UTF-8, which JSON requires; convert the input first, as with iconv",
                at: "/0",
                .encoding
            )
        } + [
            JSONMistake(
                bytes: [0x5B, 0xE9, 0x5D],
                "1:2: the byte E9 is not UTF-8, which JSON requires; convert the input first, as with iconv",
                at: "/0",
                .encoding
            ),
            JSONMistake(bytes: [0xFF, 0xFE, 0x5B, 0], "1:1: the byte FF \(notUTF8)", .encoding),
            JSONMistake(bytes: [0xFE, 0xFF, 0, 0x5B], "1:1: the byte FE \(notUTF8)", .encoding),
            JSONMistake(bytes: [0, 0x5B, 0, 0x5D], "1:1: the byte 00 \(notUTF8)", .encoding),
            JSONMistake(bytes: [0x7B, 0, 0x7D, 0], "1:2: the byte 00 \(notUTF8)", .encoding),
        ]

    private static let notUTF8 = "is not UTF-8, which JSON requires; convert the input first, as with iconv"

    private static let ends = [
        JSONMistake(
            "",
            "1:1: the input ends, and a value (text in double quotes, a number, true, false, null, [ or {) is missing",
            .unexpectedEnd
        ),
        JSONMistake(
            " \n ",
            "2:2: the input ends, and a value (text in double quotes, a number, true, false, null, [ or {) is missing",
            .unexpectedEnd
        ),
        JSONMistake("[1", "1:3: the input ends, and a comma or ] is missing", .unexpectedEnd),
        JSONMistake(#"{"a":1,"#, "1:8: the input ends, and a key in double quotes is missing", .unexpectedEnd),
        JSONMistake(
            #"{"a""#,
            #"1:5: the input ends, and a colon after the key "a" is missing"#,
            at: "/a",
            .unexpectedEnd
        ),
        JSONMistake(
            #"["é"#,
            "1:4: the input ends inside a string; close it with a double quote",
            at: "/0",
            .unexpectedEnd
        ),
        JSONMistake(
            #"["\u00"#,
            "1:7: the input ends inside a string; close it with a double quote",
            at: "/0",
            .unexpectedEnd
        ),
        JSONMistake("[1.", "1:4: the input ends inside a number or a word", at: "/0", .unexpectedEnd),
        JSONMistake("tru", "1:4: the input ends inside a number or a word", .unexpectedEnd),
    ]
}

extension JSONMistake {
    private init(bytes: [UInt8], _ error: String, _ code: XMLError.Code) {
        self.init(bytes: bytes, error, at: "", code)
    }

    private init(_ text: String, _ error: String, _ code: XMLError.Code) {
        self.init(text, error, at: "", code)
    }
}
