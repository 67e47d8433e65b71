/// Bytes in memory as a source: chunks that somebody hands over.
final class MemorySource: InputSource {
    /// What was handed over, from `start` on.
    private var chunk: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8] = []) {
        chunk = bytes
    }

    /// How many bytes have been handed over and not been used.
    var waiting: Int { chunk.count - start }

    /// Hands over more bytes.
    func append(_ bytes: some Sequence<UInt8>) {
        if start > chunk.count / 2 {
            chunk.removeSubrange(..<start)
            start = 0
        }
        chunk.append(contentsOf: bytes)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled = min(buffer.count, waiting)
        chunk.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + filled]))
        }
        start += filled
        return filled
    }
}
