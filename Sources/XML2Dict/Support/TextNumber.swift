/// Reads numbers and booleans of XML Schema part 2 exactly, and in the same way in every locale.
package enum TextNumber {
    enum ParseError: Error {
        case notANumber
        case outOfRange
    }

    /// Reads an integer with an optional sign (sections 3.2.3 and 3.3.13).
    static func integer<Number: FixedWidthInteger>(
        _ text: UnsafeBufferPointer<UInt8>,
        _: Number.Type = Number.self
    ) throws(ParseError) -> Number {
        let bytes = XMLWhitespace.trimmed(text)
        let hasSign = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
        let digits = bytes.dropFirst(hasSign ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { throw .notANumber }
        guard let number = Number(String(decoding: bytes, as: UTF8.self)) else { throw .outOfRange }
        return number
    }

    /// Reads a decimal number, `INF`, `-INF` or `NaN` (sections 3.2.4 and 3.2.5), or `Infinity` of other formats.
    static func floatingPoint<Number: LosslessStringConvertible & BinaryFloatingPoint>(
        _ text: UnsafeBufferPointer<UInt8>,
        _: Number.Type = Number.self
    ) throws(ParseError) -> Number {
        let bytes = XMLWhitespace.trimmed(text)
        let decimal = DecimalText(bytes)
        if Number.self == Double.self, let quotient = decimal?.quotient { return Number(quotient) }
        let string = String(decoding: bytes, as: UTF8.self)
        // The standard library also reads hexadecimal numbers, "inf" and "nan".
        guard decimal != nil, let number = Number(string) else {
            switch string {
            case "INF", "+INF", "Infinity", "+Infinity": return .infinity
            case "-INF", "-Infinity": return -.infinity
            case "NaN": return .nan
            default: throw .notANumber
            }
        }
        guard number.isFinite else { throw .outOfRange }
        return number
    }

    package static func double(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { try? floatingPoint($0) }
    }

    static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        let bytes = XMLWhitespace.trimmed(text)
        if bytes.elementsEqual("true".utf8) || bytes.elementsEqual("1".utf8) { return true }
        if bytes.elementsEqual("false".utf8) || bytes.elementsEqual("0".utf8) { return false }
        return nil
    }
}
