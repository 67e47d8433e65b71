package enum TextTypes {
    /// The kind of a text under `infersTypes`: a number with a value that JSON readers keep, a boolean, or a string.
    @inline(__always)
    package static func infer(_ text: UnsafeBufferPointer<UInt8>) -> Entry.Kind {
        guard let first = text.first else { return .string }
        return switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            DecimalText.isInferred(text) ? .number : .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8) ? .boolean : .string
        default: .string
        }
    }

    /// The number of digits of a JSON number without an exponent, or `nil` for other texts and for minus zero.
    package static func plainNumber(_ text: UnsafeBufferPointer<UInt8>) -> (digits: Int, isWhole: Bool)? {
        DecimalText.plainNumber(text)
    }

    /// Converts a number of XML Schema to JSON, without the white space around the number (part 2, section 4.3.6).
    package static func number(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        DecimalText(XMLWhitespace.trimmed(text))?.json
    }

    /// Converts a number without an exponent, of any length, to JSON.
    package static func decimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (json: [UInt8], isWhole: Bool)? {
        DecimalText(text)?.jsonOfAnyLength
    }

    /// Whether a text is a number, even if the number is outside the range of `Double`.
    package static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { DecimalText(text) != nil }

    package static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        TextNumber.boolean(text).map { Array(($0 ? "true" : "false").utf8) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text is a JSON number (RFC 8259, section 6) that a `Double` can hold.
    package var isNumberOfJSON: Bool { DecimalText.isJSON(self) }
}
