@usableFromInline package protocol TextEscapes {
    /// The largest number of bytes that one byte of text becomes.
    static var longestEscape: Int { get }

    /// Returns a word with the highest bit set in each byte that may need an escape or a check.
    static func special(in word: UInt64) -> UInt64

    /// Writes the escape for a byte, and returns the length of the escape, or 0 if the caller has to handle the byte.
    static func storeEscape(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int
}

/// Writes text at a position in memory, with the escapes of a format.
///
/// Copies store eight or sixteen bytes at a time, and so may write after the last byte of the text. The caller first
/// makes room for the text and for sixteen more bytes, such as the spare bytes of a `GrowableBuffer`.
@usableFromInline package struct TextCursor<Escapes: TextEscapes> {
    @usableFromInline package var pointer: UnsafeMutablePointer<UInt8>

    @inlinable @inline(__always)
    package init(_ pointer: UnsafeMutablePointer<UInt8>) {
        self.pointer = pointer
    }

    @inlinable @inline(__always)
    package mutating func put(_ byte: UInt8) {
        pointer.pointee = byte
        pointer += 1
    }

    @inlinable @inline(__always)
    package mutating func putRepeated(_ byte: UInt8, count: Int) {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        let target = UnsafeMutableRawPointer(pointer)
        var written = 0
        while written < count {
            target.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
            target.storeBytes(of: word, toByteOffset: written &+ 8, as: UInt64.self)
            written &+= 16
        }
        pointer += count
    }

    @inlinable @inline(__always)
    package mutating func putPlain(_ text: UnsafePointer<UInt8>, count: Int) {
        let source = UnsafeRawPointer(text)
        let target = UnsafeMutableRawPointer(pointer)
        var copied = 0
        repeat {
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: copied, as: UInt64.self),
                toByteOffset: copied,
                as: UInt64.self
            )
            copied &+= 8
        } while copied < count
        pointer += count
    }

    /// Copies text and escapes it, up to a byte that the caller has to handle, and returns the number of bytes read.
    ///
    /// Eight bytes after the text must be readable. The method checks bytes in a register while it copies them. The
    /// lowest set bit of `special(in:)` marks the first byte that may need an escape or a check.
    @inlinable @inline(__always)
    @discardableResult
    package mutating func putEscaped(_ text: UnsafePointer<UInt8>, count: Int) -> Int {
        var source = UnsafeRawPointer(text)
        let end = source + count
        var target = UnsafeMutableRawPointer(pointer)
        while source < end {
            while end - source >= 16 {
                let first = source.loadUnaligned(as: UInt64.self)
                let second = source.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                guard Escapes.special(in: first) | Escapes.special(in: second) == 0 else { break }
                target.storeBytes(of: first, as: UInt64.self)
                target.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
                source += 16
                target += 16
            }
            let word = source.loadUnaligned(as: UInt64.self)
            target.storeBytes(of: word, as: UInt64.self)
            let left = end - source
            // The mask removes the bytes after the text, which may be uninitialized.
            let mask = left < 8 ? (1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1 : UInt64.max
            let clean = min(left, (Escapes.special(in: UInt64(littleEndian: word)) & mask).trailingZeroBitCount &>> 3)
            source += clean
            target += clean
            if clean < 8, clean < left {
                let length = Escapes.storeEscape(source.load(as: UInt8.self), at: target)
                guard length > 0 else { break }
                target += length
                source += 1
            }
        }
        pointer = target.assumingMemoryBound(to: UInt8.self)
        return source - UnsafeRawPointer(text)
    }
}
