import XML2Dict

/// A single value, in the place of the type that contains it.
struct ValueContainer: SingleValueEncodingContainer {
    let encoder: ElementEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws { try encoder.putNil() }

    private func put(_ number: some FixedWidthInteger) throws {
        try encoder.put(encoder.session.tree.pointee.text(of: number), number)
    }

    func encode(_ value: Bool) throws { try encoder.encode(value) }
    func encode(_ value: String) throws { try encoder.encode(value) }
    func encode(_ value: Double) throws { try encoder.encode(value) }
    func encode(_ value: Float) throws {
        try encoder.put(encoder.session.tree.pointee.text(ofFloatingPoint: value), value)
    }
    func encode(_ value: Int) throws { try put(value) }
    func encode(_ value: Int8) throws { try put(value) }
    func encode(_ value: Int16) throws { try put(value) }
    func encode(_ value: Int32) throws { try put(value) }
    func encode(_ value: Int64) throws { try put(value) }
    func encode(_ value: UInt) throws { try put(value) }
    func encode(_ value: UInt8) throws { try put(value) }
    func encode(_ value: UInt16) throws { try put(value) }
    func encode(_ value: UInt32) throws { try put(value) }
    func encode(_ value: UInt64) throws { try put(value) }
    func encode(_ value: Int128) throws { try put(value) }
    func encode(_ value: UInt128) throws { try put(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
