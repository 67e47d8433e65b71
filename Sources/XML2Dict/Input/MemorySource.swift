/// Bytes in memory as a source, to which more can be appended while it is read.
final class MemorySource: InputSource {
    /// All bytes; those before `start` have been read.
    private var bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// The number of bytes that have not been read.
    var waiting: Int { bytes.count - start }

    /// The bytes that have not been read.
    var unread: ArraySlice<UInt8> { bytes[start...] }

    func append(_ more: some Sequence<UInt8>) {
        append { $0.append(contentsOf: more) }
    }

    /// Adds bytes before those that have not been read.
    func prepend(_ more: some Collection<UInt8>) {
        bytes.replaceSubrange(..<start, with: more)
        start = 0
    }

    /// Reads past bytes.
    func drop(_ count: Int) {
        start += min(count, waiting)
    }

    /// Takes all bytes that have not been read.
    func takeAll() -> [UInt8] {
        defer {
            bytes = []
            start = 0
        }
        return Array(bytes[start...])
    }

    /// Calls a function that appends bytes.
    func append<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
        if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        return body(&bytes)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled = bytes.withUnsafeBytes { buffer.copyPrefix(of: $0[start...]) }
        start += filled
        return filled
    }
}
