/// Chunks that are gathered from single bytes, such as Foundation's `AsyncBytes`.
///
/// ```swift
/// let document = try await XMLReader().read(.bytes(file.bytes))
/// ```
///
/// A chunk ends after each `>`, where a tag may end, so that no record waits for the bytes after it.
public struct XMLByteChunks<Bytes: AsyncSequence>: AsyncSequence where Bytes.Element == UInt8 {
    /// A chunk.
    public typealias Element = [UInt8]

    private let bytes: Bytes

    fileprivate init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// An iterator that has read nothing yet.
    public func makeAsyncIterator() -> Iterator {
        Iterator(bytes: bytes.makeAsyncIterator())
    }

    /// An iterator over the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var bytes: Bytes.AsyncIterator

        private static var largestChunk: Int { 16 * 1024 }

        /// The next chunk, of at most 16 KiB, or `nil` at the end.
        ///
        /// - Throws: The errors of the bytes.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> [UInt8]? {
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

extension XMLByteChunks: Sendable where Bytes: Sendable {}

extension AsyncSequence {
    /// Single bytes as the chunks of a document, for the asynchronous methods of ``XMLReader`` and ``XMLDecoder``.
    public static func bytes<Bytes>(_ bytes: Bytes) -> Self where Self == XMLByteChunks<Bytes> {
        XMLByteChunks(bytes)
    }
}
