public import XML2Dict

/// Encodes your own `Encodable` types as XML: the mirror of `XMLDecoder`.
///
/// ```swift
/// struct Item: Codable {
///     var id: Int
///     var name: String
///     var tag: [String]
///
///     enum CodingKeys: String, CodingKey { case id = "@id", name, tag }
/// }
/// let item = Item(id: 7, name: "Cake", tag: ["sweet", "round"])
/// print(try XMLEncoder(format: .compact).string(from: item, root: "item"))
/// // <?xml version="1.0" encoding="UTF-8"?>
/// // <item id="7"><name>Cake</name><tag>sweet</tag><tag>round</tag></item>
/// ```
///
/// The coding key decides whether a property is an attribute, text or an element. Elements are in the order of
/// encoding.
///
/// - `@id` is the attribute `id`. A key at one of the paths of ``attributePaths`` is an attribute too, and so are
///   the key `xmlns` and keys that begin with `xml:` or `xmlns:`.
/// - The empty key, and ``textKey``, is the element's own text.
/// - Any other key is a child element.
///
/// Types become these parts of a document:
///
/// - A list is an element for each item, under the key of the list; an empty list is nothing. A list in a list is an
///   error.
/// - Nil is left out, unless ``nilStrategy-swift.property`` says otherwise.
/// - A string, a number, a boolean and an ``XMLTextEncodable`` type is text. Numbers have the shortest form that reads
///   back: `2`, `0.1`, `1e-07`, `INF`, `NaN`.
/// - An enumeration with associated values is a child element with the name of the case.
/// - A dictionary is a child element for each key, in the order of the keys' bytes.
/// - An `XMLValue` is an element with all that it contains, by the convention of its reader.
///
/// `XMLDecoder` decodes an equal value from the text, with the exceptions in <doc:Encoding>, such as an empty list in
/// an optional property. White space is written as it is; readers remove it at the ends of a text, unless their options
/// say otherwise, or ``writesXMLSpace`` does. A value that XML cannot represent is an error.
///
/// The encoder encodes at most 512 levels of nested types, and fewer on a thread with a small stack.
///
/// Encoding throws an `EncodingError` with the whole coding path for a value that cannot be written; an
/// `XMLError` with the code `invalidPath` for a path of ``attributePaths`` that is invalid, or `noMatch` for one that misses a
/// key by little; an ``/XML2Dict/XMLError`` with the code `inputOutput`; and errors of the encoded types.
public struct XMLEncoder: Sendable {
    /// The form of the text.
    public var format: XMLWriter.Format { didSet { kept = Kept() } }

    /// How coding keys are spelled as names; the decoder reads snake case back with the option
    /// `XMLOptions.keyStyle` `.camel`.
    ///
    /// With `.snake`, a property `itemPrice` becomes the element `item_price`. A prefix, such as `media` in
    /// `media:thumbnail`, is spelled on its own. Names with several capitals in a row, such as `itemURL`, do not read
    /// back: `item_url` is `itemUrl` in camel case.
    public var keyStyle: XMLOptions.KeyStyle = .keep { didSet { kept = Kept() } }

    /// The coding key of an element's own text, beside the empty key; it is the decoder's default.
    ///
    /// A property `text` is the text of its element. It is a child element when its value is not text, or is empty.
    /// With `nil`, it always is a child element.
    public var textKey: String? = "text" { didSet { kept = Kept() } }

    /// The paths of attributes, for types whose coding keys have no `@`.
    ///
    /// `item/@id` makes the property `id` of an element `item` an attribute, and `@id` that of any element. The names
    /// are those of the document, as ``keyStyle`` spells them. The value of an attribute has to be text.
    ///
    /// If a path such as `item/@idd` matches nothing, and an encoded `item` has the similar key `id`, encoding throws
    /// an `XMLError` with the code `noMatch`.
    public var attributePaths: [XMLPath] = [] { didSet { kept = Kept() } }

    /// How nil is represented.
    public var nilStrategy = NilStrategy.omit { didSet { kept = Kept() } }

    /// The namespaces that the root declares, by their prefixes; the empty prefix is the default namespace.
    ///
    /// A key such as `media:thumbnail` needs its prefix here, or an attribute `@xmlns:media` of its element or of one
    /// around it. A key `{http://search.yahoo.com/mrss/}thumbnail` takes the prefix that its namespace has here.
    ///
    /// ```swift
    /// encoder.namespaceURIs = ["media": "http://search.yahoo.com/mrss/"]
    /// ```
    public var namespaceURIs: [String: String] = [:] { didSet { kept = Kept() } }

