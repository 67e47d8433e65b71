/// Decodes values, documents and records into your own `Decodable` types.
///
/// ```swift
/// struct Feed: Decodable { var title: String; var item: [Item] }
/// struct Item: Decodable { var id: Int; var link: String?; var price: Double }
/// let feed = try XMLDecoder().decode(Feed.self, from: .file("feed.xml"))
/// ```
///
/// A property matches an attribute or a child element with its name, under every convention whose elements are
/// dictionaries:
///
/// - A coding key `id` also finds `@id`, and an `id` in a group of attributes. When an element has both, `id` is the
///   child and `@id` the attribute.
/// - The key of text, or an empty key, is the element's own text.
/// - Declarations of namespaces and the attributes of XML Schema (`xsi:`) are no content. A property that names one, such
///   as `@xmlns`, gets it.
///
/// Types decode from these parts of a document:
///
/// - An array takes any number of elements: none, one or many.
/// - An optional is nil when the element is absent, has `xsi:nil="true"`, or is empty and of a type without an
///   empty value, such as a number or a date. An optional string is an empty string for an empty element.
/// - Strings, booleans (`true`, `false`, `1`, `0`), numbers of every width, enumerations of these, and
///   ``XMLTextDecodable`` types take text, also that of an element with attributes. White space around numbers does not
///   count, and the locale has no effect.
/// - An enumeration with associated values takes the child element with a case's name.
///
/// The decoder decodes at most 512 levels of nested types, and fewer on a thread with a small stack.
///
/// Decoding throws a `DecodingError` with the whole coding path and the line of the element. For an ``XMLValue``, the
/// error has the line only with ``XMLOptions/keepsLines``. Errors in the XML are ``XMLError``s.
public struct XMLDecoder: Sendable {
    /// The options for reading documents.
    ///
    /// With ``XMLOptions/keyStyle`` `.camel`, a property `itemPrice` takes the element `item_price`; with
    /// ``XMLOptions/namespaces-swift.property`` `.strip`, `title` takes `media:title`.
    public var options: XMLOptions {
        get { plans.options }
        set { plans = KeptPlans(newValue) }
    }

    private var plans: KeptPlans

    /// Whether the coding key `*` is the content of an element, in document order.
    ///
    /// Its value is an array of an enumeration that has a case for each element and, if it wants, one for text:
    ///
    /// ```swift
    /// struct Article: Decodable {
    ///     var blocks: [Block]
    ///     enum CodingKeys: String, CodingKey { case blocks = "*" }
    /// }
    /// enum Block: Decodable { case p(String), img(src: String), text(String) }
    ///
    /// var decoder = XMLDecoder()
    /// decoder.keepsOrder = true
    /// // <article><p/>Text<img src="a.png"/><p/></article> has four blocks
    /// ```
    ///
    /// The case for text has the key of text, the empty key or `text`. An enumeration without this case ignores text
    /// beside elements. A case with the key `*` takes each element that has no case of its own; without this case, such
    /// an element is a `DecodingError`. `XMLEncoder` writes the same type back, except for cases with the key `*`. If
    /// you decode an ``XMLValue``, the order is the one that the value keeps: see ``XMLValue/children``.
    public var keepsOrder = false

    /// The name that the root of a document must have, as the options spell it; `nil` allows any name.
    ///
    /// Another root is a `DecodingError` that names both: a page with an error, which a server sends in place of a feed,
    /// would otherwise decode as a feed without items. The methods that decode a document set it by their parameter
    /// `root`.
    package var rootName: String?

    /// How many threads read and decode a document; with 1, only the thread that calls.
    ///
    /// See ``XMLReader/threads``. Several threads decode the records of a document, if their type is `SendableMetatype`;
    /// they arrive in the order of the document. A type whose conformance to `Decodable` belongs to an actor, such as
    /// the main actor, is decoded by the thread that calls.
    public var threads: Int {
        get { readingThreads.count }
        set { readingThreads.count = newValue }
    }

    /// ``threads``, and the size of the parts that they read.
    package var readingThreads = ReadingThreads.none

