/// A source of the bytes of a document.
///
///     FileSource         a file, a pipe or a device
///     CollectionSource   bytes of the caller, without a copy
protocol InputSource: AnyObject {
    /// Fills a buffer with the bytes that are ready.
    ///
    /// - Returns: The number of bytes, which is 0 at the end, or if no bytes are ready.
    /// - Throws: An `XMLError` with the code `cannotOpen` or `inputOutput`.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLError) -> Int

    /// The number of unread bytes, or `nil` if the source would have to read the bytes to count them.
    var remaining: Int? { get }

    /// Waits up to `milliseconds` for bytes, and returns whether `fill` will return at once.
    ///
    /// With 0 milliseconds, the function returns `neverWaits`.
    func isReady(within milliseconds: Int32) -> Bool

    /// Whether `fill` never waits, so that 0 bytes mean the end of the source.
    var neverWaits: Bool { get }

    /// Returns another source of the same bytes, for another thread, if this source has read nothing.
    ///
    /// Returns `nil` if the bytes can be read only once, or if a read may have to wait.
    func reopened() -> (any InputSource)?

    func skipAll()

    var hasChanged: Bool { get }
}

extension InputSource {
    var hasEnded: Bool { remaining == 0 }

    var remaining: Int? { nil }

    func isReady(within milliseconds: Int32) -> Bool { true }

    func reopened() -> (any InputSource)? { nil }

    func skipAll() {}

    var hasChanged: Bool { false }
}

extension UnsafeMutableRawBufferPointer {
    /// Moves as many of `bytes` into the buffer as fit, and returns their number.
    func takePrefix(of bytes: inout ArraySlice<UInt8>) -> Int {
        let taken = bytes.withUnsafeBytes { copyPrefix(of: $0[...]) }
        bytes = bytes.dropFirst(taken)
        return taken
    }

    /// Copies as many of `bytes` into the buffer as fit, and returns their number.
    func copyPrefix(of bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let chunk = bytes.prefix(count)
        copyMemory(from: UnsafeRawBufferPointer(rebasing: chunk))
        return chunk.count
    }
}

/// The bytes of a collection, which are not copied if they are contiguous, as in `[UInt8]` and `Data`.
final class CollectionSource<Bytes: Collection<UInt8>>: InputSource {
    private let bytes: Bytes
    private let copy: [UInt8]?
    private let count: Int
    private var start = 0

    init(_ bytes: Bytes) {
        self.bytes = bytes
        let contiguousCount = bytes.withContiguousStorageIfAvailable(\.count)
        copy = contiguousCount == nil ? Array(bytes) : nil
        count = contiguousCount ?? copy?.count ?? 0
    }

    var remaining: Int? { count - start }

    var neverWaits: Bool { true }

    func reopened() -> (any InputSource)? { CollectionSource(bytes) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled =
            bytes.withContiguousStorageIfAvailable { buffer.copyPrefix(of: UnsafeRawBufferPointer($0)[start...]) }
            ?? copy?.withUnsafeBytes { buffer.copyPrefix(of: $0[start...]) } ?? 0
        start += filled
        return filled
    }
}

package protocol InputWatcher: AnyObject {
    /// Called before a read that has to wait for bytes.
    ///
    /// - Returns: Whether to wait. With `false`, the input ends here.
    func willWait() -> Bool

    func hasRead(_ count: Int)

    func hasReachedEnd()
}
