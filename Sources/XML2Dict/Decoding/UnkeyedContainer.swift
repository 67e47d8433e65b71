/// A list of elements with the same name; a single element is a list of one.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    let decoder: ElementDecoder
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { length }

    private var length: Int {
        decoder.entry.kind == .array ? decoder.entry.length : 1
    }

    var isAtEnd: Bool { currentIndex >= length }

    /// Makes the decoder of the next element, without advancing.
    private func next(_ type: Any.Type) throws -> ElementDecoder {
        guard !isAtEnd else {
            let context = decoder.context("there are no more than \(length) elements")
            throw DecodingError.valueNotFound(type, context)
        }
        let isArray = decoder.entry.kind == .array
        let entry = isArray ? decoder.session.tree.child(of: decoder.entry, at: currentIndex) : decoder.entry
        return ElementDecoder(entry, .index(currentIndex, in: decoder.path), in: decoder)
    }

    mutating func decodeNil() throws -> Bool {
        guard try next(Any.self).isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        try decode(type) { try $0.decode(type) }
    }

    // The standard library implements these, but throws.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(type) { try $0.integer(type) } }

    /// Decodes the next element and advances; an error does not advance.
    private mutating func decode<Decoded>(
        _ type: Any.Type,
        _ decode: (ElementDecoder) throws -> Decoded
    ) throws -> Decoded {
        let value = try decode(next(type))
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decode(type) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try decode(Any.self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try decode(Any.self) { $0 }
    }
}
