extension XMLOptions {
    /// The bounds that a document must keep, by the rows of the table ``XMLReaderError/Limit``.
    ///
    /// The reader refuses a document that exceeds a limit with the code `limit`; the message names the limit, and
    /// ``XMLReaderError/limit`` is its row. 0 does not mean unlimited. Documents that people and programs write stay
    /// far below the defaults, which protect programs from hostile documents.
    public struct Limits: Hashable, Sendable {
        /// The values by the numbers of their rows.
        private var values = XMLReaderError.Limit.all.map(\.defaultValue)

        init() {}

        /// The value of a limit: a number, a length in bytes, or a factor.
        public subscript(limit: XMLReaderError.Limit) -> Int {
            get { values[limit.row] }
            set { values[limit.row] = newValue }
        }
    }
}
