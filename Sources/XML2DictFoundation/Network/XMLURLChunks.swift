public import Foundation
public import XML2Dict

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The bytes of the document at a URL, in chunks as they arrive.
///
/// ``_Concurrency/AsyncSequence/url(_:configuration:accepting:)`` and
/// ``_Concurrency/AsyncSequence/request(_:configuration:accepting:)`` make them, and a parameter for chunks accepts
/// these in short:
///
/// ```swift
/// func printEntries(of url: URL) async throws {
///     for try await entry in try XMLReader().records(at: "feed/entry", in: .url(url)) { print(entry) }
/// }
/// ```
///
/// The scheme of the URL is `http`, `https` or `file`. `URLSession` fetches the document: it follows redirects,
/// decompresses gzip, and uses the proxies and other settings of its configuration.
///
/// **Pace.** The iterator sends the request when the caller asks for the first chunk. Memory use is small for a
/// document of any length and for a slow reader: about 256 KiB wait in memory. Beyond that, Apple's systems suspend the
/// task, so that the server has to wait. On Linux, URLSession cannot pause: an unnamed file in the folder for temporary
/// files holds the unread chunks. It can grow to the length of the document, and the system removes it when the reader
/// has caught up. If the folder has no space, the iterator cancels the transfer; the reader receives the chunks that
/// wait, and after them a `CocoaError`.
///
/// **Errors.** An answer with a status that is not accepted, by default one other than 200 to 299, is an
/// ``XMLHTTPError``. An answer that does not arrive, or arrives incomplete, is a `URLError`: `cannotConnectToHost`,
/// `timedOut`, `networkConnectionLost` and others. A body shorter than its `Content-Length` is always such an error,
/// even if it contains a whole document; a longer body is cut off there, as HTTP demands. A file that cannot be read is
/// a `CocoaError`. Chunks that arrived before an error are delivered before it.
///
/// **Timeouts.** They are those of the request (`timeoutInterval`) or of the configuration
/// (`timeoutIntervalForRequest`), by default 60 seconds without a byte. Time in which the reader lags behind does not
/// count. Timeouts are rounded up to whole seconds. On Linux, `timeoutIntervalForResource` has no effect.
///
/// **Cancellation.** When the task is cancelled while it waits, the iterator closes the connection at once and throws
/// `CancellationError`. Releasing the iterator closes the connection as well, and frees the file. Leaving a loop in a
/// function or in the closure of a task releases the iterator.
///
/// **Top-level code.** Swift keeps the iterator of a loop in top-level code until the program ends, even if the loop is
/// inside a `do` block or an `if` statement (seen with Swift 6.3). Nothing announces the end of such a loop: the
/// iterator is not released, the task continues, and a loop that was left looks like a slow one. The transfer
/// continues until the end of the document. Put the loop into a function.
///
/// **Linux.** The URLSession of Linux ends the whole process when a server closes the connection inside the header of
/// its answer (seen with Swift 6.3). A program that uses it cannot prevent that.
public struct XMLURLChunks: AsyncSequence, Sendable {
    fileprivate let request: URLRequest
    fileprivate let configuration: URLSessionConfiguration
    fileprivate let acceptedStatuses: Set<Int>

    /// Returns an iterator over the chunks.
    ///
    /// Each iterator sends the request anew, when its first chunk is requested. A chunk contains any number of bytes.
    public func makeAsyncIterator() -> some AsyncIteratorProtocol<Data, any Error> {
        Iterator(chunks: self)
    }

    /// Iterates over the chunks.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var chunks: XMLURLChunks?
        private(set) var source: (any ChunkSource)?

