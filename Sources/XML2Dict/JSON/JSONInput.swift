/// The unread bytes of JSON text, with at least sixteen zeros after them.
///
/// The reader keeps a copy of this struct in registers. JSON contains no zero byte, so each loop stops at the zeros
/// without a check for the end. A load of up to sixteen bytes stays inside the memory.
struct JSONInput: BitwiseCopyable {
    var cursor: UnsafePointer<UInt8>
    /// The beginning of the unfinished token.
    var token: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    let isLast: Bool

    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, isLast: Bool) {
        cursor = start
        token = start
        self.end = end
        self.isLast = isLast
    }

    @inline(__always)
    var byte: UInt8 { cursor.pointee }

    @inline(__always)
    mutating func skip(_ count: Int) { cursor += count }

    @inline(__always)
    mutating func skipSpaces() {
        while true {
            let other = Self.word(at: cursor) ^ 0x2020_2020_2020_2020
            guard other == 0 else { return skip(other.trailingZeroBitCount &>> 3) }
            skip(8)
        }
    }

    /// Returns eight bytes as a word, whose lowest byte is the first byte.
    @inline(__always)
    static func word(at pointer: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// Marks the bytes in a word that are not plain text of a string: quotation marks, backslashes, control characters
    /// and bytes beyond ASCII.
    ///
    /// The lowest set bit of the result is the highest bit of the first such byte. The bits above that bit are
    /// undefined, because the subtractions borrow from them.
    @inline(__always)
    static func special(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let control = word &- ones &* 0x20
        let quote = (word ^ ones &* 0x22) &- ones
        let backslash = (word ^ ones &* 0x5C) &- ones
        return (control | quote | backslash | word) & (ones &* 0x80)
    }
}

extension UInt8 {
    @inline(__always)
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    var endsJSONWord: Bool { self == UInt8(ascii: ",") || self <= 0x20 || !isInJSONWord }

    var isInJSONWord: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: self >= 0x80
        }
    }
}
