import XML2Dict

struct ElementContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ElementEncoder
    let node: Int32

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
        try encoder.putNil(at: encoder.position(of: key, in: node), encoder.codingPath(to: .key(key)))
    }

    // This method encodes all types, including types with their own method in the protocol, such as `Int`.
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.encode(value, at: encoder.position(of: key, in: node, for: value), .key(key))
    }

    // The default implementations for 128-bit integers throw.
    func encode(_ value: Int128, forKey key: Key) throws { try encodeOptional(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try encodeOptional(value, key) }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encodeOptional(value, key)
    }

    private func encodeOptional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value { return try encode(value, forKey: key) }
        // `position` removes the attribute paths that match the key from the unmatched paths.
        if encoder.session.tree.hasUnmatchedPaths { _ = try? encoder.position(of: key, in: node) }
        // The decoder would read an empty element as a list with one item.
        if encoder.session.encoder.nilStrategy != .omit, !(Value.self is any ListOfElements.Type) {
            try encodeNil(forKey: key)
        }
    }

    // The default implementations of these methods leave out nil with every strategy.

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }

    private func nested(_ key: Key) -> ElementEncoder {
        let position: NodePosition
        do {
            position = try encoder.position(of: key, in: node)
        } catch {
            if let error = error as? EncodingError { encoder.session.fail(error) }
            position = NodePosition(parent: node)
        }
        return ElementEncoder(position, .key(key), in: encoder)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nested(key).nest().container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    /// Returns the encoder of a child element `super`, which the decoder's `superDecoder` reads.
    func superEncoder() -> any Encoder {
        let name = encoder.session.tree.key("super", &encoder.session.tags.names).position.name
        let position = NodePosition(parent: node, name: name)
        return ElementEncoder(position, .key(AnyCodingKey(stringValue: "super")), in: encoder)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        nested(key)
    }
}

private protocol ListOfElements {}

extension Array: ListOfElements {}
extension Set: ListOfElements {}
extension ContiguousArray: ListOfElements {}

struct ListContainer: UnkeyedEncodingContainer {
    let encoder: ElementEncoder
    private(set) var count = 0
    private var position: NodePosition

    init(encoder: ElementEncoder) {
        self.encoder = encoder
        position = encoder.position
        position.role = position.role == .content ? .contentItem : .item
    }

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws {
        try encoder.putNil(at: position, encoder.codingPath(to: .index(count)))
        count += 1
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try add(value) }

    mutating func encode(_ value: Int128) throws { try add(value) }
    mutating func encode(_ value: UInt128) throws { try add(value) }

    private mutating func add<Value: Encodable>(_ value: Value) throws {
        try encoder.encode(value, at: position, .index(count))
        count += 1
    }

    private mutating func next() -> ElementEncoder {
        defer { count += 1 }
        return ElementEncoder(position, .index(count), in: encoder)
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

struct ValueContainer: SingleValueEncodingContainer {
    let encoder: ElementEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { try encoder.putNil() }

    func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }

    func encode(_ value: Int128) throws { try encoder.encode(value) }
    func encode(_ value: UInt128) throws { try encoder.encode(value) }
}
