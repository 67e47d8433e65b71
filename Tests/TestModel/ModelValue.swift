/// A value that the model makes.
indirect enum ModelValue {
    case dictionary([(key: String, value: ModelValue)])
    case array([ModelValue])
    case string(String)
    /// A number as JSON writes it.
    case number(String)
    case boolean(Bool)
    case null

    /// Compact JSON (RFC 8259).
    var json: String {
        switch self {
        case .dictionary(let entries):
            "{" + entries.map { Self.quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
        case .array(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .string(let text): Self.quoted(text)
        case .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
