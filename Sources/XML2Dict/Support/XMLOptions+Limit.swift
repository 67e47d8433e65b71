extension XMLOptions {
    /// A limit that a document must keep, such as the depth of its elements.
    ///
    /// ```swift
    /// options.limits[.depth] = 5_000
    /// ```
    ///
    /// Later versions may add limits.
    public struct Limit: Hashable, Sendable {
        let index: Int
        package let name: String

        package let defaultValue: Int?
        /// The message for a document that exceeds the limit, with `#` for the value of the limit.
        package let breach: String

        /// The depth of nested elements (the root is at depth 1), or of arrays and objects in JSON, 1,000 by default.
        ///
        /// Parsing, writing JSON and freeing do not recurse, so any limit is safe here. The default protects programs
        /// that read the result.
        public static let depth = Limit(0, "depth", 1_000, "elements are nested more than # deep")

        /// The length of a tag, comment, processing instruction or part of a DOCTYPE in bytes of UTF-8, 16 MiB by
        /// default.
        ///
        /// The parser must hold such a token as a whole. Text and CDATA sections have no limit, and arrive in chunks.
        /// In JSON, the limit bounds the length of a number.
        public static let tokenLength = Limit(
            1,
            "tokenLength",
            16 * 1024 * 1024,
            "a tag, comment, processing instruction or declaration is longer than # bytes"
        )

        /// The length of a name or a JSON key in bytes of UTF-8, 50,000 by default.
        ///
        /// The limit also bounds the URI of a namespace, and is then 8 KiB by default.
        public static let nameLength = Limit(2, "nameLength", 50_000, "a name is longer than # bytes")

        package static let namespaceLength = Limit(
            3,
            "nameLength",
            8 * 1024,
            "the URI of a namespace is longer than # bytes"
        )

        /// The number of attributes and namespace declarations of a tag, 10,000 by default.
        ///
        /// The limit also bounds the attributes that all `<!ATTLIST` declarations declare together, 1,000 by default.
        public static let attributes = Limit(4, "attributes", 10_000, "a tag has more than # attributes")

        /// The number of general and parameter entities that a document declares, 1,000 by default.
        ///
        /// Under every limit, entities may refer to entities 16 deep. An entity that refers to no entity is at depth 1.
        public static let entities = Limit(5, "entities", 1_000, "the document declares more than # entities")

        /// The length of an entity's text in bytes of UTF-8, 64 KiB by default.
        public static let entityLength = Limit(
            6,
            "entityLength",
            64 * 1024,
            "the text of an entity is longer than # bytes"
        )

        package static let attributeDeclarations = Limit(
            7,
            "attributes",
            1_000,
            "the document declares more than # attributes"
        )

        /// The factor by which entities, default attributes and expanded namespaces may enlarge a document, 100 by
        /// default.
        ///
        /// The reader counts names, values and text in bytes of UTF-8, and the memory of entries: 48 bytes for an
        /// element, or 96 if the options keep document order, and 32 for an attribute. The reader also counts all that
        /// ``XMLOptions/originKey`` and ``XMLOptions/ancestorsKey`` add to a record. A writer of XML counts names that
        /// are longer than their keys, and names of the items of arrays. The first 8 MiB are always allowed.
        public static let amplification = Limit(
            8,
            "amplification",
            100,
            "entities, default attributes, namespaces, origins or ancestors make the document more than # times as long as it is"
        )

        /// The number of broken records that ``XMLOptions/ErrorPolicy/skip(_:)`` skips in an input, 100 by default.
        public static let errors = Limit(9, "errors", 100, "the number of broken records exceeds #")

        /// The number of different paths of a learned shape or a description, 100,000 by default.
        ///
        /// A shape needs up to 1 KB of memory for each path. In the description of an XML Schema, the elements and
        /// attributes of each type count once, and a long name counts once more for each 64 bytes.
        package static let paths = Limit(10, "paths", 100_000, "the documents have more than # different paths")

        /// The number of elements and attributes of all types of an XML Schema, 2,000,000 by default.
        ///
        /// A group counts wherever a type refers to the group. An element in nested groups counts for each level.
        package static let members = Limit(
            11,
            "members",
            2_000_000,
            "the types of the schema have more than # elements and attributes"
        )

        /// The memory that a result takes, in bytes, without a limit by default.
        ///
        /// The result is the document or one record, one value of JSON, or the nodes of a learned shape. The reader
        /// counts 16 bytes for each entry and each different name, and the bytes of texts and names in UTF-8. Names of
        /// earlier records also count. White space at the end of a text counts until the reader removes it. The error
        /// has the position where the record, root, document or value begins.
        ///
        /// A server that reads untrusted documents should set this limit. Without the limit, the process ends when
        /// memory is exhausted.
        public static let result = Limit(12, "result", nil, "the result takes more than # bytes")

        package static let all = [
            depth, tokenLength, nameLength, namespaceLength, attributes, entities, entityLength,
            attributeDeclarations, amplification, errors, paths, members, result,
        ]

        private init(_ index: Int, _ name: String, _ defaultValue: Int?, _ breach: String) {
            self.index = index
            self.name = name
            self.defaultValue = defaultValue
            self.breach = breach
        }

        /// The public limit with the same name, such as `attributes` for `attributeDeclarations`.
        package var named: Limit { Self.all.first { $0.name == name } ?? self }

        package var isPublic: Bool { self != .paths && self != .members }

        /// The member of the options that holds the limit, in Swift syntax.
        package var member: String { "limits[.\(name)]" }

        /// Returns the message `otherBreach`, or else `breach`, and as the remedy, the option that allows more.
        package func message(_ value: Int, _ otherBreach: String? = nil) -> ErrorMessage {
            let parts = (otherBreach ?? breach).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let fact = parts.joined(separator: "\(value)"), remedy: ErrorMessage = "; \(setting: member) allows more"
            return isPublic ? "\(fact)\(remedy)" : "\(fact)\(command: remedy)"
        }
    }
}

extension XMLError {
    /// Creates the error for exceeding a limit of `value`, with the message `otherBreach`, or else `breach`.
    package init(over limit: XMLOptions.Limit, _ value: Int, _ otherBreach: String? = nil, path: String = "") {
        self.init(.limit, limit.message(value, otherBreach), path: path)
        self.limit = limit.named
    }
}
