import XML2Dict

/// The types and formats that a text fits.
enum TextFit {
    /// The types of a schema that a text, a number or a boolean fits, if texts may become numbers and booleans.
    static func types(of entry: Entry, _ text: UnsafeBufferPointer<UInt8>, converts: Bool) -> SchemaNode.Types {
        switch entry.kind {
        case .number:
            let types: SchemaNode.Types = isWhole(text) ? [.number, .integer] : .number
            guard converts else { return types }
            return types.union(TextTypes.boolean(text) == nil ? .string : [.string, .boolean])
        case .boolean: return converts ? [.boolean, .string] : .boolean
        case .string, .name:
            guard converts else { return .string }
            var types: SchemaNode.Types = text.isEmpty ? [.string, .null] : .string
            if let number = TextTypes.number(text) {
                types.insert(.number)
                if number.withUnsafeBufferPointer(isWhole) { types.insert(.integer) }
            }
            if TextTypes.boolean(text) != nil { types.insert(.boolean) }
            return types
        case .null, .array, .dictionary, .textOnly: return []
        }
    }

    /// Whether a number of JSON is an integer, as `1`, `1.0` and `1e3` are (JSON Schema 2020-12, validation, 6.1.1).
    static func isWhole(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let point = number.firstIndex(where: { !($0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-")) })
        else {
            return true
        }
        if number[point] == UInt8(ascii: "."), !number.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            return number[(point + 1)...].allSatisfy { $0 == UInt8(ascii: "0") }
        }
        guard let value = Double(String(decoding: number, as: UTF8.self)) else { return false }
        return value.isFinite && value == value.rounded()
    }

    /// Whether a text has a format.
    static func has(_ format: SchemaNode.Format, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch format {
        case .date: TextForm(text) == .date
        case .dateTime: TextForm(text) == .dateTime
        case .uri: TextForm.isURI(text)
        }
    }
}
