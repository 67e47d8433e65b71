// Options for the input: a chosen encoding, and forbidden entities.

import TestSupport
import Testing
import XML2Dict

@Suite("Options for the input")
struct InputOptionTests {
    private func convert(_ bytes: [UInt8], _ encoding: String) throws -> String {
        let options = XMLOptions().with { $0.encoding = encoding }
        let whole = try XMLReader(options).read(.bytes(bytes)).json(.compact)
        #expect(try XMLPushReader.read(bytes, options, inChunksOf: 1).json(.compact) == whole)
        return whole
    }

    private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? bytes : bytes.reversed()
        }
    }

    private static func utf32(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
            return bigEndian ? bytes.reversed() : bytes
        }
    }

    private static let declaration = "<?xml version='1.0' encoding='iso-8859-1'?>"

    @Test(
        "The option UTF-8 overrides the declaration, with and without a mark",
        arguments: ["utf-8", "UTF8"]
    )
    func utf8(name: String) throws {
        for text in [
            "<a>é</a>", Self.declaration + "<a>é</a>", "<?xml version='1.0' encoding='utf-16'?><a>é</a>",
            "<?xml version='1.0' encoding='no-such'?><a>é</a>",
        ] {
            #expect(try convert(Array(text.utf8), name) == #"{"a":{"text":"é"}}"#)
            #expect(try convert([0xEF, 0xBB, 0xBF] + Array(text.utf8), name) == #"{"a":{"text":"é"}}"#)
        }
    }

    @Test("The option UTF-16 overrides the declaration, with and without a mark")
    func utf16() throws {
        for isBig in [true, false] {
            for text in ["<a>é😀</a>", Self.declaration + "<a>é😀</a>"] {
                let plain = Self.utf16(text, bigEndian: isBig)
                let marked = Self.utf16("\u{FEFF}" + text, bigEndian: isBig)
                let json = #"{"a":{"text":"é😀"}}"#
                #expect(try convert(plain, "utf-16") == json)
                #expect(try convert(marked, "UTF16") == json)
                #expect(try convert(plain, isBig ? "UTF-16BE" : "utf-16le") == json)
                #expect(try convert(marked, isBig ? "utf-16be" : "UTF-16LE") == json)
            }
        }
    }

    @Test("The option UTF-32 works with and without a byte order mark")
    func utf32() throws {
        for isBig in [true, false] {
            let text = Self.declaration + "<a>é😀</a>"
            let json = #"{"a":{"text":"é😀"}}"#
            #expect(try convert(Self.utf32(text, bigEndian: isBig), "utf-32") == json)
            #expect(try convert(Self.utf32("\u{FEFF}" + text, bigEndian: isBig), "UTF32") == json)
            #expect(try convert(Self.utf32(text, bigEndian: isBig), isBig ? "UTF-32BE" : "UTF-32LE") == json)
        }
    }

    @Test("Each other encoding can be an option")
    func others() throws {
        for (name, bytes, text) in [
            ("latin1", [0xE9, 0x80], "é\u{80}"), ("ISO-8859-1", [0xE9], "é"), ("iso-8859-15", [0xA4], "€"),
            ("windows-1252", [0x80], "€"), ("shift_jis", [0x93, 0xFA, 0x96, 0x7B], "日本"),
            ("EUC-JP", [0xC6, 0xFC], "日"),
            ("koi8-r", [0xC1], "а"), ("us-ascii", [0x41], "A"),
        ] as [(String, [UInt8], String)] {
            for start in ["<a>", "<?xml version='1.0' encoding='utf-8'?><a>"] {
                let document = Array(start.utf8) + bytes + Array("</a>".utf8)
                #expect(try convert(document, name) == #"{"a":{"text":"\#(text)"}}"#, "\(name)")
            }
        }
    }

    @Test("Bytes outside of the chosen encoding are refused")
    func wrongBytes() {
        for (name, bytes) in [
            ("utf-8", [0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E]), ("us-ascii", [0x3C, 0x61, 0x3E, 0xE9]),
            ("utf-16be", [0x00, 0x3C, 0xD8, 0x00, 0x00, 0x3C]), ("shift_jis", [0x3C, 0x61, 0x3E, 0x80, 0x80]),
        ] as [(String, [UInt8])] {
            let options = XMLOptions().with { $0.encoding = name }
            #expect(throws: XMLError.self, "\(name)") { try XMLReader(options).read(.bytes(bytes)) }
        }
    }

    @Test("UTF-16 input is an error if the caller chose UTF-8")
    func wideBytes() throws {
        for (text, isBig) in ["\u{FEFF}<a/>", "<a/>", " <a/>"].flatMap({ [($0, true), ($0, false)] }) {
            let bytes = Self.utf16(text, bigEndian: isBig)
            let whole = try #require(throws: XMLError.self) {
                try XMLReader(.init().with { $0.encoding = "utf-8" }).read(.bytes(bytes))
            }
            #expect((whole.code, whole.line) == (.malformed, 1))
            #expect(throws: XMLError.self) {
                try XMLPushReader.read(bytes, .init().with { $0.encoding = "utf-8" }, inChunksOf: 1)
            }
            if let string = String(validating: bytes, as: UTF8.self) {
                #expect(throws: XMLError.self) { try XMLReader().read(.string(string)) }
            }
        }
    }

    @Test("A string ignores the option for the encoding")
    func string() throws {
        for name in ["utf-16", "latin1", "shift_jis"] {
            let options = XMLOptions().with { $0.encoding = name }
            #expect(try XMLReader(options).read(.string("<a>é</a>")).json(.compact) == #"{"a":{"text":"é"}}"#)
        }
    }

    @Test("Records are read in the chosen encoding")
    func records() throws {
        let reader = XMLReader(.init().with { $0.encoding = "utf-16" })
        var records = try reader.records(at: "b", in: .bytes(Self.utf16("<a><b>é</b><b>😀</b></a>", bigEndian: false)))
        #expect(try records.next()?["text"]?.string == "é")
        #expect(try records.next()?["text"]?.string == "😀")
        #expect(try records.next() == nil)
    }

    @Test("A forbidden entity declaration is refused before any expansion")
    func forbidden() throws {
        for (xml, entity) in [
            ("<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "&x;"), ("<!DOCTYPE a [<!ENTITY % x 'y'>]><a/>", "%x;"),
            ("<!DOCTYPE a [<!ENTITY x SYSTEM 'y'>]><a/>", "&x;"),

            ("<!DOCTYPE a [<!ENTITY x 'y'><!ENTITY z '&x;&x;'>]><a>&z;</a>", "&x;"),
        ] as [(String, String)] {
            let error = try OptionExample(xml, "") { $0.entities = .forbid }.failure()
            #expect(error.code == .entity, "\(xml)")
            #expect(
                error.words.description
                    == "the document declares the entity \(entity), and entities are forbidden; entities = .expand allows them",
                "\(xml)"
            )
            #expect(try XMLReader().read(.string(xml))["a"] != nil, "\(xml)")
        }
    }

    @Test("Forbidding entities allows all other declarations")
    func allowed() throws {
        for example in [
            OptionExample("<a>&lt;&amp;&#65;</a>", #"{"a":{"text":"<&A"}}"#) { $0.entities = .forbid },
            OptionExample("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'><!-- <!ENTITY x 'y'> -->]><a/>", #"{"a":{"b":"c"}}"#) {
                $0.entities = .forbid
            },
            OptionExample("<!DOCTYPE a SYSTEM 'x.dtd'><a/>", #"{"a":{}}"#) { $0.entities = .forbid },
            OptionExample("<!DOCTYPE a [<!ENTITY lt '&#38;#60;'>]><a>&lt;</a>", #"{"a":{"text":"<"}}"#) {
                $0.entities = .forbid
            },
        ] as [OptionExample] {
            try example.check()
        }
    }
}
