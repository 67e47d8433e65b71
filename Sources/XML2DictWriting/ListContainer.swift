import XML2Dict

/// A list: elements with the same name.
struct ListContainer: UnkeyedEncodingContainer {
    let encoder: ElementEncoder
    private(set) var count = 0
    private let place: EncodedPlace

    init(encoder: ElementEncoder) {
        self.encoder = encoder
        place = EncodedPlace(
            parent: encoder.place.parent,
            name: encoder.place.name,
            role: .item,
            declaration: encoder.place.declaration
        )
    }

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws {
        try encoder.putNil(at: place, encoder.codingPath(to: .index(count)))
        count += 1
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try encoder.encode(value, at: place, .index(count))
        count += 1
    }

    private mutating func next() -> ElementEncoder {
        defer { count += 1 }
        return ElementEncoder(place, .index(count), in: encoder)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        next().nest().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        next()
    }
}
