public import Foundation
public import XML2Dict

extension URL: XMLTextDecodable {
    /// Decodes an address; `nil` for text that is not an address.
    public static func decode(xmlText text: String, with decoder: XMLDecoder) -> URL? {
        URL(string: text)
    }

    /// An address.
    public static func expectation(of decoder: XMLDecoder) -> String { "an address (URL)" }
}
