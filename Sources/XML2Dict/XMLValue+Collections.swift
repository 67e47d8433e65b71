extension XMLValue {
    /// The entries of a dictionary in document order; nothing for any other value.
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

    /// Values one behind the other: the items of an array, or one value, or none.
    public struct List: RandomAccessCollection, Sendable {
        private let value: XMLValue
        /// The number of items, or `nil` when the value is the one item.
        private let itemCount: Int?

        init(of value: XMLValue, count: Int?) {
            self.value = value
            itemCount = count
        }

        /// Always 0.
        public var startIndex: Int { 0 }

        /// How many values there are.
        public var endIndex: Int { itemCount ?? 1 }

        /// The value at a place.
        public subscript(position: Int) -> XMLValue {
            precondition(indices.contains(position), "no value \(position) in a list of \(count)")
            return itemCount == nil ? value : value.child(at: position)
        }
    }
}