    /// Values that decoded types can read from their `Decoder`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The strategies of text types, by type.
    private var strategies: [ObjectIdentifier: any Sendable] = [:]

    /// Creates a decoder that reads documents with these options.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - change: A change of them, as for ``XMLReader/init(_:_:)``.
    public init(_ options: XMLOptions = .xmlreader, _ change: (inout XMLOptions) -> Void = { _ in }) {
        plans = KeptPlans.of(XMLOptions(options, change))
    }

    /// The strategy for a type that is decoded from text, such as the format of dates.
    ///
    /// It is `nil` when no strategy was set.
    package subscript<Strategy: Sendable>(strategy type: Any.Type, as _: Strategy.Type = Strategy.self) -> Strategy? {
        get { strategies[ObjectIdentifier(type)] as? Strategy }
        set { strategies[ObjectIdentifier(type)] = newValue }
    }

    /// The function that decodes values of a type, if the strategy of the type is one.
    func function(for type: Any.Type) -> DecodingFunction.Function? {
        (strategies[ObjectIdentifier(type)] as? any DecodingFunction)?.function
    }

    // MARK: Decoding

    /// Decodes a value, exactly as it is.
    ///
    /// For a whole document, pass its ``XMLValue/root``: the document is a dictionary with the root's name as its key.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: The value to decode.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError`.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: XMLValue) throws -> Decoded {
        try DecodingSession(self, .value(value), isValueGiven: true).decode(type, from: .value(value))
    }

    /// Decodes the root element of a document that was just read.
    package func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        fromRootOf document: XMLValue,
        file: String? = nil
    ) throws -> Decoded {
        try rootConversion(to: type, file)(.value(document))
    }

    /// Decodes the root element of a document.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - source: The document: `.bytes(…)`, `.string(…)`, `.file(…)` or `.fileDescriptor(…)`.
    ///   - root: The name that the root must have; `nil` allows any name.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`; an ``XMLError`` for the document or the options, with the code `cannotOpen`
    ///   or `inputOutput` for a file.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from source: XMLSource,
        root: String? = nil
    ) throws -> Decoded {
        try expecting(root).decode(type, fromRootOf: reader.read(source), file: source.name)
    }

    /// Decodes the root element of a document from memory, without copying the whole document first.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - bytes: The document. The buffer must stay valid only during the call.
    ///   - root: The name that the root must have; `nil` allows any name.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or an ``XMLError`` for the document or the options.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from bytes: UnsafeRawBufferPointer,
        root: String? = nil
    ) throws -> Decoded {
        try expecting(root).decode(type, fromRootOf: reader.read(bytes))
    }

    /// Decodes the root element of a document in a string; short for `decode(type, from: .string(…))`.
    ///
    /// - Throws: A `DecodingError`, or an ``XMLError`` for the document or the options.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from string: String,
        root: String? = nil
    ) throws -> Decoded {
        try decode(type, from: .string(string), root: root)
    }

    /// This decoder with another name for the root, unless it is `nil`.
    package func expecting(_ root: String?) -> XMLDecoder {
        var decoder = self
        if let root { decoder.rootName = root }
        return decoder
    }

    /// Opens the records of a document, which are then decoded one at a time, in the memory of one record.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - source: The document.
    ///   - policy: The reaction to a broken record, and to one that does not decode. With `stop`, `next` throws the
    ///     `DecodingError` of the latter, and the next call continues with the record after it.
    /// - Returns: The records.
    /// - Throws: An ``XMLError`` with the code `invalidPath`, `invalidOptions` or `cannotOpen`.
    public func records<Record: Decodable & SendableMetatype>(
        of type: Record.Type,
        at path: XMLPath,
        in source: XMLSource,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLRecords<Record> {
        try records(of: type, at: path, in: source, policy, readingThreads)
    }

    /// Opens records whose type belongs to an actor; only the calling thread decodes them.
    ///
    /// - Throws: An ``XMLError`` with the code `invalidPath`, `invalidOptions` or `cannotOpen`.
    @_documentation(visibility: internal)
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: XMLPath,
        in source: XMLSource,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLRecords<Record> {
        try records(of: type, at: path, in: source, policy, .none)
    }

    private func records<Record: Decodable>(
        of type: Record.Type,
        at path: XMLPath,
        in source: XMLSource,
        _ policy: XMLOptions.ErrorPolicy,
        _ threads: ReadingThreads
    ) throws(XMLError) -> XMLRecords<Record> {
        try XMLRecords(reader.stream(at: path, in: source, policy), sink(of: type, source.name), threads)
    }

    /// Opens several documents, one after the other in one source, whose roots are then decoded one at a time.
    ///
    /// - Parameters:
    ///   - type: The type of a root.
    ///   - source: The documents; see ``XMLReader/documents(in:)->XMLRecords<XMLValue>``.
    /// - Returns: The decoded roots.
    /// - Throws: An ``XMLError`` with the code `invalidPath`, `invalidOptions` or `cannotOpen`.
    public func documents<Root: Decodable>(
        of type: Root.Type,
        in source: XMLSource
    ) throws(XMLError) -> XMLRecords<Root> {
        try XMLRecords(reader.series(in: source), RecordSink { rootConversion(to: type, source.name) })
    }

    /// A sink that decodes records.
    func sink<Record: Decodable>(of type: Record.Type, _ file: String? = nil) -> RecordSink<Record> {
        RecordSink { conversion(to: type, file) }
    }

    /// The function that decodes the records of one reader.
    private func conversion<Record: Decodable>(
        to type: Record.Type,
        _ file: String? = nil
    ) -> RecordSink<Record>.Conversion {
        var free: DecodingSession?
        return { element in
            var session = free.take() ?? DecodingSession(self, file: file, element)
            defer { free = DecodingSession.end(&session) ? session : nil }
            return try session.decode(type, from: element)
        }
    }

    /// The function that decodes the roots of the documents of one reader.
    private func rootConversion<Root: Decodable>(
        to type: Root.Type,
        _ file: String? = nil
    ) -> RecordSink<Root>.Conversion {
        let decode = conversion(to: type, file)
        return { element in
            let document = element.value
            let root = document.storage.document?.root ?? document.entry
            return try decode(.value(XMLValue(storage: document.storage, entry: root)))
        }
    }

    /// The reader of documents.
    package var reader: XMLReader {
        var reader = XMLReader(plans.forDecoding(keepingOrder: keepsOrder))
        reader.readingThreads = readingThreads
        return reader
    }
}

