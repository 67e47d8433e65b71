// Suggestions for unknown names of encodings.

extension XMLEncoding {
    /// The end of a message with the nearest well-known names, such as "; did you mean windows-1252?"; empty when no
    /// name is near.
    static func suggestion(for name: String) -> String {
        let names = nearestNames(to: name)
        return names.isEmpty ? "" : "; did you mean \(names.alternatives)?"
    }

    /// At most three names that are known here, the most common first.
    private static func nearestNames(to name: String) -> [String] {
        // After a slash, iconv has flags that drop characters it cannot convert.
        let wanted = letters(of: name.prefix { $0 != "/" })
        guard (2...longestName).contains(wanted.utf8.count) else { return [] }
        var nearest: (names: [String], distance: Int) = ([], min(2, wanted.utf8.count / 3))
        for (key, name) in spellings where !nearest.names.contains(name) {
            let distance = editDistance(key, wanted)
            guard distance <= nearest.distance, !methods(named: name).isEmpty else { continue }
            nearest = (distance < nearest.distance ? [name] : nearest.names + [name], distance)
        }
        return Array(nearest.names.prefix(3))
    }

    private static let longestName = 40

    /// The letters and digits of a name, in lower case: people write the characters between them in many ways.
    private static func letters(of name: some StringProtocol) -> String {
        String(decoding: name.lowercased().utf8.filter { isNameByte($0) && !"._-".utf8.contains($0) }, as: UTF8.self)
    }

    /// Letters and digits of names in use, with the well-known names of their encodings.
    private static let spellings: [(key: String, name: String)] = {
        let other = [
            ("latin1", "ISO-8859-1"), ("latin9", "ISO-8859-15"), ("ascii", "US-ASCII"), ("ansi", "windows-1252"),
            ("win1252", "windows-1252"), ("win1251", "windows-1251"), ("win1250", "windows-1250"),
            ("cp1252", "windows-1252"), ("cp1251", "windows-1251"), ("cp1250", "windows-1250"),
            ("sjis", "Shift_JIS"), ("cp932", "windows-31J"), ("koi8", "KOI8-R"), ("mac", "macintosh"),
            ("ebcdic", "IBM1047"), ("ebcdic", "IBM037"), ("cp037", "IBM037"), ("cp1047", "IBM1047"),
        ]
        return wellKnown.map { (letters(of: $0), $0) } + other.map { (key: $0, name: $1) }
    }()

    private static let wellKnown = [
        "UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE", "US-ASCII",
        "ISO-8859-1", "ISO-8859-15", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7",
        "ISO-8859-8", "ISO-8859-9", "ISO-8859-10", "ISO-8859-11", "ISO-8859-13", "ISO-8859-14", "ISO-8859-16",
        "windows-1252", "windows-1251", "windows-1250", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
        "windows-1257", "windows-1258", "windows-874", "macintosh", "KOI8-R", "KOI8-U",
        "IBM437", "IBM850", "IBM852", "IBM855", "IBM857", "IBM862", "IBM866", "IBM037", "IBM500", "IBM1047", "IBM1140",
        "Shift_JIS", "windows-31J", "EUC-JP", "ISO-2022-JP", "EUC-KR", "ISO-2022-KR", "JOHAB",
        "GB18030", "GBK", "GB2312", "Big5", "Big5-HKSCS", "EUC-TW", "TIS-620", "VISCII", "TCVN", "ARMSCII-8",
    ]
}
