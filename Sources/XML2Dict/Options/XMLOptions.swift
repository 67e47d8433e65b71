/// The rules by which a reader makes a value of XML.
///
/// The conventions, such as ``xmltodict``, are sets of options. You can change each option afterwards.
///
/// ```swift
/// var options = XMLOptions.xmltodict
/// options.forceList = ["channel/item"]
/// options.namespaces = .strip
/// let reader = XMLReader(options)
/// ```
///
/// Some options take paths. `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins at the root, and
/// `*` is any one name. ``skip`` and ``typesByPath`` also take attributes, as in `item/@id`. Names in paths have the
/// document's prefixes, or the form that ``namespaces`` and ``namespacePrefixes`` give to names. ``keyStyle`` does not
/// change paths. Write expanded names as `{http://www.w3.org/2005/Atom}entry`. A path that matches nothing is an error
/// only with ``requiresMatch``.
///
/// Reading throws an ``XMLError`` for contradictory options (`invalidOptions`) and invalid paths (`invalidPath`).
public struct XMLOptions: Hashable, Sendable {
    // MARK: Elements

    /// Whether an element is an array of its name, its attributes if it has any, and its content (JsonML).
    ///
    /// `<a id="1">x<b/></a>` becomes `{"a": ["a", {"id": "1"}, "x", ["b"]]}`, and a comment `["#comment", "x"]`. Names
    /// have the ``keyStyle``. ``empty``, ``textOnlyIsString``, ``unwrapsSiblings`` and ``textKey`` have no effect.
    package var elementsAreArrays = false

    /// Whether the result has the root's value under the root's name: `<a>x</a>` becomes `{"a": {"text": "x"}}`.
    ///
    /// If `false`, the result is the root's value, `{"text": "x"}`, without comments and other nodes beside the root.
    /// If elements are arrays, and comments, instructions or the DOCTYPE have keys, the result is the array of the
    /// document's nodes: `<!--x--><a/>` becomes `[["#comment", "x"], ["a"]]`.
    public var keepsRoot = true

    /// The form of empty elements: `<a/>` becomes `{"a": {}}` by default.
    public var empty: Empty = .dictionary

    /// Whether an array of the children replaces an element whose children all have the same name (Parker).
    ///
    /// `<list><i/><i/></list>` becomes `{"list": [{}, {}]}`. A parent with any other content stays a dictionary.
    /// A parent with a single child also stays a dictionary, unless ``forceList`` has the child's path.
    package var unwrapsSiblings = false

    /// The paths of elements that are always arrays, so that all records have the same form.
    ///
    /// With `channel/item`, a channel with one item becomes `{"channel": {"item": [{}]}}`. The root and records are
    /// never arrays. The path `*` makes every other element an array.
    public var forceList: [XMLPath] = []

    /// Whether `<a xsi:nil="true"/>` becomes `{"a": null}` (XML Schema part 1, section 2.6.2).
    ///
    /// The value can also be `"1"`, and the prefix can be any prefix of the namespace, or the undeclared prefix `xsi`.
    /// An element with content or with other attributes, except declarations, keeps its form, so nothing is lost.
    public var nilIsNull = false

    // MARK: Attributes

    /// The representation of attributes: `<a id="1"/>` becomes `{"a": {"id": "1"}}` by default.
    public var attributes: Attributes = .merge {
        // An empty prefix is the same as `.merge`, and so must be equal to `.merge`.
        didSet { if attributes == .prefix("") { attributes = .merge } }
    }

    // MARK: Text

    /// The key of an element's text: `<a id="1">x</a>` becomes `{"a": {"id": "1", "text": "x"}}`.
    ///
    /// `nil` leaves out text beside attributes and child elements.
    public var textKey: String? = "text"

    /// Whether an element with text but without attributes and child elements is a string.
    ///
    /// `<name>Cake</name>` becomes `{"name": "Cake"}` instead of `{"name": {"text": "Cake"}}`.
    public var textOnlyIsString = false

    /// The paths of elements that stay dictionaries, `{"text": "x"}`, if ``textOnlyIsString`` makes strings.
    public var forceText: [XMLPath] = []

    /// The separator of runs of text around child elements: with `|`, `<a>x<b/>y</a>` has the text `x|y`.
    ///
    /// While text is trimmed, runs of only white space are left out. The separator is never trimmed.
    package var textSeparator = ""

    /// The removal of white space in an element's text: `<a> x </a>` has the text `x` by default.
    public var trim: Trim = .ends

    /// Whether `xml:space="preserve"` turns trimming off in its element (XML 1.0, section 2.10).
    package var honorsXMLSpace = true

    // MARK: Other nodes

    /// The key of CDATA sections, or `nil` to make them text.
    ///
    /// With `#cdata`, `<a><![CDATA[ x ]]></a>` becomes `{"a": {"#cdata": " x "}}`. CDATA sections under a key keep
    /// their white space, are strings whatever ``infersTypes`` says, and do not separate runs of text.
    public var cdataKey: String?

