package import Foundation
package import XML2Dict
package import XML2DictWriting

extension URL: ForeignTextDecodable {
    package static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> URL? {
        try URL(string: text).orThrow(expected: "an address (URL)")
    }
}

extension URL: ForeignTextEncodable {
    package func xmlText(with encoder: XMLEncoder) -> String? {
        absoluteString
    }
}
