/// A name in UTF-8.
///
/// Its list owns the memory, and code may read eight bytes after the last one.
@usableFromInline package struct Name: BitwiseCopyable {
    @usableFromInline package let bytes: UnsafePointer<UInt8>
    @usableFromInline let length: UInt32
    /// Whether it is ASCII without bytes that JSON escapes, as nearly all names are.
    package let isPlain: Bool

    /// Creates a name of at most `maximumByteCount` bytes.
    package init(bytes: UnsafePointer<UInt8>, count: Int) {
        self.bytes = bytes
        length = UInt32(truncatingIfNeeded: count)
        isPlain = UnsafeBufferPointer(start: bytes, count: count).allSatisfy {
            $0 < 0x80 && !$0.isEscapedInJSON
        }
    }

    package static var maximumByteCount: Int { Int(UInt32.max) }

    @inlinable @inline(__always)
    package var byteCount: Int { Int(length) }

    @inlinable @inline(__always)
    package var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: byteCount) }

    package var string: String { String(decoding: utf8, as: UTF8.self) }

    /// The name for a message, cut when it is long.
    package var shortened: String { String(shortening: utf8) }

    /// Whether it comes before another name in the order of Unicode scalars, which is the order of UTF-8's bytes.
    package func precedes(_ other: Name) -> Bool {
        let order = Memory.compare(bytes, other.bytes, count: min(byteCount, other.byteCount))
        return order < 0 || order == 0 && byteCount < other.byteCount
    }

    @inline(__always)
    package func equals(_ other: UnsafePointer<UInt8>, count otherCount: Int) -> Bool {
        byteCount == otherCount && Memory.areEqual(bytes, other, count: otherCount)
    }

    /// Whether it has these bytes, of which an empty run may have no address.
    package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = other.baseAddress else { return byteCount == 0 }
        return equals(start, count: other.count)
    }
}
