extension XMLReaderError {
    /// The kind of an error.
    ///
    /// Later versions may add codes, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The document breaks a rule of XML 1.0 that has no code of its own, or a rule of JSON (RFC 8259).
        public static let malformed = Code(name: "malformed")

        /// The document has no element: it is empty, or holds only white space, comments and the like.
        public static let noElement = Code(name: "noElement")

        /// The document ends before the end of its root element, or inside a tag, comment or other construct.
        ///
        /// JSON ends inside a value, or has none.
        public static let unexpectedEnd = Code(name: "unexpectedEnd")

        /// An end tag does not match the start tag before it (XML 1.0, section 3, element type match).
        public static let mismatchedTag = Code(name: "mismatchedTag")

        /// Content follows the end of the root element, such as a second document.
        public static let contentAfterRoot = Code(name: "contentAfterRoot")

        /// A start tag has an attribute twice (XML 1.0, section 3.1, unique attribute specification).
        public static let duplicateAttribute = Code(name: "duplicateAttribute")

        /// A reference names an entity that is not declared in the document (XML 1.0, section 4.1).
        ///
        /// The reader does not open other files that may declare it. Without an error, the text would be lost.
        public static let undefinedEntity = Code(name: "undefinedEntity")

        /// A reference names an entity whose text is in another file.
        ///
        /// The reader never opens a file that a document names.
        public static let externalEntity = Code(name: "externalEntity")

        /// The bytes are invalid in the encoding, or the encoding is unknown, or the declaration contradicts the bytes.
        public static let encoding = Code(name: "encoding")

        /// The document exceeds one of the limits; see ``XMLReaderError/limit-swift.property``.
        public static let limit = Code(name: "limit")

        /// The system could not open the input.
        public static let cannotOpen = Code(name: "cannotOpen")

        /// The system could not read the open input.
        public static let readFailed = Code(name: "readFailed")

        /// The document breaks a rule of Namespaces in XML 1.0, where the options expand namespaces.
        public static let namespace = Code(name: "namespace")

        /// The document declares an entity, and the options forbid that.
        public static let forbiddenEntity = Code(name: "forbiddenEntity")

        /// A path or a namespace of the options matches nothing in the document, and the options require a match.
        public static let noMatch = Code(name: "noMatch")

        /// A record or a document does not fit the schema that the options hold it to.
        public static let mismatch = Code(name: "mismatch")

        /// A JSON Schema is not one, or says something that values cannot be held to.
        public static let invalidSchema = Code(name: "invalidSchema")

        /// A text that the caller gave as a path is not a path.
        public static let invalidPath = Code(name: "invalidPath")

        /// Options contradict each other, or an option has an impossible value.
        public static let invalidOptions = Code(name: "invalidOptions")

        /// The caller used a push reader after it had finished the document.
        public static let finished = Code(name: "finished")

        /// The parser is in a state that cannot occur: a defect of this library.
        public static let defect = Code(name: "defect")

        /// The code's name, such as `mismatchedTag`.
        public var description: String { name }
    }
}
