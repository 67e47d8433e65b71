public import Foundation
public import XML2Dict

extension URL: XMLTextEncodable {
    /// The address, resolved against its base.
    public func xmlText(with encoder: XMLEncoder) -> String? {
        absoluteString
    }
}
