// Bytes in many encodings, and bytes with a wrong encoding.

import TestSupport
import Testing

@testable import XML2Dict

@Suite("Encodings")
struct EncodingTests {
    private static let text = "Grüße, Ελλάδα, 日本 😀"
    private static let json = #"{"a":{"text":"Grüße, Ελλάδα, 日本 😀"}}"#

    private func convert(_ bytes: [UInt8]) throws -> String {
        try XMLReader().read(.bytes(bytes)).json(.compact)
    }

    /// A document with a declaration and bytes.
    private static func document(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + bytes + Array("</a>".utf8)
    }

    /// The result of reading single bytes.
    private func convertBytewise(_ bytes: [UInt8]) throws -> String {
        try XMLPushReader.read(bytes, inChunksOf: 1).json(.compact)
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

    @Test("Unicode is read with and without a mark and a declaration")
    func unicode() throws {
        let starts = [
            "", "\u{FEFF}", "<?xml version='1.0' encoding='utf-NN'?>",
            "\u{FEFF}<?xml version='1.0' encoding='UTF-NN'?>",
        ]
        for start in starts {
            func document(_ name: String) -> String { "\(start.replacing("NN", with: name))<a>\(Self.text)</a>" }
            #expect(try convert(Array(document("8").utf8)) == Self.json, "\(start)")
            for bigEndian in [false, true] {
                #expect(try convert(Self.utf16(document("16"), bigEndian: bigEndian)) == Self.json, "\(start)")
                #expect(try convert(Self.utf32(document("32"), bigEndian: bigEndian)) == Self.json, "\(start)")
            }
        }
    }

    @Test("White space before the root identifies UTF-16 without a mark")
    func space() throws {
        for bigEndian in [false, true] {
            let start = Self.utf16("\n <a>", bigEndian: bigEndian), end = Self.utf16("</a>", bigEndian: bigEndian)
            let bytes = start + Self.utf16(Self.text, bigEndian: bigEndian) + end
            #expect(try convert(bytes) == Self.json, "\(bigEndian)")
            #expect(try convertBytewise(bytes) == Self.json, "\(bigEndian)")
            let surrogate: [UInt8] = bigEndian ? [0xD8, 0x00] : [0x00, 0xD8]
            let error = try #require(throws: XMLError.self) { try convert(start + surrogate + end) }
            #expect(error.code == .encoding, "\(bigEndian)")
        }
    }

    @Test("Other encodings are read by their declaration")
    func declared() throws {
        for (name, bytes, text) in [
            ("ISO-8859-1", [0xE9, 0x80], "é\u{80}"), ("us-ascii", [0x41], "A"), ("windows-1252", [0xE9, 0x80], "é€"),
            ("ISO-8859-5", [0xB0], "А"), ("windows-1256", [0xC7], "ا"), ("KOI8-R", [0xC1], "а"),
            ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"), ("EUC-JP", [0xC6, 0xFC], "日"),
            ("GB18030", [0x94, 0x39, 0xDA, 0x33], "💩"),
            ("Big5", [0xA4, 0xE9], "日"), ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("utf8", [0xC3, 0xA9], "é"),
            // Other names of encodings.
            ("x-sjis", [0x93, 0xFA], "日"), ("x-euc-jp", [0xC6, 0xFC], "日"), ("ks_c_5601-1987", [0xC7, 0xD1], "한"),
            ("windows-949", [0x8C, 0x63], "똠"), ("x-gbk", [0xBA, 0xBA], "汉"), ("windows-936", [0xBA, 0xBA], "汉"),
            ("x-x-big5", [0xA4, 0xE9], "日"), ("ISO-8859-8-I", [0xF9], "ש"), ("iso-8859-6-e", [0xC7], "ا"),
            ("x-cp1252", [0x80], "€"), ("x-mac-roman", [0x8E], "é"), ("x-mac-cyrillic", [0x80], "А"),
            ("dos-874", [0xA1], "ก"),
        ] as [(String, [UInt8], String)] {
            let document = Self.document("\(name)", bytes)
            #expect(try convert(document) == #"{"a":{"text":"\#(text)"}}"#, "\(name)")
        }
    }

    @Test("Four multi-byte names are read as their supersets of Windows")
    func supersets() throws {
        for (names, bytes, text) in [
            ("EUC-KR euckr csEUCKR ks_c_5601-1987 ksc5601 ksc_5601 korean iso-ir-149", [0x8C, 0x63, 0xB9, 0xE6], "똠방"),
            ("gb2312 csGB2312 EUC-CN euccn cn-gb gb_2312 gb_2312-80 chinese iso-ir-58", [0xE9, 0x46, 0x80], "镕€"),
            (
                "shift_jis Shift-JIS sjis x-sjis MS_Kanji csShiftJIS ms932 windows-31j", [0x87, 0x40, 0x5C, 0x7E],
                #"①\\~"#
            ),
            ("EUC-JP eucjp ujis x-euc-jp csEUCPkdFmtJapanese", [0xAD, 0xA1], "①"),
        ] as [(String, [UInt8], String)] {
            for name in names.split(separator: " ") {
                let document = Self.document("\(name)", bytes), json = #"{"a":{"text":"\#(text)"}}"#
                #expect(try convert(document) == json, "\(name)")
                #expect(try convertBytewise(document) == json, "\(name)")
                let options = XMLOptions().with { $0.encoding = "\(name)" }
                #expect(try XMLReader(options).read(.bytes(document)).json(.compact) == json, "\(name)")
            }
        }
    }

    @Test("A few codes are other characters in the supersets")
    func changedCodes() throws {
        for (name, bytes, text) in [
            ("GB2312", [0xA1, 0xA4, 0xA1, 0xAA], "·—"),
            (
                "Shift_JIS", [0x81, 0x60, 0x81, 0x61, 0x81, 0x7C, 0x81, 0x91, 0x81, 0x92, 0x81, 0xCA],
                "\u{FF5E}\u{2225}\u{FF0D}\u{FFE0}\u{FFE1}\u{FFE2}"
            ),
            (
                "EUC-JP",
                [0xA1, 0xC1, 0xA1, 0xC2, 0xA1, 0xDD, 0xA1, 0xF1, 0xA1, 0xF2, 0xA2, 0xCC, 0x8F, 0xA2, 0xC3],
                "\u{FF5E}\u{2225}\u{FF0D}\u{FFE0}\u{FFE1}\u{FFE2}\u{FFE4}"
            ),
        ] as [(String, [UInt8], String)] {
            #expect(try convert(Self.document(name, bytes)) == #"{"a":{"text":"\#(text)"}}"#, "\(name)")
        }
        let error = try #require(throws: XMLError.self) { try convert(Self.document("EUC-KR", [0xA2, 0xE8])) }
        #expect(error.code == .encoding)
    }

    @Test("Names and messages of ISO-8859-1 are right")
    func latin1() throws {
        let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
        let doctype = Array("<!DOCTYPE a [<!ENTITY ".utf8) + [0xE9] + Array(" 'x'>]>".utf8)
        let entity = head + doctype + Array("<a b='&".utf8) + [0xE9] + Array(";'/>".utf8)
        #expect(try convert(entity) == #"{"a":{"b":"x"}}"#)
        let error = try #require(throws: XMLError.self) {
            try convert(head + [0x3C, 0xE8, 0x3E] + Array("</b>".utf8))
        }
        #expect(error.words.description == "mismatched tag: </b> cannot close <è>, which was opened at 1:44")
    }

