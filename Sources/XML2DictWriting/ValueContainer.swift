import XML2Dict

/// A single value, in the place of the type that contains it.
struct ValueContainer: SingleValueEncodingContainer {
    let encoder: ElementEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { try encoder.putNil() }

    // It serves all types, also those that the protocol names, such as numbers.
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
