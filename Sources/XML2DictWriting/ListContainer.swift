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

    private mutating func put(_ text: EncodedNode.Text, _ value: Any) throws {
        try encoder.put(text, at: place, value, encoder.codingPath(to: .index(count)))
        count += 1
    }

    // The standard library implements these, but throws.
    mutating func encode(_ value: Int128) throws { try put(encoder.session.tree.pointee.text(of: value), value) }
    mutating func encode(_ value: UInt128) throws { try put(encoder.session.tree.pointee.text(of: value), value) }

    mutating func encode(_ value: Bool) throws { try encode(value ? "true" : "false") }
    mutating func encode(_ value: String) throws {
        try put(encoder.text(value, encoder.codingPath(to: .index(count))), value)
    }
    mutating func encode(_ value: Double) throws {
        try put(encoder.session.tree.pointee.text(ofFloatingPoint: value), value)
    }
    mutating func encode(_ value: Float) throws {
        try put(encoder.session.tree.pointee.text(ofFloatingPoint: value), value)
    }
    private mutating func putInteger(_ value: some FixedWidthInteger) throws {
        try put(encoder.session.tree.pointee.text(of: value), value)
    }
    mutating func encode(_ value: Int) throws { try putInteger(value) }
    mutating func encode(_ value: Int8) throws { try putInteger(value) }
    mutating func encode(_ value: Int16) throws { try putInteger(value) }
    mutating func encode(_ value: Int32) throws { try putInteger(value) }
    mutating func encode(_ value: Int64) throws { try putInteger(value) }
    mutating func encode(_ value: UInt) throws { try putInteger(value) }
    mutating func encode(_ value: UInt8) throws { try putInteger(value) }
    mutating func encode(_ value: UInt16) throws { try putInteger(value) }
    mutating func encode(_ value: UInt32) throws { try putInteger(value) }
    mutating func encode(_ value: UInt64) throws { try putInteger(value) }

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
