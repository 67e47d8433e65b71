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
/// The coding key makes a property an attribute, text or an element:
///
/// - `@id` is the attribute `id`. Keys at one of ``attributePaths``, the key `xmlns`, and keys that begin with `xml:`
///   or `xmlns:` are also attributes.
/// - The empty key and ``textKey`` are the element's own text.
/// - Any other key is a child element, in the order of encoding.
///
/// Types become these parts of a document:
///
/// - A list is an element for each item, under the key of the list. An empty list is nothing, and a list in a list is
///   an error.
/// - Nil is left out, unless ``nilStrategy-swift.property`` says otherwise.
/// - A string, a number, a boolean and an ``XMLTextEncodable`` type is text. Numbers have the shortest form that reads
///   back: `2`, `0.1`, `1e-07`, `INF`, `NaN`.
/// - An enumeration with associated values is a child element with the name of the case.
/// - A dictionary is a child element for each key, in the order of the keys' bytes.
/// - An `XMLValue` is an element with all content of the value, by the convention of the value's reader.
///
/// `XMLDecoder` decodes an equal value from the text, with the exceptions in <doc:Encoding>, such as an empty list in
/// an optional property. Readers remove white space at the ends of a text, unless their options or ``writesXMLSpace``
/// keep it. The encoder encodes at most 512 levels of nested types, and fewer on a thread with a small stack.
///
/// Encoding throws an `EncodingError` with the whole coding path for a value that XML cannot represent. It throws an
/// `XMLError` with the code `invalidPath` or `noMatch` for ``attributePaths``, or `inputOutput` for a file, and passes
/// on errors of the encoded types.
public struct XMLEncoder: Sendable {
    /// The layout of the text.
    public var format: XMLWriter.Format { didSet { kept = Kept() } }

    /// The spelling of coding keys as names, which the decoder reverses with the option `XMLOptions.keyStyle` `.camel`.
    ///
    /// With `.snake`, a property `itemPrice` becomes the element `item_price`. A prefix, such as `media` in
    /// `media:thumbnail`, is spelled separately. Names with several capitals in a row, such as `itemURL`, do not read
    /// back, because `item_url` is `itemUrl` in camel case.
    public var keyStyle: XMLOptions.KeyStyle = .keep { didSet { kept = Kept() } }

    /// The coding key that means an element's own text, as the empty key does, or `nil` for only the empty key.
    ///
    /// The property is a child element when its value is not text, or is empty.
    public var textKey: String? = "text" { didSet { kept = Kept() } }

    /// The paths of attributes, for types whose coding keys have no `@`.
    ///
    /// The path `item/@id` makes the property `id` of elements `item` an attribute, and the path `@id` does this for
    /// all elements. The names are in the spelling of ``keyStyle``. The value of an attribute must be text.
    ///
    /// If a path such as `item/@idd` matches nothing, and an encoded `item` has the similar key `id`, encoding throws
    /// an `XMLError` with the code `noMatch`.
    public var attributePaths: [XMLPath] = [] { didSet { kept = Kept() } }

    /// The representation of nil.
    public var nilStrategy = NilStrategy.omit { didSet { kept = Kept() } }

    /// The namespaces that the root declares, by their prefixes, with an empty prefix for the default namespace.
    ///
    /// Declare the prefix of a key such as `media:thumbnail` here, or by an attribute `@xmlns:media` of the element or
    /// an ancestor. The key `{http://search.yahoo.com/mrss/}thumbnail` gets the prefix that you declare here.
    ///
    /// ```swift
    /// encoder.namespaceURIs = ["media": "http://search.yahoo.com/mrss/"]
    /// ```
    public var namespaceURIs: [String: String] = [:] { didSet { kept = Kept() } }

    /// Values that encoded types can read from their `Encoder`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    private var strategies: [ObjectIdentifier: any Sendable] = [:] { didSet { kept = Kept() } }

    /// Whether elements whose text begins or ends with white space get the attribute `xml:space="preserve"`.
    ///
    /// Readers then keep this white space (XML 1.0, section 2.10). It is an error if the element has an `xml:space`
    /// with another value.
    public var writesXMLSpace = false { didSet { kept = Kept() } }

    /// The representations of nil.
    ///
    /// A strategy applies to `encodeNil`, `encode` of an optional and `encodeIfPresent`. The root and items of a list
    /// always become elements, so that the other items keep their positions.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum NilStrategy: Hashable, Sendable {
        /// Leaves out nil.
        case omit

        /// Writes an empty element or an empty attribute.
        ///
        /// The decoder reads nil, or an empty string for a string. Nil in place of a list is left out.
        case empty

