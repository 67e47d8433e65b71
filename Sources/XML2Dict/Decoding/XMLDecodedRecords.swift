/// The records of a document as values of a type of your own, one at a time, in the memory of one.
///
/// ```swift
/// var items = try XMLReader().records(of: Item.self, at: "channel/item", contentsOf: "feed.xml")
/// while let item = try items.next() { print(item.title) }
/// ```
public struct XMLDecodedRecords<Record: Decodable>: ~Copyable {
    private var records: XMLRecords
    private let setup: DecodingSetup

    init(_ records: consuming XMLRecords, _ decoder: XMLDecoder) {
        self.records = records
        setup = DecodingSetup(decoder)
    }

    /// The next record.
    ///
    /// - Returns: The record, or `nil` when the document has ended.
    /// - Throws: A `DecodingError` when it does not decode, and then the next call goes on with the one behind it; an
    ///   ``XMLReaderError`` when something is wrong with the document, and then there are no more.
    public mutating func next() throws -> Record? {
        guard let value = try records.next() else { return nil }
        return try setup.decode(Record.self, from: value)
    }

    /// The paths of elements that may be meant, when no record has been found; see ``XMLRecords/suggestedPaths``.
    public var suggestedPaths: [String]? { records.suggestedPaths }
}

// It cannot be copied, and nobody else has what it holds: whoever has it is the only one to use it.
extension XMLDecodedRecords: @unchecked Sendable {}

/// Records of a document that arrives asynchronously, as values of a type of your own.
///
/// ```swift
/// for try await quake in XMLReader().records(of: Earthquake.self, at: "feed/entry", in: chunks) {
///     print(quake.title)
/// }
/// ```
///
/// A record that does not decode is a `DecodingError`, which ends a `for` loop; an iterator that is asked again goes on behind it.
public struct XMLAsyncDecodedRecords<Record: Decodable, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Collection<UInt8> {
    /// A record is a value of the type.
    public typealias Element = Record

    private let records: XMLAsyncRecords<Chunks>
    private let decoder: XMLDecoder

    init(_ records: XMLAsyncRecords<Chunks>, _ decoder: XMLDecoder) {
        self.records = records
        self.decoder = decoder
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(records: records.makeAsyncIterator(), setup: DecodingSetup(decoder))
    }

    /// Reads the records one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var records: XMLAsyncRecords<Chunks>.Iterator
        fileprivate let setup: DecodingSetup

        /// The next record, or `nil` when the document has ended.
        ///
        /// - Throws: A `DecodingError` when it does not decode, and then the next call goes on with the one behind it; what
        ///   ``XMLAsyncRecords`` throw, and then there are no more.
        nonisolated(nonsending) public mutating func next() async throws -> Record? {
            guard let value = try await records.next() else { return nil }
            return try setup.decode(Record.self, from: value)
        }
    }
}

extension XMLAsyncDecodedRecords: Sendable where Chunks: Sendable {}

extension XMLReader {
    /// The records of a file, decoded.
    ///
    /// - Parameters:
    ///   - type: What a record is made into.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - file: The file's name.
    ///   - decoder: How records are decoded; they are read with this reader's options.
    /// - Returns: The records.
    /// - Throws: When the path is none, when options contradict one another, and when the file cannot be opened.
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: String,
        contentsOf file: String,
        decoder: XMLDecoder = XMLDecoder()
    ) throws(XMLReaderError) -> XMLDecodedRecords<Record> {
        XMLDecodedRecords(try decodable.records(at: path, contentsOf: file), decoder)
    }

    /// The records of an open file, decoded.
    ///
    /// - Parameters:
    ///   - type: What a record is made into.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - fileDescriptor: The file, open for reading. It is not closed.
    ///   - decoder: How records are decoded; they are read with this reader's options.
    /// - Returns: The records.
    /// - Throws: When the path is none, and when options contradict one another.
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: String,
        fileDescriptor: Int32,
        decoder: XMLDecoder = XMLDecoder()
    ) throws(XMLReaderError) -> XMLDecodedRecords<Record> {
        XMLDecodedRecords(try decodable.records(at: path, fileDescriptor: fileDescriptor), decoder)
    }

    /// The records of bytes in memory, decoded.
    ///
    /// - Parameters:
    ///   - type: What a record is made into.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - bytes: The document, such as `[UInt8]` or Foundation's `Data`.
    ///   - decoder: How records are decoded; they are read with this reader's options.
    /// - Returns: The records.
    /// - Throws: When the path is none, and when options contradict one another.
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: String,
        in bytes: some Collection<UInt8>,
        decoder: XMLDecoder = XMLDecoder()
    ) throws(XMLReaderError) -> XMLDecodedRecords<Record> {
        XMLDecodedRecords(try decodable.records(at: path, in: bytes), decoder)
    }

    /// The records of a document in a string, decoded.
    ///
    /// - Parameters:
    ///   - type: What a record is made into.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - string: The document.
    ///   - decoder: How records are decoded; they are read with this reader's options.
    /// - Returns: The records.
    /// - Throws: When the path is none, and when options contradict one another.
    public func records<Record: Decodable>(
        of type: Record.Type,
        at path: String,
        string: String,
        decoder: XMLDecoder = XMLDecoder()
    ) throws(XMLReaderError) -> XMLDecodedRecords<Record> {
        XMLDecodedRecords(try decodable.records(at: path, string: string), decoder)
    }

    /// The records of a document that arrives in chunks, decoded.
    ///
    /// - Parameters:
    ///   - type: What a record is made into.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``. A path that is none is thrown when the first record is
    ///     asked for.
    ///   - chunks: The document's bytes, cut anywhere.
    ///   - decoder: How records are decoded; they are read with this reader's options.
    /// - Returns: The records.
    public func records<Record: Decodable, Chunks: AsyncSequence>(
        of type: Record.Type,
        at path: String,
        in chunks: Chunks,
        decoder: XMLDecoder = XMLDecoder()
    ) -> XMLAsyncDecodedRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncDecodedRecords(decodable.records(at: path, in: chunks), decoder)
    }

    /// The same reader for records that are going to be decoded.
    private var decodable: XMLReader {
        XMLReader(options.forDecoding)
    }
}
