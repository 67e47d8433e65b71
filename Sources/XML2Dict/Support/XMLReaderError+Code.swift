extension XMLReaderError {
    /// The kinds of fault.
    ///
    /// More may come, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The document breaks a rule of XML 1.0 that has no code of its own.
        public static let malformed = Code(name: "malformed")

        /// There is no element: the document is empty, or holds only white space, comments and the like.
        public static let noElement = Code(name: "noElement")

        /// The document ends before its root element does, or inside a tag, comment or other construct.
        public static let unexpectedEnd = Code(name: "unexpectedEnd")

        /// An end tag does not belong to the start tag before it (XML 1.0, section 3, element type match).
        public static let mismatchedTag = Code(name: "mismatchedTag")

        /// Something stands behind the end of the root element, such as a second document.
        public static let contentAfterRoot = Code(name: "contentAfterRoot")

        /// A start tag has the same attribute twice (XML 1.0, section 3.1, unique attribute specification).
        public static let duplicateAttribute = Code(name: "duplicateAttribute")

        /// A reference names an entity that is not declared, or whose declaration was not read because it is in another
        /// file (XML 1.0, section 4.1).
        ///
        /// Nothing stands for it, so the text would be lost.
        public static let undefinedEntity = Code(name: "undefinedEntity")

        /// A reference names an entity whose text is in another file.
        ///
        /// Nothing named inside a document is ever opened.
        public static let externalEntity = Code(name: "externalEntity")

        /// The bytes are not what the encoding says, or the encoding is unknown, or it contradicts the byte order mark.
        public static let encoding = Code(name: "encoding")

        /// The document is over one of the limits.
        public static let limit = Code(name: "limit")

        /// The input could not be opened.
        public static let cannotOpen = Code(name: "cannotOpen")

        /// The input was opened and reading it failed.
        public static let readFailed = Code(name: "readFailed")

        /// A rule of Namespaces in XML 1.0 is broken, where namespaces are expanded.
        public static let namespace = Code(name: "namespace")

        /// Different things share a key, where that is refused.
        public static let collision = Code(name: "collision")

        /// The document declares an entity, where that is forbidden.
        public static let forbiddenEntity = Code(name: "forbiddenEntity")

        /// What was given as a path of elements is not one.
        public static let invalidPath = Code(name: "invalidPath")

        /// Options contradict one another, or have a value that is not possible.
        public static let invalidOptions = Code(name: "invalidOptions")

        /// A reader of a document in pieces was used after the document was finished.
        public static let finished = Code(name: "finished")

        /// Memory is exhausted.
        public static let outOfMemory = Code(name: "outOfMemory")

        /// The parser reported something that cannot happen: a defect of this library.
        public static let defect = Code(name: "defect")

        /// The code's name, such as `mismatchedTag`.
        public var description: String { name }
    }
}
