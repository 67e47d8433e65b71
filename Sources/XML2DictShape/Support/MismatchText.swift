import XML2Dict

typealias MismatchFilter = (_ fault: ElementMismatch) -> Bool

/// Describes values and types in messages about mismatches.
enum MismatchText {
    static func found(_ value: Entry, _ tree: StorageView) -> String {
        switch value.kind {
        case .dictionary, .textOnly: "an object"
        case .array: "a list of \(value.length) value\(value.length == 1 ? "" : "s")"
        case .null: "null"
        case .number, .boolean, .string, .name:
            "the text '\(String(decoding: tree.text(value).prefix(60), as: UTF8.self))\(value.length > 60 ? "…" : "")'"
        }
    }
}