/// A strategy that may be a function, which decodes a value in place of the value's type.
package protocol DecodingFunction: Sendable {
    typealias Function = @Sendable (_ decoder: any Decoder) throws -> Any

    /// The function; `nil` when the strategy is the format of a text.
    var function: Function? { get }
}

/// A type that is decoded from the text of an element or an attribute, rather than from its keys.
///
/// ```swift
/// extension Money: XMLTextDecodable {
///     static func decode(xmlText text: String, with decoder: XMLDecoder) -> Money? { Money(text) }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` also decode from text; without it, decoding them is an
/// error.
public protocol XMLTextDecodable: Decodable {
    /// Returns the value of a text; `nil` when the text is invalid, which the decoder reports with its place.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - decoder: The decoder, whose ``XMLDecoder/userInfo`` may hold the format of the text.
    /// - Returns: The value.
    /// - Throws: An error that the decoder passes on unchanged. Most types return `nil` instead.
    static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Self?
}

/// A type of Foundation that is decoded from text; users of that type do not see how.
package protocol ForeignTextDecodable: Decodable {
    static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Self?
}

/// The error of a text that is not in the expected format, which the decoder reports with its place.
package struct UnexpectedText: Error {
    /// A description of valid text, such as "a date as ISO 8601 writes it".
    let expected: String

    package init(expected: String) {
        self.expected = expected
    }
}

extension Optional {
    /// The value of a text; without one, throws an error that describes valid text.
    package func orThrow(expected: @autoclosure () -> String) throws -> Wrapped {
        guard let self else { throw UnexpectedText(expected: expected()) }
        return self
    }
}

