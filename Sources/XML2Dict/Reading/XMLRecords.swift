/// The records of a document, one at a time, in the memory of a single record.
///
/// ```swift
/// var items = try XMLReader().records(at: "channel/item", in: .file("feed.xml"))
/// while let item = try items.next() {
///     print(item["title"]?["text"]?.string ?? "", item.origin?.line ?? 0)
/// }
/// ```
///
/// ``XMLReader`` makes records that are values, and ``XMLDecoder`` records of your own types. The documents of
/// ``XMLReader/documents(in:)->XMLRecords<XMLValue>`` are such records, too.
///
/// The caller sets the pace: `next` reads the input as far as the next record needs, in chunks of 64 KiB. A record is a
/// value of its own, and you can keep it. The input is closed when the records go out of scope.
///
/// `XMLRecords` is not a `Sequence`, because the iterator of a sequence cannot throw.
public struct XMLRecords<Record>: ~Copyable {
    private var stream: DocumentStream
    private let makeRecord: (XMLValue) throws -> Record

    init(_ stream: consuming DocumentStream, _ makeRecord: @escaping (XMLValue) throws -> Record) {
        self.stream = stream
        self.makeRecord = makeRecord
    }

    /// The number of broken records that were skipped.
    package var skippedCount: Int { stream.skippedCount }

    /// The next record.
    ///
    /// - Returns: The record, or `nil` when the document has ended.
    /// - Throws: A `DecodingError` when the record does not decode; the next call continues with the record after it.
    ///   An ``XMLReaderError`` for the document or its file, after all records that were complete before it; no record
    ///   follows.
    public mutating func next() throws -> Record? {
        guard let value = try stream.nextRecord() else { return nil }
        return try makeRecord(value)
    }

    /// The number of the document that is being read, when the input may be several documents.
    package var documentNumber: Int? { stream.documentNumber }

    /// Suggestions for a path that matched nothing: at most eight paths of elements; `nil` when a record was found.
    ///
    /// The elements have the name in other letters or with another prefix; if there are none, a similar name, the most
    /// similar first; if there are none, the place of a record. A path of a single name has no such place. For a path
    /// to attributes, they are paths of attributes with such names.
    public var suggestedPaths: [String]? { stream.suggestedPaths }

    /// The message about a path that matched nothing; `nil` when a record was found.
    package var nothingFound: ErrorMessage? { stream.nothingFound }
}

// It cannot be copied, and shares nothing that it holds, so only its owner can use it. The conformance that decodes
// records must not belong to an actor.
extension XMLRecords: @unchecked Sendable where Record: SendableMetatype {}

extension XMLRecords<XMLValue> {
    /// The next record.
    ///
    /// - Returns: The element's value, without its name, or `nil` when the document has ended. The value's `origin` is
    ///   its place in the document.
    /// - Throws: An ``XMLReaderError`` for the document or its file, after all records that were complete before it. No
    ///   record follows an error.
    public mutating func next() throws(XMLReaderError) -> XMLValue? {
        try stream.nextRecord()
    }

    /// Writes the next record as a line, without making a value of it.
    ///
    /// - Parameter lines: The output.
    /// - Returns: Whether there was a record.
    /// - Throws: An `XMLReaderError` for the document or its file.
    package mutating func writeNext(to lines: JSONLines) throws(XMLReaderError) -> Bool {
        guard try stream.advance(), let record = stream.record else { return false }
        lines.write(record.entry, in: record.tree)
        return true
    }
}

extension CheckedOptions {
    /// The records or documents of an open file, which reports progress to a watcher; the name is for their origins.
    package func read(
        fileDescriptor: Int32,
        after firstBytes: [UInt8] = [],
        _ name: String,
        _ watcher: (any InputWatcher)?
    ) throws(XMLReaderError) -> XMLRecords<XMLValue> {
        let input = FileSource(FileDescriptor(borrowing: fileDescriptor), after: firstBytes, watcher)
        return XMLRecords(try DocumentStream(self, input, source: RecordSource(file: name))) { $0 }
    }
}
