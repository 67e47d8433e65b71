import XML2Dict

/// The attributes, child elements and text of an element, by coding keys.
struct ElementContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ElementEncoder
    /// The element.
    let node: Int32

    var codingPath: [any CodingKey] { encoder.codingPath }

    private var tree: UnsafeMutablePointer<EncodingTree> { encoder.session.tree }

    @inline(__always)
    private func putInteger(_ number: some FixedWidthInteger, _ key: Key) throws {
        let place = try encoder.place(of: key, in: node)
        try encoder.put(tree.pointee.text(of: number), at: place, number, encoder.codingPath(to: .key(key)))
    }

    @inline(__always)
    private func putNumber(_ number: some BinaryFloatingPoint & LosslessStringConvertible, _ key: Key) throws {
        let place = try encoder.place(of: key, in: node)
        try encoder.put(
            tree.pointee.text(ofFloatingPoint: number),
            at: place,
            number,
            encoder.codingPath(to: .key(key))
        )
    }

    func encodeNil(forKey key: Key) throws {
        try encoder.putNil(at: encoder.place(of: key, in: node), encoder.codingPath(to: .key(key)))
    }

    /// Encodes nil of a property, which may be absent.
    private func encodeAbsence(_ key: Key) throws {
        if encoder.session.encoder.nilStrategy != .omit { try encodeNil(forKey: key) }
    }

    func encode(_ value: Bool, forKey key: Key) throws { try encode(value ? "true" : "false", forKey: key) }
    func encode(_ value: String, forKey key: Key) throws {
        let place = try encoder.place(of: key, in: node)
        let text = try encoder.text(value, encoder.codingPath(to: .key(key)))
        try encoder.put(text, at: place, value, encoder.codingPath(to: .key(key)))
    }
    func encode(_ value: Double, forKey key: Key) throws { try putNumber(value, key) }
    func encode(_ value: Float, forKey key: Key) throws { try putNumber(value, key) }
    func encode(_ value: Int, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: Int128, forKey key: Key) throws { try putInteger(value, key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try putInteger(value, key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.encode(value, at: encoder.place(of: key, in: node), .key(key))
    }

    // The standard library implements these, and leaves out nil.

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeAbsence(key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeAbsence(key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        if let value { try putNumber(value, key) } else { try encodeAbsence(key) }
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        if let value { try putNumber(value, key) } else { try encodeAbsence(key) }
    }
    private func putIfPresent(_ value: (some FixedWidthInteger)?, _ key: Key) throws {
        if let value { try putInteger(value, key) } else { try encodeAbsence(key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try putIfPresent(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try putIfPresent(value, key) }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { return try encode(value, forKey: key) }
        // An empty element would be a list of one.
        if !(Value.self is any ListOfElements.Type) { try encodeAbsence(key) }
    }

    // MARK: Nested containers

    private func nested(_ key: Key) -> ElementEncoder {
        let place: EncodedPlace
        do {
            place = try encoder.place(of: key, in: node)
        } catch {
            if let error = error as? EncodingError { encoder.session.fail(error) }
            place = EncodedPlace(parent: node, name: 0, role: .element)
        }
        return ElementEncoder(place, .key(key), in: encoder)
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

    /// The encoder of a superclass, for a child `super`, which the decoder takes for a superclass.
    func superEncoder() -> any Encoder {
        let name = encoder.session.tree.pointee.names.key("super").name
        return ElementEncoder(
            EncodedPlace(parent: node, name: name, role: .element),
            .key(PlainKey(stringValue: "super")),
            in: encoder
        )
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        nested(key)
    }
}

/// Types that are several elements, or none.
private protocol ListOfElements {}

extension Array: ListOfElements {}
extension Set: ListOfElements {}
extension ContiguousArray: ListOfElements {}
