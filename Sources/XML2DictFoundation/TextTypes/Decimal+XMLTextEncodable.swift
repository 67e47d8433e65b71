public import Foundation
public import XML2Dict

extension Decimal: XMLTextEncodable {
    /// The decimal number with all its digits (XML Schema part 2, section 3.2.3); NaN is an error.
    ///
    /// A number with more than 38 digits before the point has an exponent, such as `1e100`, which the decoder reads.
    public func xmlText(with encoder: XMLEncoder) -> String? {
        guard isFinite else { return nil }
        let text = description
        guard exponent > 0, text.utf8.count > 38 else { return text }
        return "\(sign == .minus ? "-" : "")\(significand)e\(exponent)"
    }
}
