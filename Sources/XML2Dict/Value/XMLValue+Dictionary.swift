extension XMLValue {
    /// The keys of a dictionary in document order; empty for any other value.
    ///
    /// Two keys may be equal as Swift strings and differ as bytes; then the collection has both.
    public var keys: Keys { Keys(entries) }

    /// Whether a dictionary has a key; `false` for any other value.
    public func contains(_ key: String) -> Bool { self[key] != nil }

    /// A dictionary's keys, in document order.
    public struct Keys: RandomAccessCollection, Sendable {
        private let entries: Entries

        init(_ entries: Entries) {
            self.entries = entries
        }

        /// Always 0.
        public var startIndex: Int { 0 }

        /// How many keys there are.
        public var endIndex: Int { entries.endIndex }

        /// The key at a place.
        public subscript(position: Int) -> String { entries[position].key }
    }
}
