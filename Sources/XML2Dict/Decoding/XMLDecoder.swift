/// Decodes values, documents and records into your own `Decodable` types.
///
/// ```swift
/// struct Feed: Decodable { var title: String; var item: [Item] }
/// struct Item: Decodable { var id: Int; var link: String?; var price: Double }
/// let feed = try XMLDecoder().decode(Feed.self, from: .file("feed.xml"))
/// ```
///
/// A property matches an attribute or a child element with the property's name, under every convention whose elements
/// are dictionaries:
///
/// - A coding key `id` also finds `@id`, and an `id` in a group of attributes. If an element has an attribute and a
///   child element `id`, the coding key `id` finds the child element, and `@id` finds the attribute.
/// - The text key or an empty key finds the element's own text.
/// - Namespace declarations and the attributes of XML Schema (`xsi:`) are not content. Only a coding key with the full
///   name, such as `@xmlns`, finds them.
///
/// Types decode as follows:
///
/// - An array takes any number of elements: none, one or many.
/// - An optional is nil when the element is absent or has `xsi:nil="true"`. For an empty element, an optional string is
///   an empty string. An optional of a type without an empty value, such as a number or a date, is nil.
/// - Strings, booleans (`true`, `false`, `1`, `0`), numbers of every width, enumerations with such raw values, and
///   ``XMLTextDecodable`` types decode from text, even if the element also has attributes. White space around numbers
///   does not count, and the locale has no effect.
/// - An enumeration with associated values decodes from the child element that has the name of a case.
///
/// The decoder decodes at most 512 levels of nested types, and fewer on a thread with a small stack.
///
/// Decoding throws a `DecodingError` with the whole coding path and the line of the element. For an ``XMLValue``, the
/// error has the line only with ``XMLOptions/keepsLines``. Errors in the XML are ``XMLError``s.
public struct XMLDecoder: Sendable {
    /// The options for reading documents.
    ///
    /// With ``XMLOptions/keyStyle`` `.camel`, a property `itemPrice` takes the element `item_price`. With
    /// ``XMLOptions/namespaces-swift.property`` `.strip`, `title` takes `media:title`.
    public var options: XMLOptions {
        get { plans.options }
        set { plans = PlanCache(newValue) }
    }

    private var plans: PlanCache

    /// Whether a property with the coding key `*` decodes the content of an element in document order.
    ///
    /// The property is an array of an enumeration with a case for each child element, and perhaps a case for text:
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
    /// The coding key of the case for text is the text key, an empty string or `text`. Without this case, the decoder
    /// ignores text beside elements. A case with the key `*` decodes each element whose name no other case has. Without
    /// a case `*`, such an element causes a `DecodingError`. `XMLEncoder` writes the same type back, except for cases
    /// with the key `*`. The content of an ``XMLValue`` decodes in the order of ``XMLValue/children``.
    public var keepsOrder = false

    /// The required name of the root, so that an error page does not decode as a feed without items.
    package var rootName: String?

    /// The number of threads that read and decode a document, or 1 for only the calling thread.
    ///
    /// See ``XMLReader/threads``. Several threads decode records whose type is `SendableMetatype`, and the records
    /// arrive in document order. If a type's conformance to `Decodable` belongs to an actor, such as the main actor,
    /// the calling thread decodes the records.
    public var threads: Int {
        get { readingThreads.count }
        set { readingThreads.count = newValue }
    }

    package var readingThreads = ReadingThreads.none

    /// Values that decoded types can read from their `Decoder`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    private var strategies: [ObjectIdentifier: any Sendable] = [:]

    /// Creates a decoder that reads documents with these options.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - change: A closure that changes the options, as for ``XMLReader/init(_:_:)``.
    public init(_ options: XMLOptions = .xmlreader, _ change: (inout XMLOptions) -> Void = { _ in }) {
        plans = PlanCache.of(XMLOptions(options, change))
    }

    package subscript<Strategy: Sendable>(strategy type: Any.Type, as _: Strategy.Type = Strategy.self) -> Strategy? {
        get { strategies[ObjectIdentifier(type)] as? Strategy }
        set { strategies[ObjectIdentifier(type)] = newValue }
    }

    func function(for type: Any.Type) -> DecodingFunction.Function? {
        (strategies[ObjectIdentifier(type)] as? any DecodingFunction)?.function
    }

    /// Decodes a value itself, and not a root element in the value.
    ///
    /// For a whole document, pass its ``XMLValue/root``. The document itself is a dictionary with the root's name as
    /// its key.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - value: The value to decode.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError`.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, from value: XMLValue) throws -> Decoded {
        try DecodingSession(self, .value(value), isValueGiven: true).decode(type, from: .value(value))
    }

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
    ///   - root: The name that the root must have, or `nil` for any name.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or an ``XMLError`` for the document or the options, with the code `cannotOpen` or
    ///   `inputOutput` for a file.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from source: XMLSource,
        root: String? = nil
    ) throws -> Decoded {
        try expecting(root).decode(type, fromRootOf: reader.read(source), file: source.name)
    }

    /// Decodes the root element of a document in memory, without copying the whole document first.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - bytes: The document. The buffer must stay valid only during the call.
    ///   - root: The name that the root must have, or `nil` for any name.
    /// - Returns: The decoded root element.
    /// - Throws: A `DecodingError`, or an ``XMLError`` for the document or the options.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from bytes: UnsafeRawBufferPointer,
        root: String? = nil
    ) throws -> Decoded {
        try expecting(root).decode(type, fromRootOf: reader.read(bytes))
    }

    /// Decodes the root element of a document in a string, like `decode(type, from: .string(…))`.
    ///
    /// - Throws: A `DecodingError`, or an ``XMLError`` for the document or the options.
    public func decode<Decoded: Decodable>(
        _ type: Decoded.Type,
        from string: String,
        root: String? = nil
    ) throws -> Decoded {
        try decode(type, from: .string(string), root: root)
    }

    package func expecting(_ root: String?) -> XMLDecoder {
        var decoder = self
        if let root { decoder.rootName = root }
        return decoder
    }

    /// Opens the records of a document, and decodes them one at a time in the memory of one record.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - source: The document.
    ///   - policy: The reaction to a broken record, and to a record that does not decode. With `stop`, `next` throws
    ///     the `DecodingError`, and the next call continues with the following record.
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

    /// Opens records whose type belongs to an actor, and decodes them on the calling thread.
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

    /// Opens several documents that follow each other in one source, and decodes their roots one at a time.
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

    func sink<Record: Decodable>(of type: Record.Type, _ file: String? = nil) -> RecordSink<Record> {
        RecordSink { conversion(to: type, file) }
    }

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

    package var reader: XMLReader {
        var reader = XMLReader(plans.forDecoding(keepingOrder: keepsOrder))
        reader.readingThreads = readingThreads
        return reader
    }
}

