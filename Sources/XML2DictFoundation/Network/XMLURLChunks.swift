public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The bytes of the document at an address, in chunks as they arrive.
///
/// ``_Concurrency/AsyncSequence/url(_:configuration:accepting:waitingLimit:)`` and
/// ``_Concurrency/AsyncSequence/request(_:configuration:accepting:waitingLimit:)`` make them, and a parameter for
/// chunks accepts these in short:
///
/// ```swift
/// func printEntries(of url: URL) async throws {
///     for try await entry in try XMLReader().records(at: "feed/entry", in: .url(url)) { print(entry) }
/// }
/// ```
///
/// The scheme of the address is `http`, `https` or `file`. `URLSession` fetches the document: it follows redirects,
/// decompresses gzip, and uses the proxies and other settings of its configuration.
///
/// **Pace.** The iterator sends the request when the caller asks for the first chunk. Memory use is small for a
/// document of any length and for a slow reader: about 256 KiB wait in memory. Beyond that, Apple's systems suspend the
/// task, so that the server has to wait. On Linux, URLSession cannot pause: the chunks go into files without a name in
/// the folder for temporary files, or wait in memory while the disk is slower than the server. The space of the files
/// is freed as they are read, 64 MiB at a time. When more than `waitingLimit` bytes wait, by default 1 GiB, the
/// iterator cancels the transfer; the reader receives the bytes that wait, and after them
/// `URLError(.dataLengthExceedsMaximum)`.
///
/// **Errors.** An answer with a status that is not accepted, by default one other than 200 to 299, is an
/// ``XMLHTTPError``. An answer that does not arrive, or arrives incomplete, is a `URLError`: `cannotConnectToHost`,
/// `timedOut`, `networkConnectionLost` and others. A body shorter than its `Content-Length` is always such an error,
/// even if it contains a whole document; a longer body is cut off there, as HTTP demands. A file that cannot be read is
/// a `CocoaError`. Chunks that arrived before an error are delivered before it.
///
/// **Timeouts.** They are those of the request (`timeoutInterval`) or of the configuration
/// (`timeoutIntervalForRequest`), by default 60 seconds without a byte. Time in which the reader lags behind does not
/// count. On Linux, timeouts are rounded up to whole seconds, and `timeoutIntervalForResource` has no effect.
///
/// **Cancellation.** When the task is cancelled while it waits, the iterator closes the connection at once and throws
/// `CancellationError`. Releasing the iterator closes the connection as well, and frees the files. Leaving a loop in a
/// function or in the closure of a task releases the iterator.
///
/// **Top-level code.** Swift keeps the iterator of a loop in top-level code until the program ends, even if the loop is
/// inside a `do` block or an `if` statement (seen with Swift 6.3). Nothing announces the end of such a loop: the
/// iterator is not released, the task goes on, and a loop that was left looks like a slow one. The transfer goes on
/// until the end of the document, or to `waitingLimit`. Put the loop into a function.
///
/// **Linux.** The URLSession of Linux ends the whole process when a server closes the connection inside the header of
/// its answer (seen with Swift 6.3). A program that uses it cannot prevent that.
public struct XMLURLChunks: AsyncSequence, Sendable {
    private let request: URLRequest
    private let configuration: URLSessionConfiguration
    private let acceptedStatuses: Set<Int>
    private let waitingLimit: Int

    init(
        from request: URLRequest,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299),
        waitingLimit: Int = 1 << 30
    ) {
        self.request = request.prepared
        self.configuration = configuration.prepared
        acceptedStatuses = statuses
        self.waitingLimit = waitingLimit
    }

    /// Returns an iterator over the chunks.
    ///
    /// Each iterator sends the request anew, when its first chunk is requested. A chunk contains any number of bytes.
    public func makeAsyncIterator() -> some AsyncIteratorProtocol<Data, any Error> {
        makeIterator()
    }

    func makeIterator() -> Iterator {
        Iterator(self)
    }

    /// Iterates over the chunks.
    struct Iterator: AsyncIteratorProtocol {
        private let chunks: XMLURLChunks
        private(set) var source: (any ChunkSource)?
        private var isDone = false

        fileprivate init(_ chunks: XMLURLChunks) {
            self.chunks = chunks
        }

        /// The next chunk, or `nil` at the end of the document.
        ///
        /// It runs on the executor of its caller, so that a chunk that waits needs no change of executor.
        ///
        /// - Parameter actor: The actor of the caller. A loop passes it.
        /// - Returns: The chunk.
        /// - Throws: ``XMLHTTPError``, `URLError`, `CocoaError` or `CancellationError`; see ``XMLURLChunks``. No chunk
        ///   follows an error.
        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
            guard !isDone else { return nil }
            do {
                try Task.checkCancellation()
                let source = try self.source ?? chunks.open()
                self.source = source
                if let chunk = try await source.next(isolation: actor) { return chunk }
            } catch {
                end()
                throw error
            }
            end()
            return nil
        }

        private mutating func end() {
            isDone = true
            source = nil
        }
    }

    private func open() throws -> any ChunkSource {
        guard let url = request.url else { throw URLError.unsupported(nil) }
        switch url.scheme {
        case "http", "https":
            let receiver = ResponseReceiver(request, accepting: acceptedStatuses, waitingLimit: waitingLimit)
            return URLTransfer(request, configuration, receiver)
        case "file": return FileChunks(url)
        default: throw URLError.unsupported(url)
        }
    }
}
