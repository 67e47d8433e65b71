/// A value of an XML document, of an element or of an attribute.
///
/// ```swift
/// let menu = try XMLReader().read(.string("<menu><item>Cake</item><item>Pie</item></menu>"))
/// menu["menu"]?.list("item").count                  // 2
/// menu["menu"]?["item"]?[1]?["text"]?.string        // "Pie"
/// ```
///
/// A value is a dictionary, an array, a string or null, and with an option a number or a boolean. Values are views of a
/// shared storage, so copying a value, passing it to another task and taking a child of it cost nothing. A child keeps
/// the whole document in memory.
///
/// You can change a variable by key, by index and by path, and its copies do not change: see <doc:ChangingValues>. A
/// change copies only the dictionaries and arrays around the changed value:
///
/// ```swift
/// var next = menu
/// next["menu"]?["item"]?[1]?["text"] = "Cherry pie"
/// ```
///
/// Keys are compared by their bytes, as names in XML are. `é` and `e` with a combining accent are two keys.
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
        /// A number from JSON, from a program, or from XML with an option for types.
        case number
        /// A boolean from JSON, from a program, or from XML with an option for types.
        case boolean
        /// Null from JSON, from a program, or from XML with an option that makes it.
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

    /// The text of a string, a number or a boolean with the document's spelling, or `nil` for any other value.
    public var string: String? {
        guard entry.isText else { return nil }
        return String(decoding: storage.tree.text(entry), as: UTF8.self)
    }

    /// Whether this is a whole document, whose entry has the text key and is not the root.
    var isDocument: Bool {
        entry.isDictionary && entry.key == storage.tree.textKey
            && storage.base.document.map { !$0.entry.isSame(as: $0.root) } ?? false
    }

    /// Returns the value, or a string for a number or boolean that becomes an attribute with an unmarked key.
    func asAttribute(_ isAttribute: Bool, in roles: KeyRoles) -> XMLValue {
        guard isAttribute, roles.hasUnmarkedAttributes, entry.kind == .number || entry.kind == .boolean else {
            return self
        }
        return XMLValue(storage: storage, entry: entry.kind(.string))
    }

    /// The caller checks the index.
    func child(at index: Int) -> XMLValue {
        XMLValue(
            storage: storage.owner(ofChildAt: index, in: entry),
            entry: storage.tree.child(of: entry, at: index)
        )
    }
}

extension XMLValue {
    package func written(with options: XMLOptions) -> XMLValue {
        XMLValue(storage: ValueStorage(storage, options), entry: entry)
    }

    package var content: Entry { entry }
}

extension XMLValue {
    /// The position of a record in its document.
    public struct Origin: Hashable, Sendable {
        /// The line on which the start tag of the record begins, counted from 1.
        public let line: Int

        /// The column of the start tag in Unicode scalars, counted from 1.
        public let column: Int

        /// The names of the elements from the root to the record, such as `/rss/channel/item`.
        ///
        /// A path of more than 40 names has `…` in place of the names in the middle.
        public let path: String

        /// The elements around the record with their attributes, outermost first, in the form of
        /// ``XMLOptions/ancestorsKey``, or null without this option.
        public fileprivate(set) var ancestors = XMLValue.null
    }

    /// The line on which this element, or the first element of this array, begins, counted from 1.
    ///
    /// The line is `nil` without ``XMLOptions/keepsLines``, for attributes, and for elements that became empty strings.
    public var line: Int? { storage.line(of: entry) }

    /// The position of the record that has this value, or `nil` for a whole document.
    public var origin: Origin? {
        guard let ancestors = storage.base.ancestors, var origin = storage.origin else { return storage.origin }
        origin.ancestors = XMLValue(storage: storage.base, entry: ancestors)
        return origin
    }
}
