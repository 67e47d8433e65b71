/// Collects text in memory, or writes it to a file through one buffer.
///
///     writer ─▶ bytes ─▶ file         written about `size` bytes at a time
///               bytes                 without a file, all of the text
///
/// A writer first calls `reserve`, and then writes at `end`, but never past the spare bytes of the `GrowableBuffer`.
@usableFromInline package struct OutputBuffer: ~Copyable {
    @usableFromInline package private(set) var bytes = GrowableBuffer<UInt8>()
    private let target: Target
    /// Whether the text stays in memory until `release`.
    private var isHeld = false

    package enum Target {
        case file(Int32)
        case memory
    }

    package static var size: Int { 64 * 1024 }

    package init(to target: Target) {
        self.target = target
    }

    package init(into buffer: consuming GrowableBuffer<UInt8>) {
        bytes = buffer
        target = .memory
    }

    package mutating func flush() throws(SystemError) {
        guard case .file(let fileDescriptor) = target, bytes.count > 0 else { return }
        try Self.write(bytes, to: fileDescriptor)
        bytes.count = 0
    }

    /// Writes bytes from outside the buffer to the file, after the caller has called `flush`.
    package mutating func write(_ text: borrowing GrowableBuffer<UInt8>) throws(SystemError) {
        guard case .file(let fileDescriptor) = target, text.count > 0 else { return }
        try Self.write(text, to: fileDescriptor)
    }

    private static func write(_ text: borrowing GrowableBuffer<UInt8>, to fileDescriptor: Int32) throws(SystemError) {
        try FileDescriptor(borrowing: fileDescriptor).write(UnsafeRawBufferPointer(start: text.base, count: text.count))
    }

    /// Holds the following text in memory, and returns the offset at which this text begins.
    package mutating func hold() -> Int {
        isHeld = true
        return bytes.count
    }

    /// Ends a `hold`, and discards the text from `start` on, unless `start` is `nil`.
    package mutating func release(discardingFrom start: Int? = nil) {
        isHeld = false
        if let start { bytes.count = start }
    }

    /// Makes room for `count` bytes in addition to the spare bytes of the buffer.
    @inlinable @inline(__always)
    package mutating func reserve(_ count: Int) throws(SystemError) {
        if count > bytes.capacity &- bytes.count { try makeRoom(count) }
    }

    @usableFromInline @inline(never)
    mutating func makeRoom(_ count: Int) throws(SystemError) {
        if !isHeld { try flush() }
        let wanted = if case .memory = target { count } else { max(count, Self.size) }
        bytes.reserve(wanted)
    }

    /// The address after the last byte: a writer stores bytes there, and then advances `end` by their number.
    @inlinable @inline(__always)
    package var end: UnsafeMutablePointer<UInt8> {
        get { bytes.end }
        set { bytes.end = newValue }
    }

    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) throws(SystemError) {
        try reserve(1)
        bytes.base[bytes.count] = byte
        bytes.count &+= 1
    }

    @inline(never)
    package mutating func append(_ text: StaticString) throws(SystemError) {
        try append(text.utf8Start, text.utf8CodeUnitCount)
    }

    package mutating func append(_ text: UnsafePointer<UInt8>, _ count: Int) throws(SystemError) {
        try reserve(count)
        bytes.end.update(from: text, count: count)
        bytes.count += count
    }

    package mutating func append(_ byte: UInt8, count: Int) throws(SystemError) {
        var left = count
        repeat {
            let chunk = min(left, Self.size)
            try reserve(chunk)
            bytes.end.update(repeating: byte, count: chunk)
            bytes.count += chunk
            left -= chunk
        } while left > 0
    }

    package mutating func take() -> GrowableBuffer<UInt8> {
        var taken = GrowableBuffer<UInt8>()
        swap(&taken, &bytes)
        return taken
    }

    package var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes.base, count: bytes.count) }
}
