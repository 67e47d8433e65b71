/// The records of a document as values of your own type, one at a time, in the memory of one record.
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
    /// - Returns: The record; `nil` at the end of the document.
    /// - Throws: A `DecodingError` when the record does not decode; the next call continues with the record after it.
    ///   An ``XMLReaderError`` when the document is invalid or cannot be read; no records follow.
    public mutating func next() throws -> Record? {
        guard let value = try records.next() else { return nil }
        return try setup.decode(Record.self, from: value)
    }

    /// The paths that you may have meant, when no record has been found; see ``XMLRecords/suggestedPaths``.
    public var suggestedPaths: [String]? { records.suggestedPaths }
}

// It is noncopyable and shares its parts with no other value, so one task uses it at a time.
extension XMLDecodedRecords: @unchecked Sendable {}

/// The records of a document that arrives asynchronously, as values of your own type.
///
/// ```swift
/// for try await quake in XMLReader().records(of: Earthquake.self, at: "feed/entry", in: chunks) {
///     print(quake.title)
/// }
/// ```
///
/// A record that does not decode throws a `DecodingError`, which ends a `for` loop; the iterator's next call continues
/// after that record.
public struct XMLAsyncDecodedRecords<Record: Decodable, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Collection<UInt8> {
    /// The type of a record.
    public typealias Element = Record

    private let records: XMLAsyncRecords<Chunks>
    private let decoder: XMLDecoder

    init(_ records: XMLAsyncRecords<Chunks>, _ decoder: XMLDecoder) {
        self.records = records
        self.decoder = decoder
    }

    /// Returns an iterator that reads the document.
    public func makeAsyncIterator() -> Iterator {
        Iterator(records: records.makeAsyncIterator(), setup: DecodingSetup(decoder))
    }

    /// Reads the records one by one.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var records: XMLAsyncRecords<Chunks>.Iterator
        fileprivate let setup: DecodingSetup

        /// The next record; `nil` at the end of the document.
        ///
        /// - Throws: A `DecodingError` when the record does not decode; the next call continues with the record after
        ///   it. The errors of ``XMLAsyncRecords``; no records follow.
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
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - file: The path of the file.
    ///   - decoder: The decoder of the records. This reader's options apply, not the decoder's.
    /// - Returns: The records.
    /// - Throws: ``XMLReaderError`` when the path is invalid, when options contradict each other, or when the file
    ///   cannot be opened.
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
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - fileDescriptor: The file, open for reading. It is not closed.
    ///   - decoder: The decoder of the records. This reader's options apply, not the decoder's.
    /// - Returns: The records.
    /// - Throws: ``XMLReaderError`` when the path is invalid, or when options contradict each other.
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
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - bytes: The document, such as `[UInt8]` or Foundation's `Data`.
    ///   - decoder: The decoder of the records. This reader's options apply, not the decoder's.
    /// - Returns: The records.
    /// - Throws: ``XMLReaderError`` when the path is invalid, or when options contradict each other.
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
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``.
    ///   - string: The document.
    ///   - decoder: The decoder of the records. This reader's options apply, not the decoder's.
    /// - Returns: The records.
    /// - Throws: ``XMLReaderError`` when the path is invalid, or when options contradict each other.
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
    ///   - type: The type of a record.
    ///   - path: The elements that are records; see ``records(at:contentsOf:)``. The first record throws for an invalid
    ///     path.
    ///   - chunks: The document's bytes, cut anywhere.
    ///   - decoder: The decoder of the records. This reader's options apply, not the decoder's.
    /// - Returns: The records.
    public func records<Record: Decodable, Chunks: AsyncSequence>(
        of type: Record.Type,
        at path: String,
        in chunks: Chunks,
        decoder: XMLDecoder = XMLDecoder()
    ) -> XMLAsyncDecodedRecords<Record, Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncDecodedRecords(decodable.records(at: path, in: chunks), decoder)
    }

    /// This reader, with the options that decoding needs.
    private var decodable: XMLReader {
        XMLReader(options.forDecoding)
    }
}
