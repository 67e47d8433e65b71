/// Records of a document that arrives asynchronously, one at a time.
///
/// ```swift
/// for try await quake in XMLReader().records(at: "feed/entry", in: chunks) {
///     print(quake["title"]?["text"]?.string ?? "")
/// }
/// ```
///
/// The caller sets the pace: no chunk is asked for before all records of the one before have been taken. A record comes
/// with the chunk that completes it. When the task is cancelled, `CancellationError` is thrown.
///
/// Errors of the chunks are passed on; those of the document are ``XMLReaderError``s and come after all records that were complete before.
public struct XMLAsyncRecords<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Collection<UInt8> {
    /// A record is a value.
    public typealias Element = XMLValue

    private let chunks: Chunks
    private let path: String
    private let options: XMLReader.Options

    init(_ chunks: Chunks, at path: String, _ options: XMLReader.Options) {
        self.chunks = chunks
        self.path = path
        self.options = options
    }

    /// Begins to read.
    ///
    /// Each iterator reads the chunks from a new beginning, if they allow that.
    public func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks.makeAsyncIterator(), path: path, options: options)
    }

    /// Reads the records one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        private let path: String
        private let options: XMLReader.Options
        private var reading: Reading?

        /// Holds what cannot be copied, as an iterator must be copyable.
        private final class Reading {
            var records: XMLPushRecords
            var isDone = false

            init(_ records: consuming XMLPushRecords) {
                self.records = records
            }
        }

        fileprivate init(chunks: Chunks.AsyncIterator, path: String, options: XMLReader.Options) {
            self.chunks = chunks
            self.path = path
            self.options = options
        }

        /// The next record, or `nil` when the document has ended.
        ///
        /// It runs where its caller does, so that a record costs no change of executor.
        ///
        /// - Throws: An ``XMLReaderError`` for the document, the path and the options, what the chunks throw, and `CancellationError`. Then
        ///   there are no more records.
        nonisolated(nonsending) public mutating func next() async throws -> XMLValue? {
            let reading = try self.reading ?? Reading(XMLPushRecords(at: path, options))
            self.reading = reading
            while !reading.isDone {
                do {
                    try Task.checkCancellation()
                    if let record = try reading.records.next() { return record }
                    if let chunk = try await chunks.next(isolation: #isolation) {
                        reading.records.feed(chunk)
                    } else {
                        // A sequence may end early because the task was cancelled: that is not the end of the document.
                        try Task.checkCancellation()
                        reading.records.finish()
                        reading.isDone = true
                    }
                } catch {
                    reading.isDone = true
                    throw error
                }
            }
            return try reading.records.next()
        }
    }
}

extension XMLAsyncRecords: Sendable where Chunks: Sendable {}

extension XMLReader {
    /// The records of a document that arrives in chunks.
    ///
    /// - Parameters:
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. An invalid path is thrown when the first record is asked
    ///     for.
    ///   - chunks: The document's bytes, cut anywhere.
    /// - Returns: The records.
    public func records<Chunks: AsyncSequence>(
        at path: String,
        in chunks: Chunks
    ) -> XMLAsyncRecords<Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncRecords(chunks, at: path, options)
    }
}
