// The names of encodings: those that IANA registers, and others in use.

extension XMLEncoding {
    /// The methods for a named encoding: two when the name has no byte order, none when the name is unknown or refused.
    ///
    /// UCS-2 and UCS-4 are older names of UTF-16 and UTF-32.
    static func methods(named name: String) -> [Method] {
        switch name.uppercased() {
        case "UTF-8", "UTF8", "UNICODE-1-1-UTF-8": return [.direct]
        case "ISO-8859-1", "LATIN1", "LATIN-1": return [.latin1]
        case "UTF-16", "UTF16", "UCS-2", "UCS2", "ISO-10646-UCS-2", "UNICODE", "CSUNICODE":
            return [.utf16(bigEndian: true), .utf16(bigEndian: false)]
        case "UTF-16BE", "UTF16BE", "UCS-2BE", "UNICODEBIG", "UNICODEFFFE": return [.utf16(bigEndian: true)]
        case "UTF-16LE", "UTF16LE", "UCS-2LE", "UNICODELITTLE", "UNICODEFEFF": return [.utf16(bigEndian: false)]
        case "UTF-32", "UTF32", "UCS-4", "UCS4", "ISO-10646-UCS-4", "CSUCS4":
            return [.utf32(bigEndian: true), .utf32(bigEndian: false)]
        case "UTF-32BE", "UTF32BE", "UCS-4BE": return [.utf32(bigEndian: true)]
        case "UTF-32LE", "UTF32LE", "UCS-4LE": return [.utf32(bigEndian: false)]
        default: break
        }
        guard !isHidden(name), let ours = iconvName(name) else { return [] }
        return [.iconv(name: ours)]
    }

    /// Names whose encoding in iconv depends on the machine or the locale.
    private static let localNames: Set<String> = ["CHAR", "WCHAR_T", "INTERNAL"]

    /// Encodings that are read as a superset, because documents in the superset declare them (WHATWG, *Encoding*).
    ///
    /// A C library that lacks the superset, as some lack EUC-JP-MS, reads the encoding itself.
    private static let supersets = [
        "EUC-JP": "EUC-JP-MS", "EUC-KR": "CP949", "GB2312": "GBK", "SHIFT_JIS": "CP932",
    ]

    /// Names in use that iconv does not know, or that it has for a key of `supersets`, with the encodings they name.
    ///
    /// The names of Hebrew and Arabic encodings also name the order of letters, which is the logical order here.
    private static let otherNames = [
        "CN-GB": "GB2312",
        "CSEUCKR": "EUC-KR",
        "CSEUCPKDFMTJAPANESE": "EUC-JP",
        "CSGB2312": "GB2312",
        "CSSHIFTJIS": "SHIFT_JIS",
        "DOS-874": "CP874",
        "EUC-CN": "GB2312",
        "EUCCN": "GB2312",
        "EUCJP": "EUC-JP",
        "EUCKR": "EUC-KR",
        "ISO-8859-6-E": "ISO-8859-6",
        "ISO-8859-6-I": "ISO-8859-6",
        "ISO-8859-8-E": "ISO-8859-8",
        "ISO-8859-8-I": "ISO-8859-8",
        "KS_C_5601-1987": "CP949",
        "KS_C_5601-1989": "CP949",
        "LOGICAL": "ISO-8859-8",
        "MS_KANJI": "SHIFT_JIS",
        "SHIFT-JIS": "SHIFT_JIS",
        "SJIS": "SHIFT_JIS",
        "UJIS": "EUC-JP",
        "WINDOWS-932": "CP932",
        "WINDOWS-949": "CP949",
        "WINDOWS-950": "CP950",
        "X-EUC-JP": "EUC-JP",
        "X-GBK": "GBK",
        "X-MAC-CYRILLIC": "MAC-CYRILLIC",
        "X-MAC-ROMAN": "MACINTOSH",
        "X-SJIS": "SHIFT_JIS",
        "X-X-BIG5": "BIG5",
    ]

    private static func iconvName(_ name: String) -> String? {
        let upper = name.uppercased()
        guard isPlausible(name), !localNames.contains(upper) else { return nil }
        let other = upper.hasPrefix("X-CP") ? String(upper.dropFirst(2)) : otherNames[upper] ?? upper
        return [supersets[other], name, other].lazy.compactMap(\.self).first { CharacterConverter(from: $0) != nil }
    }

    /// Whether iconv uses a name as it is: it drops characters that it does not accept, and an empty name means the
    /// locale's encoding.
    private static func isPlausible(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return false }
        return name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    }

    /// Names of encodings in which plain letters can encode `<`, as `+ADw-` does in UTF-7.
    ///
    /// A program that inspects such a document without decoding it sees no markup, so the reader refuses these
    /// encodings.
    private static let hiddenNames: Set<String> = [
        "UTF-7", "UTF7", "UTF-7-IMAP", "UNICODE-1-1-UTF-7", "CSUNICODE11UTF7", "C99", "JAVA",
    ]

    private static func isHidden(_ name: String) -> Bool { hiddenNames.contains(name.uppercased()) }

    /// The message for a name of an unknown or refused encoding: the rest of a sentence that begins with the name.
    static func refusal(of name: String) -> ErrorMessage {
        if isHidden(name) { return "is not read: plain letters can be markup in it" }
        let names = nearestNames(to: name).alternatives
        return "is not an encoding that is known here\(names.isEmpty ? "" : "; did you mean \(names)?" as ErrorMessage)"
    }

    /// The message for such a name in a declaration, after "the encoding is … by the declaration, and".
    static func refusal(ofDeclared name: String) -> ErrorMessage {
        if isHidden(name) { return "that is not read: plain letters can be markup in it" }
        let names = nearestNames(to: name).alternatives
        let suggestion: ErrorMessage = names.isEmpty ? "; " : "; did you mean \(names)? "
        let other: ErrorMessage = "\(setting: "input.encoding") names another"
        // Python's names, such as utf_16, are mostly in documents that it wrote as UTF-8.
        let isOfUnicode = name.lowercased().hasPrefix("utf")
        let example: ErrorMessage = isOfUnicode ? ", as in \(setting: "input.encoding", "\"UTF-8\"")" : ""
        return "\(cannotConvert)\(suggestion)\(other)\(example)"
    }

    /// The end of a message: C libraries convert different encodings, and a static program converts none.
    static let cannotConvert = "that cannot be converted here"

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || Array("._-".utf8).contains(byte)
    }
}

// Suggestions for unknown names of encodings.

extension XMLEncoding {
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
