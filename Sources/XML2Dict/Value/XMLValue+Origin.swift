extension XMLValue {
    /// Where in its document a record stands.
    public struct Origin: Hashable, Sendable {
        /// The line on which its start tag begins, counted from 1.
        public let line: Int

        /// The column of its start tag, counted from 1, in Unicode scalars.
        public let column: Int

        /// The names of the elements from the root to the record, such as `/rss/channel/item`.
        ///
        /// Of more than 40 names the middle ones are left out, and `…` stands for them.
        public let path: String
    }

    /// The line on which the element begins that this value is, counted from 1; of several in an array, the first one's.
    ///
    /// `nil` when lines were not kept (``XMLReader/Options/keepsLines``), for attributes, and for elements that became empty strings.
    public var line: Int? { storage.line(of: entry) }

    /// Where in its document the record stands that this value is, or is a part of; `nil` when a whole document was read.
    public var origin: Origin? { storage.origin }
}
