extension XMLValue {
    /// The entries of a dictionary in document order, or none for any other value.
    ///
    /// ```swift
    /// for (key, value) in menu.entries { print(key, value) }
    /// ```
    public var entries: LazyMapCollection<Range<Int>, (key: String, value: XMLValue)> {
        let count = kind == .dictionary ? entry.childCount : 0
        return (0..<count).lazy.map { [self] index in
            let value = child(at: index)
            return (storage.tree.names[value.entry.key].string, value)
        }
    }

    /// The keys of a dictionary in document order, or none for any other value.
    ///
    /// Two keys may be equal as Swift strings and differ as bytes. The array has both.
    public var keys: [String] { entries.map(\.key) }

    /// The items of an array, or `nil` for any other value.
    ///
    /// An element that occurs once is not an array. ``list-swift.property`` has elements that occur once or many times.
    public var array: List? { kind == .array ? List(of: self) : nil }

    /// Whether the value has no entries, no items or no text, or is null.
    public var isEmpty: Bool {
        switch entry.kind {
        case .null: true
        case .dictionary, .array, .string: entry.length == 0
        case .textOnly, .number, .boolean, .name: false
        }
    }

    /// A list of values: the items of an array, one value, or none.
    public struct List: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
        private let content: XMLValue

        init(of value: XMLValue) {
            content = value
        }

        /// Creates a list of values, for example as the default in `value["items"]?.list("item") ?? []`.
        public init(arrayLiteral values: XMLValue...) {
            content = XMLValue(values)
        }

        /// Always 0.
        public var startIndex: Int { 0 }

        /// The number of values.
        public var endIndex: Int { content.entry.kind == .array ? content.entry.length : 1 }

        /// The value at a position.
        public subscript(position: Int) -> XMLValue {
            precondition(indices.contains(position), "no value \(position) in a list of \(count)")
            return content.entry.kind == .array ? content.child(at: position) : content
        }
    }
}
