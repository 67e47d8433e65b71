/// What XML becomes: a dictionary, an array, a string or null; a number or a boolean only when asked for.
///
/// ```swift
/// let menu = try XMLReader().read(string: "<menu><item>Cake</item><item>Pie</item></menu>")
/// menu["menu"]?.list("item").count                  // 2
/// menu["menu"]?["item"]?[1]?["text"]?.string        // "Pie"
/// ```
///
/// A value is a view of a shared storage that never changes, so copying one, passing it to another task and taking a part out of it cost
/// nothing; a part keeps the whole document in memory as long as it is in use.
///
/// Keys are compared by their bytes, as names in XML are: `é` and `e` with a combining accent are two keys.
public struct XMLValue: Sendable {
    let storage: ValueStorage
    let entry: Entry

    init(storage: ValueStorage, entry: Entry) {
        self.storage = storage
        self.entry = entry
    }

    /// What a value can be.
    public enum Kind: Hashable, Sendable {
        /// Values under keys, in document order.
        case dictionary
        /// Values in document order.
        case array
        /// Text.
        case string
        /// A number; only where an option asks for types.
        case number
        /// True or false; only where an option asks for types.
        case boolean
        /// Nothing; only where an option asks for it.
        case null
    }

    /// What this value is.
    public var kind: Kind {
        switch entry.kind {
        case .dictionary, .textOnly: .dictionary
        case .array: .array
        case .string, .name: .string
        case .number: .number
        case .boolean: .boolean
        case .null: .null
        }
    }

    /// The text of a string, and of a number or a boolean as the document writes it; `nil` for anything else.
    public var string: String? {
        guard entry.isText else { return nil }
        return String(decoding: storage.tree.text(entry), as: UTF8.self)
    }

    /// How many entries a dictionary, or how many items an array has; 0 for anything else.
    public var count: Int {
        entry.childCount
    }

    /// The value inside this one at a place that is known to exist.
    func child(at index: Int) -> XMLValue {
        XMLValue(storage: storage, entry: storage.tree.child(of: entry, at: index))
    }
}
