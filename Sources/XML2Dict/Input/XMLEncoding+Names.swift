extension XMLEncoding {
    /// Returns the methods of an encoding: two for a name without a byte order, none for an unknown or refused name.
    static func methods(named name: String) -> [Method] {
        let upper = name.uppercased()
        let names = otherNames[upper] ?? [upper]
        if names[0] == "ISO-8859-1" { return [.latin1] }
        let ours = unicode.filter { [names[0], names[0] + "BE", names[0] + "LE"].contains($0.name) }
        guard ours.isEmpty, isName(name.utf8), !refusedNames.contains(upper) else { return ours.map(\.method) }
        let known = (names + [upper, upper.hasPrefix("X-CP") ? String(upper.dropFirst(2)) : upper])
            .first { CharacterConverter(from: $0) != nil }
        return known.map { [.iconv(name: $0)] } ?? []
    }

    /// Names that iconv does not know, or assigns to another encoding than documents do.
    ///
    /// A row has an encoding, perhaps another encoding for C libraries that lack the first encoding, and the names.
    ///
    /// Documents that declare EUC-JP, EUC-KR, GB2312 or Shift_JIS use supersets of these encodings (WHATWG,
    /// *Encoding*). UCS-2 and UCS-4 are older names of UTF-16 and UTF-32. Names such as `ISO-8859-8-I` also give the
    /// direction of Hebrew and Arabic text, which does not change the encoding.
    private static let otherNames: [String: [String]] = {
        let rows = [
            "UTF-8": "UTF8 UNICODE-1-1-UTF-8",
            "UTF-16": "UTF16 UCS-2 UCS2 ISO-10646-UCS-2 UNICODE CSUNICODE",
            "UTF-16BE": "UTF16BE UCS-2BE UNICODEBIG UNICODEFFFE",
            "UTF-16LE": "UTF16LE UCS-2LE UNICODELITTLE UNICODEFEFF",
            "UTF-32": "UTF32 UCS-4 UCS4 ISO-10646-UCS-4 CSUCS4",
            "UTF-32BE": "UTF32BE UCS-4BE",
            "UTF-32LE": "UTF32LE UCS-4LE",
            "ISO-8859-1": "LATIN1 LATIN-1",
            "ISO-8859-6": "ISO-8859-6-E ISO-8859-6-I CSISO88596E CSISO88596I",
            "ISO-8859-8": "ISO-8859-8-E ISO-8859-8-I CSISO88598E CSISO88598I LOGICAL",
            "CP932": "SHIFT_JIS SHIFT-JIS SJIS X-SJIS MS_KANJI MS932 CSSHIFTJIS WINDOWS-31J WINDOWS-932",
            "CP949 EUC-KR":
                "EUC-KR EUCKR CSEUCKR KOREAN KS_C_5601-1987 KS_C_5601-1989 KSC5601 KSC_5601 CSKSC56011987 ISO-IR-149 WINDOWS-949",
            "GBK GB2312":
                "GB2312 GB_2312 GB_2312-80 CSGB2312 CSISO58GB231280 ISO-IR-58 CHINESE CN-GB EUC-CN EUCCN X-GBK",
            "EUC-JP-MS EUC-JP": "EUC-JP EUCJP UJIS X-EUC-JP CSEUCPKDFMTJAPANESE",
            "BIG5": "CN-BIG5 CSBIG5 X-X-BIG5",
            "CP874": "DOS-874",
            "CP950": "WINDOWS-950",
            "MAC-CYRILLIC": "X-MAC-CYRILLIC X-MAC-UKRAINIAN",
            "MACINTOSH": "X-MAC-ROMAN MAC",
        ]
        let words = rows.map { (encodings: $0.split(separator: " ").map(String.init), names: $1.split(separator: " ")) }
        return Dictionary(
            words.flatMap { row in row.names.map { (String($0), row.encodings) } },
            uniquingKeysWith: { first, _ in first }
        )
    }()

    /// Returns `false` for bytes that iconv ignores in names, and for "", which iconv reads as the locale's encoding.
    static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first.map { $0.isInName && !"-._:".utf8.contains($0) } == true
            && bytes.allSatisfy { $0.isInName && $0 < 0x80 }
    }

    /// Names of encodings in which plain letters can encode `<`, as `+ADw-` does in UTF-7.
    ///
    /// A program that inspects such a document without decoding it sees no markup.
    private static let hiddenNames: Set<String> = [
        "UTF-7", "UTF7", "UTF-7-IMAP", "UNICODE-1-1-UTF-7", "CSUNICODE11UTF7", "C99", "JAVA",
    ]

    /// All refused names, including encodings that depend on the machine or the locale.
    private static let refusedNames = hiddenNames.union(["CHAR", "WCHAR_T", "INTERNAL"])

    private static let commonNames = [
        "UTF-8", "UTF-16", "UTF-32", "US-ASCII", "ISO-8859-1", "ISO-8859-2", "ISO-8859-15", "WINDOWS-1252", "CP1252",
        "WINDOWS-1251", "WINDOWS-1250", "KOI8-R", "SHIFT_JIS", "EUC-JP", "EUC-KR", "GB18030", "BIG5", "IBM037",
        "IBM1047",
    ]

    /// Returns the message for an unknown or refused name, as the rest of a sentence that begins with the name.
    static func refusal(of name: String) -> ErrorMessage {
        if hiddenNames.contains(name.uppercased()) { return "is refused, because plain letters can be markup in it" }
        let nearest = WantedName(name.prefix(40)).nearest(in: commonNames)
        return "is not a known encoding\(nearest.map { " (did you mean \($0)?)" } ?? "")"
    }
}
