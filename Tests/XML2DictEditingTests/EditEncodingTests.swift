// Edits of documents in other encodings, which keep all other bytes.

import TestSupport
import Testing
import XML2Dict
import XML2DictEditing

@Suite("Edits in other encodings")
struct EditEncodingTests {
    /// Encodings, each with letters that it has.
    private static let encodings: [(name: String, letters: String)] = [
        ("UTF-8", "é€日😀"), ("UTF-16BE", "é€日😀"), ("UTF-16LE", "é€日😀"), ("UTF-32BE", "é€日😀"),
        ("UTF-32LE", "é€日😀"), ("ISO-8859-1", "éÿ"), ("ISO-8859-2", "łő"), ("ISO-8859-5", "Жя"),
        ("ISO-8859-7", "Ωλ"), ("ISO-8859-9", "ğı"), ("ISO-8859-15", "€œ"), ("WINDOWS-1250", "łő"),
        ("WINDOWS-1251", "Жя"), ("WINDOWS-1252", "€é"), ("KOI8-R", "Жя"), ("IBM037", "éß"), ("IBM500", "éß"),
        ("SHIFT_JIS", "日本ソ"), ("EUC-JP", "日本ソ"), ("EUC-KR", "한국"), ("GB18030", "中文😀"), ("GBK", "中文"),
        ("BIG5", "中文功"), ("MACINTOSH", "éß"),
        ("EUC-JISX0213", "日本ソ"), ("Shift_JISX0213", "日本ソ"),
    ]

    @Test("An edit keeps all other bytes, in twenty encodings", arguments: encodings)
    func bytesStay(name: String, letters: String) throws {
        func document(_ text: String, _ value: String, _ line: String) -> String {
            """
            <?xml version='1.0' encoding='\(name)'?>
            <!-- \(letters) --><r k='\(letters)'>
              <a n='\(value)'> \(text) <!-- \(letters) --></a>\(line)
              <z>\(letters)</z>
            </r>

            """
        }
        func bytes(_ text: String) throws -> [UInt8] { try #require(EncodedText.bytes(of: text, in: name)) }
        let old = try bytes(document(letters, letters, "\n  <b>\(letters)</b>"))
        let edits = ["a=1\(letters)2", "a/@n=\(letters)<", "-b"]
        #expect(try edited(old, edits) == bytes(document("1\(letters)2", letters + "&lt;", "")))
    }

    @Test("An edit of a long document keeps bytes at every buffer boundary", arguments: encodings)
    func longDocuments(name: String, letters: String) throws {
        func bytes(_ value: String, _ shift: Int) throws -> [UInt8] {
            let text = String(repeating: " ", count: shift) + String(repeating: letters, count: 30_000)
            let document = "<?xml version='1.0' encoding='\(name)'?><r><v>\(value)</v>\(text)<w>\(value)</w></r>"
            return try #require(EncodedText.bytes(of: document, in: name))
        }
        for shift in 0..<4 {
            let old = try bytes("1", shift), new = try bytes("22", shift)
            #expect(edited(old, ["v=22", "w=22"]) == new, "\(shift)")
        }
    }

    @Test("An edit keeps the byte order mark", arguments: ["UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE", "UTF-8"])
    func marks(name: String) throws {
        func bytes(_ text: String) throws -> [UInt8] {
            try #require(EncodedText.bytes(of: "\u{FEFF}" + text, in: name))
        }
        #expect(try edited(bytes("<r><a>é</a></r>"), ["a=日"]) == bytes("<r><a>日</a></r>"))
    }

    @Test("A character that the encoding lacks becomes a reference")
    func references() throws {
        let head = "<?xml version='1.0' encoding='ISO-8859-1'?>"
        func bytes(_ text: String) throws -> [UInt8] {
            try #require(EncodedText.bytes(of: head + text, in: "ISO-8859-1"))
        }
        #expect(try edited(bytes("<r k='é'>é</r>"), ["r=é日", "r/@k=😀"]) == bytes("<r k='&#x1F600;'>é&#x65E5;</r>"))
        #expect(try edited(bytes("<r><![CDATA[é]]></r>"), ["r=日"]) == bytes("<r>&#x65E5;</r>"))
        #expect(
            edited("<?xml version='1.0' encoding='US-ASCII'?><r/>", "r=é")
                == "<?xml version='1.0' encoding='US-ASCII'?><r>&#xE9;</r>"
        )
        let error = try String(decoding: edited(bytes("<r/>"), ["r/@日=1"]), as: UTF8.self)
        #expect(error == "1:44: the encoding ISO-8859-1 lacks a character of  日=")
    }

    @Test(
        "A character whose bytes are read as another one becomes a reference",
        arguments: [
            ("Shift_JIS", "a¥b‾c", "a&#xA5;b&#x203E;c"), ("EUC-JP", "a¥b", "a&#xA5;b"),
            ("EUC-JISX0213", "か\u{309A}か", "か\u{309A}か"), ("Big5-HKSCS", "Ê\u{304}", "Ê\u{304}"),
        ]
    )
    func oneWayCharacters(name: String, value: String, written: String) throws {
        func bytes(_ text: String) throws -> [UInt8] {
            try #require(EncodedText.bytes(of: "<?xml version='1.0' encoding='\(name)'?><r>\(text)</r>", in: name))
        }
        #expect(try edited(bytes("1"), ["r=\(value)"]) == bytes(written))
        let section = value == written ? "<![CDATA[\(written)]]>" : written
        #expect(try edited(bytes("<![CDATA[1]]>"), ["r=\(value)"]) == bytes(section))
    }

    @Test("Edits keep two characters from the same bytes, wherever a buffer ends", .timeLimit(.minutes(1)))
    func pairs() throws {
        for (name, pair) in [("EUC-JISX0213", "か\u{309A}"), ("Big5-HKSCS", "Ê\u{304}")] {
            func bytes(_ value: String, _ shift: Int) throws -> [UInt8] {
                let text = String(repeating: "x", count: shift) + String(repeating: pair, count: 20_000)
                let document = "<?xml version='1.0' encoding='\(name)'?><r>\(text)<v>\(value)</v>\(text)</r>"
                return try #require(EncodedText.bytes(of: document, in: name))
            }
            for shift in 0..<6 {
                #expect(try edited(bytes("1", shift), ["v=22"]) == bytes("22", shift), "\(name), \(shift)")
            }
        }
    }

    @Test(
        "The error for a stateful encoding names it",
        arguments: ["ISO-2022-JP", "ISO-2022-KR", "WINDOWS-1258", "IBM1399"]
    )
    func states(name: String) throws {
        let document = try #require(EncodedText.bytes(of: "<?xml version='1.0' encoding='\(name)'?><r>x</r>", in: name))
        let error = String(decoding: edited(document, ["r=1"]), as: UTF8.self)
        #expect(error.contains("a document in \(name) cannot be edited"), "\(error)")
    }
}
