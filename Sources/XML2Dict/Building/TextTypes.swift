/// Finds numbers and booleans in text.
enum TextTypes {
    /// The kind of text that prints back as it is: a number, a boolean, or else a string.
    @inline(__always)
    static func infer(_ text: UnsafeBufferPointer<UInt8>) -> Entry.Kind {
        guard let first = text.first else { return .string }
        return switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            DecimalText(text[...])?.isJSON == true ? .number : .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8) ? .boolean : .string
        default: .string
        }
    }

    /// A number as JSON writes it, from one as XML Schema writes it; `nil` when the text is not a number.
    ///
    /// White space around it does not count (XML Schema part 2, section 4.3.6).
    static func number(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        DecimalText(XMLWhitespace.trimmed(text))?.json
    }

    /// A boolean as JSON writes it, from one as XML Schema writes it; `nil` when the text is not a boolean.
    static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        TextNumber.boolean(text).map { Array(($0 ? "true" : "false").utf8) }
    }
}
