/// Names by number: a `NameList` as plain pointers.
@usableFromInline package struct NameView: BitwiseCopyable {
    @inlinable
    package static var firstChunkBits: Int { 6 }

    @usableFromInline package let chunks: UnsafePointer<UnsafeMutablePointer<Name>?>

    /// The name with a number of the list.
    @inlinable @inline(__always)
    package subscript(number: Int) -> Name {
        let (chunk, offset) = Self.place(of: number)
        guard let names = chunks[chunk] else { preconditionFailure("a name number that was never given out") }
        return names[offset]
    }

    @inlinable @inline(__always)
    package static func place(of number: Int) -> (chunk: Int, offset: Int) {
        let shifted = number + (1 << firstChunkBits)
        let chunk = Int.bitWidth - 1 - shifted.leadingZeroBitCount - firstChunkBits
        return (chunk, shifted - (1 << (firstChunkBits + chunk)))
    }
}
