/// Records of a document that arrives asynchronously, one at a time.
///
/// ```swift
/// for try await quake in XMLReader().records(at: "feed/entry", in: chunks) {
///     print(quake["title"]?["text"]?.string ?? "")
/// }
/// ```
///
/// The caller sets the pace: the iterator asks for a chunk after the caller has taken all records of the chunk before.
/// A record arrives with the chunk that completes it.
///
/// The iterator throws the errors of the chunks, an ``XMLReaderError`` of the document after all records that were
/// complete before it, and `CancellationError` when the task is cancelled.
public struct XMLAsyncRecords<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Collection<UInt8> {
    /// A record: the value of an element.
    public typealias Element = XMLValue

    private let chunks: Chunks
    private let path: String
    private let options: XMLReader.Options

    init(_ chunks: Chunks, at path: String, _ options: XMLReader.Options) {
        self.chunks = chunks
        self.path = path
        self.options = options
    }

    /// An iterator that has read nothing yet.
    ///
    /// Each iterator reads the chunks from their beginning, if the sequence allows that.
    public func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks.makeAsyncIterator(), path: path, options: options)
    }

    /// An iterator over the records.
    public struct Iterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        private let path: String
        private let options: XMLReader.Options
        private var reading: Reading?

        /// The records, in a class: an iterator must be copyable, and the records are not.
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
        /// It runs on its caller's executor, so that a record needs no change of executor.
        ///
        /// - Throws: An ``XMLReaderError`` for the document, the path and the options; the errors of the chunks;
        ///   `CancellationError`. No
        ///   record follows an error.
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
                        // A sequence may end early because the task was cancelled; the document has not ended then.
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
    ///   - path: The elements that are records; see `records(at:contentsOf:)`. The first call of `next` throws the
    ///     error of an invalid path.
    ///   - chunks: The document's bytes in chunks of any size.
    /// - Returns: The records.
    public func records<Chunks: AsyncSequence>(
        at path: String,
        in chunks: Chunks
    ) -> XMLAsyncRecords<Chunks> where Chunks.Element: Collection<UInt8> {
        XMLAsyncRecords(chunks, at: path, options)
    }
}