    /// The key of comments, or `nil` to leave them out.
    ///
    /// With `#comment`, `<a><!--x--></a>` becomes `{"a": {"#comment": "x"}}`. Comments outside the root are beside the
    /// root, and comments in a DOCTYPE are part of the DOCTYPE. Comments stay strings, and do not separate runs of
    /// text.
    public var commentKey: String?

    /// The key of processing instructions, or `nil` to leave them out.
    ///
    /// With `#pi`, `<?xml-stylesheet href="a.css"?>` becomes `{"#pi": {"xml-stylesheet": "href=\"a.css\""}}`.
    public var processingInstructionKey: String?

    /// The key of the document type declaration, or `nil` to leave it out.
    ///
    /// With `#doctype`, `<!DOCTYPE a [ ]><a/>` becomes `{"#doctype": "a [ ]", "a": {}}`.
    public var doctypeKey: String?

    /// Whether the result has the parts of the XML declaration, such as `"version": "1.0"`, beside the root.
    package var includesXMLDeclaration = false

    // MARK: Order

    /// The key of the order of an element's content, or `nil` to lose the order between different keys.
    ///
    /// With `#order`, `<p>x<b/>y<i/><b/></p>` becomes `{"p": {"b": [{}, {}], "i": {}, "text": ["x", "y"], "#order":
    /// ["text", "b", "text", "i", "b"]}}`. `#order` has the keys of the content in document order, and the dictionary
    /// has each run of text by itself. An element has `#order` only if its dictionary does not show the order. Trimmed
    /// white space is not recorded.
    ///
    /// With a key, text beside children loses white space only at the ends of its element's content, and comments keep
    /// their white space. Without trimming, white space outside the root is text beside the root, as in ``faithful``.
    public var orderKey: String?

    /// Whether the reader drops white space at the start of runs, because a description needs only the runs' positions.
    package var dropsSpaceBeforeRuns = false

    // MARK: Names

    /// The representation of prefixes.
    public var namespaces: Namespaces = .keep

    /// The prefixes of namespaces by their URIs, whatever prefixes a document uses.
    ///
    /// An empty prefix removes the prefix from names. ``namespaces`` applies to names in other namespaces.
    ///
    /// ```swift
    /// options.namespacePrefixes = ["http://www.w3.org/2005/Atom": "atom"]
    /// ```
    public var namespacePrefixes: [String: String] = [:]

    /// The representation of `xmlns` declarations.
    ///
    /// If namespaces are stripped, declarations are left out, unless they are collected.
    public var namespaceDeclarations: NamespaceDeclarations = .keep

    /// The key of the default namespace among collected declarations, which is `$` in ``badgerfish``.
    package var defaultNamespaceKey = ""

    /// The separator after a prefix or URI in keys, except that snake and camel case remove the separator of a prefix.
    package var prefixSeparator = ":"

    /// The spelling of keys that come from names of elements and attributes.
    ///
    /// Keys that you set, the prefix of attributes, and the URIs of expanded namespaces do not change.
    public var keyStyle: KeyStyle = .keep

    /// Whether options for names leave the key of `xsi:nil` as it is, so that a decoder finds the attribute.
    var keepsNilName = false

    /// Whether the reader follows declarations for an editor, although no key needs them.
    var tracksNamespaces = false

    // MARK: Types

    /// Whether text and attributes become numbers and booleans if no reader of JSON changes the values.
    ///
    /// An integer of at most 15 digits is a number. A fraction such as `33.00` is a number if conversion to a
    /// `Double` and printing keep the value. `true` and `false` are booleans. `007`, `+1`, `1e5`, `-0`, `NaN` and a
    /// number of 16 digits stay strings. Every digit is kept. White space around a number or a boolean never counts.
    public var infersTypes = false

    /// The types of text and attributes by path.
    ///
    /// If several paths match, the path with the most names decides, then with the fewest `*`, then with a leading `/`.
    ///
    /// ```swift
    /// options.typesByPath = ["item/price": .number, "item/@id": .string]
    /// ```
    public var typesByPath: [XMLPath: TextType] = [:]

    // MARK: Parts

    /// The paths of the elements to convert, or an empty array for the whole document.
    ///
    /// With paths, the result is an array of the elements' values, without names, in document order. A path to
    /// attributes, such as `item/@id`, selects their values. A selected element or attribute inside a selected element
    /// is only part of that element's value. Comments and other nodes beside the root are left out.
    public var select: [XMLPath] = []

    /// The key of the origin of each record or selected element, or `nil` for no origin.
    ///
    /// With `@origin`, a record of the file `menu.xml` becomes `{…, "@origin": {"name": "item", "file": "menu.xml",
    /// "line": 2, "path": "/menu/item"}}`. A document in memory has no file. With ``isConcatenated``, `document` counts
    /// the documents of the input from 1. A record that is not a dictionary, such as text, becomes a dictionary with
    /// its value under ``textKey``. In an array (``jsonml``), the origin is among the attributes.
    public var originKey: String?

