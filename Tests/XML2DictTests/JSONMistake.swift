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
        JSONMistake(#"{"a":1,}"#, "1:8: a comma before } has no value after it; remove the comma"),
        JSONMistake("[1,\n]", "2:1: a comma before ] has no value after it; remove the comma", at: "/1"),
        JSONMistake("[,1]", "1:2: a value is missing before ','", at: "/0"),
        JSONMistake("[1 2]", "1:4: a comma is missing before 2"),
        JSONMistake(#"{"a":1 "b":2}"#, #"1:8: a comma is missing before "b""#),
        JSONMistake(
            #"{"a":1 "a long key of more bytes"}"#,
            #"1:8: a comma is missing before "a long key of more bytes…"#
        ),
        JSONMistake("[1 {}]", "1:4: a comma is missing before {"),
        JSONMistake("[1}", "1:3: close the array with ], not }"),
        JSONMistake("[}", "1:2: close the array with ], not }", at: "/0"),
        JSONMistake(#"{"a":1]"#, "1:7: close the object with }, not ]"),
        JSONMistake("{]", "1:2: close the object with }, not ]"),
        JSONMistake(#"{"a" 1}"#, "1:6: a colon must follow the key \"a\", not '1'", at: "/a"),
        JSONMistake(#"{"a"="#, "1:5: a colon must follow the key \"a\", not '='", at: "/a"),
        JSONMistake(#"{"a":}"#, "1:6: a value is missing before '}'", at: "/a"),
        JSONMistake(#"{"a":,"b":1}"#, "1:6: a value is missing before ','", at: "/a"),
        JSONMistake(#"{"a":1:2}"#, "1:7: a comma or } must follow a value, not ':'"),
        JSONMistake(#"["a":1]"#, "1:5: a comma or ] must follow a value, not ':'"),
        JSONMistake("[:1]", "1:2: a value is missing before ':'", at: "/0"),
        JSONMistake("{,}", "1:2: a key must be a string in double quotes, not ','"),
        JSONMistake("{:1}", "1:2: a key must be a string in double quotes, not ':'"),
        JSONMistake("{a:1}", #"1:2: a key must be in double quotes; write "a""#),
        JSONMistake("{1:1}", #"1:2: a key must be in double quotes; write "1""#),
        JSONMistake("{'a':1}", "1:2: a quotation mark must be \", not '"),
        JSONMistake("{[1]:1}", "1:2: a key must be a string in double quotes, not '['"),
        JSONMistake("['a']", "1:2: a quotation mark must be \", not '", at: "/0"),
        JSONMistake("[“a”]", "1:2: a quotation mark must be \", not “", at: "/0"),
        JSONMistake("// comment\n{}", "1:1: JSON has no comments; remove this one"),
        JSONMistake("[1, /* one */ 2]", "1:5: JSON has no comments; remove this one", at: "/1"),
        JSONMistake("[1] # one", "1:5: JSON has no comments; remove this one"),
        JSONMistake("[1;2]", "1:3: a comma or ] must follow a value, not ';'"),
        JSONMistake("[1,}", "1:4: close the array with ], not }", at: "/1"),
        JSONMistake("[\u{FFFD}]", "1:2: '\u{FFFD}' cannot begin a value; a string must be in double quotes", at: "/0"),
        JSONMistake("]", "1:1: ] closes nothing; remove it"),
        JSONMistake(",", "1:1: no comma may separate whole values; remove it"),
        JSONMistake("[*]", "1:2: '*' cannot begin a value; a string must be in double quotes", at: "/0"),
        JSONMistake("[1*]", "1:3: a comma or ] must follow a value, not '*'"),
        JSONMistake("<a/>", "1:1: this looks like XML or HTML, not JSON"),
        JSONMistake("{} {}", "1:4: only one value is allowed; remove '{' and what follows"),
        JSONMistake("1\u{1E}2", "1:2: only one value is allowed; remove U+001E and what follows"),
        JSONMistake("[\u{A0}1]", "1:2: U+00A0 cannot begin a value; a string must be in double quotes", at: "/0"),
        JSONMistake(
            "[\u{FEFF}1]",
            "1:2: a byte order mark is only allowed at the beginning of the input; remove it",
            at: "/0"
        ),
    ]

    private static let words = [
        JSONMistake("[NaN]", "1:2: 'NaN' is not JSON; write null or a string, as JSON has no such number", at: "/0"),
        JSONMistake(
            "[-Infinity]",
            "1:3: 'Infinity' is not JSON; write null or a string, as JSON has no such number",
            at: "/0"
        ),
        JSONMistake("[True]", "1:2: 'True' is not JSON; write true", at: "/0"),
        JSONMistake("[FALSE]", "1:2: 'FALSE' is not JSON; write false", at: "/0"),
        JSONMistake("[None]", "1:2: 'None' is not JSON; write null", at: "/0"),
        JSONMistake("undefined", "1:1: 'undefined' is not JSON; write null"),
        JSONMistake("[truex]", "1:2: 'truex' is not JSON; a string must be in double quotes", at: "/0"),
        JSONMistake("[tru]", "1:2: 'tru' is not JSON; a string must be in double quotes", at: "/0"),
        JSONMistake(
            "HTTP/1.1 200 OK\r\n",
            "1:1: this begins with the header of an HTTP response, not with JSON; with curl, leave out -i"
        ),
    ]

    private static let numbers = [
        JSONMistake("[007]", #"1:2: a digit must not follow a leading 0; remove the 0, or write a string"#, at: "/0"),
        JSONMistake(
            "[-00.5]",
            #"1:3: a digit must not follow a leading 0; remove the 0, or write a string"#,
            at: "/0"
        ),
        JSONMistake("[+1]", "1:2: a number must begin with a digit or a minus sign, not with '+'", at: "/0"),
        JSONMistake("[.5]", "1:2: a number must begin with a digit or a minus sign, not with '.'", at: "/0"),
        JSONMistake("[1.]", "1:4: a digit must follow '.' in a number", at: "/0"),
        JSONMistake("[1e+]", "1:5: a digit must follow '+' in a number", at: "/0"),
        JSONMistake("[-]", "1:3: a digit must follow '-' in a number", at: "/0"),
        JSONMistake("[1.2.3]", "1:5: '.' cannot follow a number; a string must be in double quotes", at: "/0"),
        JSONMistake("[0x10]", "1:3: 'x' cannot follow a number; a string must be in double quotes", at: "/0"),
    ]

    private static let strings = [
        JSONMistake(
            "[\"a\nb\"]",
            #"1:4: a string contains a line break; close it with a double quote, or write \n"#,
            at: "/0"
        ),
        JSONMistake(
            "[\"a\tb\"]",
            #"1:4: a string contains a control character; write it as \u0009"#,
            at: "/0"
        ),
        JSONMistake(
            "[\"a\0\"]",
            #"1:4: a string contains a control character; write it as \u0000"#,
            at: "/0"
        ),
        JSONMistake(#"["\x41"]"#, #"1:3: \x is not an escape of JSON; write \\ for a backslash"#, at: "/0"),
        JSONMistake(#"["\u12G4"]"#, #"1:3: \u must have four hexadecimal digits, as in \u00E9"#, at: "/0"),
        JSONMistake(
            #"["é\uD83Dx"]"#,
            #"1:4: \uD83D is half of a surrogate pair; write both halves, as in \uD83D\uDE00"#,
            at: "/0"
        ),
        JSONMistake(
            #"["\uD83D\uD83D"]"#,
            #"1:3: \uD83D is half of a surrogate pair; write both halves, as in \uD83D\uDE00"#,
            at: "/0"
        ),
        JSONMistake(
            #"["\uDE00"]"#,
            #"1:3: \uDE00 is half of a surrogate pair; write both halves, as in \uD83D\uDE00"#,
            at: "/0"
        ),
        JSONMistake(#"["\uD83D\u12"]"#, #"1:9: \u must have four hexadecimal digits, as in \u00E9"#, at: "/0"),
    ]

    private static let encodings =
        // Overlong forms, a surrogate, more than U+10FFFF, lone bytes, and a character that is cut.
        [
            [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x80], [0xFF], [0xE9],
        ]
        .map { (bytes: [UInt8]) in
            JSONMistake(
                bytes: Array("[\"é".utf8) + bytes + Array("\"]".utf8),
                "1:4: the byte \(String(bytes[0], radix: 16, uppercase: true)) is not UTF-8, and JSON must be in UTF-8",
                at: "/0",
                .encoding
            )
        } + [
            JSONMistake(
                bytes: [0x5B, 0xE9, 0x5D],
                "1:2: the byte E9 is not UTF-8, and JSON must be in UTF-8",
                at: "/0",
                .encoding
            ),
            JSONMistake(bytes: [0xFF, 0xFE, 0x5B, 0], utf16, .encoding),
            JSONMistake(bytes: [0xFE, 0xFF, 0, 0x5B], utf16, .encoding),
            JSONMistake(bytes: [0, 0x5B, 0, 0x5D], utf16, .encoding),
            JSONMistake(bytes: [0x7B, 0, 0x7D, 0], utf16.replacing("1:1", with: "1:2"), .encoding),
        ]

    private static let utf16 =
        "1:1: this is UTF-16 or UTF-32, and JSON must be in UTF-8: convert it first, as with iconv"

    private static let ends = [
        JSONMistake("", #"1:1: the input has no value; JSON is at least null, "", [] or {}"#, .unexpectedEnd),
        JSONMistake(" \n ", #"2:2: the input has no value; JSON is at least null, "", [] or {}"#, .unexpectedEnd),
        JSONMistake("[1", "1:3: the input ends inside an array: ] is missing", .unexpectedEnd),
        JSONMistake(#"{"a":1,"#, "1:8: the input ends inside an object: } is missing", .unexpectedEnd),
        JSONMistake(
            #"{"a""#,
            #"1:5: the input ends after the key "a": its value is missing"#,
            at: "/a",
            .unexpectedEnd
        ),
        JSONMistake(
            #"["é"#,
            "1:4: the input ends inside a string: a double quote is missing",
            at: "/0",
            .unexpectedEnd
        ),
        JSONMistake(
            #"["\u00"#,
            "1:7: the input ends inside a string: a double quote is missing",
            at: "/0",
            .unexpectedEnd
        ),
        JSONMistake("[1.", "1:4: the input ends inside a number", at: "/0", .unexpectedEnd),
        JSONMistake("tru", "1:4: the input ends inside a word", .unexpectedEnd),
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
