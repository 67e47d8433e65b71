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
    /// Each iterator reads the chunks from their beginning, if the sequence allows that. Copies of an iterator share
    /// one document: each record goes to the copy that asks for it.
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
    ///
    /// Its copies read one document: each record goes to the copy that asks for it.
    struct Iterator: AsyncIteratorProtocol {
        private let options: CheckedOptions
        private let makeRecord: (XMLValue) throws -> Record
        private let reading: Reading

        fileprivate init(
            _ chunks: Chunks.AsyncIterator,
            _ options: CheckedOptions,
            _ makeRecord: @escaping (XMLValue) throws -> Record
        ) {
            reading = Reading(chunks)
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
            let document = reading.document(options)
            while !document.hasFailed {
                let value: XMLValue
                do {
                    try Task.checkCancellation()
                    guard let record = try document.stream.nextRecord() else {
                        if document.stream.isFinished { return nil }
                        try await reading.feed(document, isolation: actor)
                        continue
                    }
                    value = record
                } catch {
                    document.hasFailed = true
                    throw error
                }
                return try makeRecord(value)
            }
            return nil
        }
    }

    /// The document of an iterator and of all its copies.
    ///
    /// It is a class, as an iterator must be copyable, and a document is not.
    private final class Reading {
        /// The chunks; `nil` while a copy of the iterator waits for one.
        private var chunks: Chunks.AsyncIterator?
        private var document: Document?
        /// The copies that wait for the chunk that another copy waits for.
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ chunks: Chunks.AsyncIterator) {
            self.chunks = chunks
        }

        /// The document, which begins with the first record.
        func document(_ options: CheckedOptions) -> Document {
            if let document { return document }
            let new = Document(DocumentStream(options))
            document = new
            return new
        }

        /// Feeds the next chunk to the document, or ends the document after the last one.
        func feed(_ document: Document, isolation actor: isolated (any Actor)?) async throws {
            guard var chunks else {
                return await withCheckedContinuation(isolation: actor) { waiting.append($0) }
            }
            self.chunks = nil
            defer {
                self.chunks = chunks
                let resumed = waiting
                waiting = []
                for copy in resumed { copy.resume() }
            }
            if let chunk = try await chunks.next(isolation: actor) {
                try document.stream.feed(chunk)
            } else {
                // A sequence may end early because the task was cancelled; the document has not ended then.
                try Task.checkCancellation()
                document.stream.finish()
            }
        }
    }

    /// A document, and whether an error has ended it.
    private final class Document {
        var stream: DocumentStream
        var hasFailed = false

        init(_ stream: consuming DocumentStream) {
            self.stream = stream
        }
    }
}

// The function that it holds belongs to nothing but the type of a record and a decoder, which is Sendable.
extension XMLAsyncRecords: @unchecked Sendable where Chunks: Sendable, Record: SendableMetatype {}