    /// The key of the elements around each record or selected element, or `nil` to leave out these elements.
    ///
    /// With `in`, the record `<case name="a"/>` in `<suite id="1"><group>` becomes `{"name": "a", "in": [{"suite":
    /// {"id": "1"}}, {"group": {}}]}`, outermost first. Names and attributes follow the other options, and namespace
    /// declarations are left out. The element of a selected attribute is the last element. A record that is not a
    /// dictionary changes as with ``originKey``. After a broken record, an ancestor with a start tag that is not
    /// well-formed has no attributes.
    public var ancestorsKey: String?

    /// The paths of elements and attributes to leave out.
    ///
    /// The document must still be well-formed. The attributes `xml:space` and `xmlns` still have their effect, and a
    /// child still separates the text around it. Without its root, a document is `{}`.
    public var skip: [XMLPath] = []

    /// Whether a path or a namespace of the options that matches nothing is an error.
    ///
    /// The option applies to the path of records, to ``select``, ``skip``, ``forceList``, ``forceText`` and
    /// ``typesByPath``, and to the URIs of ``namespacePrefixes``. A path matches if the document has such an element or
    /// attribute, even inside an element that is left out. A URI matches if the document declares it. A record or a
    /// selected element must also be delivered. The error, ``XMLError/Code-swift.struct/noMatch``, arrives after all
    /// records.
    public var requiresMatch = false

    /// Whether values store the ``XMLValue/line`` of each element for decoding errors, in 16 bytes for an element.
    public var keepsLines = false

    // MARK: Input

    /// The encoding of the bytes, such as `windows-1252`, which overrides a byte order mark and the declaration.
    public var encoding: String?

    /// The treatment of references to entities.
    public var entities: Entities = .expand

    /// Whether characters that XML does not allow become U+FFFD before parsing: `<a>&#27;</a>` becomes
    /// `{"a": {"text": "�"}}`.
    ///
    /// These characters are controls other than tab, line feed and carriage return, U+FFFE and U+FFFF (XML 1.0,
    /// production 2). By default, each such character is an error. The reader replaces characters everywhere, but
    /// references only in text and in values of attributes. References to both halves of a surrogate pair become one
    /// character. A reference to one half alone, or to a number beyond U+10FFFF, becomes U+FFFD. References in a
    /// DOCTYPE, and invalid bytes, stay errors. Positions of errors count the text after the replacement.
    public var replacesInvalidCharacters = false

    /// The values of all limits that differ from the defaults.
    ///
    /// If a document exceeds a limit, the reader throws an error with the code `limit`, and ``XMLError/limit`` is the
    /// exceeded limit. 0 does not mean unlimited. The defaults protect programs from hostile documents.
    ///
    /// ```swift
    /// options.limits[.depth] = 5_000
    /// ```
    public var limits: [XMLOptions.Limit: Int] = [:]

    /// Whether the bytes may be several documents in succession, and the reader delivers the records of all documents.
    ///
    /// After the end of a root, white space, comments and processing instructions belong to that document. An XML
    /// declaration, a DOCTYPE or a start tag begins the next document. White space may also precede the first XML
    /// declaration. Errors name the document by its number. Methods that read a single document refuse the option.
    /// ``XMLReader/documents(in:)->XMLRecords<XMLValue>`` does not need the option.
    public var isConcatenated = false

    // MARK: Shapes

    /// The shape that all values must have, and the treatment of values that do not fit.
    package var shaping: Shaping?

    var namesLines = false

    /// The convention before changes, by which `PlanCache` finds a shared plan.
    var beginning = Beginning()

    struct Beginning: Hashable, Sendable {
        var convention = Convention.xmlreader

        static func == (one: Beginning, other: Beginning) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }

    /// Creates the options of the convention ``xmlreader``.
    public init() {}

    /// Creates options with a change.
    ///
    /// ```swift
    /// let options = XMLOptions(.xmltodict) { $0.forceList = ["item"] }
    /// ```
    ///
    /// - Parameters:
    ///   - options: The options before the change, such as a convention.
    ///   - change: The change.
    /// - Throws: The error of the change, such as an invalid path.
    public init(_ options: XMLOptions = .xmlreader, _ change: (inout XMLOptions) throws -> Void) rethrows {
        self = options
        try change(&self)
    }
}

extension XMLOptions {
    /// Returns options that apply the policy for broken records also to records that do not fit the shape.
    func shaped(recordsAt records: XMLPath?, onError policy: XMLOptions.ErrorPolicy) -> XMLOptions {
        guard shaping != nil else { return self }
        var options = self
        options.namesLines = records == nil && shaping?.shaper.followsElements == false
        if policy.skips { options.shaping?.fault = .skip }
        return options
    }
}

extension XMLOptions {
    /// The treatment of references to entities, except the five entities of XML, such as `&amp;`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Entities: Hashable, Sendable {
        /// The declared text replaces each reference, within the limits, and undeclared entities are an error.
        case expand

        /// A document that declares an entity is refused with the code `entity`.
        case forbid

        /// The 252 character names of HTML 4, such as `&nbsp;`, are also declared (HTML 4.01, section 24).
        ///
        /// The document's declaration of such a name takes precedence. Other names, such as HTML 5's, are an error.
        case html
    }
}