extension XMLValue: Decodable {
    /// Decodes a value of any form.
    ///
    /// From an ``XMLDecoder`` it is the element, attribute or array as the reader made it: it shares the memory of the
    /// document, and has its lines. Under the default convention, the key of its attribute is `@id` where a value that
    /// ``XMLReader`` reads has `id`. From any other decoder, such as `JSONDecoder`, it is made of dictionaries, arrays,
    /// strings, numbers, booleans and null. Its keys are then sorted by their bytes, as a decoder does not know their
    /// order. Whole numbers of 64 bits are exact; other numbers are as `Double` prints them.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` when another decoder's value is nested more than 1,000 deep, or too deep for the
    ///   thread's stack, or has a part that JSON does not have; and errors of that decoder.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ElementDecoder else {
            try self.init(foreign: decoder)
            return
        }
        // An item of an element's content has a name, which a value does not have.
        guard decoder.item == nil else { throw decoder.several(XMLValue.self, "element") }
        self.init(storage: decoder.session.storage, entry: decoder.entry)
    }
}

/// Documents that arrive asynchronously or in chunks: the same methods as for an ``XMLSource``.
extension XMLDecoder {
    /// Decodes the root element of a document that arrives in chunks.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - chunks: The document's bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    ///   - root: The name that the root must have; `nil` allows any name.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, an ``XMLError`` when the document is invalid, or the errors of
    ///   ``XMLReader/read(_:)-(Chunks)``.
    nonisolated(nonsending) public func decode<Decoded: Decodable, Chunks: AsyncSequence>(
        _ type: Decoded.Type,
        from chunks: Chunks,
        root: String? = nil
    ) async throws -> Decoded where Chunks.Element: Collection<UInt8> {
        try expecting(root).decode(type, fromRootOf: await reader.read(chunks))
    }

    /// The records of a document that arrives in chunks, decoded one at a time.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - chunks: The document's bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    ///   - policy: The reaction to a broken record, and to one that does not decode.
    /// - Returns: The records.
    /// - Throws: An ``XMLError`` with the code `invalidPath` or `invalidOptions`.
    public func records<Record: Decodable, Chunks: AsyncSequence>(
        of type: Record.Type,
        at path: XMLPath,
        in chunks: Chunks,
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) -> XMLAsyncRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        try reader.records(at: path, in: chunks, policy, sink(of: type))
    }

    /// Several documents that arrive in chunks, one after the other, whose roots are decoded.
    ///
    /// - Parameters:
    ///   - type: The type of a root.
    ///   - chunks: The documents' bytes in chunks of any size; `xmlChunks` makes chunks of single bytes.
    /// - Returns: The decoded roots.
    /// - Throws: An ``XMLError`` with the code `invalidPath` or `invalidOptions`.
    public func documents<Root: Decodable, Chunks: AsyncSequence>(
        of type: Root.Type,
        in chunks: Chunks
    ) throws(XMLError) -> XMLAsyncRecords<Root, Chunks> where Chunks.Element: Collection<UInt8> {
        try reader.documents(in: chunks, RecordSink { rootConversion(to: type) })
    }
}

extension XMLPushRecords where Record: Decodable {
    /// A reader of records that a decoder decodes, with the decoder's options.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - decoder: The decoder.
    ///   - policy: The reaction to a broken record, and to one that does not decode.
    /// - Throws: An ``XMLError`` with the code `invalidPath` or `invalidOptions`.
    public init(
        of type: Record.Type,
        at path: XMLPath,
        _ decoder: XMLDecoder = XMLDecoder(),
        onError policy: XMLOptions.ErrorPolicy = .stop
    ) throws(XMLError) {
        self.init(try decoder.reader.stream(at: path, policy), decoder.sink(of: type))
    }
}

extension XMLPushReader {
    /// A reader of a document that a decoder decodes afterwards: `decoder.decode(Feed.self, from: push.finish().root)`.
    ///
    /// It has the decoder's options, keeps lines for errors, and marks attributes.
    ///
    /// - Throws: An ``XMLError`` with the code `invalidOptions` or `invalidPath`.
    public init(_ decoder: XMLDecoder) throws(XMLError) {
        self.init(try decoder.reader.plan())
    }
}
