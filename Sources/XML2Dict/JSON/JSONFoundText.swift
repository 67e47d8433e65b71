/// The text from a fault on, as messages show it: the rest of the line, or its first 25 bytes.
struct JSONFoundText: CustomStringConvertible {
    let bytes: [UInt8]

    /// The first character; a line feed at the end of the line.
    var first: Unicode.Scalar { String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\n" }

    /// The first character in single quotes, or its number.
    var description: String {
        let isVisible = first.value > 0x20 && first.value != 0x7F && !first.properties.isWhitespace
        return isVisible ? "'\(first)'" : "U+" + Self.hexadecimal(first.value, digits: 4)
    }

    /// The first byte in hexadecimal digits.
    var hexadecimal: String { Self.hexadecimal(UInt32(bytes.first ?? 0), digits: 2) }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The first bytes.
    func start(_ count: Int) -> String { String(decoding: bytes.prefix(count), as: UTF8.self) }

    func starts(with text: String) -> Bool { bytes.starts(with: text.utf8) }

    /// Whether it begins with a word or a number.
    var isWord: Bool { bytes.first?.isInJSONWord ?? false }

    /// The word or number, the string with its quotation marks, or the character; with … if it is longer than the text.
    var token: String {
        guard starts(with: "\"") else {
            let word = bytes.prefix { $0.isInJSONWord }
            return start(max(1, word.count)) + (word.count == JSONReader.shownCount ? "…" : "")
        }
        let content = bytes.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        let isWhole = content.endIndex < bytes.count && bytes[content.endIndex] == UInt8(ascii: "\"")
        return start(content.endIndex) + (isWhole ? "\"" : "…")
    }

    /// The message for a word of another language that means a value of JSON.
    var otherWord: ErrorMessage? {
        let meant: String? =
            switch token {
            case "NaN", "nan", "Infinity", "inf": "null or a string, as JSON has no such number"
            case "True", "TRUE": "true"
            case "False", "FALSE": "false"
            case "None", "Null", "NULL", "nil", "undefined": "null"
            default: nil
            }
        return meant.map { "'\(token)' is not JSON: write \($0)" }
    }
}
