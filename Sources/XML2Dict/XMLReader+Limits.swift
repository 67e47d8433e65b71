extension XMLReader {
    /// The bounds a document must keep.
    ///
    /// A document over one of them is refused with the code `limit`. A limit of 0 means 0.
    public struct Limits: Hashable, Sendable {
        /// How deep elements may be nested; the root is at depth 1.
        ///
        /// Parsing, writing JSON and freeing do not recurse, so any number is safe; the default of 1,000 guards
        /// programs behind this one.
        public var maxDepth = 1_000

        /// The default limits.
        public init() {}
    }
}
