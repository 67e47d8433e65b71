/// The rules by which a reader makes a value of XML.
///
/// The conventions, such as ``xmltodict``, are sets of options; you can change each option afterwards.
///
/// ```swift
/// var options = XMLOptions.xmltodict
/// options.forceList = ["channel/item"]
/// options.namespaces = .strip
/// let reader = XMLReader(options)
/// ```
///
/// Some options take paths. `channel/item` is any `item` in a `channel`, `/rss/channel/item` begins at the root,
/// and `*` is any one name. ``skip`` and ``typesByPath`` also take attributes, as in `item/@id`. Names in paths are
/// the document's own, with their prefixes, or the names that ``namespaces`` and ``namespacePrefixes`` make of
/// them. Write expanded names as `{http://www.w3.org/2005/Atom}entry`. Paths are compared before ``keyStyle``
/// changes the names. A path that matches nothing is an error
/// only with ``requiresMatch``.
///
/// Reading throws an ``XMLError`` with the code `invalidOptions` for options that contradict each other, and
/// with the code `invalidPath` for an invalid path.
public struct XMLOptions: Hashable, Sendable {
    // MARK: Elements

    /// Whether an element is an array: its name, a dictionary of its attributes if it has any, then its text and its
    /// child elements in document order (JsonML).
    ///
    /// `<a id="1">x<b/></a>` becomes `{"a": ["a", {"id": "1"}, "x", ["b"]]}`. A node such as a comment is an array of its
    /// key and its text: `["#comment", "x"]`. ``keyStyle`` applies to the names. The options ``empty``, ``textOnlyIsString``,
    /// ``unwrapsSiblings`` and ``textKey`` have no effect.
    package var elementsAreArrays = false

    /// Whether the root's name is the one key of the result: `<a>x</a>` becomes `{"a": {"text": "x"}}`.
    ///
    /// Without it, the result is the root's value, `{"text": "x"}`, and comments and other nodes beside the root are
    /// left out. Where elements are arrays and comments, instructions or the DOCTYPE have keys, the result is the array
    /// of the document's nodes: `<!--x--><a/>` becomes `[["#comment", "x"], ["a"]]`.
    public var keepsRoot = true

    /// The form of empty elements: `<a/>` becomes `{"a": {}}` by default.
    public var empty: Empty = .dictionary

    /// Whether an array of the children replaces an element whose children all have one name, as in the Parker
    /// convention: `<list><i/><i/></list>` becomes `{"list": [{}, {}]}`, and by default `{"list": {"i": [{}, {}]}}`.
    ///
    /// A parent that holds anything else stays a dictionary. So does a parent with a single child, unless ``forceList``
    /// has the child's path.
    package var unwrapsSiblings = false

    /// The paths of elements that are always arrays, so that all records have the same form.
    ///
    /// With `channel/item`, a channel with one item becomes `{"channel": {"item": [{}]}}`. The root and records are
    /// never arrays. The path `*` makes every other element an array.
    public var forceList: [XMLPath] = []

    /// Whether `<a xsi:nil="true"/>` becomes `{"a": null}` (XML Schema part 1, section 2.6.2).
    ///
    /// The attribute may also be `"1"`. An element with content or with other attributes, even attributes that are
    /// left out, keeps its form, so that nothing is lost; namespace declarations do not count. The prefix may be
    /// any that is declared for the namespace; `xsi` need not be declared.
    public var nilIsNull = false

    // MARK: Attributes

    /// How attributes are represented: `<a id="1"/>` becomes `{"a": {"id": "1"}}` by default.
    public var attributes: Attributes = .merge {
        // An empty prefix marks nothing, so equal options look equal.
        didSet { if attributes == .prefix("") { attributes = .merge } }
    }

    // MARK: Text

    /// The key of an element's own text: `<a id="1">x</a>` becomes `{"a": {"id": "1", "text": "x"}}`.
    ///
    /// `nil` leaves out text beside attributes and child elements.
    public var textKey: String? = "text"