    @Test("A processing instruction that begins like a declaration is not one")
    func instruction() throws {
        let document = Array("<?xml-stylesheet encoding='ISO-8859-5'?><a>é</a>".utf8)
        #expect(try convert(document) == #"{"a":{"text":"é"}}"#)
    }

    @Test("The declaration must end within one kilobyte")
    func longDeclaration() {
        let bytes = Array("<?xml version='1.0'\(String(repeating: " ", count: 3000))encoding='KOI8-R'?><a/>".utf8)
        for convert in [convert, convertBytewise] {
            #expect(throws: XMLError.self) { try convert(bytes) }
        }
    }

    @Test("A string is Unicode, whatever its declaration says")
    func string() throws {
        for name in ["ISO-8859-1", "UTF-16", "windows-1252", "nonsense"] {
            let xml = "<?xml version='1.0' encoding='\(name)'?><a>\(Self.text)</a>"
            #expect(try XMLReader().read(.string(xml)).json(.compact) == Self.json, "\(name)")
        }
    }

    @Test("The declared encoding must match the bytes")
    func contradiction() throws {
        for bytes in [
            Array("\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='UTF-16'?><a/>".utf8),
            Self.utf16("\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><a/>", bigEndian: true),
            Self.utf16("<?xml version='1.0' encoding='windows-1252'?><a/>", bigEndian: false),
            Self.utf32("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><a/>", bigEndian: false),
            Array("<?xml version='1.0' encoding='UTF-32'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='ucs-2'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='IBM037'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='IBM930'?><a/>".utf8),
            Self.utf16("\u{FEFF}<?xml version='1.0' encoding='UTF-16BE'?><a/>", bigEndian: false),
            Self.utf16("<?xml version='1.0' encoding='UTF-32'?><a/>", bigEndian: false),
            Self.ebcdic("<?xml version='1.0' encoding='UTF-8'?><a/>"),
            Self.ebcdic("<?xml version='1.0' encoding='ISO-8859-1'?><a/>"),
            Self.ebcdic("<?xml version='1.0' encoding='windows-1252'?><a/>"),
            Self.ebcdic("<?xml version='1.0' encoding='UTF-16'?><a/>"),
            Self.ebcdic("<?xml version='1.0' encoding='IBM930'?><a/>"),
        ] as [[UInt8]] {
            let error = try #require(throws: XMLError.self) { try convert(bytes) }
            #expect(error.code == .encoding, "\(bytes)")
            #expect(
                error.words.description.contains("but the bytes are ")
                    || error.words.description.hasPrefix("the bytes are not in "),
                "\(bytes)"
            )
        }
    }

    private static func ebcdic(_ text: String) -> [UInt8] {
        EncodedText.bytes(of: text, in: "IBM037") ?? []
    }

    @Test("An encoding name may have any spelling")
    func spellings() throws {
        for name in ["utf8", "Unicode-1-1-utf-8", "UTF-8"] {
            let document = Self.document(name, Array("é".utf8))
            #expect(try convert(document) == #"{"a":{"text":"é"}}"#, "\(name)")
            #expect(try convert(Array("\u{FEFF}".utf8) + document) == #"{"a":{"text":"é"}}"#, "\(name)")
        }
    }

    @Test("UTF-16 and UTF-32 have several names")
    func wideNames() throws {
        for name in [
            "utf-16", "UTF16", "UTF-16LE", "utf16le", "UCS-2", "ucs-2le", "ISO-10646-UCS-2", "unicode", "csUnicode",
        ] {
            let text = "<?xml version='1.0' encoding='\(name)'?><a>\(Self.text)</a>"
            #expect(try convert(Self.utf16(text, bigEndian: false)) == Self.json, "\(name)")
            #expect(try convert(Self.utf16("\u{FEFF}" + text, bigEndian: false)) == Self.json, "\(name)")
            let wide = text.replacing("16", with: "32").replacing("ucs-2", with: "UCS-4").replacing(
                "UCS-2",
                with: "UCS-4"
            )
            if !wide.lowercased().contains("unicode") {
                #expect(try convert(Self.utf32(wide, bigEndian: false)) == Self.json, "\(name)")
            }
        }
    }

    @Test("Shift_JIS bytes for backslash and tilde can also be second halves")
    func backslash() throws {
        // The second bytes of ソ and 表 are the byte of the backslash.
        let bytes: [UInt8] = [0x83, 0x5C, 0x95, 0x5C, 0x8F, 0x5C, 0x5C, 0x7E, 0x81, 0x5F, 0x81, 0x50, 0xB1]
        let document = Self.document("Shift_JIS", Array(#"C:\tmp\~a"#.utf8) + bytes)
        let json = ##"{"a":{"text":"C:\\tmp\\~aソ表十\\~＼￣ｱ"}}"##
        #expect(try convert(document) == json)
        #expect(try convertBytewise(document) == json)
    }

    @Test("Big5-HKSCS splits one code in two; TCVN combines letter and mark")
    func joined() throws {
        let hongKong = try convert(Self.document("Big5-HKSCS", [0x88, 0x62, 0x88, 0xA5]))
        #expect(Array(hongKong.utf8) == Array("{\"a\":{\"text\":\"\u{CA}\u{304}\u{EA}\u{30C}\"}}".utf8))
        let vietnamese = try convert(Self.document("TCVN", [0x65, 0xB3, 0x61]))
        #expect(Array(vietnamese.utf8) == Array("{\"a\":{\"text\":\"\u{E9}a\"}}".utf8))
    }

    @Test("The declaration must name the EBCDIC code page")
    func unnamed() throws {
        let error = try #require(throws: XMLError.self) { try convert(Self.ebcdic("<?xml version='1.0'?><a/>")) }
        #expect(error.code == .encoding)
        #expect(
            error.words.description
                == "the bytes are EBCDIC, and the declaration does not name the encoding; "
                + "encoding names it, as in encoding = \"IBM1047\""
        )
        let options = XMLOptions().with { $0.encoding = "IBM037" }
        let value = try XMLReader(options).read(.bytes(Self.ebcdic("<?xml version='1.0'?><a/>")))
        #expect(value.json(.compact) == #"{"a":{}}"#)
    }

    @Test("An unknown encoding, or one that hides markup, is refused")
    func refusedNames() throws {
        let hidden = "is refused, because plain letters can be markup in it"
        let unknown = "is not a known encoding"
        let messages = [
            ("UTF-7", hidden), ("utf7", hidden), ("UTF-7-IMAP", hidden),
            ("windows1252", unknown + " (did you mean WINDOWS-1252?)"),
            ("x-klingon", unknown),
        ]
        for (name, message) in messages {
            let document = Self.document(name, Array("+ADw-b/+AD4-".utf8))
            let error = try #require(throws: XMLError.self) { try convert(document) }
            #expect(error.code == .encoding, "\(name)")
            #expect(error.message == "the encoding \(name) of the declaration \(message)")
            #expect(error.remedy == "encoding names another")
        }
    }

    @Test("STRICT-ENCODING: UTF-8 is checked for a libexpat that does not check it")
    func uncheckedUTF8() {
        let good = Array("<a>é日😀".utf8)
        let faults: [[UInt8]] = [
            [0x80], [0xC3, 0x28], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ]
        for bad in faults {
            var output: [UInt8] = []
            let result = (good + bad + Array("</a>".utf8)).withUnsafeBytes {
                CharacterConversion.checkingUTF8($0, into: &output)
            }
            #expect(output == good + bad, "\(bad)")
            #expect((result.used, result.isValid) == (good.count, false), "\(bad)")
        }
    }

    @Test("STRICT-ENCODING: Bytes that are not of the encoding are refused, never replaced")
    func illFormed() throws {
        for bytes in [
            Array("<a>".utf8) + [0xC3] + Array("</a>".utf8),
            Array("<a>".utf8) + [0xED, 0xA0, 0x80] + Array("</a>".utf8),
            Array("<a>".utf8) + [0xC0, 0x80] + Array("</a>".utf8),
            Array("<a>".utf8) + [0xF4, 0x90, 0x80, 0x80] + Array("</a>".utf8),
            Self.document("us-ascii", [0xE9]),
            Self.document("Shift_JIS", [0x93, 0x00]),
            Self.utf16("\u{FEFF}<a>", bigEndian: true) + [0xD8, 0x00] + Self.utf16("</a>", bigEndian: true),
            Self.utf16("\u{FEFF}<a>", bigEndian: false) + [0x00, 0xDC] + Self.utf16("</a>", bigEndian: false),
            Self.utf32("\u{FEFF}<a>", bigEndian: true) + [0x00, 0x11, 0x00, 0x00] + Self.utf32("</a>", bigEndian: true),
            Self.utf32("\u{FEFF}<a>", bigEndian: true) + [0x00, 0x00, 0xD8, 0x00] + Self.utf32("</a>", bigEndian: true),
        ] as [[UInt8]] {
            let error = try #require(throws: XMLError.self) { try convert(bytes) }
            #expect(error.code == .encoding, "\(bytes)")
            #expect(error.line == 1, "\(bytes)")
            let same = try #require(throws: XMLError.self) { try convertBytewise(bytes) }
            #expect((same.words.description, same.column) == (error.words.description, error.column), "\(bytes)")
        }
    }

    @Test("The error names a byte that is not US-ASCII, anywhere")
    func notASCII() throws {
        for start in ["<a>", "<a b='", "<a", "<!--"] {
            let document = Array("<?xml version='1.0' encoding='us-ascii'?>\n\(start)".utf8) + [0xC3, 0xA9]
            let error = try #require(throws: XMLError.self) { try convert(document + Array("-->'/>".utf8)) }
            #expect(error.code == .encoding, "\(start)")
            #expect(
                error.words.description == "the byte C3 is not US-ASCII; is the document in another encoding? "
                    + "encoding names it, as in encoding = \"windows-1252\"",
                "\(start)"
            )
            #expect((error.line, error.column) == (2, start.count + 1), "\(start)")
        }
    }

    @Test("The error for invalid bytes is the same for every chunking")
    func wrongBytes() throws {
        for (bytes, message) in [
            (
                Array("<?xml version='1.0' encoding='Big5'?><a>".utf8) + [0xA4, 0x3C, 0x2F, 0x61, 0x3E],
                "1:41: the byte A4 is not Big5; is the document in another encoding? "
                    + "encoding names it, as in encoding = \"UTF-8\""
            ),
            (
                Array("<?xml version='1.0' encoding='gb2312'?><a>".utf8) + [0x94, 0x39, 0xDA, 0x33, 0x3C],
                "1:43: the byte 94 is not gb2312; is the document in another encoding? "
                    + "encoding names it, as in encoding = \"GB18030\""
            ),
            (
                Array("<?xml version='1.0' encoding='EUC-JP'?><a>".utf8) + [0xC6, 0xFC, 0x8C, 0x3C],
                "1:44: the byte 8C is not EUC-JP; is the document in another encoding? "
                    + "encoding names it, as in encoding = \"UTF-8\""
            ),
            (
                Array("<?xml version='1.0' encoding='TIS-620'?><a>".utf8) + [0xA1, 0x80, 0x3C],
                "1:45: the byte 80 is not TIS-620; is the document in another encoding? "
                    + "encoding names it, as in encoding = \"UTF-8\""
            ),
            (
                Self.utf16("\u{FEFF}<a>", bigEndian: true) + [0xD8, 0x00, 0x00, 0x61],
                "1:4: the bytes D8 00 are not UTF-16BE"
            ),
            (
                Self.utf32("\u{FEFF}<a>", bigEndian: false) + [0x00, 0xD8, 0x00, 0x00, 0x61],
                "1:4: the bytes 00 D8 00 00 are not UTF-32LE"
            ),
        ] as [([UInt8], String)] {
            let whole = try #require(throws: XMLError.self) { try convert(bytes) }
            #expect(whole.description == message, "\(bytes)")
            let pushed = try #require(throws: XMLError.self) { try convertBytewise(bytes) }
            #expect(pushed.description == message, "\(bytes)")
        }
    }

    @Test("STRICT-ENCODING: No byte of a multi-byte encoding becomes a control character")
    func controlCharacters() throws {
        let eucJP = (0x80...0x9F).filter { $0 != 0x8E && $0 != 0x8F } as [UInt8]
        for (name, bytes) in [
            ("EUC-JP", eucJP), ("EUC-JP-MS", eucJP), ("EUC-KR", [0x80]), ("CP949", [0x80]), ("Big5", [0x80]),
            ("Big5-HKSCS", [0x80]), ("CP950", [0x80]), ("Shift_JIS", [0x80]), ("GB18030", [0x80]),
        ] as [(String, [UInt8])] {
            for byte in bytes {
                let document = Self.document(name, [0x41, byte])
                for convert in [convert, convertBytewise] {
                    let error = try #require(throws: XMLError.self, "\(name) \(byte)") { try convert(document) }
                    #expect((error.code, error.column) == (.encoding, 38 + name.utf8.count), "\(name) \(byte)")
                }
            }
        }
    }

    @Test("Control characters are read where an encoding has them")
    func realControlCharacters() throws {
        for (name, bytes) in [
            ("GB18030", [0x81, 0x30, 0x81, 0x30]), ("ISO-8859-1", [0x80]), ("ISO-8859-2", [0x80]),
            ("UTF-8", [0xC2, 0x80]), ("ISO-IR-193", [0xC2, 0x80]),
        ] as [(String, [UInt8])] {
            for convert in [convert, convertBytewise] {
                #expect(try convert(Self.document(name, bytes)) == "{\"a\":{\"text\":\"\u{80}\"}}", "\(name)")
            }
        }
        // In EBCDIC, the character NEL is a line break.
        let document = Self.ebcdic("<?xml version='1.0' encoding='IBM037'?><a>1\u{85}2</a>")
        #expect(try convert(document) == "{\"a\":{\"text\":\"1\u{85}2\"}}")
    }

    @Test("A document that ends inside a character is refused")
    func unfinished() throws {
        for bytes in [
            Self.utf16("\u{FEFF}<a/>", bigEndian: true).dropLast(),
            Self.utf32("\u{FEFF}<a/>", bigEndian: true).dropLast(3),
        ] {
            let error = try #require(throws: XMLError.self) { try convert(Array(bytes)) }
            #expect(error.code == .unexpectedEnd)
        }
    }
}
