public import Foundation
public import XML2Dict
public import XML2DictWriting

extension URL: XMLTextDecodable {
    /// Decodes a URL.
    public static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> URL? {
        try URL(string: text).orThrow(expected: "an address (URL)")
    }
}

extension URL: XMLTextEncodable {
    /// The URL, resolved against its base.
    public func xmlText(with encoder: XMLEncoder) -> String? {
        absoluteString
    }
}