        /// The next chunk, or `nil` at the end of the document.
        ///
        /// It runs on the executor of its caller, so that a chunk that waits needs no change of executor.
        ///
        /// - Parameter actor: The actor of the caller. A loop passes it.
        /// - Returns: The chunk.
        /// - Throws: ``XMLHTTPError``, `URLError`, `CocoaError` or `CancellationError`; see ``XMLURLChunks``. No chunk
        ///   follows an error.
        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
            guard let chunks else { return nil }
            var chunk: Data?
            defer { if chunk == nil { (self.chunks, source) = (nil, nil) } }
            try Task.checkCancellation()
            let source = try self.source ?? chunks.open()
            self.source = source
            chunk = try await source.next(isolation: actor)
            return chunk
        }
    }

    private func open() throws -> any ChunkSource {
        if let url = request.url, url.isFileURL { return FileChunks(url) }
        guard ["http", "https"].contains(request.url?.scheme) else { throw URLError.unsupported(request.url) }
        return URLTransfer(request, configuration, accepting: acceptedStatuses)
    }
}

extension AsyncSequence where Self == XMLURLChunks {
    /// The bytes of the document at a URL, in chunks as they arrive.
    ///
    /// ```swift
    /// func printEntries(of url: URL) async throws {
    ///     for try await entry in try XMLReader().records(at: "feed/entry", in: .url(url)) { print(entry) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL: `https`, `http` or `file`. The other parameters have no effect on a `file`.
    ///   - configuration: Timeouts, headers, proxies and other settings. Later changes have no effect.
    ///   - statuses: The statuses of answers that are documents. An answer with another status is an ``XMLHTTPError``.
    /// - Returns: The chunks. Each loop over them requests the document again.
    public static func url(
        _ url: URL,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299)
    ) -> XMLURLChunks {
        .request(URLRequest(url: url), configuration: configuration, accepting: statuses)
    }

    /// The bytes of the answer to a request, in chunks as they arrive.
    ///
    /// A SOAP service answers with the status 500 and a document when it reports a fault:
    ///
    /// ```swift
    /// func printAnswers(to request: URLRequest) async throws {
    ///     let chunks = XMLURLChunks.request(request, accepting: [200, 500])
    ///     for try await answer in try XMLReader().records(at: "soap:Envelope/soap:Body/*", in: chunks) { print(answer) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and other settings. Later changes have no effect.
    ///   - statuses: The statuses of answers that are documents. An answer with another status is an ``XMLHTTPError``.
    /// - Returns: The chunks. Each loop over them sends the request again.
    public static func request(
        _ request: URLRequest,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299)
    ) -> XMLURLChunks {
        XMLURLChunks(request: request.prepared, configuration: configuration.prepared, acceptedStatuses: statuses)
    }
}

/// A source of chunks: one reading of one URL, by one task.
///
/// Its deinitialization ends the transfer.
protocol ChunkSource: AnyObject {
    /// The next chunk, or `nil` after the last.
    func next(isolation actor: isolated (any Actor)?) async throws -> Data?
}

extension XMLSource {
    /// A file by its URL.
    ///
    /// For any other URL, the method that reads the source throws an `XMLError` with the code `cannotOpen`;
    /// its message names `.url(…)` of the asynchronous methods.
    public static func file(_ url: URL) -> XMLSource {
        if url.isFileURL { return .file(url.path) }
        let hint = "to fetch it, call try await read(.url(…))"
        return .failing(XMLError(.cannotOpen, "'\(url.absoluteString)' is not the URL of a file; \(hint)"))
    }
}

/// The chunks of a file.
///
/// A separate queue reads them, so that a slow disk blocks no task.
final class FileChunks: ChunkSource, @unchecked Sendable {
    private let url: URL
    private let queue = DispatchQueue(label: "XML2DictFoundation.FileChunks")

    // Only the queue uses the file. Its deinitialization closes it.
    private lazy var file = Result { try FileHandle(forReadingFrom: url) }

    init(_ url: URL) {
        self.url = url
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read() }) }
        }
    }

    private func read() throws -> Data? {
        do {
            let chunk = try file.get().read(upToCount: 64 * 1024)
            return chunk?.isEmpty == true ? nil : chunk
        } catch { throw CocoaError.describing(error, "“\(url.path)” cannot be read", path: url.path) }
    }
}
