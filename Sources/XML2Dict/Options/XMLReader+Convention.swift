extension XMLReader {
    /// A named set of options for the form of attributes, text, empty elements and arrays.
    ///
    /// | convention | `<a id="1"><b>x</b><b/></a>` becomes |
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

        /// The form of the Python library xmltodict: `@` before attributes, `#text` beside them, plain strings, null.
        case xmltodict

        /// BadgerFish, by its nine rules (<http://www.sklar.com/badgerfish/>): `@` before attributes, and text under
        /// `$`.
        ///
        /// Each element has the namespaces that are in force there under `@xmlns`, the default namespace under `$`.
        case badgerfish

        /// The Parker convention, the shortest: without attributes, without the root, and without text beside elements.
        ///
        /// An array takes the place of a parent whose children have one name. Parker's rules for numbers and booleans
        /// are ``Options/types``, which this convention leaves off.
        case parker

        /// The form of Google's Data APIs (<https://developers.google.com/gdata/docs/json>): text under `$t`, `a$b` for
        /// `a:b`, `version` and `encoding` beside the root.
        case gdata

        /// JsonML (<http://www.jsonml.org>): arrays of name, attributes and content, in document order, with all white
        /// space.
        ///
        /// Only comments, processing instructions and the DOCTYPE are left out.
        case jsonml
    }

    /// A reader with the options of a convention.
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
