public import Foundation
public import XML2Dict

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension XMLReader {
    /// Reads a document from an address: `https`, `http` or `file`.
    ///
    /// ```swift
    /// let feed = try await XMLReader().read(from: url)          // https://example.org/feed.xml
    /// ```
    ///
    /// It is parsed while it arrives. The encoding is the one that its byte order mark or its declaration names, or UTF-8: a
    /// `charset` in the answer's `Content-Type` is not looked at.
    ///
    /// - Parameters:
    ///   - url: Where the document is.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` when the document is at fault, and what ``URLChunks`` throws when it does not arrive.
    public func read(
        from url: URL,
        configuration: URLSessionConfiguration = .default
    ) async throws -> XMLValue {
        try await read(URLChunks(from: url, configuration: configuration))
    }

    /// Reads the document that answers a request, such as a `POST` to a SOAP service.
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: An ``XMLReaderError`` when the document is at fault, and what ``URLChunks`` throws when it does not arrive.
    public func read(
        from request: URLRequest,
        configuration: URLSessionConfiguration = .default
    ) async throws -> XMLValue {
        try await read(URLChunks(from: request, configuration: configuration))
    }

    /// The records of a document at an address, one at a time, as they arrive.
    ///
    /// ```swift
    /// for try await quake in XMLReader().records(at: "feed/entry", from: url) {
    ///     print(quake["title"]?["text"]?.string ?? "")
    /// }
    /// ```
    ///
    /// Nothing is sent before the first record is asked for. Whoever asks sets the pace, and memory stays small however long the
    /// document is; see ``URLChunks``. Leaving the loop or cancelling the task ends the transfer.
    ///
    /// Records that were complete before an error are delivered before it.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. A path that is none is thrown when the first
    ///     record is asked for.
    ///   - url: Where the document is.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The records. Each loop over them asks for the document again.
    public func records(
        at path: String,
        from url: URL,
        configuration: URLSessionConfiguration = .default
    ) -> XMLAsyncRecords<URLChunks> {
        records(at: path, in: URLChunks(from: url, configuration: configuration))
    }

    /// The records of the document that answers a request, one at a time, as they arrive.
    ///
    /// Everything else is as with an address.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. A path that is none is thrown when the first
    ///     record is asked for.
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The records. Each loop over them sends the request again.
    public func records(
        at path: String,
        from request: URLRequest,
        configuration: URLSessionConfiguration = .default
    ) -> XMLAsyncRecords<URLChunks> {
        records(at: path, in: URLChunks(from: request, configuration: configuration))
    }

    private func read(_ chunks: URLChunks) async throws -> XMLValue {
        var push = try XMLPushReader(options)
        for try await chunk in chunks {
            try push.feed(chunk)
        }
        return try push.finish()
    }
}
