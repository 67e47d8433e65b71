/// Finds numbers and booleans in text.
package enum TextTypes {
    /// The kind of a text by the rule of `infersTypes`: a number or a boolean that no reader of JSON changes, else a
    /// string.
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

    /// How many digits a number of JSON without an exponent has, and whether it has no point; `nil` for other texts, and
    /// for minus zero.
    package static func plainNumber(_ text: UnsafeBufferPointer<UInt8>) -> (digits: Int, isWhole: Bool)? {
        DecimalText.plainNumber(text)
    }

    /// Converts a number of XML Schema to a number of JSON; `nil` when the text is not a number.
    ///
    /// White space around the number does not count (XML Schema part 2, section 4.3.6).
    package static func number(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        DecimalText(XMLWhitespace.trimmed(text))?.json
    }

    /// Converts a number without an exponent, of any length, to a number of JSON; `nil` when the text is not one.
    package static func decimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (json: [UInt8], isWhole: Bool)? {
        DecimalText(text)?.jsonOfAnyLength
    }

    /// Whether a text is a number, which may be out of the range of a `Double`.
    package static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { DecimalText(text) != nil }

    /// Converts a boolean of XML Schema to a boolean of JSON; `nil` when the text is not a boolean.
    package static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        TextNumber.boolean(text).map { Array(($0 ? "true" : "false").utf8) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text is a number as JSON writes it (RFC 8259, section 6), which a `Double` can hold.
    package var isNumberOfJSON: Bool { DecimalText.isJSON(self) }
}
