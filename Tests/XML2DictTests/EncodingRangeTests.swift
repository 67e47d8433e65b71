// One text in many encodings, whose bytes the system's iconv makes: each gives the JSON of the original in UTF-8.

import TestSupport
import Testing
import XML2Dict

@Suite("One text in many encodings")
struct EncodingRangeTests {
    /// A text, and encodings that have all of its letters.
    struct Example: Sendable {
        let language: String
        /// The content of the root.
        let text: String
        let encodings: [String]

        init(_ language: String, _ text: String, _ encodings: String) {
            self.language = language
            self.text = text
            self.encodings = encodings.split(whereSeparator: \.isWhitespace).map(String.init)
        }
    }

    private static let wide = """
        UTF-8 UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32LE UTF-32BE UCS-4 GB18030
        """

    static let examples = [
        Example("all scripts", "<α ключ='值'>Grüße, Ελλάδα, Привет, שלום, سلام, 日本, 한국 😀𠀀\u{85}\u{2028}</α>", wide),
        Example(
            "English",
            "<a b=\"it's\">5 &lt; 7 &amp; [x] {y} # $ @ | ^ ` </a>",
            "US-ASCII ISO646-US ANSI_X3.4-1968"
        ),
        Example(
            "German",
            "<straße größe='Ü'>Käse &amp; Öl, «süß»</straße>",
            """
            ISO-8859-1 latin1 ISO-8859-15 ISO-8859-9 windows-1252 CP1252 cp437 IBM850 CP858 macintosh
            IBM037 IBM273 IBM500 IBM1047 IBM1140 CP1141 IBM1148
            """
        ),
        Example(
            "French",
            "<forêt nom='Léa'>« Où ça ? » déjà vu, naïf</forêt>",
            "ISO-8859-1 ISO-8859-15 windows-1252 IBM850 macintosh IBM297 IBM1147 IBM500"
        ),
        Example("euros", "<prix>50 €, Œuvre, Ÿ, Š</prix>", "ISO-8859-15 windows-1252"),
        Example(
            "Polish",
            "<źródło ęą='Łódź'>Zażółć gęślą jaźń</źródło>",
            "ISO-8859-2 ISO-8859-16 windows-1250 IBM852 IBM870 CP1153 MAC-CENTRALEUROPE"
        ),
        Example("Estonian", "<õhk>Šokolaad, žürii</õhk>", "ISO-8859-4 ISO-8859-13 ISO-8859-15 windows-1257 IBM1122"),
        Example("Maltese", "<ħanut>Ġbejna, ċavetta</ħanut>", "ISO-8859-3"),
        Example("Icelandic", "<þing>Ísland er æði</þing>", "ISO-8859-1 ISO-8859-10 IBM861 IBM871"),
        Example("Welsh", "<tŷ>Ŵy, ẅ, ẁ</tŷ>", "ISO-8859-14"),
        Example("Turkish", "<ışık>İstanbul, ğüşöç</ışık>", "ISO-8859-9 windows-1254 IBM857 IBM1026"),
        Example(
            "Russian",
            "<слово язык='русский'>Съешь ещё этих мягких булок</слово>",
            """
            ISO-8859-5 windows-1251 KOI8-R KOI8-U IBM855 IBM866 MAC-CYRILLIC IBM880 IBM1025 CP1154
            GB2312 GBK Big5-HKSCS Shift_JIS EUC-JP EUC-KR ISO-2022-JP
            """
        ),
        Example("Ukrainian", "<їжа>Ґанок, єдність, і</їжа>", "KOI8-U windows-1251 CP1125 MAC-UK IBM1123"),
        Example("Greek", "<λέξη>Αθήνα, ύ, Ώρα</λέξη>", "ISO-8859-7 windows-1253 CP737 IBM869 IBM875"),
        Example("Hebrew", "<מילה>שלום עולם</מילה>", "ISO-8859-8 windows-1255 IBM862 IBM424"),
        Example("Arabic", "<كلمة>السلام عليكم</كلمة>", "ISO-8859-6 windows-1256 IBM420"),
        Example("Persian", "<واژه>پارس گچ ژ</واژه>", "windows-1256"),
        Example("Thai", "<คำ>สวัสดีชาวโลก</คำ>", "TIS-620 ISO-8859-11 windows-874 IBM874"),
        Example("Vietnamese", "<chữ>Tiếng Việt: ằ, ậ, ỹ, Đ</chữ>", "VISCII TCVN TCVN5712-1"),
        Example("Vietnamese, with marks of their own", "<a>Tiê\u{301}ng Viê\u{323}t</a>", "windows-1258 UTF-16"),
        Example("Armenian", "<ա>Բարեւ</ա>", "ARMSCII-8"),
        Example("Georgian", "<ს>გამარჯობა</ს>", "GEORGIAN-PS GEORGIAN-ACADEMY"),
        Example("Lao", "<ຄ>ສະບາຍດີ</ຄ>", "IBM1133"),
        Example(
            "Japanese",
            "<言葉 題='漢字'>ひらがな、カタカナ、亜表ソ十能</言葉>",
            """
            Shift_JIS windows-31J CP932 EUC-JP ISO-2022-JP ISO-2022-JP-2 ISO-2022-JP-3 EUC-JISX0213 Shift_JISX0213
            IBM943 EUC-JP-MS IBM939 IBM1399
            """
        ),
        Example("Japanese, half width", "<名>ｱｲｳ</名>", "Shift_JIS EUC-JP windows-31J ISO-2022-JP-3 IBM930 IBM1390"),
        Example(
            "Chinese, simplified",
            "<词>汉字，简体中文</词>",
            "GB2312 GBK GB18030 CP936 EUC-CN ISO-2022-CN IBM935 IBM1388"
        ),
        Example(
            "Chinese, traditional",
            "<詞>漢字，繁體中文，功許蓋</詞>",
            "Big5 Big5-HKSCS CP950 EUC-TW ISO-2022-CN GBK IBM937 IBM1371"
        ),
        Example("Chinese, of Hong Kong", "<詞>嘅咗Ê\u{304}ê\u{30C}</詞>", "Big5-HKSCS"),
        Example("Korean", "<말>한국어, 똠방각하</말>", "UHC CP949 JOHAB"),
        Example("Korean, of the standard", "<말>한국어 漢字</말>", "EUC-KR UHC JOHAB ISO-2022-KR IBM933 IBM1364"),
    ]

