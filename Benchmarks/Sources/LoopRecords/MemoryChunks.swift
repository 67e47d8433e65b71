/// The bytes of a file in memory, in chunks of 64 KiB; it never suspends.
struct MemoryChunks: AsyncSequence, Sendable {
    let bytes: [UInt8]

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: bytes[...])
    }

    struct Iterator: AsyncIteratorProtocol {
        var rest: ArraySlice<UInt8>

        mutating func next(isolation actor: isolated (any Actor)?) async -> ArraySlice<UInt8>? {
            guard !rest.isEmpty else { return nil }
            let chunk = rest.prefix(64 * 1024)
            rest = rest.dropFirst(chunk.count)
            return chunk
        }
    }
}
