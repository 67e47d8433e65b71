/// The part of a number that has been read (RFC 8259, section 6).
///
///     -12.5e+3        minus ▸ whole ▸ point ▸ fraction ▸ mark ▸ sign ▸ exponent
///
/// It can stop after every byte.
enum JSONNumber: UInt8 {
    case whole, fraction, exponent
    case start, minus, zero, point, mark, sign

    /// Whether any number of digits can follow.
    @inline(__always)
    var isInDigits: Bool { rawValue <= JSONNumber.exponent.rawValue }

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
    mutating func pass(_ byte: UInt8) -> Bool {
        if byte.isDigit { return passDigit(byte) }
        switch byte {
        case UInt8(ascii: "."):
            guard self == .whole || self == .zero else { return false }
            self = .point
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            guard isComplete, self != .exponent else { return false }
            self = .mark
        case UInt8(ascii: "-"):
            guard self == .start || self == .mark else { return false }
            self = self == .start ? .minus : .sign
        case UInt8(ascii: "+"):
            guard self == .mark else { return false }
            self = .sign
        default:
            return false
        }
        return true
    }

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

extension UInt8 {
    @inline(__always)
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
