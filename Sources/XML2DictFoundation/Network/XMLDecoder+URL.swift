public import Foundation
public import XML2Dict

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension XMLDecoder {
    /// Decodes the root element of a document at an address: `https`, `http` or `file`.
    ///
    /// - Parameters:
    ///   - type: What to make.
    ///   - url: Where the document is.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`; an `XMLReaderError` when the document is at fault; what ``URLChunks`` throws when it does not arrive.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from url: URL,
        configuration: URLSessionConfiguration = .default
    ) async throws -> Decoded {
        try decode(type, from: await reader.read(from: url, configuration: configuration))
    }

    /// Decodes the root element of the document that answers a request, such as a `POST` to a SOAP service.
    ///
    /// - Parameters:
    ///   - type: What to make.
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`; an `XMLReaderError` when the document is at fault; what ``URLChunks`` throws when it does not arrive.
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
    ///   - type: What a record is made into.
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. A path that is none is thrown when the first
    ///     record is asked for.
    ///   - url: Where the document is.
    ///   - decoder: How records are decoded; they are read with this reader's options.
    ///   - configuration: Timeouts, headers, proxies and the like; see ``URLChunks``.
    /// - Returns: The records. Each loop over them asks for the document again.
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: String,
        from url: URL,
        decoder: XMLDecoder = XMLDecoder(),
        configuration: URLSessionConfiguration = .default
    ) -> XMLAsyncDecodedRecords<Record, URLChunks> {
        records(of: type, at: path, in: URLChunks(from: url, configuration: configuration), decoder: decoder)
    }

    /// The records of the document that answers a request, decoded one at a time, as they arrive.
    ///
    /// Everything else is as with an address.
    ///
    /// - Parameters:
    ///   - type: What a record is made into.
    ///   - path: The elements that are records.
    ///   - request: The request, with its method, headers, body and timeout.
    ///   - decoder: How records are decoded; they are read with this reader's options.
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
