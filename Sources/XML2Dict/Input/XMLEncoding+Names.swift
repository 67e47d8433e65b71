// The names of encodings, in the registry's spellings (IANA character sets) and in others that are in use.

extension XMLEncoding {
    /// How bytes of a named encoding can be read: several ways where the byte order is not said, none when the name is unknown or the
    /// encoding is not to be read.
    ///
    /// UCS-2 and UCS-4 are what UTF-16 and UTF-32 were before they had these names.
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

    /// Names that iconv takes for something that depends on the machine or on the locale.
    private static let localNames: Set<String> = ["CHAR", "WCHAR_T", "INTERNAL"]

    /// Names that are in use and that iconv does not know, and its names for their encodings.
    ///
    /// Those of Hebrew and Arabic only name the order of the letters: here it is the one in which people read them.
    private static let otherNames = [
        "DOS-874": "CP874",
        "ISO-8859-6-E": "ISO-8859-6",
        "ISO-8859-6-I": "ISO-8859-6",
        "ISO-8859-8-E": "ISO-8859-8",
        "ISO-8859-8-I": "ISO-8859-8",
        "KS_C_5601-1987": "CP949",
        "KS_C_5601-1989": "CP949",
        "LOGICAL": "ISO-8859-8",
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
        guard isPlausible(name), !localNames.contains(name.uppercased()) else { return nil }
        if CharacterConverter(from: name) != nil { return name }
        let upper = name.uppercased()
        let other = upper.hasPrefix("X-CP") ? String(upper.dropFirst(2)) : otherNames[upper]
        return other.flatMap { CharacterConverter(from: $0) != nil ? $0 : nil }
    }

    /// Whether iconv takes a name as it is: it drops characters that it does not like, and without any left takes the encoding of the
    /// locale.
    private static func isPlausible(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return false }
        return name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    }

    /// Names of encodings in which plain letters can stand for `<`, as `+ADw-` does in UTF-7: a program that looks at such a document
    /// without decoding it sees no markup.
    private static let hiddenNames: Set<String> = [
        "UTF-7", "UTF7", "UTF-7-IMAP", "UNICODE-1-1-UTF-7", "CSUNICODE11UTF7", "C99", "JAVA",
    ]

    private static func isHidden(_ name: String) -> Bool { hiddenNames.contains(name.uppercased()) }

    /// The message for a name whose bytes cannot be read: the rest of a sentence that begins with the name.
    static func refusal(of name: String) -> String {
        if isHidden(name) { return "is not read: plain letters can stand for markup in it" }
        return "is not an encoding that is known here" + suggestion(for: name)
    }

    /// The message for such a name in a declaration, after "the encoding is … by the declaration, and".
    static func refusal(ofDeclared name: String) -> ErrorMessage {
        if isHidden(name) { return "that is not read: plain letters can stand for markup in it" }
        let suggestion = suggestion(for: name)
        return "\(cannotConvert)\(suggestion.isEmpty ? ";" : suggestion) \(setting: "encoding") names another"
    }

    /// The end of a message: not all C libraries convert the same encodings, and a static program converts none.
    static let cannotConvert = "that cannot be converted here"

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || Array("._-".utf8).contains(byte)
    }
}