    /// Whether an element with text but without attributes and child elements is a string.
    ///
    /// `<name>Cake</name>` becomes `{"name": "Cake"}`, and by default `{"name": {"text": "Cake"}}`, which is also the form
    /// that it has with an attribute.
    public var textOnlyIsString = false

    /// The paths of elements that stay dictionaries, `{"text": "x"}`, where ``textOnlyIsString`` makes strings.
    public var forceText: [XMLPath] = []

    /// The separator of runs of text that child elements separate: with `|`, `<a>x<b/>y</a>` has the text `x|y`.
    ///
    /// With a separator, and while text is trimmed, runs that hold only white space are left out. The separator
    /// itself is never trimmed or collapsed.
    package var textSeparator = ""

    /// How white space in an element's text is removed: `<a> x </a>` has the text `x` by default.
    public var trim: Trim = .ends

    /// Whether `xml:space="preserve"` turns trimming off for its element and the elements in it (XML 1.0, section
    /// 2.10).
    package var honorsXMLSpace = true

    // MARK: Other nodes

    /// The key of CDATA sections; `nil` makes them part of the text.
    ///
    /// With `#cdata`, `<a><![CDATA[ x ]]></a>` becomes `{"a": {"#cdata": " x "}}`. CDATA sections under a key of their
    /// own keep their white space, are strings whatever ``infersTypes`` says, and do not separate runs of text.
    public var cdataKey: String?

    /// The key of comments; `nil` leaves them out.
    ///
    /// With `#comment`, `<a><!--x--></a>` becomes `{"a": {"#comment": "x"}}`. Comments outside the root are beside
    /// it in the result; comments in a DOCTYPE are part of the DOCTYPE. Comments are strings whatever ``infersTypes``
    /// says, and do not separate runs of text.
    public var commentKey: String?

    /// The key of processing instructions; `nil` leaves them out.
    ///
    /// With `#pi`, `<?xml-stylesheet href="a.css"?>` becomes `{"#pi": {"xml-stylesheet": "href=\"a.css\""}}`.
    public var processingInstructionKey: String?

    /// The key of the document type declaration; `nil` leaves it out.
    ///
    /// With `#doctype`, `<!DOCTYPE a [ ]><a/>` becomes `{"#doctype": "a [ ]", "a": {}}`.
    public var doctypeKey: String?

    /// Whether the result has the version, the encoding and `standalone` of the XML declaration, beside the root.
    ///
    /// `<?xml version="1.0" encoding="UTF-8"?><a/>` becomes `{"version": "1.0", "encoding": "UTF-8", "a": {}}`.
    package var includesXMLDeclaration = false

    // MARK: Order

    /// The key of the order of an element's content; `nil` loses the order between different keys.
    ///
    /// With `#order`, `<p>x<b/>y<i/><b/></p>` becomes `{"p": {"b": [{}, {}], "i": {}, "text": ["x", "y"], "#order":
    /// ["text", "b", "text", "i", "b"]}}`: the keys of the content in document order, and each run of text by itself. An
    /// element has the order only if its dictionary does not show it. Trimmed white space is not recorded.
    ///
    /// Text beside children then loses white space only at the ends of its element's content, and comments keep theirs.
    /// Without trimming, white space beside the root is text beside it: ``faithful`` has that, and keys for all else.
    public var orderKey: String?

    /// Whether white space before each run of text is dropped, where text is trimmed and its order is noted.
    ///
    /// Descriptions need the order, but no white space, which would fill the memory.
    package var dropsSpaceBeforeRuns = false

    // MARK: Names

    /// How prefixes are represented.
    public var namespaces: Namespaces = .keep

    /// The prefixes of namespaces by their URIs, whatever prefixes a document uses.
    ///
    /// With an empty prefix, the names of the namespace have no prefix. ``namespaces`` applies to names in other
    /// namespaces.
    ///
    /// ```swift
    /// options.namespacePrefixes = ["http://www.w3.org/2005/Atom": "atom"]
    /// ```
    public var namespacePrefixes: [String: String] = [:]

    /// How `xmlns` declarations are represented.
    ///
    /// With stripped namespaces the declarations are left out, unless they are collected.
    public var namespaceDeclarations: NamespaceDeclarations = .keep

