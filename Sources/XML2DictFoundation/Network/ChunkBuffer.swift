import Foundation

/// Chunks between the session that produces them and the task that consumes them.
///
///     append ──▶ [chunk, chunk, chunk] ──▶ next          `capacity` bytes, and a chunk at most, wait in memory
///         └────▶ [overflow files] ──────────▲            Linux: the chunks beyond that, in order of arrival
///     finish ──▶ ending, after the chunks
///
/// The URLSession of Apple's systems pauses when the buffer is full (``ResponseReceiver/pace(_:)``). The URLSession of
/// Linux cannot pause, so files take the rest there, up to a limit. As long as a file contains chunks, all new chunks
/// go there too.
final class ChunkBuffer: @unchecked Sendable {
    /// The number of bytes in memory that make the buffer full.
    static let capacity = 256 * 1024

    /// The number of bytes per read from an overflow file.
    private static let chunkSize = 64 * 1024

    /// The error of a chunk that would exceed the limit.
    struct Excess: Error {}

    private enum Ending {
        case end
        case failure(any Error)
    }

    private typealias Taker = CheckedContinuation<Data?, any Error>

    // The lock guards everything below.
    private let lock = NSLock()
    private var chunks: [Data] = []
    private var byteCount = 0
    private var ending: Ending?
    private var taker: Taker?
    #if canImport(FoundationNetworking)
        private var overflow: [OverflowFile] = []
        private var bytesInFiles = 0
    #endif

    /// The number of bytes that may wait, in memory and in files, and in the chunks that follow.
    ///
    /// A single chunk may always wait. Apple's systems pause, so that the limit has no effect there.
    let waitingLimit: Int

    /// Creates an empty buffer.
    ///
    /// - Parameter waitingLimit: The number of bytes that may wait, at least ``capacity``.
    init(waitingLimit: Int) {
        self.waitingLimit = max(waitingLimit, Self.capacity)
    }

    /// The number of bytes in memory.
    var bytesInMemory: Int {
        lock.withLock { byteCount }
    }

    /// Whether the session should pause.
    var isFull: Bool {
        bytesInMemory >= Self.capacity
    }

    /// Adds a chunk, unless the end has come before.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - followerCount: The number of chunks of about the same size that have arrived, too, and are not added yet.
    ///     The
    ///     limit applies to them as well.
    /// - Throws: ``Excess`` when more bytes would wait than the limit allows, and `CocoaError` when the overflow file
    ///   cannot take the chunk.
    func append(_ chunk: Data, followerCount: Int = 0) throws {
        let taker = try lock.withLock { () throws -> Taker? in
            guard ending == nil else { return nil }
            if let taker = self.taker {
                self.taker = nil
                return taker
            }
            try keep(chunk, followerCount)
            return nil
        }
        taker?.resume(returning: chunk)
    }

    /// Ends the chunks, with or without an error after the remaining ones.
    ///
    /// Later calls have no effect.
    func finish(throwing error: (any Error)? = nil) {
        let taker = lock.withLock { () -> Taker? in
            guard ending == nil else { return nil }
            ending = error.map(Ending.failure) ?? .end
            defer { self.taker = nil }
            return self.taker
        }
        if let error { taker?.resume(throwing: error) } else { taker?.resume(returning: nil) }
    }

    /// Ends the chunks and discards the remaining ones, because their reader is gone.
    func abandon() {
        let taker = lock.withLock { () -> Taker? in
            ending = .failure(CancellationError())
            chunks = []
            byteCount = 0
            #if canImport(FoundationNetworking)
                overflow = []
                bytesInFiles = 0
            #endif
            defer { self.taker = nil }
            return self.taker
        }
        taker?.resume(throwing: CancellationError())
    }

    /// The next chunk, or `nil` after the last.
    ///
    /// At most one caller may wait at a time.
    func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Data? {
        try await withCheckedThrowingContinuation { taker in
            let result = lock.withLock { () -> Result<Data?, any Error>? in
                let result = take()
                if result == nil { self.taker = taker }
                return result
            }
            if let result { taker.resume(with: result) }
        }
    }

    // MARK: - With the lock held

    private func keep(_ chunk: Data, _ followerCount: Int) throws {
        #if canImport(FoundationNetworking)
            let room = waitingLimit - byteCount - bytesInFiles
            guard room == waitingLimit || followerCount < room / max(chunk.count, 1) else { throw Excess() }
            guard byteCount < Self.capacity, overflow.isEmpty else {
                if overflow.last?.isFull ?? true { try overflow.append(OverflowFile()) }
                try overflow.last?.append(chunk)
                bytesInFiles += chunk.count
                return
            }
        #endif
        chunks.append(chunk)
        byteCount += chunk.count
    }

    /// The next result, or `nil` when it has not arrived yet.
    private func take() -> Result<Data?, any Error>? {
        if !chunks.isEmpty {
            let chunk = chunks.removeFirst()
            byteCount -= chunk.count
            return .success(chunk)
        }
        #if canImport(FoundationNetworking)
            if let file = overflow.first {
                defer { if file.isEmpty { overflow.removeFirst() } }
                return Result {
                    let chunk = try file.read(upToCount: Self.chunkSize)
                    bytesInFiles -= chunk.count
                    return chunk
                }
            }
        #endif
        switch ending {
        case .end: return .success(nil)
        case .failure(let error): return .failure(error)
        case nil: return nil
        }
    }
}
