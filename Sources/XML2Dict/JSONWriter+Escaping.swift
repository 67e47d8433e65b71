extension JSONWriter {
    /// Text is copied in pieces of this many bytes, so that room is asked for once a piece.
    private static var pieceSize: Int { 4096 }

    /// Writes a string with its quotation marks (RFC 8259, section 7).
    ///
    /// - Parameters:
    ///   - text: UTF-8, with eight bytes behind it that may be read.
    ///   - count: How many bytes of it there are.
    @inline(__always)
    mutating func writeQuoted(_ text: UnsafePointer<UInt8>, count: Int) throws(Problem) {
        try append(UInt8(ascii: "\""))
        if format.isASCII {
            try appendASCII(UnsafeBufferPointer(start: text, count: count))
        } else {
            var written = 0
            repeat {
                let piece = min(count &- written, Self.pieceSize)
                try appendEscaped(text + written, count: piece)
                written &+= piece
            } while written < count
        }
        try append(UInt8(ascii: "\""))
    }

    /// Copies eight bytes at a time, and looks at them while they are in a register: clean ones are done, and of others the
    /// first that needs an escape is found by its bit.
    @inline(__always)
    private mutating func appendEscaped(_ text: UnsafePointer<UInt8>, count: Int) throws(Problem) {
        try reserve(count &* 6)
        var source = UnsafeRawPointer(text)
        let end = source + count
        var target = UnsafeMutableRawPointer(output.base + output.count)
        while source < end {
            let word = source.loadUnaligned(as: UInt64.self)
            target.storeBytes(of: word, as: UInt64.self)
            let left = end - source
            let clean = min(left, Self.needsEscape(UInt64(littleEndian: word)).trailingZeroBitCount &>> 3)
            source += clean
            target += clean
            if clean < 8, clean < left {
                target += Self.storeEscape(source.load(as: UInt8.self), at: target)
                source += 1
            }
        }
        output.count = UnsafeMutablePointer<UInt8>(target.assumingMemoryBound(to: UInt8.self)) - output.base
    }

    /// Sets the highest bit of each byte that is below U+0020, a quotation mark or a backslash.
    @inline(__always)
    private static func needsEscape(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = word & (ones &* 0x7F)
        let control = low &+ (ones &* 0x60)
        let quote = (low ^ (ones &* 0x22)) &+ (ones &* 0x7F)
        let backslash = (low ^ (ones &* 0x5C)) &+ (ones &* 0x7F)
        return ~(control & quote & backslash | word) & (ones &* 0x80)
    }

    /// Writes the escape for a byte and returns its length, at most 6.
    @inline(never)
    private static func storeEscape(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int {
        let target = target.assumingMemoryBound(to: UInt8.self)
        target[0] = UInt8(ascii: "\\")
        let short: UInt8? =
            switch byte {
            case UInt8(ascii: "\n"): UInt8(ascii: "n")
            case UInt8(ascii: "\""): UInt8(ascii: "\"")
            case UInt8(ascii: "\\"): UInt8(ascii: "\\")
            case UInt8(ascii: "\t"): UInt8(ascii: "t")
            case UInt8(ascii: "\r"): UInt8(ascii: "r")
            case 0x08: UInt8(ascii: "b")
            case 0x0C: UInt8(ascii: "f")
            default: nil
            }
        if let short {
            target[1] = short
            return 2
        }
        storeHexadecimal(UInt16(byte), at: target + 1)
        return 6
    }

    /// Writes `u` and four digits.
    private static func storeHexadecimal(_ unit: UInt16, at target: UnsafeMutablePointer<UInt8>) {
        target[0] = UInt8(ascii: "u")
        for digit in 0..<4 {
            let value = UInt8(unit >> (12 - 4 * UInt16(digit)) & 0xF)
            target[digit + 1] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }
    }

    /// Everything beyond ASCII as `\uXXXX`, in two of them beyond U+FFFF.
    @inline(never)
    private mutating func appendASCII(_ text: UnsafeBufferPointer<UInt8>) throws(Problem) {
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            try reserve(12)
            let target = output.base + output.count
            if !scalar.isASCII {
                for unit in UTF16.encode(scalar).map({ Array($0) }) ?? [] {
                    output.base[output.count] = UInt8(ascii: "\\")
                    Self.storeHexadecimal(unit, at: output.base + output.count + 1)
                    output.count += 6
                }
            } else if Self.needsEscape(UInt64(scalar.value) | 0x2020_2020_2020_2000) & 0x80 != 0 {
                output.count += Self.storeEscape(UInt8(scalar.value), at: target)
            } else {
                target.pointee = UInt8(scalar.value)
                output.count += 1
            }
        }
    }
}
