/// The part of a number that has been read (RFC 8259, section 6).
///
///     -12.5e+3        minus ▸ whole ▸ point ▸ fraction ▸ mark ▸ sign ▸ exponent
///
/// It can stop after every byte.
enum JSONNumber: UInt8 {
    case start, minus, zero, whole, point, fraction, mark, sign, exponent

    /// Whether a number can end here.
    var isComplete: Bool {
        switch self {
        case .zero, .whole, .fraction, .exponent: true
        case .start, .minus, .point, .mark, .sign: false
        }
    }

    /// Moves past a byte.
    ///
    /// - Returns: `false` when the byte cannot continue the number.
    @inline(__always)
    mutating func pass(_ byte: UInt8) -> Bool {
        guard byte &- UInt8(ascii: "0") >= 10 else { return passDigit(byte) }
        switch (byte, self) {
        case (UInt8(ascii: "-"), .start): self = .minus
        case (UInt8(ascii: "."), .zero), (UInt8(ascii: "."), .whole): self = .point
        case (UInt8(ascii: "e"), _) where isComplete && self != .exponent,
            (UInt8(ascii: "E"), _) where isComplete && self != .exponent:
            self = .mark
        case (UInt8(ascii: "+"), .mark), (UInt8(ascii: "-"), .mark): self = .sign
        default: return false
        }
        return true
    }

    @inline(__always)
    private mutating func passDigit(_ byte: UInt8) -> Bool {
        switch self {
        case .whole, .fraction, .exponent: break
        case .start, .minus: self = byte == UInt8(ascii: "0") ? .zero : .whole
        case .point: self = .fraction
        case .mark, .sign: self = .exponent
        case .zero: return false
        }
        return true
    }
}
