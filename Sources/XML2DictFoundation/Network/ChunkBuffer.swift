import Foundation

/// Chunks between the session that produces them and the task that consumes them.
///
///     append ──▶ [chunk, chunk, chunk] ──▶ next          `capacity` bytes, and a chunk at most, wait in memory
///         └────▶ [overflow file] ───────────▲            the chunks beyond that, in order of arrival
///     finish ──▶ ending, after the chunks
///
/// As long as the file contains bytes, all new chunks go there too.
final class ChunkBuffer: @unchecked Sendable {
    /// The number of bytes in memory that make the buffer full.
    static let capacity = 256 * 1024

    /// The folder of the overflow file.
    var folder = FileManager.default.temporaryDirectory

    // The lock guards everything below, except for the stream.
    private let lock = NSLock()
    private var chunks: [Data] = []
    private var byteCount = 0
    private var overflow: OverflowFile?
    private var ending: Result<Data?, any Error>?

    // An element means that `take` may have a result. The stream keeps one element, and cancellation ends it.
    private let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Whether the session should pause until the reader has taken chunks.
    ///
    /// A file that contains chunks counts as well: URLSession delivers some chunks after `suspend`, and the memory can be
    /// empty before the file is.
    var isFull: Bool {
        lock.withLock { byteCount >= Self.capacity || overflow != nil }
    }

    /// Adds a chunk, unless the end has come before.
    ///
    /// - Throws: `CocoaError` or `POSIXError` when the overflow file cannot take the chunk.
    func append(_ chunk: Data) throws {
        try lock.withLock {
            guard ending == nil else { return }
            if overflow == nil, byteCount < Self.capacity {
                chunks.append(chunk)
                byteCount += chunk.count
            } else {
                let file = try overflow ?? OverflowFile(in: folder)
                try file.append(chunk)
                overflow = file
            }
        }
        change.yield()
    }

    /// Ends the chunks, with or without an error after the remaining ones.
    ///
    /// Later calls have no effect.
    func finish(throwing error: (any Error)? = nil) {
        lock.withLock { ending = ending ?? error.map { .failure($0) } ?? .success(nil) }
        change.yield()
    }

    /// Ends the chunks and discards the remaining ones, because their reader is gone.
    func abandon() {
        lock.withLock {
            ending = .success(nil)
            chunks = []
            byteCount = 0
            overflow = nil
        }
    }

    /// The next chunk, or `nil` after the last.
    ///
    /// At most one caller may wait at a time.
    ///
    /// - Throws: The error of `finish`, `CocoaError` when the overflow file cannot be read, and `CancellationError` when
    ///   the calling task is cancelled while it waits.
    func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Data? {
        var waiting = changes.makeAsyncIterator()
        while true {
            if let result = lock.withLock({ take() }) { return try result.get() }
            guard await waiting.next(isolation: actor) != nil else { throw CancellationError() }
        }
    }

    /// The next result, or `nil` when it has not arrived yet.
    ///
    /// The caller holds the lock.
    private func take() -> Result<Data?, any Error>? {
        if !chunks.isEmpty {
            let chunk = chunks.removeFirst()
            byteCount -= chunk.count
            return .success(chunk)
        }
        guard let file = overflow else { return ending }
        defer { if file.isEmpty { overflow = nil } }
        return Result { try file.read() }
    }
}

/// A queue of bytes in a temporary file.
///
///     0            start                end
///     |  was read  |  waits to be read  |
///
/// The file has no name, so the system removes it when it is closed, even if the process crashes.
private final class OverflowFile {
    // Its deinitialization closes the file.
    private let file: FileHandle
    private var start: UInt64 = 0
    private var end: UInt64 = 0

    /// Creates an empty file in a folder.
    ///
    /// - Throws: `POSIXError` when the system cannot create it.
    init(in folder: URL) throws {
        let path = "\(folder.path)/xml2dict-\(UUID())"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Whether all bytes have been read.
    var isEmpty: Bool { start == end }

    /// Adds bytes at the end.
    ///
    /// - Throws: `CocoaError` when there is no space.
    func append(_ bytes: Data) throws {
        try file.seek(toOffset: end)
        try file.write(contentsOf: bytes)
        end += UInt64(bytes.count)
    }

    /// Takes bytes from the beginning.
    ///
    /// - Throws: `CocoaError` when the file cannot be read.
    func read() throws -> Data {
        try file.seek(toOffset: start)
        guard let bytes = try file.read(upToCount: Int(min(64 * 1024, end - start))), !bytes.isEmpty else {
            throw CocoaError(.fileReadCorruptFile)
        }
        start += UInt64(bytes.count)
        return bytes
    }
}
