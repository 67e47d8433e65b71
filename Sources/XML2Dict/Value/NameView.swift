/// Names by number: a `NameList` as plain pointers.
package struct NameView: BitwiseCopyable {
    static let firstChunkBits = 6

    let chunks: UnsafePointer<UnsafeMutablePointer<Name>?>

    /// The name with a number of the list.
    @inline(__always)
    package subscript(number: Int) -> Name {
        let (chunk, offset) = Self.place(of: number)
        guard let names = chunks[chunk] else { preconditionFailure("a name number that was never given out") }
        return names[offset]
    }

    @inline(__always)
    static func place(of number: Int) -> (chunk: Int, offset: Int) {
        let shifted = number + (1 << firstChunkBits)
        let chunk = Int.bitWidth - 1 - shifted.leadingZeroBitCount - firstChunkBits
        return (chunk, shifted - (1 << (firstChunkBits + chunk)))
    }
}
