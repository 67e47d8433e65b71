public import Foundation
public import XML2Dict

extension XMLSource {
    /// A file by its URL.
    ///
    /// A server's address cannot be read without waiting: the error of the synchronous methods says so. The asynchronous
    /// methods read both: `try await XMLReader().read(.url(address))`.
    public static func url(_ url: URL) -> XMLSource {
        if url.isFileURL { return .file(url.path) }
        let address = url.absoluteString
        return .failing(
            XMLReaderError(
                .cannotOpen,
                "'\(address)' is not a file; only asynchronous methods read addresses: try await read(.url(…))"
            )
        )
    }
}

extension XMLDecoder {
    /// Decodes the root element of a document in memory; short for `decode(type, from: .bytes(data))`.
    ///
    /// `JSONDecoder` and `PropertyListDecoder` have this method, too.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from data: Data) throws -> Decoded {
        try decode(type, from: .bytes(data))
    }
}
