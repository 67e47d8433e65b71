/// The caller's bytes, which are read where they are, without a copy of the whole.
final class LentMemory: InputSource {
    /// The bytes that have not been read.
    private var rest: Slice<UnsafeRawBufferPointer>

    /// - Parameter bytes: The memory, which must stay as it is for as long as this source is read.
    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes[...]
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled = buffer.copyPrefix(of: rest)
        rest = rest.dropFirst(filled)
        return filled
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies as many bytes as there is room for.
    ///
    /// - Returns: The number of bytes.
    func copyPrefix(of bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let piece = bytes.prefix(count)
        copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
        return piece.count
    }
}
