struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ElementDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        decoder.allKeys.compactMap { key in
            Key(stringValue: key) ?? decoder.session.expandedName(of: key).flatMap { Key(stringValue: $0) }
        }
    }

    func contains(_ key: Key) -> Bool {
        decoder.find(key.stringValue) != nil
    }

    private func entry(_ key: Key) throws -> Entry {
        guard let entry = decoder.find(key.stringValue) else { throw decoder.missing(key) }
        return entry
    }

    private func child(_ entry: Entry, _ key: Key) -> ElementDecoder {
        ElementDecoder(entry, .key(key, in: decoder.path), in: decoder)
    }

    private func child(_ key: Key) throws -> ElementDecoder {
        try child(entry(key), key)
    }

    /// Decodes an integer from plain text, and makes a decoder of the child only for other entries and for errors.
    @inline(__always)
    private func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ key: Key) throws -> Number {
        let entry = try entry(key)
        if let text = decoder.plainText(of: entry), let number = try? TextNumber.integer(text, type) { return number }
        return try child(entry, key).integer(type)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try child(key).saysNil
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key).boolean() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        let name = key.stringValue
        guard let entry = decoder.find(name) else {
            // The empty key means the text of the element, and an element without text has an empty text.
            if name.isEmpty { return "" }
            throw decoder.missing(key)
        }
        if let text = decoder.plainText(of: entry) { return String(decoding: text, as: UTF8.self) }
        return try child(entry, key).string()
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        let entry = try entry(key), text = decoder.plainText(of: entry)
        if let text, let number = try? TextNumber.floatingPoint(text, type) { return number }
        return try child(entry, key).floatingPoint(type)
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try child(key).floatingPoint(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
        if let entry = decoder.find(key.stringValue) {
            if key.stringValue == "_0", let empty = emptyList(type, entry) { return empty }
            if type == [String].self, let texts = plainTexts(of: entry) { return ElementDecoder.same(texts, as: type) }
            return try child(entry, key).decode(type)
        }
        return try decodeNothing(type, key)
    }

    /// Decodes `_0`, an associated value without a label, as an empty list if `_0` is the element itself, not a child.
    @inline(never)
    private func emptyList<Decoded>(_ type: Decoded.Type, _ entry: Entry) -> Decoded? {
        guard decoder.isEmpty || entry.kind == .dictionary, entry.isSame(as: decoder.entry) else { return nil }
        return (type as? any EmptyList.Type)?.init() as? Decoded
    }

    /// Decodes several texts without a decoder for each text, unless `[String]` has a text form of its own.
    @inline(never)
    private func plainTexts(of entry: Entry) -> [String]? {
        decoder.session.textDecoding([String].self) == nil ? decoder.plainTexts(of: entry) : nil
    }

    /// Decodes an absent element as an empty list or a nil optional, unlike `JSONDecoder`, which throws an error.
    @inline(never)
    private func decodeNothing<Decoded>(_ type: Decoded.Type, _ key: Key) throws -> Decoded {
        if key.stringValue == ElementDecoder.contentKey { return try decoder.decodeContent(type, key) }
        if let optional = type as? any OptionalType.Type, let none = optional.none as? Decoded { return none }
        if let list = type as? any EmptyList.Type, let empty = list.init() as? Decoded { return empty }
        throw decoder.missing(key)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let entry = decoder.find(key.stringValue) else { return nil }
        if let text = decoder.plainText(of: entry) { return String(decoding: text, as: UTF8.self) }
        return try child(entry, key).decodeUnlessEmpty(type)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.boolean() }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key)?.floatingPoint(type)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try present(key)?.floatingPoint(type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try present(key)?.integer(type) }

    func decodeIfPresent<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded? {
        guard let entry = decoder.find(key.stringValue) else {
            return key.stringValue == ElementDecoder.contentKey ? try decoder.decodeContent(type, key) : nil
        }
        return try child(entry, key).decodeUnlessEmpty(type)
    }

    /// The decoder of a child that is a number or a boolean, or `nil` for an absent child, null or an empty element.
    private func present(_ key: Key) -> ElementDecoder? {
        guard let entry = decoder.find(key.stringValue) else { return nil }
        let child = child(entry, key)
        return child.isNilForText ? nil : child
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        // An absent element is an empty list.
        let entry = decoder.find(key.stringValue) ?? Entry(key: 0, kind: .array, length: 0, offset: 0)
        return UnkeyedContainer(decoder: child(entry, key))
    }

    /// The decoder of a child `super`, or of this element if there is no such child.
    func superDecoder() throws -> any Decoder {
        guard let entry = decoder.find("super") else { return decoder }
        return ElementDecoder(entry, .key(AnyCodingKey(stringValue: "super"), in: decoder.path), in: decoder)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try child(key)
    }
}

private protocol EmptyList {
    init()
}

extension Array: EmptyList {}
extension Set: EmptyList {}
extension ContiguousArray: EmptyList {}
