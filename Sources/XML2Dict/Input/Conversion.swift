/// How far a piece of text could be converted to UTF-8.
struct Conversion {
    /// How many bytes became characters.
    let used: Int
    /// Whether the bytes after those can begin a character; otherwise they are not of the encoding.
    let isValid: Bool
}

/// The conversions that need no iconv. Lone surrogates and values beyond U+10FFFF are never let through.
extension Conversion {
    /// Passes UTF-8 on as it is, as far as it is well-formed (RFC 3629), for an expat that does not look everywhere.
    ///
    /// An ill-formed character goes along: nearly everywhere expat finds the fault itself, and knows its place, and nothing
    /// that would end a tag follows the character.
    static func checkingUTF8(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Conversion {
        var parser = UTF8.ForwardParser(), rest = bytes.makeIterator(), offset = 0
        while case .valid(let character) = parser.parseScalar(from: &rest) { offset += character.count }
        output.append(contentsOf: bytes[..<offset])
        guard let first = bytes[offset...].first else { return Conversion(used: offset, isValid: true) }
        // A first byte that is invalid is taken by expat for one of two bytes, or of four, or for none.
        let taken = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard offset + taken <= bytes.count else { return Conversion(used: offset, isValid: true) }
        output.append(contentsOf: bytes[offset..<offset + taken])
        return Conversion(used: offset, isValid: false)
    }

    static func ofLatin1(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> Conversion {
        output.reserveCapacity(output.count + 2 * bytes.count)
        for byte in bytes { append(UInt32(byte), to: &output) }
        return Conversion(used: bytes.count, isValid: true)
    }

    static func ofUTF16(
        _ bytes: UnsafeRawBufferPointer,
        isBigEndian: Bool,
        into output: inout [UInt8]
    ) -> Conversion {
        func unit(_ offset: Int) -> UInt32 {
            let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            return UInt32(isBigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw))
        }
        var offset = 0
        while offset + 2 <= bytes.count {
            let first = unit(offset)
            if first & 0xF800 != 0xD800 {
                append(first, to: &output)
                offset += 2
                continue
            }
            guard first < 0xDC00 else { return Conversion(used: offset, isValid: false) }
            guard offset + 4 <= bytes.count else { break }
            let second = unit(offset + 2)
            guard second & 0xFC00 == 0xDC00 else { return Conversion(used: offset, isValid: false) }
            append(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), to: &output)
            offset += 4
        }
        return Conversion(used: offset, isValid: true)
    }

    static func ofUTF32(
        _ bytes: UnsafeRawBufferPointer,
        isBigEndian: Bool,
        into output: inout [UInt8]
    ) -> Conversion {
        var offset = 0
        while offset + 4 <= bytes.count {
            let raw = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let scalar = isBigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
            guard scalar <= 0x10FFFF, scalar & 0x1F_F800 != 0xD800 else {
                return Conversion(used: offset, isValid: false)
            }
            append(scalar, to: &output)
            offset += 4
        }
        return Conversion(used: offset, isValid: true)
    }

    /// Appends a Unicode scalar as UTF-8 (RFC 3629, section 3).
    @inline(__always)
    private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        guard scalar >= 0x80 else { return output.append(UInt8(truncatingIfNeeded: scalar)) }
        let (lead, highest): (UInt32, UInt32) =
            scalar < 0x800 ? (0xC0, 6) : scalar < 0x10000 ? (0xE0, 12) : (0xF0, 18)
        output.append(UInt8(truncatingIfNeeded: lead | scalar >> highest))
        var shift = highest
        while shift > 0 {
            shift -= 6
            output.append(UInt8(truncatingIfNeeded: 0x80 | (scalar >> shift) & 0x3F))
        }
    }
}