    /// Values that encoded types can read from their `Encoder`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The strategies of text types, by type.
    private var strategies: [ObjectIdentifier: any Sendable] = [:] { didSet { kept = Kept() } }

    /// Whether an element whose text begins or ends with white space gets the attribute `xml:space="preserve"`, so that
    /// readers keep this white space (XML 1.0, section 2.10).
    ///
    /// A text that an attribute `xml:space` of its element would not keep is then an error.
    public var writesXMLSpace = false { didSet { kept = Kept() } }

    /// The representations of nil.
    ///
    /// A type's `encodeNil`, `encode` of an optional and `encodeIfPresent` are the same. The root and an item of a list
    /// become elements with every strategy: the other items keep their places.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum NilStrategy: Hashable, Sendable {
        /// Nil is left out.
        case omit

        /// Nil is an empty element, or an empty attribute.
        ///
        /// The decoder takes it as nil, except for strings, which are empty. Nil in place of a list is left out.
        case empty

        /// Nil is an element with the attribute `xsi:nil="true"` (XML Schema part 1, section 2.6.2).
        ///
        /// The root declares the prefix. Attributes and text that are nil are left out, and so is nil in place of a list.
        case xsiNil
    }

    /// Creates an encoder.
    ///
    /// - Parameter format: The form of the text.
    public init(format: XMLWriter.Format = .pretty) {
        self.format = format
    }

    /// The strategy for a type that is encoded as text, such as the format of dates.
    ///
    /// It is `nil` when no strategy was set.
    package subscript<Strategy: Sendable>(strategy type: Any.Type, as _: Strategy.Type = Strategy.self) -> Strategy? {
        get { strategies[ObjectIdentifier(type)] as? Strategy }
        set { strategies[ObjectIdentifier(type)] = newValue }
    }

    /// The function that encodes values of a type, if the strategy of the type is one.
    func function(for type: Any.Type) -> EncodingFunction.Function? {
        (strategies[ObjectIdentifier(type)] as? any EncodingFunction)?.function
    }

    /// Whether a strategy is a function.
    var hasFunctions: Bool { strategies.values.contains { ($0 as? any EncodingFunction)?.function != nil } }

    private var kept = Kept<EncodingPlan>()

    /// What the settings become, which copies share.
    ///
    /// - Throws: An `EncodingError` for the namespaces, or an `XMLError` for a path.
    func plan() throws -> EncodingPlan {
        try kept.made { () throws in try EncodingPlan(self) }
    }

    // MARK: Encoding

    /// Encodes a value as the value that a reader with the convention `xmltodict` makes of its document.
    ///
    /// White space at the ends of texts stays, as with the reader's option `XMLOptions.trim` `.none`.
    ///
    /// ```swift
    /// let shop = try XMLEncoder().value(of: ["item": ["Cake", "Pie"]], root: "shop")
    /// print(shop.json(.compact))
    /// // {"shop":{"item":["Cake","Pie"]}}
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the root element.
    /// - Returns: A dictionary of the root. Numbers and booleans are strings in it.
    /// - Throws: The errors of ``string(from:root:)``.
    public func value(of value: some Encodable, root: String) throws -> XMLValue {
        let session = try write(value, root: root, to: .memory, isCompact: true)
        return try Self.reader.read(.bytes(Array(session.tags.output.text))).written(with: .xmltodict)
    }

    /// Encodes a value as the text of a document.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the root element.
    /// - Returns: The text, with a line break.
    /// - Throws: An `EncodingError`, an `XMLError` with the code `invalidPath` or `noMatch`, or an error of an encoded
    ///   type.
    public func string(from value: some Encodable, root: String) throws -> String {
        let session = try write(value, root: root, to: .memory)
        return String(decoding: session.tags.output.text, as: UTF8.self)
    }

    /// Encodes a value as a document in bytes of UTF-8.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the root element.
    /// - Returns: The bytes, with a line break.
    /// - Throws: The errors of ``string(from:root:)``.
    public func bytes(from value: some Encodable, root: String) throws -> [UInt8] {
        let session = try write(value, root: root, to: .memory)
        return Array(session.tags.output.text)
    }

    /// Encodes a value as a document in an open file.
    ///
    /// Nothing is written for a value that cannot be encoded. ``XMLRecordWriter`` writes many values in the memory of
    /// one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the root element.
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    /// - Throws: The errors of ``string(from:root:)``, or an ``/XML2Dict/XMLError`` with the code `inputOutput`; a part of
    ///   the text may then have been written.
    public func write(_ value: some Encodable, root: String, to fileDescriptor: Int32) throws {
        try write(value, root: root, to: .file(fileDescriptor)).flush()
    }

    private func write(
        _ value: some Encodable,
        root: String,
        to target: OutputBuffer.Target,
        isCompact: Bool = false
    ) throws -> EncodingSession {
        let session = try EncodingSession(self, to: target, isCompact: isCompact)
        try session.encode(value, named: root, isRoot: true)
        try Self.explain(value) { () throws(XMLError) in
            try session.write { writer throws(XMLError) in
                try writer.writeDocument { writer in
                    writer.source.nodes.append(writer.source.root)
                    return nil
                }
            }
        }
        return session
    }

    private static let reader = XMLReader(.forEncodedValues)

    /// Turns an error of the form of a value into one of encoding.
    static func explain(_ value: Any, _ body: () throws(XMLError) -> Void) throws {
        do throws(XMLError) {
            try body()
        } catch {
            if error.isOutputFailure { throw error }
            throw EncodingSession.invalid(value, [], "\(error.words)")
        }
    }

    // MARK: Namespaces

    /// The namespaces of the root in the order of their prefixes, and the prefix of `xsi:nil`.
    func declaredNamespaces() throws -> (namespaces: [(prefix: String, uri: String)], nilPrefix: String) {
        for (prefix, uri) in namespaceURIs {
            guard let problem = Self.problem(prefix, uri) else { continue }
            throw EncodingSession.invalid(namespaceURIs, [], problem)
        }
        var all = namespaceURIs
        var nilPrefix = "xsi"
        if nilStrategy == .xsiNil {
            if let declared = namespaceURIs.filter({ $0.value == TagRules.schemaInstance && !$0.key.isEmpty }).keys
                .min()
            {
                nilPrefix = declared
            } else if namespaceURIs["xsi"] == nil {
                all["xsi"] = TagRules.schemaInstance
            } else {
                throw EncodingSession.invalid(
                    namespaceURIs,
                    [],
                    "the prefix 'xsi' has another namespace; declare a prefix for \(TagRules.schemaInstance), too"
                )
            }
        }
        let sorted = all.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return (sorted.map { ($0.key, $0.value) }, nilPrefix)
    }

    /// The reason why a prefix cannot be declared (Namespaces in XML 1.0, sections 2.2 and 3).
    private static func problem(_ prefix: String, _ uri: String) -> String? {
        if prefix == "xmlns" || prefix == "xml" { return "the prefix '\(prefix)' is reserved" }
        guard prefix.isEmpty || WrittenNameCheck.isName(prefix) else { return "'\(prefix.shortened)' is not a prefix" }
        if uri == TagRules.xml { return "the prefix xml and its namespace belong together" }
        if uri.isEmpty, !prefix.isEmpty { return "the prefix '\(prefix)' has no namespace" }
        return XMLCharacters.problem(in: uri)
    }
}

