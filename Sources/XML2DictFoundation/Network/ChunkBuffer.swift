import Foundation

/// A buffer of chunks between the session that receives the chunks and the task that reads them.
///
///     append ──▶ stream ──▶ the task that reads                at most `capacity` chunks wait in memory
///       └──▶ [was read | start … end] ──▶ refill ──▶ stream    the chunks beyond that wait in a file
///     finish ──▶ the end of the stream, after the chunks
///
/// While the file contains bytes, the buffer appends all new chunks to the file, and asks the session to pause. The
/// file has no name, so the system removes the file when the process closes it or crashes.
final class ChunkBuffer: @unchecked Sendable {
    typealias Stream = AsyncThrowingStream<Data, any Error>

    /// The maximum number of chunks in memory, each of at most 16 KiB on Linux.
    static let capacity = 16

    var folder = FileManager.default.temporaryDirectory
    var pause: (Bool) -> Void = { _ in }

    private let stream: Stream.Continuation

    // The lock guards all properties below.
    private let lock = NSLock()
    // Releasing the handle closes the file.
    private var file: FileHandle? { didSet { if (oldValue == nil) != (file == nil) { pause(file != nil) } } }
    private var start: UInt64 = 0
    private var end: UInt64 = 0
    private var hasEnded = false
    private var error: (any Error)?

    init(_ stream: Stream.Continuation) {
        self.stream = stream
    }

    func append(_ chunk: Data) throws {
        try lock.withLock {
            if hasEnded { return }
            if file == nil, case .enqueued = stream.yield(chunk) { return }
            let file = try file ?? unnamedFile()
            try file.seek(toOffset: end)
            try file.write(contentsOf: chunk)
            end += UInt64(chunk.count)
            self.file = file
        }
    }

    /// Moves a chunk from the file to the stream if the stream has room, or throws a `CocoaError`.
    func refill() throws {
        try lock.withLock {
            guard let file else { return }
            try file.seek(toOffset: start)
            let chunk = try file.read(upToCount: 16 * 1024) ?? Data()
            guard case .enqueued = stream.yield(chunk) else { return }
            start += UInt64(chunk.count)
            guard start == end else { return }
            (self.file, start, end) = (nil, 0, 0)
            if hasEnded { stream.finish(throwing: error) }
        }
    }

    /// Ends the stream after the remaining chunks, and ignores further calls.
    func finish(throwing error: (any Error)? = nil) {
        lock.withLock {
            guard !hasEnded else { return }
            (hasEnded, self.error) = (true, error)
            if file == nil { stream.finish(throwing: error) }
        }
    }

    /// Discards the remaining chunks, because their reader is gone.
    func discard() {
        lock.withLock { (file, hasEnded) = (nil, true) }
    }

    /// Calls a function unless the transfer has ended, and delays the end of the transfer until the call returns.
    func unlessEnded(_ body: () -> Void) {
        lock.withLock { if !hasEnded { body() } }
    }

    private func unnamedFile() throws -> FileHandle {
        let path = "\(folder.path)/xml2dict-\(UUID())"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
