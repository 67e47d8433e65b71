// Bytes in many encodings, and bytes that are not what they claim.

import Testing
import XML2Dict

@Suite("Encodings")
struct EncodingTests {
    private static let text = "Grüße, Ελλάδα, 日本 😀"
    private static let json = #"{"a":{"text":"Grüße, Ελλάδα, 日本 😀"}}"#

    private func convert(_ bytes: [UInt8]) throws -> String {
        try XMLReader().read(bytes).json(.compact)
    }

    private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? bytes : bytes.reversed()
        }
    }

    private static func utf32(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            let bytes = [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
            return bigEndian ? bytes : bytes.reversed()
        }
    }

    @Test(
        "UTF-8 is read with and without a mark and a declaration",
        arguments: [
            "", "\u{FEFF}", "<?xml version='1.0' encoding='utf-8'?>", "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?>",
        ]
    )
    func utf8(start: String) throws {
        #expect(try convert(Array("\(start)<a>\(Self.text)</a>".utf8)) == Self.json)
    }

    @Test(
        "UTF-16 and UTF-32 are read in both orders, with and without a mark and a declaration",
        arguments: [false, true],
        ["", "\u{FEFF}", "<?xml version='1.0' encoding='UTF-NN'?>", "\u{FEFF}<?xml version='1.0' encoding='UTF-NN'?>"]
    )
    func wide(bigEndian: Bool, start: String) throws {
        func document(_ name: String) -> String { "\(start.replacing("NN", with: name))<a>\(Self.text)</a>" }
        #expect(try convert(Self.utf16(document("16"), bigEndian: bigEndian)) == Self.json)
        #expect(try convert(Self.utf32(document("32"), bigEndian: bigEndian)) == Self.json)
    }

    @Test(
        "UTF-16 without a mark is known by white space before the root, strictly, and however the bytes come",
        arguments: [false, true]
    )
    func space(bigEndian: Bool) throws {
        let start = Self.utf16("\n <a>", bigEndian: bigEndian)
        let end = Self.utf16("</a>", bigEndian: bigEndian)
        let bytes = start + Self.utf16(Self.text, bigEndian: bigEndian) + end
        #expect(try convert(bytes) == Self.json)
        var push = try XMLPushReader()
        for byte in bytes { try push.feed([byte]) }
        #expect(try push.finish().json(.compact) == Self.json)
        let surrogate: [UInt8] = bigEndian ? [0xD8, 0x00] : [0x00, 0xD8]
        let error = try #require(throws: XMLReaderError.self) { try convert(start + surrogate + end) }
        #expect(error.code == .encoding)
    }

    @Test(
        "Other encodings are read by their declaration",
        arguments: [
            ("ISO-8859-1", [0xE9, 0x80], "é\u{80}"), ("us-ascii", [0x41], "A"), ("windows-1252", [0xE9, 0x80], "é€"),
            ("ISO-8859-5", [0xB0], "А"), ("windows-1256", [0xC7], "ا"), ("KOI8-R", [0xC1], "а"),
            ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("EUC-JP", [0xC6, 0xFC], "日"),
            ("GB18030", [0x94, 0x39, 0xDA, 0x33], "💩"),
            ("Big5", [0xA4, 0xE9], "日"), ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("utf8", [0xC3, 0xA9], "é"),
        ] as [(String, [UInt8], String)]
    )
    func declared(name: String, bytes: [UInt8], text: String) throws {
        let document = Array("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + bytes + Array("</a>".utf8)
        #expect(try convert(document) == #"{"a":{"text":"\#(text)"}}"#)
    }

    @Test("Names and messages are right in ISO-8859-1, too")
    func latin1() throws {
        let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
        let doctype = Array("<!DOCTYPE a [<!ENTITY ".utf8) + [0xE9] + Array(" 'x'>]>".utf8)
        let entity = head + doctype + Array("<a b='&".utf8) + [0xE9] + Array(";'/>".utf8)
        #expect(try convert(entity) == #"{"a":{"b":"x"}}"#)
        let error = try #require(throws: XMLReaderError.self) {
            try convert(head + [0x3C, 0xE8, 0x3E] + Array("</b>".utf8))
        }
        #expect(error.message == "mismatched tag: </b> cannot close <è>, which was opened at 1:44")
    }

    @Test("A processing instruction that begins like a declaration is none")
    func instruction() throws {
        let document = Array("<?xml-stylesheet encoding='ISO-8859-5'?><a>é</a>".utf8)
        #expect(try convert(document) == #"{"a":{"text":"é"}}"#)
    }

    @Test("A declaration is not looked for beyond its first kilobyte, however the bytes come")
    func longDeclaration() throws {
        let bytes = Array("<?xml version='1.0'\(String(repeating: " ", count: 3000))encoding='KOI8-R'?><a/>".utf8)
        #expect(throws: XMLReaderError.self) { try convert(bytes) }
        var push = try XMLPushReader()
        try push.feed(bytes[..<1000])
        do {
            try push.feed(bytes[1000...])
            Issue.record("an error was expected")
        } catch {
            #expect(error.code == .encoding)
        }
    }

    @Test(
        "A string is Unicode, whatever its declaration says",
        arguments: ["ISO-8859-1", "UTF-16", "windows-1252", "nonsense"]
    )
    func string(name: String) throws {
        #expect(
            try XMLReader().read(string: "<?xml version='1.0' encoding='\(name)'?><a>\(Self.text)</a>").json(.compact)
                == Self.json
        )
    }

    @Test(
        "What the bytes show and what the declaration says must agree",
        arguments: [
            Array("\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='UTF-16'?><a/>".utf8),
            utf16("\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><a/>", bigEndian: true),
            utf16("<?xml version='1.0' encoding='windows-1252'?><a/>", bigEndian: false),
            utf32("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><a/>", bigEndian: false),
        ]
    )
    func contradiction(bytes: [UInt8]) throws {
        let error = try #require(throws: XMLReaderError.self) { try convert(bytes) }
        #expect(error.code == .encoding)
    }

    @Test("An unknown encoding is named")
    func unknown() throws {
        let error = try #require(throws: XMLReaderError.self) {
            try convert(Array("<?xml version='1.0' encoding='x-klingon'?><a/>".utf8))
        }
        #expect(error.code == .encoding)
        #expect(error.message == "the encoding is x-klingon by the declaration, and this system cannot convert that")
    }

    @Test(
        "Bytes that are not of the encoding are refused, never replaced",
        arguments: [
            Array("<a>".utf8) + [0xC3] + Array("</a>".utf8),
            Array("<a>".utf8) + [0xED, 0xA0, 0x80] + Array("</a>".utf8),
            Array("<a>".utf8) + [0xC0, 0x80] + Array("</a>".utf8),
            Array("<a>".utf8) + [0xF4, 0x90, 0x80, 0x80] + Array("</a>".utf8),
            Array("<?xml version='1.0' encoding='us-ascii'?><a>".utf8) + [0xE9] + Array("</a>".utf8),
            Array("<?xml version='1.0' encoding='Shift_JIS'?><a>".utf8) + [0x93, 0x00] + Array("</a>".utf8),
            utf16("\u{FEFF}<a>", bigEndian: true) + [0xD8, 0x00] + utf16("</a>", bigEndian: true),
            utf16("\u{FEFF}<a>", bigEndian: false) + [0x00, 0xDC] + utf16("</a>", bigEndian: false),
            utf32("\u{FEFF}<a>", bigEndian: true) + [0x00, 0x11, 0x00, 0x00] + utf32("</a>", bigEndian: true),
            utf32("\u{FEFF}<a>", bigEndian: true) + [0x00, 0x00, 0xD8, 0x00] + utf32("</a>", bigEndian: true),
        ] as [[UInt8]]
    )
    func illFormed(bytes: [UInt8]) throws {
        let error = try #require(throws: XMLReaderError.self) { try convert(bytes) }
        #expect([.encoding, .malformed].contains(error.code))
        #expect(error.line == 1)
    }

    @Test(
        "What is said of bytes that are not of the encoding is the same however they come",
        arguments: [
            (
                Array("<?xml version='1.0' encoding='Big5'?><a>".utf8) + [0xA4, 0x3C, 0x2F, 0x61, 0x3E],
                "1:41: the byte A4 is not Big5"
            ),
            (utf16("\u{FEFF}<a>", bigEndian: true) + [0xD8, 0x00, 0x00, 0x61], "1:4: the bytes D8 00 are not UTF-16"),
            (
                utf32("\u{FEFF}<a>", bigEndian: false) + [0x00, 0xD8, 0x00, 0x00, 0x61],
                "1:4: the bytes 00 D8 00 00 are not UTF-32"
            ),
        ] as [([UInt8], String)]
    )
    func wrongBytes(bytes: [UInt8], message: String) throws {
        let whole = try #require(throws: XMLReaderError.self) { try convert(bytes) }
        #expect(whole.description == message)
        let pushed = try #require(throws: XMLReaderError.self) {
            var push = try XMLPushReader()
            for byte in bytes { try push.feed([byte]) }
            _ = try push.finish()
        }
        #expect(pushed.description == message)
    }

    @Test("A document that ends inside a character is refused")
    func unfinished() throws {
        for bytes in [
            Self.utf16("\u{FEFF}<a/>", bigEndian: true).dropLast(),
            Self.utf32("\u{FEFF}<a/>", bigEndian: true).dropLast(3),
        ] {
            let error = try #require(throws: XMLReaderError.self) { try convert(Array(bytes)) }
            #expect(error.code == .unexpectedEnd)
        }
    }
}