    /// The key of the default namespace among collected declarations: empty, or `$` in the convention ``badgerfish``.
    package var defaultNamespaceKey = ""

    /// The text between the prefix or URI and the name in keys: with `_`, `<dc:title/>` becomes `{"dc_title": {}}`.
    ///
    /// Snake and camel case leave it out, as they leave out everything that is neither letter nor digit.
    package var prefixSeparator = ":"

    /// How names of elements and attributes are spelled as keys.
    ///
    /// Keys that you set, such as ``textKey``, the prefix of attributes, and the URIs of expanded namespaces stay
    /// as they are.
    public var keyStyle: KeyStyle = .keep

    /// Whether `xsi:nil` has this name whatever other names become, so that a decoder finds it.
    var keepsNilName = false

    // MARK: Types

    /// Whether text and attributes become numbers and booleans where no reader of JSON changes their values.
    ///
    /// An integer of at most 15 digits is a number. So is a fraction that has the same value after it was converted to a
    /// `Double` and printed, such as `33.00`. `true` and `false` are booleans. `007`, `+1`, `1e5`, `-0`, `NaN` and a number of 16 digits stay
    /// strings. Every digit is kept. White space around a number or a boolean does not count, whatever ``trim`` says.
    public var infersTypes = false

    /// The types of text and attributes by path.
    ///
    /// Of several paths that match, the one with the most names decides; of these, the one with the fewest `*`, and
    /// then the one that begins at the root.
    ///
    /// ```swift
    /// options.typesByPath = ["item/price": .number, "item/@id": .string]
    /// ```
    public var typesByPath: [XMLPath: TextType] = [:]

    // MARK: Parts

    /// The paths of the only elements to convert; none means the whole document.
    ///
    /// The result is then an array of their values, without their names, in document order. A path to attributes, such
    /// as `item/@id`, selects their values. A selected element or attribute inside a selected element is part of that
    /// element's value alone. Comments and other nodes beside the root are left out.
    public var select: [XMLPath] = []

    /// The key of the origin of each record, or of each selected element; `nil` adds no origin.
    ///
    /// With `@origin`, a record of the file `menu.xml` becomes `{…, "@origin": {"name": "item", "file": "menu.xml",
    /// "line": 2, "path": "/menu/item"}}`. The file is left out for a document in memory. With ``isConcatenated``, `document` is the
    /// number of the document in its input, counted from 1. A record that is not a dictionary, such as text, becomes a
    /// dictionary with its value under ``textKey``; in an array (``jsonml``), the origin is among the attributes.
    public var originKey: String?

    /// The key of the elements around each record, or around each selected element; `nil` adds none.
    ///
    /// With `in`, the record `<case name="a"/>` in `<suite id="1"><group>` becomes `{"name": "a", "in": [{"suite": {"id":
    /// "1"}}, {"group": {}}]}`, outermost first. Names and attributes are as the other options make them, without
    /// namespace declarations. The element of an attribute is around it. A record that is not a dictionary changes as
    /// with ``originKey``. After a broken record, an ancestor whose start tag is not well-formed has no attributes.
    public var ancestorsKey: String?

    /// The paths of elements and attributes to leave out.
    ///
    /// The document must be well-formed all the same. The attributes `xml:space` and `xmlns` have their effect even
    /// when they are left out, and a child that is left out still separates the text around it. Without its root, a
    /// document is `{}`.
    public var skip: [XMLPath] = []

    /// Whether a path or a namespace of the options that matches nothing is an error.
    ///
    /// It counts for the path of records, for ``select``, ``skip``, ``forceList``, ``forceText`` and ``typesByPath``,
    /// and for the URIs of ``namespacePrefixes``. A path matches when the document has an element or an attribute
    /// there, even inside an element that is left out; a URI matches when the document declares it. A record or a
    /// selected element must also be delivered. The error has the code ``XMLError/Code-swift.struct/noMatch``,
    /// and arrives at the end of the document, after its records.
    public var requiresMatch = false

    /// Whether values know the lines of their elements, so that errors of decoding report them; see
    /// ``XMLValue/line``.
    ///
    /// The lines take 16 bytes for each element.
    public var keepsLines = false

