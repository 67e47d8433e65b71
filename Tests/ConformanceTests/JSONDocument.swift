import XML2Dict

/// A JSON value without the order of keys, as another program or this library gives it.
indirect enum JSONDocument: Hashable, Sendable {
    case dictionary([String: JSONDocument])
    case array([JSONDocument])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    /// Converts a value of the library.
    ///
    /// - Returns: `nil` for a value with numbers: no test here requests types.
    init?(_ value: XMLValue) {
        switch value.kind {
        case .dictionary:
            var entries: [String: JSONDocument] = [:]
            for (key, value) in value.entries {
                // One of two keys that Swift considers equal would hide the other.
                guard let document = JSONDocument(value), entries.updateValue(document, forKey: key) == nil else {
                    return nil
                }
            }
            self = .dictionary(entries)
        case .array:
            let items = value.list.compactMap { JSONDocument($0) }
            guard items.count == value.list.count else { return nil }
            self = .array(items)
        case .string, .boolean, .number:
            guard value.kind == .string, let text = value.string else { return nil }
            self = .string(text)
        case .null:
            self = .null
        }
    }

    /// The strings of an array that contains only strings.
    var strings: [String]? {
        guard case .array(let items) = self else { return nil }
        let strings = items.compactMap { if case .string(let text) = $0 { text } else { nil as String? } }
        return strings.count == items.count ? strings : nil
    }

    /// The strings of a dictionary that contains only strings.
    var stringsByKey: [String: String]? {
        guard case .dictionary(let entries) = self else { return nil }
        let strings = entries.compactMapValues { if case .string(let text) = $0 { text } else { nil as String? } }
        return strings.count == entries.count ? strings : nil
    }
}

extension JSONDocument: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONDocument].self) {
            self = .array(value)
        } else {
            self = .dictionary(try container.decode([String: JSONDocument].self))
        }
    }
}
