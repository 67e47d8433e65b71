public import Foundation
public import XML2Dict

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The bytes of the document at a URL, in chunks as they arrive.
///
/// ``_Concurrency/AsyncSequence/url(_:configuration:accepting:)`` and
/// ``_Concurrency/AsyncSequence/request(_:configuration:accepting:)`` create this sequence for calls that take chunks:
///
/// ```swift
/// func printEntries(of url: URL) async throws {
///     for try await entry in try XMLReader().records(at: "feed/entry", in: .url(url)) { print(entry) }
/// }
/// ```
///
/// `URLSession` follows redirects, decompresses gzip, and uses the proxies and other settings of its configuration.
///
/// **Pace.** The iterator sends the request when the caller asks for the first chunk. At most sixteen chunks, about 256
/// KiB, wait in memory for a slow reader. Beyond that, Apple's systems suspend the task, and the server waits. On
/// Linux, URLSession cannot pause, so an unnamed temporary file holds the unread chunks. If the system cannot write the
/// file, the iterator cancels the transfer, delivers the chunks that wait, and then throws a `CocoaError`.
///
/// **Errors.** A status that is not accepted, by default any status outside 200 to 299, is an ``XMLHTTPError``. A
/// missing or incomplete response is a `URLError`, such as `timedOut`. A body shorter than its `Content-Length` is
/// incomplete, even if the body contains a whole document. A longer body is cut off at its `Content-Length`. A file
/// that cannot be read is a `CocoaError`. The iterator delivers the chunks before an error.
///
/// **Timeouts.** The `timeoutInterval` of the request or the `timeoutIntervalForRequest` of the configuration limits
/// the time without a byte, by default to 60 seconds. Timeouts are rounded up to whole seconds. While the reader lags
/// behind, the time does not count. On Linux, `timeoutIntervalForResource` has no effect.
///
/// **Cancellation.** Releasing the iterator closes the connection at once. Cancelling a task that waits for a chunk
/// also closes the connection, and throws `CancellationError`. Leaving a loop releases the iterator. But in top-level
/// code, Swift keeps the iterator until the program ends (seen with Swift 6.3), so put the loop into a function.
///
/// **Linux.** URLSession ends the whole process when a server closes the connection inside the header of its response
/// (seen with Swift 6.3). Put a password into the URL or into the request's header `Authorization`, because a response
/// with the status 401 ends the transfer.
public struct XMLURLChunks: AsyncSequence, Sendable {
    /// A function that returns the next chunk, and whose release ends the transfer.
    typealias Next = @Sendable () async throws -> Data?

    let request: URLRequest
    let configuration: URLSessionConfiguration
    let acceptedStatuses: Set<Int>

    /// Returns an iterator over chunks of any size, whose first `next` sends the request.
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
                // Another thread reads the file, so that a slow disk blocks no task.
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

    private func unreadable(_ error: any Error) -> any Error {
        let words = "“\(request.url?.path ?? "")” cannot be read: \(error.localizedDescription)"
        let code = (error as? CocoaError)?.code ?? .fileReadUnknown
        return CocoaError(code, userInfo: [NSLocalizedDescriptionKey: words, NSUnderlyingErrorKey: error])
    }
}

extension AsyncSequence where Self == XMLURLChunks {
    /// Returns the bytes of the document at a URL, in chunks as they arrive.
    ///
    /// - Parameters:
    ///   - url: The URL: `https`, `http` or `file`. The other parameters have no effect on a `file`.
    ///   - configuration: Timeouts, headers, proxies and other settings. Later changes have no effect.
    ///   - statuses: The statuses of responses that are documents. Another status is an ``XMLHTTPError``.
    /// - Returns: The chunks. Each loop over them requests the document again.
    public static func url(
        _ url: URL,
        configuration: URLSessionConfiguration = .default,
        accepting statuses: Set<Int> = Set(200...299)
    ) -> XMLURLChunks {
        .request(URLRequest(url: url), configuration: configuration, accepting: statuses)
    }

    /// Returns the bytes of the response to a request, in chunks as they arrive.
    ///
    /// A SOAP service answers with the status 500 and a document when it reports a fault:
    ///
    /// ```swift
    /// func printAnswers(to request: URLRequest) async throws {
    ///     let chunks = XMLURLChunks.request(request, accepting: [200, 500])
    ///     for try await reply in try XMLReader().records(at: "soap:Envelope/soap:Body/*", in: chunks) { print(reply) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and other settings. Later changes have no effect.
    ///   - statuses: The statuses of responses that are documents. Another status is an ``XMLHTTPError``.
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
    /// Creates a source from the URL of a file.
    ///
    /// For another URL, reading throws an `XMLError` with the code `cannotOpen`, whose message names `.url(…)`.
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
    var isOfHTTP: Bool { ["http", "https"].contains(url?.scheme?.lowercased()) }

    /// The request with a lower-case scheme, because a scheme in capitals ends the process on Linux.
    ///
    /// An unset timeout stays unset, so that the configuration's timeout applies.
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
    /// The interval in whole seconds (Linux makes half a second zero), at most eleven days (Linux counts milliseconds).
    fileprivate var wholeSeconds: TimeInterval { Swift.min(1_000_000, rounded(.up)) }
}
