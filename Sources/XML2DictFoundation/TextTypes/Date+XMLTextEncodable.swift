public import Foundation
public import XML2Dict

extension XMLEncoder {
    /// The format of dates in text; ISO 8601 by default.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { self[strategy: Date.self] ?? .iso8601 }
        set { self[strategy: Date.self] = newValue }
    }

    /// The formats of dates in text.
    ///
    /// Dates are written in UTC. A date that is not finite is an error, and so is one outside the years of the format.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum DateEncodingStrategy: Sendable {
        /// ISO 8601 and XML Schema (part 2, section 3.2.7): `2024-05-01T12:30:00Z`, with as many digits of a fraction
        /// of a second as the date needs to be read back; years from 0 to 999999999.
        case iso8601

        /// RFC 822 and its successors, as in RSS: `Wed, 01 May 2024 12:30:00 +0000`, without fractions of a second;
        /// years from 0 to 9999.
        case rfc822

        /// Seconds since the beginning of 1970.
        case secondsSince1970

        /// Milliseconds since the beginning of 1970.
        case millisecondsSince1970

        /// A function makes the text, such as one with a formatter; it returns `nil` for a date that it cannot write.
        case custom(@Sendable (Date) throws -> String?)
    }
}

extension Date: XMLTextEncodable {
    /// The date in the format of ``XML2Dict/XMLEncoder/dateEncodingStrategy``.
    public func xmlText(with encoder: XMLEncoder) throws -> String? {
        guard timeIntervalSinceReferenceDate.isFinite else { return nil }
        return switch encoder.dateEncodingStrategy {
        case .iso8601: DateText.iso8601(self)
        case .rfc822: DateText.rfc822(self)
        case .secondsSince1970: Self.number(timeIntervalSince1970)
        case .millisecondsSince1970: Self.number(timeIntervalSince1970 * 1000)
        case .custom(let text): try text(self)
        }
    }

    /// A number without a point when it is a whole one.
    private static func number(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
