extension XMLReader {
    /// The bounds that a document must keep.
    ///
    /// The reader refuses a document that exceeds a limit with the code `limit`; the message names the limit. 0 does
    /// not mean unlimited. Documents that people and programs write stay far below the defaults, which protect
    /// programs from hostile documents.
    public struct Limits: Hashable, Sendable {
        /// The depth of nested elements; the root is at depth 1.
        ///
        /// Parsing, writing JSON and freeing do not recurse, so any limit is safe here. The default of 1,000 protects
        /// programs that read the result.
        public var maxDepth = 1_000

        /// The length of a tag, comment, processing instruction or part of a DOCTYPE in bytes of UTF-8: 16 MiB.
        ///
        /// The parser must hold such a token as a whole. Text and CDATA sections arrive in pieces and have no limit.
        public var maxTokenLength = 16 * 1024 * 1024

        /// The length of the name of an element, an attribute, an entity or a processing instruction in bytes of UTF-8.
        public var maxNameLength = 50_000

        /// The length of a namespace's URI in bytes of UTF-8: 8 KiB.
        public var maxNamespaceLength = 8 * 1024

        /// The number of attributes and namespace declarations of a tag.
        public var maxAttributes = 10_000

        /// The number of entities that a document declares, general entities and parameter entities together.
        public var maxEntities = 1_000

        /// The depth of entities that refer to other entities; an entity that refers to none is at depth 1.
        public var maxEntityDepth = 16

        /// The length of an entity's text in bytes of UTF-8: 64 KiB.
        public var maxEntityLength = 64 * 1024

        /// The number of attributes that a document declares, in all `<!ATTLIST` declarations together.
        public var maxAttributeDeclarations = 1_000

        /// The factor by which a document may grow by its entities, by default values of attributes, and by namespaces
        /// that are written out.
        ///
        /// The reader counts names, values and text in bytes of UTF-8, and 16 bytes for each element and attribute. It
        /// applies the limit after 8 MiB.
        public var maxAmplification = 100

        /// The default limits.
        public init() {}
    }
}
