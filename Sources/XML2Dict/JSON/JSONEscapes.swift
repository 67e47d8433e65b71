/// Writes JSON text at a position in memory.
typealias JSONCursor = TextCursor<JSONEscapes>

enum JSONEscapes: TextEscapes {
    static var longestEscape: Int { 6 }

    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = word & (ones &* 0x7F)
        let control = low &+ (ones &* 0x60)
        let quote = (low ^ (ones &* 0x22)) &+ (ones &* 0x7F)
        let backslash = (low ^ (ones &* 0x5C)) &+ (ones &* 0x7F)
        return ~(control & quote & backslash | word) & (ones &* 0x80)
    }

    @inline(never)
    static func storeEscape(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int {
        let target = target.assumingMemoryBound(to: UInt8.self)
        target[0] = UInt8(ascii: "\\")
        let short: UInt8? =
            switch byte {
            case UInt8(ascii: "\n"): UInt8(ascii: "n")
            case UInt8(ascii: "\""): UInt8(ascii: "\"")
            case UInt8(ascii: "\\"): UInt8(ascii: "\\")
            case UInt8(ascii: "\t"): UInt8(ascii: "t")
            case UInt8(ascii: "\r"): UInt8(ascii: "r")
            default: nil
            }
        if let short {
            target[1] = short
            return 2
        }
        storeHexadecimal(UInt16(byte), at: target + 1)
        return longestEscape
    }

    fileprivate static func storeHexadecimal(_ unit: UInt16, at target: UnsafeMutablePointer<UInt8>) {
        target[0] = UInt8(ascii: "u")
        for digit in 0..<4 {
            let value = UInt8(truncatingIfNeeded: unit >> (12 - 4 * digit)) & 0xF
            target[digit + 1] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }
    }
}

extension TextCursor<JSONEscapes> {
    mutating func put(_ scalar: Unicode.Scalar, isEscaped: Bool) {
        if isEscaped {
            for unit in Character(scalar).utf16 {
                put(UInt8(ascii: "\\"))
                Escapes.storeHexadecimal(unit, at: pointer)
                pointer += 5
            }
        } else if let byte = UInt8(exactly: scalar.value), byte.isEscapedInJSON {
            pointer += Escapes.storeEscape(byte, at: UnsafeMutableRawPointer(pointer))
        } else {
            for byte in Character(scalar).utf8 { put(byte) }
        }
    }
}
