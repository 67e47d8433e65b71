public import Foundation
public import XML2Dict

extension XMLEncoder {
    /// The format of bytes in text; base64 by default.
    public var dataEncodingStrategy: DataEncodingStrategy {
        get { self[strategy: Data.self] ?? .base64 }
        set { self[strategy: Data.self] = newValue }
    }

    /// The formats of bytes in text.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum DataEncodingStrategy: Sendable {
        /// Base64 (RFC 4648, section 4), in one line.
        case base64

        /// Two hexadecimal digits a byte, such as `0f`.
        case hex

        /// A function makes the text; it returns `nil` for bytes that it cannot write.
        case custom(@Sendable (Data) throws -> String?)
    }
}

extension Data: XMLTextEncodable {
    /// The bytes in the format of ``XML2Dict/XMLEncoder/dataEncodingStrategy``.
    public func xmlText(with encoder: XMLEncoder) throws -> String? {
        switch encoder.dataEncodingStrategy {
        case .base64: base64EncodedString()
        case .hex: hexadecimal
        case .custom(let text): try text(self)
        }
    }

    private var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(count * 2)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
