extension XMLReader {
    /// A named set of options: how attributes, text, empty elements and arrays look.
    ///
    /// What `<a id="1"><b>x</b><b/></a>` becomes:
    ///
    /// | convention | result |
    /// |---|---|
    /// | `xmlreader` | `{"a": {"id": "1", "b": [{"text": "x"}, {}]}}` |
    /// | `xmltodict` | `{"a": {"@id": "1", "b": ["x", null]}}` |
    /// | `badgerfish` | `{"a": {"@id": "1", "b": [{"$": "x"}, {}]}}` |
    /// | `parker` | `["x", null]` |
    /// | `gdata` | `{"a": {"id": "1", "b": [{"$t": "x"}, {}]}}` |
    /// | `jsonml` | `["a", {"id": "1"}, ["b", "x"], ["b"]]` |
    public enum Convention: String, Hashable, Sendable, CaseIterable {
        /// The default: attributes and child elements side by side in one dictionary, text under the key `text`.
        case xmlreader

        /// What the Python library xmltodict makes: `@` before attributes, `#text` beside them, plain strings, null.
        case xmltodict

        /// BadgerFish, by its nine rules (<http://www.sklar.com/badgerfish/>): `@` before attributes, text under `$`, and in each
        /// element the namespaces that are in force there, under `@xmlns`, the default one under `$`.
        case badgerfish

        /// The Parker convention: the shortest, without attributes, without the root, and without text beside elements;
        /// elements of one name become an array in place of their parent.
        ///
        /// Its rules for numbers and booleans are ``Options/types``, which are off.
        case parker

        /// What Google's Data APIs made of feeds (<https://developers.google.com/gdata/docs/json>): text under `$t`, `a$b` for `a:b`,
        /// `version` and `encoding` beside the root.
        case gdata

        /// JsonML (<http://www.jsonml.org>): arrays of name, attributes and content, in document order, with all white space.
        ///
        /// Comments, processing instructions and the DOCTYPE are left out; nothing else is.
        case jsonml
    }

    /// A reader by a convention.
    public init(_ convention: Convention) {
        self.init(Options(convention))
    }
}

extension XMLReader.Options {
    /// The options of a convention.
    public init(_ convention: XMLReader.Convention) {
        self.init()
        switch convention {
        case .xmlreader:
            break
        case .xmltodict:
            attributes = .prefixed("@")
            textKey = "#text"
            textOnly = .string
            empty = .null
            honorsXMLSpace = false
        case .badgerfish:
            attributes = .prefixed("@")
            textKey = "$"
            namespaceDeclarations = .inScope
            defaultNamespaceKey = "$"
            honorsXMLSpace = false
        case .parker:
            root = .dropped
            attributes = .discarded
            textKey = nil
            textOnly = .string
            empty = .null
            siblings = .array
            honorsXMLSpace = false
        case .gdata:
            textKey = "$t"
            prefixSeparator = "$"
            includesXMLDeclaration = true
            honorsXMLSpace = false
        case .jsonml:
            elements = .arrays
            root = .dropped
            trimming = .none
            honorsXMLSpace = false
        }
    }
}
