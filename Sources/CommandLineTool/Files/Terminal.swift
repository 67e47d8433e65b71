import XML2Dict

/// What may be shown to a person at a terminal.
enum Terminal {
    /// Writes lines to standard error.
    ///
    /// If that fails there is nobody left to tell.
    static func report(_ text: String) {
        try? FileDescriptor(borrowing: 2).write(text + "\n")
    }

    /// Whether standard output is a terminal whose owner wants colours (https://no-color.org).
    static var wantsColor: Bool {
        isTerminal(1) && (environmentVariable("NO_COLOR") ?? "").isEmpty && environmentVariable("TERM") != "dumb"
    }

    /// Text without characters that would move the cursor, change colours or turn the direction of writing: `\x1B` for an
    /// escape, `\u{202E}` for an override.
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            escape(scalar, into: &result)
        }
        return result
    }

    /// The same for bytes that may not be UTF-8: those that are not become `\xNN`.
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

    /// How many columns of a terminal a text takes, as far as that can be said without asking it.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { sum, scalar in sum + width(scalar) }
    }

    /// Scripts whose characters are two columns wide (Unicode Standard Annex 11).
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
