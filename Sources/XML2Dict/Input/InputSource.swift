/// A source of the bytes of a document.
///
///     FileSource       a file, a pipe or a device
///     CollectionSource the caller's bytes, where they are
protocol InputSource: AnyObject {
    /// Fills a buffer with the bytes that are ready.
    ///
    /// - Returns: The number of bytes: 0 at the end, or when no bytes are ready.
    /// - Throws: An `XMLError` with the code `cannotOpen` or `inputOutput`.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(XMLError) -> Int

    /// How many bytes are left; `nil` if only a read shows it.
    var remaining: Int? { get }

    /// Waits up to `milliseconds` for bytes, and returns whether `fill` will return at once; with 0, returns `neverWaits`.
    func isReady(within milliseconds: Int32) -> Bool

    /// Whether `fill` never waits, so that 0 bytes are the end.
    var neverWaits: Bool { get }

    /// Another source of the same bytes, if this one has read nothing; another thread may read it.
    ///
    /// It is `nil` where bytes can be read once only, or may have to be waited for.
    func reopened() -> (any InputSource)?

    /// Passes all bytes.
    func skipAll()

    /// Whether the bytes have changed since the first call of `reopened`.
    var hasChanged: Bool { get }
}

extension InputSource {
    /// Whether `remaining` is 0.
    var hasEnded: Bool { remaining == 0 }

    var remaining: Int? { nil }

    func isReady(within milliseconds: Int32) -> Bool { true }

    func reopened() -> (any InputSource)? { nil }

    func skipAll() {}

    var hasChanged: Bool { false }
}

extension UnsafeMutableRawBufferPointer {
    /// Moves as many bytes as there is room for.
    ///
    /// - Returns: The number of bytes.
    func takePrefix(of bytes: inout ArraySlice<UInt8>) -> Int {
        let taken = bytes.withUnsafeBytes { copyPrefix(of: $0[...]) }
        bytes = bytes.dropFirst(taken)
        return taken
    }

    /// Copies as many bytes as there is room for.
    ///
    /// - Returns: The number of bytes.
    func copyPrefix(of bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let piece = bytes.prefix(count)
        copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
        return piece.count
    }
}

/// The bytes of a collection, which are not copied if they are contiguous, as in `[UInt8]` and `Data`.
final class CollectionSource<Bytes: Collection<UInt8>>: InputSource {
    private let bytes: Bytes
    /// A copy of bytes that are not contiguous.
    private let copy: [UInt8]?
    /// The number of bytes that have been read.
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

/// An observer of the reading of a file.
package protocol InputWatcher: AnyObject {
    /// Called before a read that has to wait for bytes.
    ///
    /// - Returns: Whether to wait; otherwise the input ends here.
    func willWait() -> Bool

    /// Called after a read, with the number of all bytes so far.
    func hasRead(_ count: Int)

    /// Called at the end of the input.
    func hasReachedEnd()
}
