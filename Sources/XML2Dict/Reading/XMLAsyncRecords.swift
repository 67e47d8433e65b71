/// Records of a document that arrives asynchronously, one at a time.
///
/// ```swift
/// func show<Chunks: AsyncSequence>(_ chunks: Chunks) async throws where Chunks.Element: Collection<UInt8> {
///     for try await quake in try XMLReader().records(at: "feed/entry", in: chunks) {
///         print(quake["title"]?["text"]?.string ?? "")
///     }
/// }
/// ```
///
/// The caller sets the pace: the iterator asks for a chunk after the caller has taken all records of the chunk before.
/// A record arrives with the chunk that completes it. The iterator parses on the caller's actor; ``batches(of:)``
/// parses on another thread.
///
/// The iterator throws the errors of the chunks, an ``XMLReaderError`` of the document after all records that were
/// complete before it, and `CancellationError` when the task is cancelled. A record that does not decode throws a
/// `DecodingError`, which ends a `for` loop; the iterator's next call continues after that record.
public struct XMLAsyncRecords<Record, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Collection<UInt8> {
    private let chunks: Chunks
    private let options: CheckedOptions
    /// Makes the function that makes records of values, for one iterator.
    private let makeConversion: () -> (XMLValue) throws -> Record

    init(
        _ chunks: Chunks,
        _ options: CheckedOptions,
        _ makeConversion: @escaping () -> (XMLValue) throws -> Record
    ) {
        self.chunks = chunks
        self.options = options
        self.makeConversion = makeConversion
    }

    /// An iterator that has read nothing yet.
    ///
    /// Each iterator reads the chunks from their beginning, if the sequence allows that.
    ///
    /// Its `next` runs on its caller's actor, so that a record needs no change of executor. It returns `nil` when the
    /// document has ended.
    public func makeAsyncIterator() -> some AsyncIteratorProtocol<Record, any Error> {
        makeIterator()
    }

    func makeIterator() -> Iterator {
        Iterator(chunks.makeAsyncIterator(), options, makeConversion())
    }

    /// An iterator over the records.
    struct Iterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        private let options: CheckedOptions
        private let makeRecord: (XMLValue) throws -> Record
        private var reading: Reading?

        /// The document, in a class: an iterator must be copyable, and the document is not.
        private final class Reading {
            var stream: DocumentStream
            /// Whether an error has ended the document.
            var hasFailed = false

            init(_ stream: consuming DocumentStream) {
                self.stream = stream
            }
        }

        fileprivate init(
            _ chunks: Chunks.AsyncIterator,
            _ options: CheckedOptions,
            _ makeRecord: @escaping (XMLValue) throws -> Record
        ) {
            self.chunks = chunks
            self.options = options
            self.makeRecord = makeRecord
        }

        /// The next record, or `nil` when the document has ended.
        ///
        /// It runs on its caller's actor, so that a record needs no change of executor.
        ///
        /// - Throws: An ``XMLReaderError`` for the document; the errors of the chunks; `CancellationError`; no record
        ///   follows these. A `DecodingError` when the record does not decode.
        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Record? {
            let reading = try self.reading ?? Reading(DocumentStream(options))
            self.reading = reading
            while !reading.hasFailed {
                let value: XMLValue
                do {
                    try Task.checkCancellation()
                    guard let record = try reading.stream.nextRecord() else {
                        if reading.stream.isFinished { return nil }
                        if let chunk = try await chunks.next(isolation: actor) {
                            try reading.stream.feed(chunk)
                        } else {
                            // A sequence may end early because the task was cancelled; the document has not ended then.
                            try Task.checkCancellation()
                            reading.stream.finish()
                        }
                        continue
                    }
                    value = record
                } catch {
                    reading.hasFailed = true
                    throw error
                }
                return try makeRecord(value)
            }
            return nil
        }
    }
}

// The function that it holds belongs to nothing but the type of a record and a decoder, which is Sendable.
extension XMLAsyncRecords: @unchecked Sendable where Chunks: Sendable, Record: SendableMetatype {}
