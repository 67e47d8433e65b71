/// A value of an XML document or of a part of it: a dictionary, an array, a string or null, and with an option a number
/// or a boolean.
///
/// ```swift
/// let menu = try XMLReader().read(string: "<menu><item>Cake</item><item>Pie</item></menu>")
/// menu["menu"]?.list("item").count                  // 2
/// menu["menu"]?["item"]?[1]?["text"]?.string        // "Pie"
/// ```
///
/// A value is a view of a shared storage: you copy it, pass it to another task or take a part of it at no cost. A part
/// keeps the whole document in memory while it is in use.
///
/// A variable changes by key, by index and by path, and its copies do not: see <doc:ChangingValues>. A change copies
/// only the part that changes:
///
/// ```swift
/// var next = menu
/// next["menu"]?["item"]?[1]?["text"] = "Cherry pie"
/// ```
///
/// Keys are compared by their bytes, as names in XML are: `é` and `e` with a combining accent are two keys.
public struct XMLValue: Sendable {
    package var storage: ValueStorage
    package var entry: Entry

    /// The kinds of values.
    public enum Kind: Hashable, Sendable {
        /// Values under keys, in document order.
        case dictionary
        /// Values in document order.
        case array
        /// Text.
        case string
        /// A number; only from JSON, or with an option for types.
        case number
        /// True or false; only from JSON, or with an option for types.
        case boolean
        /// Null; only from JSON, or with an option that makes it.
        case null
    }

    /// The kind of this value.
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

    /// The text of a string, and of a number or a boolean as the document writes it; `nil` for any other value.
    public var string: String? {
        guard entry.isText else { return nil }
        return String(decoding: storage.tree.text(entry), as: UTF8.self)
    }

    /// The value inside this one at a place that the caller has checked.
    func child(at index: Int) -> XMLValue {
        XMLValue(
            storage: storage.owner(ofChildAt: index, in: entry),
            entry: storage.tree.child(of: entry, at: index)
        )
    }
}

extension XMLValue {
    /// A value that no reader has made.
    package init(
        _ entry: Entry,
        _ entries: consuming GrowableBuffer<Entry>,
        _ bytes: consuming GrowableBuffer<UInt8>,
        _ names: NameList,
        textKey: Int,
        attributePrefix: String
    ) {
        let blocks = StorageBlocks(entries: entries, bytes: bytes, lines: LineTable())
        let roles = KeyRoles([(textKey, .text)], textKey: textKey, attributePrefix: Array(attributePrefix.utf8))
        self.init(storage: ValueStorage(blocks, names: names, roles), entry: entry)
    }

    /// The entry of the value.
    package var content: Entry { entry }
}
