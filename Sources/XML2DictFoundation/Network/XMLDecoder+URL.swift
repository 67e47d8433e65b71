public import Foundation
public import XML2Dict

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension XMLDecoder {
    /// Decodes the root element of a document at an address: `https`, `http` or `file`.
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - url: The address of the document.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The decoded root element.
    /// - Throws: `DecodingError` when the document does not fit the type, ``XMLReaderError`` when the document is
    ///   invalid or over
    ///   a limit, and the errors of ``URLChunks`` when it does not arrive.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from url: URL,
        configuration: URLSessionConfiguration = .default
    ) async throws -> Decoded {
        try decode(type, from: await reader.read(from: url, configuration: configuration))
    }

    /// Decodes the root element of the answer to a request, such as a `POST` to a SOAP service.
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The decoded root element.
    /// - Throws: `DecodingError` when the document does not fit the type, ``XMLReaderError`` when the document is
    ///   invalid or over
    ///   a limit, and the errors of ``URLChunks`` when it does not arrive.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from request: URLRequest,
        configuration: URLSessionConfiguration = .default
    ) async throws -> Decoded {
        try decode(type, from: await reader.read(from: request, configuration: configuration))
    }
}

extension XMLReader {
    /// The records of a document at an address, decoded one at a time, as they arrive.
    ///
    /// ```swift
    /// for try await quake in XMLReader().records(of: Earthquake.self, at: "feed/entry", from: url) { print(quake.title) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of a decoded record.
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. An invalid path is thrown when the first
    ///     record is
    ///     requested.
    ///   - url: The address of the document.
    ///   - decoder: The decoder of the records. The reader reads them, with this reader's options.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The records. Each loop over them requests the document again.
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: String,
        from url: URL,
        decoder: XMLDecoder = XMLDecoder(),
        configuration: URLSessionConfiguration = .default
    ) -> XMLAsyncDecodedRecords<Record, URLChunks> {
        records(of: type, at: path, in: URLChunks(from: url, configuration: configuration), decoder: decoder)
    }

    /// The records of the answer to a request, decoded one at a time, as they arrive.
    ///
    /// Otherwise it works as for an address.
    ///
    /// - Parameters:
    ///   - type: The type of a decoded record.
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. An invalid path is thrown when the first
    ///     record is
    ///     requested.
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - decoder: The decoder of the records. The reader reads them, with this reader's options.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The records. Each loop over them sends the request again.
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: String,
        from request: URLRequest,
        decoder: XMLDecoder = XMLDecoder(),
        configuration: URLSessionConfiguration = .default
    ) -> XMLAsyncDecodedRecords<Record, URLChunks> {
        records(of: type, at: path, in: URLChunks(from: request, configuration: configuration), decoder: decoder)
    }
}
