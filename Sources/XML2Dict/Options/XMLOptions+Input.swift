extension XMLOptions {
    /// The options for the bytes of a document: their encoding, entities and limits.
    public struct Input: Hashable, Sendable {
        /// The encoding of the bytes, such as `windows-1252`, which overrides their byte order mark and their
        /// declaration.
        ///
        /// With `nil`, the reader finds the encoding from the byte order mark and the declaration.
        public var encoding: String?

        /// How the reader treats references to entities.
        public var entities: Entities = .expand

        /// The bounds that a document must keep, where they differ from the defaults.
        ///
        /// The reader refuses a document that exceeds a limit with the code `limit`; the message names the limit, and
        /// ``XMLReaderError/limit-swift.property`` is that limit. 0 does not mean unlimited. Documents that people and
        /// programs write stay far below the defaults, which protect programs from hostile documents.
        ///
        /// ```swift
        /// options.input.limits[.depth] = 5_000
        /// ```
        public var limits: [XMLReaderError.Limit: Int] = [:]

        /// Whether the bytes may be several documents, one after the other: the records of all are delivered.
        ///
        /// After the end of a root, white space, comments and processing instructions belong to that document; an XML
        /// declaration, a DOCTYPE or a start tag begins the next one. Errors name the number of the document. Methods
        /// that read a single document refuse the option. ``XMLReader/documents(in:)->XMLRecords<XMLValue>`` does not
        /// need it.
        public var isConcatenated = false

        init() {}
    }

    /// How the reader treats references to entities, other than the five of XML itself and character references.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Entities: Hashable, Sendable {
        /// The text that the document declares replaces each reference, within the limits. Other references are an
        /// error.
        case expand

        /// A document that declares an entity is refused with the code `forbiddenEntity`.
        case forbid

        /// The 252 names of HTML for characters, such as `&nbsp;`, are declared, too (HTML 4.01, section 24).
        ///
        /// A document's own declaration of such a name takes precedence. References to other names are an error.
        case html
    }
}
