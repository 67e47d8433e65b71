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
    /// The reader parses the document while it arrives. It uses the encoding of the byte order mark or the declaration,
    /// or UTF-8; it ignores a `charset` in the `Content-Type` of the answer.
    ///
    /// - Parameters:
    ///   - url: The address of the document.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: ``XMLReaderError`` when the document is invalid or over a limit, and the errors of ``URLChunks`` when
    ///   it does
    ///   not arrive.
    public func read(
        from url: URL,
        configuration: URLSessionConfiguration = .default
    ) async throws -> XMLValue {
        try await read(URLChunks(from: url, configuration: configuration))
    }

    /// Reads the answer to a request, such as a `POST` to a SOAP service.
    ///
    /// - Parameters:
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: A dictionary with one key, the name of the root element, unless the options say otherwise.
    /// - Throws: ``XMLReaderError`` when the document is invalid or over a limit, and the errors of ``URLChunks`` when
    ///   it does
    ///   not arrive.
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
    /// The request is sent when the first record is requested. The loop sets the pace, and memory use is small for a
    /// document of any length; see ``URLChunks``. Leaving the loop or cancelling the task ends the transfer.
    ///
    /// Records that were complete before an error are delivered before it.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. An invalid path is thrown when the first
    ///     record is
    ///     requested.
    ///   - url: The address of the document.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The records. Each loop over them requests the document again.
    public func records(
        at path: String,
        from url: URL,
        configuration: URLSessionConfiguration = .default
    ) -> XMLAsyncRecords<URLChunks> {
        records(at: path, in: URLChunks(from: url, configuration: configuration))
    }

    /// The records of the answer to a request, one at a time, as they arrive.
    ///
    /// Otherwise it works as for an address.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. An invalid path is thrown when the first
    ///     record is
    ///     requested.
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