    private static func document(_ example: Example, declaring name: String) -> String {
        "<?xml version='1.0' encoding='\(name)'?>\n<text>\n \(example.text)\n</text>\n"
    }

    private static func read(_ bytes: [UInt8], as encoding: String?) throws -> String {
        try XMLReader(.init().with { $0.encoding = encoding }).read(.bytes(bytes)).json(.compact)
    }

    private static func readBytewise(_ bytes: [UInt8], as encoding: String?) throws -> String {
        try XMLPushReader.read(bytes, .init().with { $0.encoding = encoding }, inChunksOf: 1).json(.compact)
    }

    @Test("Declaration and option give the same text, whole or byte by byte")
    func sameJSON() throws {
        #expect(Set(Self.examples.flatMap(\.encodings)).count > 100)
        for example in Self.examples {
            let original = try XMLReader().read(.string(Self.document(example, declaring: "UTF-8"))).json(.compact)
            for name in example.encodings {
                guard let declared = EncodedText.bytes(of: Self.document(example, declaring: name), in: name),
                    let said = EncodedText.bytes(of: Self.document(example, declaring: "x-none"), in: name)
                else {
                    Issue.record("the system's iconv cannot make it in \(name)")
                    continue
                }
                #expect(try Self.read(declared, as: nil) == original, "\(name) by the declaration")
                #expect(try Self.readBytewise(declared, as: nil) == original, "\(name) by the declaration, in bytes")
                // An option overrides a false declaration.
                #expect(try Self.read(said, as: name) == original, "\(name) by the caller's choice")
                #expect(try Self.readBytewise(said, as: name) == original, "\(name) by the caller's choice, in bytes")
            }
        }
    }

    @Test(
        "LINEAR-TIME: Two characters from the same bytes do not hang the converter",
        .timeLimit(.minutes(1)),
        arguments: ["EUC-JISX0213", "Shift_JISX0213", "Big5-HKSCS"]
    )
    func pairs(name: String) throws {
        let pair = name == "Big5-HKSCS" ? "Ê\u{304}" : "か\u{309A}"
        // A buffer of the converter ends between the two for one of these.
        for shift in 0..<6 {
            let text = String(repeating: "x", count: shift) + String(repeating: pair, count: 20_000)
            let document = "<?xml version='1.0' encoding='\(name)'?><r>\(text)</r>"
            let bytes = try #require(EncodedText.bytes(of: document, in: name))
            let original = try XMLReader().read(.string(document)).json(.compact)
            // Neither is printed: they have 40,000 characters.
            let isSame = try Self.read(bytes, as: nil) == original
            #expect(isSame, "\(shift)")
        }
    }
}
