/// Finds characters that XML does not allow (XML 1.0, production 2): control characters below U+0020
/// except tab, line feed and carriage return, and U+FFFE and U+FFFF.
package enum XMLCharacters {
    package static func firstInvalid(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = UnsafeRawPointer(text.baseAddress) else { return nil }
        var index = 0
        while index < text.count {
            if index &+ 8 <= text.count {
                let word = (start + index).loadUnaligned(as: UInt64.self)
                // The highest bit is set in `control` for each byte below 0x20, and in `mark` for each byte 0xEF.
                let control = (word &- 0x2020_2020_2020_2020) & ~word
                let other = word ^ 0xEFEF_EFEF_EFEF_EFEF
                let mark = (other &- 0x0101_0101_0101_0101) & ~other
                if (control | mark) & 0x8080_8080_8080_8080 == 0 {
                    index &+= 8
                    continue
                }
            }
            for _ in 0..<min(8, text.count &- index) {
                if invalidCharacter(in: text, at: index) != nil { return index }
                index &+= 1
            }
        }
        return nil
    }

    /// Returns the code point of the character at an index, or `nil` if XML allows the character.
    package static func invalidCharacter(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
        let byte = text[index]
        if byte < 0x20 { return XMLWhitespace.contains(byte) ? nil : UInt32(byte) }
        guard byte == 0xEF, index + 2 < text.count, text[index + 1] == 0xBF, text[index + 2] >= 0xBE else { return nil }
        return text[index + 2] == 0xBE ? 0xFFFE : 0xFFFF
    }

    package static func problem(in text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let index = firstInvalid(in: text) else { return nil }
        return invalidCharacter(in: text, at: index).map(message)
    }

    package static func problem(in text: String) -> String? {
        var text = text
        return text.withUTF8(problem)
    }

    package static func message(ofInvalid character: UInt32) -> String {
        "XML does not allow the character \(name(of: character))"
    }

    static func name(of character: UInt32) -> String {
        let digits = String(character, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension UInt8 {
    var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) }
}

/// Classes of bytes in names (XML 1.0, productions 4 and 4a), which accept every byte beyond ASCII.
extension UInt8 {
    package var beginsName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    package var isInName: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: beginsName
        }
    }
}

extension UInt8 {
    var isEscapedInJSON: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension Unicode.Scalar {
    /// Whether the scalar can control a terminal (DEL and C1 controls), or change the direction of text (the marks,
    /// embeddings, overrides and isolates of Unicode Standard Annex 9).
    package var isTerminalControl: Bool {
        switch value {
        case 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
