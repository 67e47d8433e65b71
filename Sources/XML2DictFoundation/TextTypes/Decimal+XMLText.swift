package import Foundation
package import XML2Dict
package import XML2DictWriting

extension Decimal: ForeignTextDecodable {
    /// Decodes a decimal number of at most 38 digits, independent of a locale (XML Schema part 2, section 3.2.3).
    package static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Decimal? {
        try parse(text).orThrow(expected: "a decimal number of at most 38 digits")
    }

    static func parse(_ text: String) -> Decimal? {
        // Foundation reads the number at the beginning of a text, and ignores the rest.
        guard TextNumber.double(text) != nil, text.utf8.allSatisfy(isInNumber) else { return nil }
        let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 &- UInt8(ascii: "0") < 10 }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= 38 else { return nil }
        return Decimal(
            string: text.hasPrefix("+") ? String(text.dropFirst()) : text,
            locale: Locale(identifier: "en_US_POSIX")
        )
    }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || "+-.eE".utf8.contains(byte)
    }
}

extension Decimal: ForeignTextEncodable {
    /// Returns all digits of the number, with an exponent for more than 38 digits before the point, or `nil` for NaN.
    package func xmlText(with encoder: XMLEncoder) -> String? {
        guard isFinite else { return nil }
        let text = description
        guard exponent > 0, text.utf8.count > 38 else { return text }
        return "\(sign == .minus ? "-" : "")\(significand)e\(exponent)"
    }
}
