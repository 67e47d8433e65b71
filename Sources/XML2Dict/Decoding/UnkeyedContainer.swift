/// The list of the elements with one name, even if the name occurs only once.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    private(set) var decoder: ElementDecoder
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }

    var count: Int? { length }

    private var length: Int {
        decoder.entry.kind == .array ? decoder.entry.length : 1
    }

    var isAtEnd: Bool { currentIndex >= length }

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
        guard try next(Any.self).saysNil else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        try decode(type) { try $0.decode(type) }
    }

    // The standard library's implementations for 128-bit integers throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(type) { try $0.integer(type) } }

    /// Decodes the next element, and advances only if `decode` does not throw.
    private mutating func decode<Decoded>(
        _ type: Any.Type,
        _ decode: (ElementDecoder) throws -> Decoded
    ) throws -> Decoded {
        if currentIndex == 0, decoder.entry.kind == .dictionary { enterText(type) }
        let value = try decode(next(type))
        currentIndex += 1
        return value
    }

    /// Enters the text of an element, if a shape has made this text an array, and `type` decodes from text.
    @inline(never)
    private mutating func enterText(_ type: Any.Type) {
        let text = decoder.session.tree.child(of: decoder.entry, under: decoder.session.tree.textKey)
        guard let text, text.kind == .array, text.length > 0, decoder.isText(type) else { return }
        decoder = ElementDecoder(text, decoder.path, in: decoder)
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

struct TextContainer: SingleValueDecodingContainer {
    let decoder: ElementDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.saysNil }

    func decode(_ type: Bool.Type) throws -> Bool { try decoder.boolean() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.floatingPoint(type) }
    func decode(_ type: Float.Type) throws -> Float { try decoder.floatingPoint(type) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(type) }
    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded { try decoder.decode(type) }
}
