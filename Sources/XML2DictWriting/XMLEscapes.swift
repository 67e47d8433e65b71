import XML2Dict

/// The escapes of XML in the text of elements: `&`, `<`, `>`, and CR, which a reader would replace by LF (XML 1.0,
/// sections 2.4 and 2.11).
///
/// The caller looks at other control characters and at U+FFFE and U+FFFF, which XML does not have.
enum XMLTextEscapes: TextEscapes {
    /// `&#13;`.
    static var longestEscape: Int { 5 }

    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        XMLEscapes.special(in: word) | XMLEscapes.equal(word, 0x26, ignoring: 0)
    }

    @inline(never)
    static func storeEscape(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int {
        XMLEscapes.store(byte, at: target, inValue: false)
    }
}

/// The escapes of XML in the values of attributes: also `"`, TAB and LF, which a reader would replace by a space (XML
/// 1.0, section 3.3.3).
enum XMLValueEscapes: TextEscapes {
    /// `&quot;`.
    static var longestEscape: Int { 6 }

    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        // `"` is 0x22, and `&` is 0x26.
        XMLEscapes.special(in: word) | XMLEscapes.equal(word, 0x22, ignoring: 0x04)
    }

    @inline(never)
    static func storeEscape(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int {
        XMLEscapes.store(byte, at: target, inValue: true)
    }
}

private enum XMLEscapes {
    /// The highest bit of each byte that is special in text and in values: control characters, `<`, `>`, and the first
    /// byte of U+FFFE and U+FFFF.
    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        let low = word & 0x7F7F_7F7F_7F7F_7F7F
        let noControl = low &+ 0x6060_6060_6060_6060 | word
        // `<` is 0x3C, and `>` is 0x3E. The byte 0xEF is 0x6F with the highest bit.
        let mark = ~((low ^ 0x6F6F_6F6F_6F6F_6F6F) &+ 0x7F7F_7F7F_7F7F_7F7F) & word
        return (~noControl | mark) & 0x8080_8080_8080_8080 | equal(word, 0x3C, ignoring: 0x02)
    }

    /// The highest bit of each byte that is an ASCII character, up to the bits to ignore.
    @inline(__always)
    static func equal(_ word: UInt64, _ byte: UInt64, ignoring bits: UInt64) -> UInt64 {
        let low = word & (0x0101_0101_0101_0101 &* (0x7F & ~bits))
        let different = (low ^ (0x0101_0101_0101_0101 &* byte)) &+ 0x7F7F_7F7F_7F7F_7F7F
        return ~(different | word) & 0x8080_8080_8080_8080
    }

    /// Writes what stands for a byte: a reference, or the byte itself where it needs none.
    ///
    /// - Returns: How many bytes were written; 0 for a byte that may begin a character that XML does not have.
    static func store(_ byte: UInt8, at target: UnsafeMutableRawPointer, inValue: Bool) -> Int {
        let reference: StaticString
        switch byte {
        case UInt8(ascii: "&"): reference = "&amp;"
        case UInt8(ascii: "<"): reference = "&lt;"
        case UInt8(ascii: ">"): reference = "&gt;"
        case 0x0D: reference = "&#13;"
        case UInt8(ascii: "\"") where inValue: reference = "&quot;"
        case 0x09 where inValue: reference = "&#9;"
        case 0x0A where inValue: reference = "&#10;"
        case 0x09, 0x0A, 0x20..<0x80:
            target.storeBytes(of: byte, as: UInt8.self)
            return 1
        default: return 0
        }
        target.copyMemory(from: reference.utf8Start, byteCount: reference.utf8CodeUnitCount)
        return reference.utf8CodeUnitCount
    }
}
