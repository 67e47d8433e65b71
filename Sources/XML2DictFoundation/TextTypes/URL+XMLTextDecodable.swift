public import Foundation
public import XML2Dict

extension URL: XMLTextDecodable {
    /// An address; `nil` when the text is none.
    public static func decode(xmlText text: String, with decoder: XMLDecoder) -> URL? {
        URL(string: text)
    }

    /// An address.
    public static func expectation(of decoder: XMLDecoder) -> String { "an address (URL)" }
}
