extension XMLValue {
    /// The entries of a dictionary in document order; empty for any other value.
    ///
    /// ```swift
    /// for (key, value) in menu.entries { print(key, value) }
    /// ```
    public var entries: Entries {
        Entries(of: self)
    }

    /// A dictionary's entries, in document order.
    public struct Entries: RandomAccessCollection, Sendable {
        private let dictionary: XMLValue

        init(of value: XMLValue) {
            dictionary = value
        }

        /// Always 0.
        public var startIndex: Int { 0 }

        /// How many entries there are.
        public var endIndex: Int { dictionary.kind == .dictionary ? dictionary.count : 0 }

        /// The entry at a place.
        public subscript(position: Int) -> (key: String, value: XMLValue) {
            precondition(indices.contains(position), "no entry \(position) in a dictionary of \(count)")
            let value = dictionary.child(at: position)
            return (value.storage.tree.names[value.entry.key].string, value)
        }
    }

    /// A list of values: the items of an array, or one value, or none.
    public struct List: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
        private enum Content {
            case items(of: XMLValue)
            case values([XMLValue])
        }

        private let content: Content

        /// The items of an array.
        init(itemsOf array: XMLValue) {
            content = .items(of: array)
        }

        /// A list of these values, mostly for `value["items"]?.list("item") ?? []`.
        public init(arrayLiteral values: XMLValue...) {
            content = .values(values)
        }

        /// Always 0.
        public var startIndex: Int { 0 }

        /// How many values there are.
        public var endIndex: Int {
            switch content {
            case .items(let array): array.count
            case .values(let values): values.count
            }
        }

        /// The value at a place.
        public subscript(position: Int) -> XMLValue {
            precondition(indices.contains(position), "no value \(position) in a list of \(count)")
            return
                switch content
            {
            case .items(let array): array.child(at: position)
            case .values(let values): values[position]
            }
        }
    }
}