        /// Writes an element with the attribute `xsi:nil="true"` (XML Schema part 1, section 2.6.2).
        ///
        /// The root declares the prefix. Nil in place of an attribute, a text or a list is left out.
        case xsiNil
    }

    /// Creates an encoder.
    ///
    /// - Parameter format: The layout of the text.
    public init(format: XMLWriter.Format = .pretty) {
        self.format = format
    }

    package subscript<Strategy: Sendable>(strategy type: Any.Type, as _: Strategy.Type = Strategy.self) -> Strategy? {
        get { strategies[ObjectIdentifier(type)] as? Strategy }
        set { strategies[ObjectIdentifier(type)] = newValue }
    }

    func function(for type: Any.Type) -> EncodingFunction.Function? {
        (strategies[ObjectIdentifier(type)] as? any EncodingFunction)?.function
    }

    var hasFunctions: Bool { strategies.values.contains { ($0 as? any EncodingFunction)?.function != nil } }

    private var kept = Kept<EncodingPlan>()

    func plan() throws -> EncodingPlan {
        try kept.made { () throws in try EncodingPlan(self) }
    }

    /// Encodes a value as the `XMLValue` that a reader with the convention `xmltodict` would make of the document.
    ///
    /// White space at the ends of texts stays, as with the reader's option `XMLOptions.trim` `.none`.
    ///
    /// ```swift
    /// let shop = try XMLEncoder().value(of: ["item": ["Cake", "Pie"]], root: "shop")
    /// print(shop.json(.compact))
    /// // {"shop":{"item":["Cake","Pie"]}}
    /// ```
    ///
    /// - Returns: A dictionary with the root, in which numbers and booleans are strings.
    /// - Throws: The errors of ``string(from:root:)``.
    public func value(of value: some Encodable, root: String) throws -> XMLValue {
        let session = try EncodingSession(self, to: .memory)
        try session.encode(value, named: root, isRoot: true)
        return try Self.explain(value) { () throws(XMLError) in try session.value() }
    }

    /// Encodes a value as the text of a document.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the root element.
    /// - Returns: The text, which ends with a line feed.
    /// - Throws: An `EncodingError`, an `XMLError` with the code `invalidPath` or `noMatch`, or an error of an encoded
    ///   type.
    public func string(from value: some Encodable, root: String) throws -> String {
        let session = try write(value, root: root, to: .memory)
        return String(decoding: session.tags.output.text, as: UTF8.self)
    }

    /// Encodes a value as a document in bytes of UTF-8, like ``string(from:root:)``.
    ///
    /// - Throws: The errors of ``string(from:root:)``.
    public func bytes(from value: some Encodable, root: String) throws -> [UInt8] {
        let session = try write(value, root: root, to: .memory)
        return Array(session.tags.output.text)
    }

    /// Encodes a value as a document in an open file, and writes nothing if the value cannot be encoded.
    ///
    /// Use ``XMLRecordWriter`` to write many values in the memory of one value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the root element.
    ///   - fileDescriptor: The file, open for writing, which stays open.
    /// - Throws: The errors of ``string(from:root:)``, or an ``/XML2Dict/XMLError`` with the code `inputOutput`. The
    ///   file may then have a part of the text.
    public func write(_ value: some Encodable, root: String, to fileDescriptor: Int32) throws {
        try write(value, root: root, to: .file(fileDescriptor)).flush()
    }

    private func write(
        _ value: some Encodable,
        root: String,
        to target: OutputBuffer.Target
    ) throws -> EncodingSession {
        let session = try EncodingSession(self, to: target)
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

    static func explain<Result>(_ value: Any, _ body: () throws(XMLError) -> Result) throws -> Result {
        do throws(XMLError) {
            return try body()
        } catch {
            if error.isOutputFailure { throw error }
            throw EncodingSession.invalid(value, [], "\(error.words)")
        }
    }

    func declaredNamespaces() throws -> (namespaces: [(prefix: String, uri: String)], nilPrefix: String) {
        for (prefix, uri) in namespaceURIs {
            guard let problem = Self.problem(prefix, uri) else { continue }
            throw EncodingSession.invalid(namespaceURIs, [], problem)
        }
        var all = namespaceURIs
        var nilPrefix = "xsi"
        if nilStrategy == .xsiNil {
            if let declared = namespaceURIs.filter({ $0.value == NamespaceURI.schemaInstance && !$0.key.isEmpty }).keys
                .min()
            {
                nilPrefix = declared
            } else if namespaceURIs["xsi"] == nil {
                all["xsi"] = NamespaceURI.schemaInstance
            } else {
                throw EncodingSession.invalid(
                    namespaceURIs,
                    [],
                    "the prefix 'xsi' has another namespace; declare a prefix for \(NamespaceURI.schemaInstance), too"
                )
            }
        }
        let sorted = all.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return (sorted.map { ($0.key, $0.value) }, nilPrefix)
    }

    /// Returns the reason why a prefix cannot be declared (Namespaces in XML 1.0, sections 2.2 and 3).
    private static func problem(_ prefix: String, _ uri: String) -> String? {
        if prefix == "xmlns" || prefix == "xml" { return "the prefix '\(prefix)' is reserved" }
        guard prefix.isEmpty || WrittenNameCheck.isName(prefix) else { return "'\(prefix.shortened)' is not a prefix" }
        if uri == NamespaceURI.xml { return "the prefix xml and its namespace belong together" }
        if uri.isEmpty, !prefix.isEmpty { return "the prefix '\(prefix)' has no namespace" }
        return XMLCharacters.problem(in: uri)
    }
}

/// A strategy of encoding a type, perhaps with a function that replaces the type's `encode(to:)`.
package protocol EncodingFunction: Sendable {
    typealias Function = (_ value: Any, _ encoder: any Encoder) throws -> Void

    var function: Function? { get }
}

/// A type that is encoded as the text of an element or an attribute, rather than by coding keys.
///
/// ```swift
/// struct Position: XMLTextEncodable {
///     var latitude, longitude: Double
///     func xmlText(with encoder: XMLEncoder) -> String? { "\(latitude) \(longitude)" }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` are also text. Without this product, encoding these
/// types is an error. `XMLTextDecodable` is the inverse.
public protocol XMLTextEncodable: Encodable {
    /// Returns the text of the value, or `nil` to make the encoder report an error with the coding path.
    ///
    /// - Parameter encoder: The encoder, whose ``XMLEncoder/userInfo`` may hold the format of the text.
    /// - Returns: The text.
    /// - Throws: An error that the encoder passes on unchanged. Most types return `nil` instead.
    func xmlText(with encoder: XMLEncoder) throws -> String?
}

/// A Foundation type that is encoded as text, but does not conform to `XMLTextEncodable` in public.
package protocol ForeignTextEncodable: Encodable {
    func xmlText(with encoder: XMLEncoder) throws -> String?
}