/// A strategy of decoding a type, perhaps with a function that replaces the type's `init(from:)`.
package protocol DecodingFunction: Sendable {
    typealias Function = @Sendable (_ decoder: any Decoder) throws -> Any

    var function: Function? { get }
}

/// A type that decodes from the text of an element or an attribute, rather than by coding keys.
///
/// ```swift
/// extension Money: XMLTextDecodable {
///     static func decode(xmlText text: String, with decoder: XMLDecoder) -> Money? { Money(text) }
/// }
/// ```
///
/// With `XML2DictFoundation`, `Date`, `URL`, `Decimal` and `Data` also decode from text. Without this product, decoding
/// these types is an error.
public protocol XMLTextDecodable: Decodable {
    /// Returns the value of a text, or `nil` if the text is invalid, so that the decoder throws an error with the line.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - decoder: The decoder, whose ``XMLDecoder/userInfo`` may hold the format of the text.
    /// - Returns: The value.
    /// - Throws: An error that the decoder passes on unchanged. Most types return `nil` instead.
    static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Self?
}

/// A Foundation type that decodes from text, but does not conform to `XMLTextDecodable` in public.
package protocol ForeignTextDecodable: Decodable {
    static func decode(xmlText text: String, with decoder: XMLDecoder) throws -> Self?
}

/// Reports text in an unexpected format to the decoder, which throws a `DecodingError` with the line instead.
package struct UnexpectedText: Error {
    /// A description of valid text, such as "a date as ISO 8601 writes it".
    let expected: String

    package init(expected: String) {
        self.expected = expected
    }
}

extension Optional {
    package func orThrow(expected: @autoclosure () -> String) throws -> Wrapped {
        guard let self else { throw UnexpectedText(expected: expected()) }
        return self
    }
}

extension XMLValue: Decodable {
    /// Decodes a value of any form.
    ///
    /// An ``XMLDecoder`` does not copy the element, attribute or array, and keeps the lines. Under the default
    /// convention, the key of an attribute `id` is `@id` in the result, but `id` in a value from ``XMLReader``.
    ///
    /// From any other decoder, such as `JSONDecoder`, the result has dictionaries, arrays, strings, numbers, booleans
    /// and null. The keys of dictionaries are sorted by their bytes, because a decoder does not know their order. Whole
    /// numbers of 64 bits are exact, and other numbers are as `Double` prints them.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` when another decoder's value is nested more than 1,000 deep, is too deep for the
    ///   thread's stack, or contains something that JSON lacks. Also throws the errors of that decoder.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ElementDecoder else {
            try self.init(foreign: decoder)
            return
        }
        // An item of an element's content has a name, which an `XMLValue` lacks.
        guard decoder.item == nil else { throw decoder.several(XMLValue.self, "element") }
        self.init(storage: decoder.session.storage, entry: decoder.entry)
    }
}

/// Documents that arrive asynchronously or in chunks, with the same methods as for an ``XMLSource``.
extension XMLDecoder {
    /// Decodes the root element of a document that arrives in chunks.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - chunks: The document's bytes in chunks of any size. `xmlChunks` gathers single bytes into chunks.
    ///   - root: The name that the root must have, or `nil` for any name.
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

    /// Opens the records of a document that arrives in chunks, and decodes them one at a time.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - chunks: The document's bytes in chunks of any size. `xmlChunks` gathers single bytes into chunks.
    ///   - policy: The reaction to a broken record, and to a record that does not decode.
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

    /// Opens several documents that follow each other and arrive in chunks, and decodes their roots.
    ///
    /// - Parameters:
    ///   - type: The type of a root.
    ///   - chunks: The documents' bytes in chunks of any size. `xmlChunks` gathers single bytes into chunks.
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
    /// Creates a reader of records that a decoder decodes, with the decoder's options.
    ///
    /// - Parameters:
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``XMLPath``.
    ///   - decoder: The decoder.
    ///   - policy: The reaction to a broken record, and to a record that does not decode.
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
    /// Creates a reader for a document, which `decoder.decode(Feed.self, from: push.finish().root)` then decodes.
    ///
    /// The reader has the decoder's options, keeps lines for errors, and marks attributes with `@` if the options would
    /// merge attributes with elements.
    ///
    /// - Throws: An ``XMLError`` with the code `invalidOptions` or `invalidPath`.
    public init(_ decoder: XMLDecoder) throws(XMLError) {
        self.init(try decoder.reader.plan())
    }
}
