extension XMLReader {
    /// How XML becomes a value.
    ///
    /// As it is made, it is the convention `xmlreader`: attributes and child elements side by side in one dictionary,
    /// text under the key `text`.
    ///
    /// ```swift
    /// var options = XMLReader.Options()
    /// options.attributes = .prefixed("@")
    /// options.textOnly = .string
    /// let reader = XMLReader(options)
    /// ```
    public struct Options: Hashable, Sendable {
        /// What becomes of attributes.
        public var attributes: Attributes = .merged

        /// The key of an element's own text.
        public var textKey = "text"

        /// What is cut off an element's text.
        public var trimming: Trimming = .ends

        /// What an element with text but without attributes and children becomes.
        public var textOnly: TextOnly = .dictionary

        /// What an element with nothing in it becomes.
        public var empty: Empty = .dictionary

        /// The bounds a document must keep.
        public var limits = Limits()

        /// The convention `xmlreader`.
        public init() {}
    }

    /// What becomes of attributes.
    public enum Attributes: Hashable, Sendable {
        /// `<a id="1"/>` becomes `{"a": {"id": "1"}}`. An attribute and a child of one name fold into an array.
        case merged

        /// Each attribute's key starts with this text: with `@`, `<a id="1"/>` becomes `{"a": {"@id": "1"}}`.
        case prefixed(String)

        /// An element's attributes become a dictionary of their own under this key: with `@attributes`, `<a id="1"/>` becomes
        /// `{"a": {"@attributes": {"id": "1"}}}`.
        case grouped(String)

        /// Attributes are left out.
        case discarded
    }

    /// What is cut off an element's text.
    ///
    /// White space is what XML 1.0 calls so (production 3): space, tab, carriage return, line feed; no-break spaces are
    /// text.
    public enum Trimming: Hashable, Sendable {
        /// White space at both ends of the element's whole text, unless `xml:space="preserve"` is in force (section 2.10).
        case ends

        /// Nothing. White space between elements is then text as well.
        case none
    }

    /// What an element with text but without attributes and children becomes.
    public enum TextOnly: Hashable, Sendable {
        /// `<name>Cake</name>` becomes `{"name": {"text": "Cake"}}`, so that an attribute added later changes no shape.
        case dictionary

        /// `<name>Cake</name>` becomes `{"name": "Cake"}`.
        case string
    }

    /// What an element with nothing in it becomes: `<a/>`, `<a></a>`, and whatever is left empty by the other options.
    public enum Empty: Hashable, Sendable {
        /// `{}`
        case dictionary

        /// `null`
        case null

        /// `""`
        case string

        /// Nothing: it is left out, and so is its parent if that has nothing else. The root stays, as `{}`.
        case omitted
    }
}
