extension XMLReader {
    /// The bounds a document must keep.
    ///
    /// A document over one of them is refused with the code `limit`, and the message names the bound. A limit of 0 means 0. The
    /// defaults are far beyond what documents are that people and programs write, and guard those who read documents of strangers.
    public struct Limits: Hashable, Sendable {
        /// How deep elements may be nested; the root is at depth 1.
        ///
        /// Parsing, writing JSON and freeing do not recurse, so any number is safe; the default of 1,000 guards
        /// programs behind this one.
        public var maxDepth = 1_000

        /// How many bytes of UTF-8 one tag, comment, processing instruction or part of a DOCTYPE may be long: 16 MiB.
        ///
        /// The parser must hold such a token whole. Text, also in CDATA sections, comes in pieces, and has no limit.
        public var maxTokenLength = 16 * 1024 * 1024

        /// How many bytes of UTF-8 a name may be long, of an element, an attribute, an entity or a processing instruction.
        public var maxNameLength = 50_000

        /// How many bytes of UTF-8 the URI of a namespace may be long: 8 KiB.
        public var maxNamespaceLength = 8 * 1024

        /// How many attributes, and namespace declarations, a tag may have.
        public var maxAttributes = 10_000

        /// How many entities a document may declare, of those for text and those for its DOCTYPE together.
        public var maxEntities = 1_000

        /// How deep entities may refer to one another; one that refers to none is at depth 1.
        public var maxEntityDepth = 16

        /// How many bytes of UTF-8 the text of an entity may be long: 64 KiB.
        public var maxEntityLength = 64 * 1024

        /// How many attributes a document may declare, in all `<!ATTLIST` together.
        public var maxAttributeDeclarations = 1_000

        /// How many times as long as itself a document may become, by its entities, by default values of attributes, and by
        /// namespaces that are written out.
        ///
        /// It counts names, values and text in bytes of UTF-8, and 16 for each element and attribute, once they are more than 8 MiB.
        public var maxAmplification = 100

        /// The default limits.
        public init() {}
    }
}
