/// The bytes around the place that a reader of JSON has reached between two pieces.
///
///     [ ░░░░░░░░░░░░ │ ████ ]
///       read          held: not read yet
///
/// Both parts are short, so the memory is allocated once.
struct JSONMargin: ~Copyable {
    private static let mostRead = 48
    /// The bytes after an error that its excerpt shows, or more than an unfinished token has: `\\uD83D\\uDE00`.
    private static let mostHeld = 32
    /// The number of bytes after an error that messages and excerpts show.
    static let shownCount = 25

    private var bytes = GrowableBuffer<UInt8>()
    private(set) var readCount = 0

    init() {
        bytes.reserve(2 * (Self.mostRead + Self.mostHeld))
    }

    /// All bytes.
    var all: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes[0..<bytes.count]) }

    /// The bytes that have not been read.
    var held: UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes[readCount..<bytes.count]) }

    /// Whether all bytes that an error at the first held byte shows are here.
    var isComplete: Bool {
        held.count >= Self.shownCount || held.contains { $0 == 0x0A || $0 == 0x0D }
    }

    /// The bytes that a message can show: the rest of the line, or its beginning.
    ///
    /// - Parameter count: How many bytes before the first held one they begin.
    /// - Returns: At most `shownCount` bytes.
    func shown(fromEarlier count: Int) -> [UInt8] {
        Array(all[max(0, readCount - count)...].prefix(Self.shownCount).prefix { $0 != 0x0A && $0 != 0x0D })
    }

    /// Notes bytes that have been read outside, while none is held.
    mutating func pass(_ piece: UnsafeRawBufferPointer, count: Int) {
        let new = UnsafeRawBufferPointer(rebasing: piece[..<count].suffix(Self.mostRead))
        drop(max(0, readCount + new.count - Self.mostRead))
        append(new)
        readCount = bytes.count
    }

    /// Notes that held bytes have been read.
    mutating func passHeld(count: Int) {
        readCount += count
        drop(max(0, readCount - Self.mostRead))
    }

    /// Holds bytes back, as far as there is room.
    ///
    /// - Returns: How many of them.
    @discardableResult
    mutating func hold(_ more: UnsafeRawBufferPointer) -> Int {
        let taken = min(more.count, max(0, 2 * Self.mostHeld - held.count))
        append(UnsafeRawBufferPointer(rebasing: more.prefix(taken)))
        return taken
    }

    /// Forgets the bytes that have not been read, which the caller has elsewhere.
    mutating func dropHeld() {
        bytes.count = readCount
    }

    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        bytes.base.update(from: bytes.base + count, count: bytes.count - count)
        bytes.count -= count
        readCount -= count
    }

    /// Appends bytes, for which there is room.
    private mutating func append(_ more: UnsafeRawBufferPointer) {
        guard let start = more.baseAddress else { return }
        bytes.append(start.assumingMemoryBound(to: UInt8.self), count: more.count)
    }
}
