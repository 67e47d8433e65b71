public import Foundation
public import XML2Dict
public import XML2DictWriting

extension XMLDecoder {
    /// The format of bytes in text, by default base64.
    public var dataDecodingStrategy: XMLDataFormat {
        get { self[strategy: Data.self] ?? .base64 }
        set { self[strategy: Data.self] = newValue }
    }
}

/// The formats of bytes in text.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum XMLDataFormat: Sendable {
    /// Base64 (RFC 4648, section 4), written in one line, and read with white space anywhere.
    case base64

    /// Two hexadecimal digits a byte, such as `0f`, read with white space anywhere.
    case hex
}

extension Data: ForeignTextDecodable {
    package static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Data? {
        let digits = text.utf8.filter { !XMLWhitespace.contains($0) }
        return switch decoder.dataDecodingStrategy {
        case .base64: try Data(base64Encoded: Data(digits)).orThrow(expected: "bytes as base64 (dataDecodingStrategy)")
        case .hex:
            try bytes(ofHex: digits).orThrow(expected: "bytes as pairs of hexadecimal digits (dataDecodingStrategy)")
        }
    }

    private static func bytes(ofHex digits: [UInt8]) -> Data? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var data = Data(capacity: digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexadecimalValue, let low = digits[index + 1].hexadecimalValue else {
                return nil
            }
            data.append(UInt8(high << 4 | low))
        }
        return data
    }
}

extension XMLEncoder {
    /// The format of bytes in text, by default base64.
    public var dataEncodingStrategy: XMLDataFormat {
        get { self[strategy: Data.self] ?? .base64 }
        set { self[strategy: Data.self] = newValue }
    }
}

extension Data: ForeignTextEncodable {
    package func xmlText(with encoder: XMLEncoder) throws -> String? {
        switch encoder.dataEncodingStrategy {
        case .base64: base64EncodedString()
        case .hex: hexadecimal
        }
    }

    private var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in self { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}

extension XMLDecoder {
    /// Decodes the root element of a document in memory, with the errors of `decode(type, from: .bytes(data))`.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from data: Data,
        root: String? = nil
    ) throws -> Decoded {
        try decode(type, from: .bytes(data), root: root)
    }
}

extension XMLEncoder {
    /// Encodes a value as a document in memory, with the errors of `bytes(from:root:)`.
    public func data(from value: some Encodable, root: String) throws -> Data {
        Data(try bytes(from: value, root: root))
    }
}
