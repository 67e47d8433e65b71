public import Foundation
public import XML2Dict
public import XML2DictWriting

extension XMLDecoder {
    /// Decodes the root element of a document in memory; short for `decode(type, from: .bytes(data))`.
    ///
    /// `JSONDecoder` and `PropertyListDecoder` have this method, too.
    ///
    /// - Throws: The errors of the method that it calls.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from data: Data) throws -> Decoded {
        try decode(type, from: .bytes(data))
    }
}

extension XMLEncoder {
    /// Encodes a value as a document in memory; `bytes(from:root:)` as Foundation's `Data`.
    ///
    /// - Throws: The errors of the method that it calls.
    public func data(from value: some Encodable, root: String) throws -> Data {
        Data(try bytes(from: value, root: root))
    }
}
