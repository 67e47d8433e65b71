import XML2Dict

enum Terminal {
    /// Writes lines to standard error, and ignores a failed write, because the command cannot report it anywhere else.
    static func report(_ text: String) {
        try? FileDescriptor(borrowing: 2).write(text.bounded + "\n")
    }

    /// Whether standard output is a terminal whose user wants colors (https://no-color.org).
    static var wantsColor: Bool {
        isTerminal(1) && (environmentVariable("NO_COLOR") ?? "").isEmpty && environmentVariable("TERM") != "dumb"
    }

    /// Escapes a text from the command line, and hides the passwords of URLs.
    static func shown(_ text: String) -> String {
        // Fast path: most names of files are plain ASCII.
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\\") }
        return isPlain ? text : escape(DocumentURL.hidingPasswords(in: text))
    }

    /// Escapes characters that would move the cursor, change colors or change the direction of text: `\x1B` for an
    /// escape, `\u{202E}` for an override.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            escape(scalar, into: &result)
        }
        return result
    }

    /// Escapes a C string as `escape(_:)` does, and bytes that are not UTF-8 as `\xNN`.
    static func escape(bytesOf string: UnsafePointer<CChar>) -> String {
        var result = ""
        let bytes = UnsafeBufferPointer(start: string, count: byteCount(of: string)).map { UInt8(bitPattern: $0) }
        var start = 0
        while start < bytes.count {
            var decoder = UTF8()
            var rest = bytes[start...].makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&rest) {
                escape(scalar, into: &result)
                start += UTF8.width(scalar)
            } else {
                result += "\\x" + hexadecimal(UInt32(bytes[start]))
                start += 1
            }
        }
        return result
    }

    private static func escape(_ scalar: Unicode.Scalar, into result: inout String) {
        switch scalar.properties.generalCategory {
        case .control: result += "\\x" + hexadecimal(scalar.value)
        case .format, .lineSeparator, .paragraphSeparator: result += "\\u{\(hexadecimal(scalar.value))}"
        default: result.unicodeScalars.append(scalar)
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }

    /// The number of columns that a text takes on a terminal, estimated without asking the terminal.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { sum, scalar in sum + width(scalar) }
    }

    /// The ranges of characters that are two columns wide (Unicode Standard Annex 11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: 0
        default: wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }
}
