/// Decodes values, documents and records into your own `Decodable` types.
///
/// ```swift
/// struct Feed: Decodable { var title: String; var item: [Item] }
/// struct Item: Decodable { var id: Int; var link: String?; var price: Double }
/// let feed = try XMLDecoder().decode(Feed.self, contentsOf: "feed.xml")
/// ```
///
/// A property matches an attribute or a child element with its name, under every convention whose elements are
/// dictionaries:
///
/// - A coding key `id` also finds `@id`, and an `id` in a group of attributes. When an element has both, `id` is the
///   child and `@id` the attribute.
/// - The key of text, or an empty key, is the element's own text.
///
/// Types decode from these parts of a document:
///
/// - An array takes any number of elements: none, one or many.
/// - An optional is nil when the element is absent, or null, or empty. An empty element is still an empty string, as
///   numbers cannot be empty but strings can.
/// - Strings, booleans (`true`, `false`, `1`, `0`), numbers of every width, enumerations of these, and
///   ``XMLTextDecodable`` types take text, also that of an element with attributes. White space around numbers does not
///   count, and the locale has no effect.
/// - An enumeration with associated values takes the child element with a case's name.
///
/// The decoder decodes types that contain themselves 512 deep, or as deep as the thread's stack allows.
///
/// Decoding throws a `DecodingError` with the whole coding path and, when the decoder read the document itself, the
/// line of the element. Errors in the XML are ``XMLReaderError``s.
public struct XMLDecoder: Sendable {
    /// The options for reading documents.
    ///
    /// The root's name does not count: the decoder decodes the root element.
    public var options: XMLReader.Options

    /// How names in a document are compared with coding keys.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys

    /// Values that decoded types can read from their `Decoder`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The strategies of text types, by type.
    private var strategies: [ObjectIdentifier: any Sendable] = [:]

    /// How names in a document are compared with coding keys.
    public enum KeyDecodingStrategy: Sendable {
        /// As they are written.
        case useDefaultKeys

        /// Without their prefixes: `title` finds `media:title`. A name that matches as it is written comes first.
        ///
        /// When names with several prefixes match, the first one counts; set ``XMLReader/Options/namespaces`` to
        /// `.stripped` to get all.
        case stripNamespace

        /// From snake case: `itemPrice` finds `item_price`.
        case convertFromSnakeCase

        /// Converted by this function.
        case custom(@Sendable (String) -> String)
    }

    /// Creates a decoder that reads documents with these options.
    public init(_ options: XMLReader.Options = .init()) {
        self.options = options
    }

    /// The strategy for a type that is decoded from text, such as the format of dates.
    ///
    /// It is `nil` when no strategy was set.
    public subscript<Strategy: Sendable>(strategy type: Any.Type, as _: Strategy.Type = Strategy.self) -> Strategy? {
        get { strategies[ObjectIdentifier(type)] as? Strategy }
        set { strategies[ObjectIdentifier(type)] = newValue }
    }

    // MARK: Decoding

    /// Decodes a value.
    ///
    /// For a whole document, it decodes the root element, whatever its name.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: The value to decode.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError`.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: XMLValue) throws -> Decoded {
        try DecodingSetup(self).decode(type, from: value.root)
    }

    /// Decodes the root element of a document in memory.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - bytes: The document, such as `[UInt8]` or Foundation's `Data`.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or an ``XMLReaderError`` when the document is invalid.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from bytes: some Collection<UInt8>
    ) throws -> Decoded {
        try decode(type, from: reader.read(bytes))
    }

    /// Decodes the root element of a document in a string.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - string: The document.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or an ``XMLReaderError`` when the document is invalid.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from string: String) throws -> Decoded {
        try decode(type, from: reader.read(string: string))
    }

    /// Decodes the root element of a file.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - path: The path of the file.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or an ``XMLReaderError`` when the file cannot be read or the document is invalid.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, contentsOf path: String) throws -> Decoded {
        try decode(type, from: reader.read(contentsOf: path))
    }

    /// The reader of documents.
    package var reader: XMLReader { XMLReader(options.forDecoding) }
}

extension XMLReader.Options {
    /// These options, changed for decoding: with lines for errors, and with attributes marked.
    ///
    /// Then an attribute and a child with the same name do not fold; decoding finds attributes without their prefix.
    var forDecoding: XMLReader.Options {
        var options = self
        options.keepsLines = true
        if options.attributes == .merged, options.elements == .dictionaries { options.attributes = .prefixed("@") }
        return options
    }
}
