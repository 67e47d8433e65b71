/// A place in memory where JSON text is being written.
///
/// The caller has made room before, and for sixteen bytes more: copies go eight or sixteen bytes at a time. They may
/// write after the last byte, but never past the spare bytes of a `GrowableBuffer`.
struct JSONCursor {
    /// The place of the next byte.
    private(set) var place: UnsafeMutablePointer<UInt8>

    /// How many bytes one byte of text becomes at most: `\u0000`.
    static var longestEscape: Int { 6 }

    @inline(__always)
    init(_ place: UnsafeMutablePointer<UInt8>) {
        self.place = place
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        place.pointee = byte
        place += 1
    }

    /// Writes a byte `count` times.
    @inline(__always)
    mutating func putRepeated(_ byte: UInt8, count: Int) {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        let target = UnsafeMutableRawPointer(place)
        var written = 0
        while written < count {
            target.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: written &+ 8, as: UInt64.self)
            written &+= 16
        }
        place += count
    }

    /// Copies text that needs no escape.
    @inline(__always)
    mutating func putPlain(_ text: UnsafePointer<UInt8>, count: Int) {
        let source = UnsafeRawPointer(text)
        let target = UnsafeMutableRawPointer(place)
        var copied = 0
        repeat {
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: copied, as: UInt64.self),
                toByteOffset: copied,
                as: UInt64.self
            )
            copied &+= 8
        } while copied < count
        place += count
    }

    /// Copies text and escapes it for JSON (RFC 8259, section 7).
    ///
    /// It checks bytes in a register while it copies them: clean bytes are done, and in other words a bit finds the
    /// first byte that needs an escape.
    @inline(__always)
    mutating func putEscaped(_ text: UnsafePointer<UInt8>, count: Int) {
        var source = UnsafeRawPointer(text)
        let end = source + count
        var target = UnsafeMutableRawPointer(place)
        while source < end {
            while end - source >= 16 {
                let first = source.loadUnaligned(as: UInt64.self)
                let second = source.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                guard Self.needsEscape(first) | Self.needsEscape(second) == 0 else { break }
                target.storeBytes(of: first, as: UInt64.self)
                target.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
                source += 16
                target += 16
            }
            let word = source.loadUnaligned(as: UInt64.self)
            target.storeBytes(of: word, as: UInt64.self)
            let left = end - source
            // The bytes after the text do not count, and may be uninitialised.
            let mask = left < 8 ? (1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1 : UInt64.max
            let clean = min(left, (Self.needsEscape(UInt64(littleEndian: word)) & mask).trailingZeroBitCount &>> 3)
            source += clean
            target += clean
            if clean < 8, clean < left {
                target += Self.storeEscape(source.load(as: UInt8.self), at: target)
                source += 1
            }
        }
        place = target.assumingMemoryBound(to: UInt8.self)
    }

    /// Writes a scalar, with the escape that JSON needs or as `\uXXXX`.
    mutating func put(_ scalar: Unicode.Scalar, isEscaped: Bool) {
        if isEscaped {
            for unit in Character(scalar).utf16 {
                put(UInt8(ascii: "\\"))
                Self.storeHexadecimal(unit, at: place)
                place += 5
            }
        } else if let byte = UInt8(exactly: scalar.value), byte.isEscapedInJSON {
            place += Self.storeEscape(byte, at: UnsafeMutableRawPointer(place))
        } else {
            for byte in Character(scalar).utf8 { put(byte) }
        }
    }

    /// Finds the bytes of a word that JSON escapes, and sets the highest bit of each.
    @inline(__always)
    private static func needsEscape(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = word & (ones &* 0x7F)
        let control = low &+ (ones &* 0x60)
        let quote = (low ^ (ones &* 0x22)) &+ (ones &* 0x7F)
        let backslash = (low ^ (ones &* 0x5C)) &+ (ones &* 0x7F)
        return ~(control & quote & backslash | word) & (ones &* 0x80)
    }

    /// Writes the escape for a byte and returns its length.
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
            default: nil
            }
        if let short {
            target[1] = short
            return 2
        }
        storeHexadecimal(UInt16(byte), at: target + 1)
        return longestEscape
    }

    /// Writes `u` and four digits.
    private static func storeHexadecimal(_ unit: UInt16, at target: UnsafeMutablePointer<UInt8>) {
        target[0] = UInt8(ascii: "u")
        for digit in 0..<4 {
            let value = UInt8(truncatingIfNeeded: unit >> (12 - 4 * digit)) & 0xF
            target[digit + 1] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }
    }
}
