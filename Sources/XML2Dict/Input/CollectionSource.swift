/// The bytes of a collection, which are read where they are when they are contiguous, as those of `[UInt8]` and `Data`.
final class CollectionSource<Bytes: Collection<UInt8>>: InputSource {
    private let bytes: Bytes
    /// The bytes as an array, when those of the collection are not contiguous.
    private let copy: [UInt8]?
    /// The number of bytes that have been read.
    private var start = 0

    init(_ bytes: Bytes) {
        self.bytes = bytes
        copy = bytes.withContiguousStorageIfAvailable { _ in true } == nil ? Array(bytes) : nil
    }

    func another() -> (any InputSource)? { CollectionSource(bytes) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled =
            bytes.withContiguousStorageIfAvailable { buffer.copyPrefix(of: UnsafeRawBufferPointer($0)[start...]) }
            ?? copy?.withUnsafeBytes { buffer.copyPrefix(of: $0[start...]) } ?? 0
        start += filled
        return filled
    }
}
