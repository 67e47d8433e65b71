struct CharacterConversion {
    let used: Int
    /// Whether the bytes after `used` can begin a character.
    let isValid: Bool
}

/// Conversions that do not use iconv, and that refuse lone surrogates and values beyond U+10FFFF.
extension CharacterConversion {
    /// Copies well-formed UTF-8 (RFC 3629), for versions of expat that do not check every character.
    ///
    /// The function also copies the first ill-formed character, so that expat nearly always finds the error itself.
    static func checkingUTF8(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> CharacterConversion {
        var parser = UTF8.ForwardParser(), rest = bytes.makeIterator(), offset = 0
        while case .valid(let character) = parser.parseScalar(from: &rest) { offset += character.count }
        output.append(contentsOf: bytes[..<offset])
        guard let first = bytes[offset...].first else { return CharacterConversion(used: offset, isValid: true) }
        // Expat derives the length of a character from the first byte, even if that byte is invalid.
        let taken = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard offset + taken <= bytes.count else { return CharacterConversion(used: offset, isValid: true) }
        output.append(contentsOf: bytes[offset..<offset + taken])
        return CharacterConversion(used: offset, isValid: false)
    }

    /// Converts ISO-8859-1, UTF-16 or UTF-32, by the size of `Unit`.
    static func ofUnits<Unit: FixedWidthInteger & UnsignedInteger>(
        _ type: Unit.Type,
        in bytes: UnsafeRawBufferPointer,
        _ isBigEndian: Bool,
        into output: inout [UInt8]
    ) -> CharacterConversion {
        let width = MemoryLayout<Unit>.size
        func unit(_ offset: Int) -> UInt32 {
            let raw = bytes.loadUnaligned(fromByteOffset: offset, as: Unit.self)
            return UInt32(truncatingIfNeeded: isBigEndian ? Unit(bigEndian: raw) : Unit(littleEndian: raw))
        }
        output.reserveCapacity(output.count + 2 * bytes.count / width)
        var offset = 0
        while offset + width <= bytes.count {
            let first = unit(offset)
            if first & 0x1F_F800 != 0xD800, first <= 0x10FFFF {
                append(first, to: &output)
                offset += width
                continue
            }
            guard width == 2, first < 0xDC00 else { return CharacterConversion(used: offset, isValid: false) }
            guard offset + 4 <= bytes.count else { break }
            let second = unit(offset + 2)
            guard second & 0xFC00 == 0xDC00 else { return CharacterConversion(used: offset, isValid: false) }
            append(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), to: &output)
            offset += 4
        }
        return CharacterConversion(used: offset, isValid: true)
    }

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
