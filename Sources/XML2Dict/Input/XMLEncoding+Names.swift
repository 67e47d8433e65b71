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
        guard let ours = iconvName(name), !hidesMarkup(ours) else { return [] }
        return [.iconv(name: ours)]
    }

    /// Names that iconv takes for something that depends on the machine or on the locale.
    private static let localNames: Set<String> = ["CHAR", "WCHAR_T", "INTERNAL"]

    /// Names that are in use, and what iconv calls their encodings where it does not know them.
    ///
    /// Those of Hebrew and Arabic tell only in which order the letters lie: here it is the one in which they are read.
    private static let otherNames = [
        "CN-GB": "GB2312",
        "DOS-874": "CP874",
        "ISO-8859-6-E": "ISO-8859-6",
        "ISO-8859-6-I": "ISO-8859-6",
        "ISO-8859-8-E": "ISO-8859-8",
        "ISO-8859-8-I": "ISO-8859-8",
        "KS_C_5601-1987": "CP949",
        "KS_C_5601-1989": "CP949",
        "LOGICAL": "ISO-8859-8",
        "WINDOWS-932": "CP932",
        "WINDOWS-936": "CP936",
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

    /// Whether plain letters can stand for `<`, as in UTF-7: whoever looks at such a document without decoding it sees no markup.
    private static func hidesMarkup(_ name: String) -> Bool {
        guard let converter = CharacterConverter(from: name) else { return false }
        var text: [UInt8] = []
        _ = Array("+ADw- &ADw- \\u003c".utf8).withUnsafeBytes { converter.convert($0, into: &text) }
        return text.contains(UInt8(ascii: "<"))
    }

    /// What to say of a name for which there is no way to read the bytes: the rest of a sentence that begins with the name.
    static func refusal(of name: String) -> String {
        if isHidden(name) { return "is not read: plain letters can stand for markup in it" }
        return "is not an encoding that is known here" + suggestion(for: name)
    }

    /// The same for the name in a declaration, behind "the encoding is … by the declaration, and".
    static func refusal(ofDeclared name: String) -> ErrorMessage {
        if isHidden(name) { return "that is not read: plain letters can stand for markup in it" }
        let suggestion = suggestion(for: name)
        return "\(cannotConvert)\(suggestion.isEmpty ? ";" : suggestion) \(setting: "encoding") names another"
    }

    /// What converts other encodings is the C library's, and not all of them have the same; a static program has none.
    static let cannotConvert = "that cannot be converted here"

    private static func isHidden(_ name: String) -> Bool { iconvName(name).map(hidesMarkup) ?? false }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || Array("._-".utf8).contains(byte)
    }
}