    // MARK: Input

    /// The encoding of the bytes, such as `windows-1252`, which overrides their byte order mark and their
    /// declaration.
    ///
    /// With `nil`, the reader finds the encoding from the byte order mark and the declaration.
    public var encoding: String?

    /// How the reader treats references to entities.
    public var entities: Entities = .expand

    /// Whether characters that XML does not allow become U+FFFD before the document is parsed: `<a>&#27;</a>` becomes
    /// `{"a": {"text": "�"}}`.
    ///
    /// They are controls other than tab, line feed and carriage return, U+FFFE and U+FFFF (XML 1.0, production 2); by
    /// default, each is an error. Characters are replaced everywhere, references in text and in the values of
    /// attributes. References to the two halves of a surrogate pair become the character of the pair; a half alone,
    /// and a number beyond U+10FFFF, becomes U+FFFD. References in a DOCTYPE, and bytes that are invalid in the
    /// encoding, stay errors. Positions are those of the replaced text.
    public var replacesInvalidCharacters = false

    /// The bounds that a document must keep, where they differ from the defaults.
    ///
    /// The reader refuses a document that exceeds a limit with the code `limit`; the message names the limit, and
    /// ``XMLError/limit`` is that limit. 0 does not mean unlimited. Documents that people and
    /// programs write stay far below the defaults, which protect programs from hostile documents.
    ///
    /// ```swift
    /// options.limits[.depth] = 5_000
    /// ```
    public var limits: [XMLOptions.Limit: Int] = [:]

    /// Whether the bytes may be several documents, one after the other: the records of all are delivered.
    ///
    /// After the end of a root, white space, comments and processing instructions belong to that document; an XML
    /// declaration, a DOCTYPE or a start tag begins the next one. White space may also precede the first XML
    /// declaration. Errors name the number of the document. Methods that read a single document refuse the option.
    /// ``XMLReader/documents(in:)->XMLRecords<XMLValue>`` does not need it.
    public var isConcatenated = false

    // MARK: Shapes

    /// The shape that all values must have, and the treatment of values that do not fit; `nil` for no shape.
    package var shaping: Shaping?

    /// Whether messages about the shape of whole documents need the lines of elements.
    var namesLines = false

    /// The convention that these options started from: `KeptPlans` uses it to find shared plans, and `==` ignores it.
    var beginning = Beginning()

    struct Beginning: Hashable, Sendable {
        var convention = Convention.xmlreader

        static func == (one: Beginning, other: Beginning) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }

    /// The options of the convention `xmlreader`.
    public init() {}

    /// Options with a change.
    ///
    /// ```swift
    /// let options = XMLOptions(.xmltodict) { $0.forceList = ["item"] }
    /// ```
    ///
    /// - Parameters:
    ///   - options: The options before the change, such as a convention.
    ///   - change: The change.
    /// - Throws: The error of the change, such as that of an invalid path.
    public init(_ options: XMLOptions = .xmlreader, _ change: (inout XMLOptions) throws -> Void) rethrows {
        self = options
        try change(&self)
    }
}

extension XMLOptions {
    /// Options in which the shape knows whether records are read, and whether broken ones are skipped.
    func shaped(recordsAt records: XMLPath?, onError policy: XMLOptions.ErrorPolicy) -> XMLOptions {
        guard shaping != nil else { return self }
        var options = self
        options.namesLines = records == nil && shaping?.shaper.followsElements == false
        if policy.skips { options.shaping?.fault = .skip }
        return options
    }
}

extension XMLOptions {
    /// How the reader treats references to entities, other than the five of XML itself and character references.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Entities: Hashable, Sendable {
        /// The text that the document declares replaces each reference, within the limits. Other references are an
        /// error.
        case expand

        /// A document that declares an entity is refused with the code `entity`.
        case forbid

        /// The 252 names of HTML 4 for characters, such as `&nbsp;`, are declared, too (HTML 4.01, section 24).
        ///
        /// A document's own declaration of such a name takes precedence. References to other names are an error, also to
        /// those that only HTML 5 has.
        case html
    }
}
