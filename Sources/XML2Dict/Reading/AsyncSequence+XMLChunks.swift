extension AsyncSequence where Element == UInt8, Self: Sendable {
    /// The chunks of a document, gathered from single bytes such as Foundation's `AsyncBytes`.
    ///
    /// ```swift
    /// let document = try await XMLReader().read(file.bytes.xmlChunks)
    /// ```
    ///
    /// A chunk has at most 16 KiB and ends at the first `>`. A tag may end there, so a record does not wait for the
    /// bytes after its end tag.
    public var xmlChunks: some AsyncSequence<[UInt8], any Error> & Sendable {
        ByteChunks(bytes: self)
    }
}

/// Chunks that are gathered from single bytes.
private struct ByteChunks<Bytes: AsyncSequence & Sendable>: AsyncSequence, Sendable where Bytes.Element == UInt8 {
    let bytes: Bytes

    func makeAsyncIterator() -> Iterator {
        Iterator(bytes: bytes.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var bytes: Bytes.AsyncIterator

        private static var largestChunk: Int { 16 * 1024 }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            var chunk: [UInt8] = []
            while chunk.count < Self.largestChunk, let byte = try await bytes.next(isolation: actor) {
                chunk.append(byte)
                // In UTF-16 and UTF-32 with the low byte first, zeros belong to the `>` before them.
                if byte == UInt8(ascii: ">") || byte == 0 && chunk.count == 1 { break }
            }
            return chunk.isEmpty ? nil : chunk
        }
    }
}
