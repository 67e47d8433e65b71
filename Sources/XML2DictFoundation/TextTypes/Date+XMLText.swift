public import Foundation
public import XML2Dict
public import XML2DictWriting

extension XMLDecoder {
    /// The format of dates in text, by default ISO 8601.
    public var dateDecodingStrategy: DateDecodingStrategy {
        get { self[strategy: Date.self] ?? .iso8601 }
        set { self[strategy: Date.self] = newValue }
    }

    /// The formats of dates in text.
    ///
    /// A date without a time zone is in UTC. A day that does not exist is invalid, such as February 30.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum DateDecodingStrategy: Sendable {
        /// ISO 8601 and XML Schema (part 2, section 3.2.7): `2024-05-01T12:30:00Z`, with an optional fraction of a
        /// second and an optional offset, or `2024-05-01`, which means the beginning of this day.
        case iso8601

        /// RFC 822 and its successors, as in RSS, and the dates of HTTP: `Wed, 01 May 2024 12:30:00 +0200`.
        case rfc822

        /// ISO 8601, RFC 822 or seconds since 1970, tried in this order, because feeds mix the formats.
        case internet

        /// A formatter's format.
        case formatted(DateFormatter)

        /// A function that decodes the date, as with `JSONDecoder`. `decoder.singleValueContainer()` has the text of
        /// the date, and `decoder.codingPath` has the name of the element.
        case custom(@Sendable (any Decoder) throws -> Date)
    }
}

extension XMLDecoder.DateDecodingStrategy: DecodingFunction {
    package var function: Function? { if case .custom(let decode) = self { decode } else { nil } }
}

extension Date: ForeignTextDecodable {
    package static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Date? {
        let (date, expected) =
            switch decoder.dateDecodingStrategy {
            case .iso8601: (DateText.iso8601(text), "a date as ISO 8601 writes it, such as 2024-05-01T12:30:00Z")
            case .rfc822:
                (DateText.rfc822(text), "a date as RFC 822 writes it, such as Wed, 01 May 2024 12:30:00 GMT")
            case .internet:
                (
                    DateText.iso8601(text) ?? DateText.rfc822(text) ?? TextNumber.double(text).flatMap(since1970),
                    "a date as ISO 8601 or RFC 822 writes it, or seconds since 1970"
                )
            case .formatted(let formatter):
                (formatter.date(from: text), "a date in the format '\(formatter.dateFormat ?? "")'")
            case .custom: (nil, "a date")
            }
        return try date.orThrow(expected: "\(expected) (dateDecodingStrategy)")
    }

    private static func since1970(_ seconds: Double) -> Date? {
        seconds.isFinite ? Date(timeIntervalSince1970: seconds) : nil
    }
}

extension XMLEncoder {
    /// The format of dates in text, by default ISO 8601.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { self[strategy: Date.self] ?? .iso8601 }
        set { self[strategy: Date.self] = newValue }
    }

    /// The formats of dates in text.
    ///
    /// Dates are written in UTC. An infinite date is an error, and so is a date outside the years of the format.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum DateEncodingStrategy: Sendable {
        /// ISO 8601 and XML Schema (part 2, section 3.2.7): `2024-05-01T12:30:00Z`, with as many digits of a fraction
        /// of a second as the decoder needs to make an equal date, in the years 0 to 999999999.
        case iso8601

        /// RFC 822 and its successors, as in RSS and HTTP (RFC 9110, section 5.6.7): `Wed, 01 May 2024 12:30:00 GMT`,
        /// without fractions of a second, in the years 0 to 9999.
        case rfc822

        /// A formatter's format.
        case formatted(DateFormatter)

        /// A function that encodes the date into `encoder.singleValueContainer()`, as with `JSONEncoder`.
        case custom(@Sendable (Date, any Encoder) throws -> Void)
    }
}

extension XMLEncoder.DateEncodingStrategy: EncodingFunction {
    package var function: Function? {
        guard case .custom(let encode) = self else { return nil }
        return { value, encoder in if let date = value as? Date { try encode(date, encoder) } }
    }
}

extension Date: ForeignTextEncodable {
    package func xmlText(with encoder: XMLEncoder) throws -> String? {
        guard timeIntervalSinceReferenceDate.isFinite else { return nil }
        return switch encoder.dateEncodingStrategy {
        case .iso8601: DateText.iso8601(self)
        case .rfc822: DateText.rfc822(self)
        case .formatted(let formatter): formatter.string(from: self)
        case .custom: nil
        }
    }
}
