extension XMLReader {
    /// How XML becomes a value.
    ///
    /// A convention is a set of these options; each can be changed afterwards.
    ///
    /// ```swift
    /// var options = XMLReader.Options(.xmltodict)
    /// options.forceList = ["channel/item"]
    /// options.namespaces = .stripped
    /// let reader = XMLReader(options)
    /// ```
    ///
    /// Where an option takes paths, `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins at the root, `*` is any
    /// one name, and a last step `@id` is an attribute, where attributes are possible. Names in paths are the document's own,
    /// prefix included, or what ``namespaces`` and ``namespacePrefixes`` make of them; with expanded namespaces a name is written
    /// `{http://www.w3.org/2005/Atom}entry`. They are compared before ``keys`` and ``prefixSeparator`` change them.
    ///
    /// Options that contradict one another, and paths that are none, are thrown by what reads, with the codes `invalidOptions`
    /// and `invalidPath`.
    public struct Options: Hashable, Sendable {
        // MARK: Elements

        /// What an element becomes: a dictionary, or an array that keeps the order of everything in it.
        public var elements: Elements = .dictionaries

        /// Whether the root's name is the one key of the result.
        public var root: Root = .kept

        /// What an element with nothing in it becomes.
        public var empty: Empty = .dictionary

        /// What child elements become that are several and all have one name.
        public var siblings: Siblings = .folded

        /// The paths of elements that are arrays even where there is only one, so that one record has the shape of the next.
        ///
        /// The root, and an element that is a record, stand alone and never are.
        public var forceList: [String] = []

        /// Whether all elements are arrays, but for the root and for records.
        public var forcesAllLists = false

        /// Whether an element with `xsi:nil="true"`, or `"1"`, and nothing else, but for namespace declarations, becomes null (XML
        /// Schema part 1, section 2.6.2).
        ///
        /// With other attributes, also those that are left out, or with content it stays what it is, as these would be lost. The
        /// prefix may be any that is declared for the namespace; `xsi` need not be declared.
        public var nilIsNull = false

        // MARK: Attributes

        /// What becomes of attributes.
        public var attributes: Attributes = .merged

        // MARK: Text

        /// The key of an element's own text; `nil` leaves text out that does not stand alone in its element.
        public var textKey: String? = "text"

        /// What an element with text but without attributes and children becomes.
        public var textOnly: TextOnly = .dictionary

        /// The paths of elements that stay dictionaries where ``textOnly`` makes strings.
        public var forceText: [String] = []

        /// What stands between runs of text that are parted by child elements, when they are joined.
        ///
        /// With one, and as long as text is trimmed, runs of nothing but white space are left out. The separator itself is never trimmed
        /// or collapsed.
        public var textSeparator = ""

        /// What is cut off an element's text.
        public var trimming: Trimming = .ends

        /// Whether `xml:space="preserve"` turns trimming off where it is in force (XML 1.0, section 2.10).
        public var honorsXMLSpace = true

        /// Whether white space in CDATA sections is safe from trimming.
        public var protectsCDATA = false

        // MARK: What else there is

        /// The key of CDATA sections; `nil` makes them part of the text.
        ///
        /// Under a key of their own, they, like comments, are strings whatever ``types`` says, and part no runs of text.
        public var cdataKey: String?

        /// The key of comments; `nil` leaves them out.
        ///
        /// Comments beside the root stand beside it; those in a DOCTYPE belong to that.
        public var commentKey: String?

        /// The key of processing instructions; `nil` leaves them out.
        ///
        /// `<?xml-stylesheet href="a.css"?>` becomes `{"xml-stylesheet": "href=\"a.css\""}`.
        public var processingInstructionKey: String?

        /// The key of the document type declaration, a string: what stands between `<!DOCTYPE` and its `>`, without the white space
        /// at both ends; `nil` leaves it out.
        public var doctypeKey: String?

        /// Whether `version` and `encoding` of the XML declaration stand beside the root under these keys, as they are written.
        public var includesXMLDeclaration = false

        // MARK: Names

        /// What becomes of prefixes.
        public var namespaces: Namespaces = .kept

        /// The prefixes that namespaces get, whatever a document calls them: URIs and their prefixes; an empty prefix is none.
        ///
        /// Names in other namespaces are what ``namespaces`` makes of them.
        ///
        /// ```swift
        /// options.namespacePrefixes = ["http://www.w3.org/2005/Atom": "atom"]
        /// ```
        public var namespacePrefixes: [String: String] = [:]

        /// What becomes of `xmlns` declarations.
        ///
        /// Stripped namespaces lose them, unless they are collected.
        public var namespaceDeclarations: NamespaceDeclarations = .attributes

        /// The key of the default namespace among collected declarations.
        public var defaultNamespaceKey = ""

        /// What stands between prefix, or URI, and name in keys.
        ///
        /// Snake and camel case leave it out, as they do with everything that is neither letter nor digit.
        public var prefixSeparator = ":"

        /// How names of elements and attributes are spelled as keys.
        ///
        /// Keys that are options of their own, the prefix of attributes, and the URIs of expanded namespaces stay as they are.
        public var keys: KeyStyle = .asWritten

        /// What happens when things that are not repeated elements share a key: an attribute and a child, text and a child `text`,
        /// names that became alike.
        ///
        /// Repeated comments, processing instructions and CDATA sections are no collision, and nor are elements of one namespace and
        /// name whose prefixes differ, where keys have namespaces in place of prefixes.
        public var onCollision: Collision = .folded

        // MARK: Types

        /// Whether numbers and booleans are recognised.
        public var types: Types = .strings

        /// The types of elements' text and of attributes by their paths; of several that lead to one thing, the last one holds.
        ///
        /// ```swift
        /// options.typesByPath = [.init("item/price", .number), .init("item/@id", .string)]
        /// ```
        public var typesByPath: [TypedPath] = []

        // MARK: Parts

        /// The paths of the only elements to convert; none means the whole document.
        ///
        /// The result is then an array of their values, without their names, in document order. One inside another one belongs to that;
        /// what stands beside the root is left out.
        public var select: [String] = []

        /// The paths of elements and attributes to leave out.
        ///
        /// Their document must be well-formed all the same. What `xml:space` and `xmlns` say holds also when they are left out, and a
        /// child that is left out parts the text around it. Without its root, a document is `{}`.
        public var skip: [String] = []

        /// Whether values know the lines of their elements, for errors in what is decoded from them; see ``XMLValue/line``.
        ///
        /// It costs 16 bytes for each element.
        public var keepsLines = false

        // MARK: Input

        /// The encoding of the bytes, whatever they and their declaration say; `nil` finds it from byte order mark and declaration.
        public var encoding: String?

        /// What becomes of entities that a document declares.
        public var entities: Entities = .expanded

        /// The bounds a document must keep.
        public var limits = Limits()

        /// The options of the convention `xmlreader`.
        public init() {}
    }
}
