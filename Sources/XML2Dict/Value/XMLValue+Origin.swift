extension XMLValue {
    /// The place of a record in its document.
    public struct Origin: Hashable, Sendable {
        /// The line on which its start tag begins, counted from 1.
        public let line: Int

        /// The column of its start tag, counted from 1, in Unicode scalars.
        public let column: Int

        /// The names of the elements from the root to the record, such as `/rss/channel/item`.
        ///
        /// A path of more than 40 names has `…` in place of the middle ones.
        public let path: String
    }

    /// The line on which this element begins, counted from 1; for an array of elements, the line of the first.
    ///
    /// It is `nil` without the option ``XMLOptions/keepsLines``, for attributes, and for elements that became
    /// empty strings.
    public var line: Int? { storage.line(of: entry) }

    /// The place of the record that this value is or belongs to; `nil` for a whole document.
    public var origin: Origin? { storage.origin }
}
