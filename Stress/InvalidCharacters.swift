// Characters that XML does not allow, and references to them, in each context.

import TestModel
import XML2Dict

extension Trial {
    static let invalidCharacters = [
        Trial(
            "CHUNK-INVARIANT: A replaced character is the same for every cut",
            3_000,
            isRandom: true,
            quick: 3,
            seeing: ["value": 0.3, "error": 0.15]
        ) { number in
            let (given, replaced) = pair(number)
            let expected = whole(replaced, XMLOptions())
            for cut in 0...given.count {
                var sizes = [given.count, cut]
                let found = pushed(given, replacing) { max(1, sizes.popLast() ?? given.count) }
                guard expected.isSame(inChunks: found) else {
                    return .fails(
                        "cut at \(cut) of \(shown(given))\nexpected: \(expected.shown)\nfound: \(found.shown)"
                    )
                }
            }
            return .holds([expected.word])
        },
        Trial(
            "A replaced character is the same in UTF-8, UTF-16 and UTF-32",
            3_000,
            isRandom: true,
            quick: 30,
            seeing: ["value": 0.3, "error": 0.15]
        ) { number in
            let (given, replaced) = pair(number, isWellEncoded: true)
            let expected = whole(replaced, XMLOptions()), text = String(decoding: given, as: UTF8.self)
            let utf16 = "\u{FEFF}\(text)".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let utf32 = "\u{FEFF}\(text)".unicodeScalars.flatMap { scalar in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
            }
            for bytes in [given, utf16, utf32] {
                let found = whole(bytes, replacing)
                guard expected.isSame(inChunks: found) else {
                    return .fails("\(shown(bytes))\nexpected: \(expected.shown)\nfound: \(found.shown)")
                }
            }
            return .holds([expected.word])
        },
    ]

    private static let replacing: XMLOptions = {
        var options = XMLOptions()
        options.replacesInvalidCharacters = true
        return options
    }()

    /// The markup before and after a text, and whether references in the text are markup.
    private static let contexts: [(before: String, after: String, hasReferences: Bool)] = [
        ("<a>", "</a>", true), ("<a b=\"", "\"/>", true), ("<a b='\">", "'/>", true), ("<a b='x'>", "<i/></a>", true),
        ("<a><![CDATA[&", "]]></a>", false), ("<a><!--'", "--></a>", false), ("<a><?x \"", "?></a>", false),
        ("<!DOCTYPE a [<!-- ' -->", "<!--]>-->]><a/>", false), ("<!DOCTYPE a [<!--'", "-->]><a/>", false),
        ("<!DOCTYPE a [<?x '", "?>]><a/>", false), ("<!DOCTYPE a [<!ENTITY b \"'>]", "\">]><a/>", false),
        ("<!DOCTYPE a SYSTEM '", "'><a/>", false), ("<!--", "--><a/>", false), ("<a/><!--", "-->", false),
        ("<a/>", "", true), ("<?x?>", "<a/>", true), ("<a", "/>", true), ("<a></a", ">", true),
    ]

    /// Texts, and their replacements in content and in attributes.
    private static let texts: [(given: String, replaced: String)] = [
        ("a", "a"), ("é😀", "é😀"), ("\t\n", "\t\n"), ("\u{FFFD}ｱ\u{FEFF}", "\u{FFFD}ｱ\u{FEFF}"), ("&amp;", "&amp;"),
        ("&#00065;", "&#00065;"), ("&#x1f600;", "&#x1f600;"), ("\u{1B}[m", "\u{FFFD}[m"),
        ("\0\u{1F}", "\u{FFFD}\u{FFFD}"),
        ("\u{FFFE}", "\u{FFFD}"), ("\u{FFFF}", "\u{FFFD}"), ("&#27;", "&#65533;"), ("&#x1B;", "&#xFFFD;"),
        ("&#0;", "&#065533;"), ("&#x00;", "&#x00FFFD;"), ("&#xfffe;", "&#xFFFD;"), ("&#x110000;", "&#xFFFD;"),
        ("&#99999999999999999999;", "&#65533;"), ("&#xD83D;&#xDE00;", "&#x1F600;"), ("&#55357;&#56832;", "&#128512;"),
        ("&#0055357;&#x00DE00;", "&#00128512;"), ("&#xD83D;.", "&#xFFFD;."), ("&#xDE00;", "&#xFFFD;"),
        ("&#xD83D;&#00065;", "&#xFFFD;&#65;"), ("&#xD83D;&#xD83D;&#xDE00;", "&#xFFFD;&#x1F600;"),
        ("&#xD83D;\u{1}", "&#xFFFD;\u{FFFD}"), ("&#xD83D;&amp;", "&#xFFFD;&amp;"),
    ]

    /// Replaces invalid characters in a context where references are not markup.
    private static func withoutInvalid(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            let isInvalid =
                scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar) || scalar.value | 1 == 0xFFFF
            return isInvalid ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A random document with characters that XML does not allow, and the expected replacement.
    private static func pair(_ number: Int, isWellEncoded: Bool = false) -> (given: [UInt8], replaced: [UInt8]) {
        var random = RandomSource(seed: number, for: .damage)
        let context = contexts[number % contexts.count]
        var given = Array(context.before.utf8), replaced = given
        for _ in 0..<(1 + random.number(below: 12)) {
            let text = random.one(of: texts)
            given += text.given.utf8
            replaced += (context.hasReferences ? text.replaced : withoutInvalid(text.given)).utf8
            guard !isWellEncoded, random.number(below: 60) == 0 else { continue }
            // The reader does not replace ill-formed UTF-8.
            let bytes: [UInt8] = random.one(of: [[0xEF], [0xEF, 0xBF], [0xED, 0xA0, 0x80], [0xFF]])
            given += bytes
            replaced += bytes
        }
        return (given + context.after.utf8, replaced + context.after.utf8)
    }
}
