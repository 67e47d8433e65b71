/// Decodes values, documents and records into types of your own, by `Decodable`.
///
/// ```swift
/// struct Feed: Decodable { var title: String; var item: [Item] }
/// struct Item: Decodable { var id: Int; var link: String?; var price: Double }
/// let feed = try XMLDecoder().decode(Feed.self, contentsOf: "feed.xml")
/// ```
///
/// A property is an attribute or a child element of its name, under every convention whose elements are dictionaries:
///
/// - A coding key `id` finds `@id` as well, and what stands in a group of attributes. When an element has both, `id` is
///   the child and `@id` the attribute.
/// - The key of text, or an empty one, is the element's own text.
///
/// A type decides what it takes:
///
/// - An array takes one element or many, and none.
/// - An optional takes an element that is absent, or null, or too empty for its type: there is an empty string, but no
///   empty number.
/// - Strings, booleans (`true`, `false`, `1`, `0`), numbers of every width, enumerations of these, and whatever is
///   ``XMLTextDecodable`` take text, also of an element with attributes. White space around numbers does not count, and
///   no locale has a say.
/// - An enumeration with associated values takes the one child element that has a case's name.
///
/// Types that contain themselves are decoded 512 deep, or as deep as the stack of the thread lets them.
///
/// What fails is a `DecodingError` with the whole coding path and, where the decoder read the document, the line of the
/// element in its description. Errors in the XML itself are ``XMLReaderError``s.
public struct XMLDecoder: Sendable {
    /// How documents are read.
    ///
    /// The root's name does not count: what is decoded is the root element.
    public var options: XMLReader.Options

    /// How names in a document are compared with coding keys.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys

    /// What the types that are decoded can ask for.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Strategies of text types, by the type that they are for.
    private var strategies: [ObjectIdentifier: any Sendable] = [:]

    /// How names in a document are compared with coding keys.
    public enum KeyDecodingStrategy: Sendable {
        /// As they are written.
        case useDefaultKeys

        /// Without their prefixes: `media:title` is found by `title`. What is found as it is written comes first.
        ///
        /// Of several prefixes the first one counts; ``XMLReader/Options/namespaces`` as `.stripped` has them all.
        case stripNamespace

        /// `item_price` is found by `itemPrice`.
        case convertFromSnakeCase

        /// As what this function makes of them.
        case custom(@Sendable (String) -> String)
    }

    /// A decoder that reads documents with these options.
    public init(_ options: XMLReader.Options = .init()) {
        self.options = options
    }

    /// A strategy for a type that is decoded from text, such as the format of dates.
    ///
    /// `nil` means that none was set.
    public subscript<Strategy: Sendable>(strategy type: Any.Type, as _: Strategy.Type = Strategy.self) -> Strategy? {
        get { strategies[ObjectIdentifier(type)] as? Strategy }
        set { strategies[ObjectIdentifier(type)] = newValue }
    }

    // MARK: Decoding

    /// Decodes a value: of a whole document its root element, whatever it is called, and of anything else that itself.
    ///
    /// - Parameters:
    ///   - type: What to make.
    ///   - value: What to make it of.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError`.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: XMLValue) throws -> Decoded {
        try DecodingSetup(self).decode(type, from: value.root)
    }

    /// Decodes the root element of a document in memory.
    ///
    /// - Parameters:
    ///   - type: What to make.
    ///   - bytes: The document, such as `[UInt8]` or Foundation's `Data`.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or what is wrong with the document as an ``XMLReaderError``.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from bytes: some Collection<UInt8>
    ) throws -> Decoded {
        try decode(type, from: reader.read(bytes))
    }

    /// Decodes the root element of a document in a string.
    ///
    /// - Parameters:
    ///   - type: What to make.
    ///   - string: The document.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or what is wrong with the document as an ``XMLReaderError``.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from string: String) throws -> Decoded {
        try decode(type, from: reader.read(string: string))
    }

    /// Decodes the root element of a file.
    ///
    /// - Parameters:
    ///   - type: What to make.
    ///   - path: The file's name.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or what is wrong with the file or the document as an ``XMLReaderError``.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, contentsOf path: String) throws -> Decoded {
        try decode(type, from: reader.read(contentsOf: path))
    }

    /// The reader of documents.
    package var reader: XMLReader { XMLReader(options.forDecoding) }
}

extension XMLReader.Options {
    /// The same options for what is going to be decoded: with lines for errors, and with attributes told from elements.
    ///
    /// Then an attribute and a child of one name do not fold; decoding finds attributes behind a prefix by their names.
    var forDecoding: XMLReader.Options {
        var options = self
        options.keepsLines = true
        if options.attributes == .merged, options.elements == .dictionaries { options.attributes = .prefixed("@") }
        return options
    }
}
