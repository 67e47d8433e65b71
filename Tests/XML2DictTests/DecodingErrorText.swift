// The errors of a decoder as one line.

import Testing
import XML2Dict

extension DecodingError {
    /// The kind, the coding path, and the description: `dataCorrupted item/0/price: expected …`.
    var text: String {
        switch self {
        case .typeMismatch(_, let context): "typeMismatch \(context.text)"
        case .valueNotFound(_, let context): "valueNotFound \(context.text)"
        case .keyNotFound(_, let context): "keyNotFound \(context.text)"
        case .dataCorrupted(let context): "dataCorrupted \(context.text)"
        @unknown default: "\(self)"
        }
    }
}

extension DecodingError.Context {
    fileprivate var text: String {
        let path = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
        return "\(path): \(debugDescription)"
    }
}

/// Decodes the root element of a document.
func decode<Decoded: Decodable>(
    _ type: Decoded.Type = Decoded.self,
    _ xml: String,
    _ options: XMLOptions = .init()
) throws -> Decoded {
    try XMLDecoder(options).decode(type, from: .string(xml))
}

/// The error of decoding the root element of a document.
func fault<Decoded: Decodable>(
    _ type: Decoded.Type,
    _ xml: String,
    _ options: XMLOptions = .init(),
    sourceLocation: SourceLocation = #_sourceLocation
) -> String {
    do {
        let decoded = try decode(type, xml, options)
        Issue.record("it decodes, as \(decoded)", sourceLocation: sourceLocation)
        return ""
    } catch let error as DecodingError {
        return error.text
    } catch {
        return "\(error)"
    }
}
