/// Bytes in memory as a source, to which more can be appended while it is read.
///
///     bytes   ░░░░░░░░│kept  │unread
///             dropped │      └ start
///                     └ keptStart             equals start, unless the source keeps what is read
///
/// Places are numbers of bytes before them, of all that were ever appended.
final class MemorySource: InputSource {
    private var bytes: [UInt8]
    private var start = 0
    private var keptStart = 0
    /// The place of the first of `bytes`.
    private var base = 0
    /// Whether bytes that were read are kept until `forget`, to be read again.
    private let keepsRead: Bool

    init(_ bytes: [UInt8] = [], keepsRead: Bool = false) {
        self.bytes = bytes
        self.keepsRead = keepsRead
    }

    /// The number of bytes that have not been read.
    var waiting: Int { bytes.count - start }

    /// The bytes that have not been read.
    var unread: ArraySlice<UInt8> { bytes[start...] }

    /// The bytes that are kept, and those that have not been read.
    var kept: ArraySlice<UInt8> { bytes[keptStart...] }

    /// The place of the first byte that has not been read.
    var readPlace: Int { base + start }

    func append(_ more: some Sequence<UInt8>) {
        append { $0.append(contentsOf: more) }
    }

    /// Calls a function that appends bytes.
    func append<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
        if keptStart > bytes.count / 2 {
            bytes.removeSubrange(..<keptStart)
            base += keptStart
            start -= keptStart
            keptStart = 0
        }
        return body(&bytes)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let filled = bytes.withUnsafeBytes { buffer.copyPrefix(of: $0[start...]) }
        start += filled
        if !keepsRead { keptStart = start }
        return filled
    }

    /// Takes all bytes that have not been read; others may be appended in their place.
    func takeUnread() -> [UInt8] {
        defer { bytes.removeSubrange(start...) }
        return Array(bytes[start...])
    }

    // MARK: Kept bytes

    /// Forgets the bytes before a place, even unread ones.
    func forget(before place: Int) {
        keptStart = min(max(keptStart, place - base), bytes.count)
        start = max(start, keptStart)
    }

    /// Goes on at a place whose bytes are kept.
    func goBack(to place: Int) {
        start = min(max(keptStart, place - base), bytes.count)
    }
}
