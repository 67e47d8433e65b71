import XML2Dict

/// Words for messages about values and schemas.
enum SchemaWords {
    /// What a value is.
    static func found(_ value: Entry, _ tree: StorageView) -> String {
        switch value.kind {
        case .dictionary, .textOnly: "an object"
        case .array: "a list of \(value.length) value\(value.length == 1 ? "" : "s")"
        case .null: "null"
        case .number, .boolean, .string, .name:
            "the text '\(String(decoding: tree.text(value).prefix(60), as: UTF8.self))\(value.length > 60 ? "…" : "")'"
        }
    }

    /// What a schema allows.
    static func expected(_ types: SchemaNode.Types) -> String {
        let names = types.names.map { name in
            switch name {
            case "null": name
            case "object", "array", "integer": "an \(name)"
            default: "a \(name)"
            }
        }
        guard let last = names.last else { return "nothing there" }
        return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
    }
}
