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
/// document of any length and for a slow reader: sixteen chunks, about 256 KiB, wait in memory. Beyond that, Apple's
/// systems suspend the task, so that the server has to wait. On Linux, URLSession cannot pause: an unnamed file in the
/// folder for temporary files holds the unread chunks. It can grow to the length of the document, and the system
/// removes it when the reader has caught up. If the folder has no space, the iterator cancels the transfer; the reader
/// receives the chunks that wait, and after them a `CocoaError`.
///
/// **Errors.** A response with a status that is not accepted, by default one other than 200 to 299, is an
/// ``XMLHTTPError``. A response that does not arrive, or arrives incomplete, is a `URLError`: `cannotConnectToHost`,
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
/// its response (seen with Swift 6.3). A program that uses it cannot prevent that. A password goes into the URL or into
/// the request's header `Authorization`: a response with the status 401 ends the transfer there.
public struct XMLURLChunks: AsyncSequence, Sendable {
    /// Returns the next chunk, or `nil` after the last; when it is released, the source of the chunks ends.
    typealias Next = @Sendable () async throws -> Data?

    let request: URLRequest
    let configuration: URLSessionConfiguration
    let acceptedStatuses: Set<Int>

    /// Returns an iterator over the chunks.
    ///
    /// Each iterator sends the request anew, when its first chunk is requested. A chunk contains any number of bytes.
    public func makeAsyncIterator() -> some AsyncIteratorProtocol<Data, any Error> { Iterator(chunks: self) }

    private struct Iterator: AsyncIteratorProtocol {
        var chunks: XMLURLChunks?
        var source: Next?

        mutating func next() async throws -> Data? {
            guard let chunks else { return nil }
            try Task.checkCancellation()
            let source = try source ?? chunks.open()
            self.source = source
            let chunk = try await source()
            // The stream of a cancelled task ends as if the document were whole.
            try Task.checkCancellation()
            if chunk == nil { (self.chunks, self.source) = (nil, nil) }
            return chunk
        }
    }

    private func open() throws -> Next {
        if let url = request.url, url.isFileURL {
            let file = try Result { try FileHandle(forReadingFrom: url) }.mapError(unreadable).get()
            return {
                // Another thread reads it, so that a slow disk blocks no task.
                let chunk = try await withCheckedThrowingContinuation { reader in
                    DispatchQueue.global().async {
                        reader.resume(with: Result { try file.read(upToCount: 64 * 1024) }.mapError(unreadable))
                    }
                }
                return chunk?.isEmpty == true ? nil : chunk
            }
        }
        guard request.isOfHTTP else {
            let address = request.url?.absoluteString ?? ""
            throw URLError(.unsupportedURL, "“\(address)” cannot be read: only http, https and file can")
        }
        return ResponseReceiver.answer(to: self).1
    }

    /// Adds the path to the error of a file.
    private func unreadable(_ error: any Error) -> any Error {
        let words = "“\(request.url?.path ?? "")” cannot be read: \(error.localizedDescription)"
        let code = (error as? CocoaError)?.code ?? .fileReadUnknown
        return CocoaError(code, userInfo: [NSLocalizedDescriptionKey: words, NSUnderlyingErrorKey: error])
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
    ///   - statuses: The statuses of responses that are documents. A response with another status is an ``XMLHTTPError``.
    /// - Returns: The chunks. Each loop over them requests the document again.
    public static func url(
        _ url: URL,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299)
    ) -> XMLURLChunks {
        .request(URLRequest(url: url), configuration: configuration, accepting: statuses)
    }

    /// The bytes of the response to a request, in chunks as they arrive.
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
    ///   - statuses: The statuses of responses that are documents. A response with another status is an ``XMLHTTPError``.
    /// - Returns: The chunks. Each loop over them sends the request again.
    public static func request(
        _ request: URLRequest,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299)
    ) -> XMLURLChunks {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        copy.timeoutIntervalForRequest = copy.timeoutIntervalForRequest.wholeSeconds
        return XMLURLChunks(request: request.prepared, configuration: copy, acceptedStatuses: statuses)
    }
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

extension URLError {
    init(_ code: Code, _ description: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
    }
}

extension URLRequest {
    /// Whether `URLSession` can send it.
    var isOfHTTP: Bool { ["http", "https"].contains(url?.scheme?.lowercased()) }

    /// The request in a form for the URLSession of Linux: the scheme in lower case, and the timeout in whole seconds.
    ///
    /// There, a scheme in capitals ends the process. An unset timeout stays unset, so that the configuration's applies.
    fileprivate var prepared: URLRequest {
        var request = self
        let scheme = url?.scheme ?? ""
        request.url = url.flatMap { URL(string: scheme.lowercased() + $0.absoluteString.dropFirst(scheme.count)) }
        let seconds = timeoutInterval.wholeSeconds
        if seconds != timeoutInterval { request.timeoutInterval = seconds }
        return request
    }
}

extension TimeInterval {
    /// The time in a form for the URLSession of Linux: a whole number, small enough to count in milliseconds.
    ///
    /// There, half a second would become zero. Infinity, which means no limit, becomes eleven days.
    fileprivate var wholeSeconds: TimeInterval { Swift.min(1_000_000, rounded(.up)) }
}