/// A strategy that may be a function; the function then encodes values, and not their type.
package protocol EncodingFunction: Sendable {
    typealias Function = (_ value: Any, _ encoder: any Encoder) throws -> Void

    /// The function; `nil` when the strategy is the format of a text.
    var function: Function? { get }
}

/// A type that is encoded as the text of an element or an attribute, rather than by its keys.
///
/// ```swift
/// struct Position: XMLTextEncodable {
///     var latitude, longitude: Double
///     func xmlText(with encoder: XMLEncoder) -> String? { "\(latitude) \(longitude)" }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` are also text; without it, encoding them is an
/// error. `XMLTextDecodable` is the other direction.
public protocol XMLTextEncodable: Encodable {
    /// Returns the text of the value; `nil` when the value has no form as text, which the encoder reports with its
    /// coding path.
    ///
    /// - Parameter encoder: The encoder, whose ``XMLEncoder/userInfo`` may hold the format of the text.
    /// - Returns: The text.
    /// - Throws: An error that the encoder passes on unchanged. Most types return `nil` instead.
    func xmlText(with encoder: XMLEncoder) throws -> String?
}

/// A type of Foundation that is encoded as text; users of that type do not see how.
package protocol ForeignTextEncodable: Encodable {
    func xmlText(with encoder: XMLEncoder) throws -> String?
}
