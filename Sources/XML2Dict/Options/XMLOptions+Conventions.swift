extension XMLOptions {
    /// The default: attributes and child elements side by side in one dictionary, text under the key `text`.
    ///
    /// `<a id="1"><b>x</b><b/></a>` becomes `{"a": {"id": "1", "b": [{"text": "x"}, {}]}}`. <doc:Conventions> compares
    /// the conventions.
    public static let xmlreader = XMLOptions()

    /// The form of the Python library xmltodict: `@` before attributes, text under `#text`, `null` for `<a/>`.
    public static let xmltodict = XMLOptions(Convention.xmltodict)

    /// BadgerFish, by its nine rules (<http://www.sklar.com/badgerfish/>): `@` before attributes, and text under `$`.
    ///
    /// Each element has a dictionary `@xmlns` of all namespaces in scope, with the default namespace under `$`.
    public static let badgerfish = XMLOptions(Convention.badgerfish)

    /// The Parker convention, the shortest: without attributes, without the root, and without text beside elements.
    ///
    /// An array replaces a parent whose children all have one name. ``infersTypes`` adds Parker's numbers and booleans.
    public static let parker = XMLOptions(Convention.parker)

    /// The form of Google's Data APIs (<https://developers.google.com/gdata/docs/json>): text under `$t`, `a$b` for
    /// `a:b`, and the XML declaration beside the root: `version`, `encoding` and `standalone`.
    public static let gdata = XMLOptions(Convention.gdata)

    /// JsonML (<http://www.jsonml.org>): arrays of name, attributes and content in document order, with all white
    /// space, but without comments, processing instructions and the DOCTYPE.
    public static let jsonml = XMLOptions(Convention.jsonml)

    /// All of a document, for editing and writing it back: the keys of ``xmltodict``, with all white space.
    ///
    /// `#order` has the order of an element's content if the dictionary does not show that order. `#cdata`, `#comment`,
    /// `#pi` and `#doctype` have the other nodes. Beside the root, `version`, `encoding` and `standalone` have the XML
    /// declaration, and `#text` has white space. A document that is read and written with these options keeps its
    /// canonical form. The article *Writing XML* says when the document also keeps its bytes.
    public static let faithful = XMLOptions(Convention.faithful)

    /// All conventions: the flag, its help, the shared plans, the tests and the trials iterate over `allCases`.
    package enum Convention: String, Sendable, CaseIterable {
        case xmlreader, xmltodict, badgerfish, parker, gdata, jsonml, faithful
    }

    package init(_ convention: Convention) {
        self.init()
        beginning.convention = convention
        switch convention {
        case .xmlreader:
            break
        case .xmltodict, .faithful:
            attributes = .prefix("@")
            textKey = "#text"
            textOnlyIsString = true
            empty = .null
            honorsXMLSpace = false
            guard convention == .faithful else { break }
            trim = .none
            orderKey = "#order"
            cdataKey = "#cdata"
            commentKey = "#comment"
            processingInstructionKey = "#pi"
            doctypeKey = "#doctype"
            includesXMLDeclaration = true
        case .badgerfish:
            attributes = .prefix("@")
            textKey = "$"
            namespaceDeclarations = .inherit
            defaultNamespaceKey = "$"
            honorsXMLSpace = false
        case .parker:
            keepsRoot = false
            attributes = .discard
            textKey = nil
            textOnlyIsString = true
            empty = .null
            unwrapsSiblings = true
            honorsXMLSpace = false
        case .gdata:
            textKey = "$t"
            prefixSeparator = "$"
            includesXMLDeclaration = true
            honorsXMLSpace = false
        case .jsonml:
            elementsAreArrays = true
            keepsRoot = false
            trim = .none
            honorsXMLSpace = false
        }
    }
}
