/// The records, one at a time, of a document that arrives asynchronously.
///
/// ```swift
/// func show<Chunks: AsyncSequence>(_ chunks: Chunks) async throws where Chunks.Element: Collection<UInt8> {
///     for try await quake in try XMLReader().records(at: "feed/entry", in: chunks) {
///         print(quake["title"]?["text"]?.string ?? "")
///     }
/// }
/// ```
///
/// The caller sets the pace: the iterator asks for a chunk after the caller has taken all records of earlier chunks. A
/// record arrives with the chunk that completes the record. The iterator parses on the caller's actor, and
/// ``batches(of:)`` parses on another thread.
///
/// The iterator throws errors of the chunks, and `CancellationError` if the task is cancelled. An ``XMLError`` of the
/// document follows all records before the error. If a record does not decode, and the policy does not skip it, the
/// iterator throws a `DecodingError`, which ends a `for` loop. The iterator's next call continues after that record.
public struct XMLAsyncRecords<Record, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Collection<UInt8> {
    private let chunks: Chunks
    private let plan: Plan
    /// The sink whose conversion each iterator uses.
    private let sink: RecordSink<Record>

    init(_ chunks: Chunks, _ plan: Plan, _ sink: RecordSink<Record>) {
        self.chunks = chunks
        self.plan = plan
        self.sink = sink
    }

    /// Creates an iterator that has read nothing yet.
    ///
    /// Each iterator reads the chunks from their beginning, if the sequence allows that. Copies of an iterator share
    /// one document, and each record goes to the copy that asks for it.
    ///
    /// The iterator's `next` runs on the caller's actor, so that a record needs no change of executor. After the last
    /// record, `next` returns `nil`.
    public func makeAsyncIterator() -> some AsyncIteratorProtocol<Record, any Error> {
        makeIterator()
    }

    func makeIterator() -> Iterator {
        Iterator(chunks.makeAsyncIterator(), plan, RecordSink(sink.makeConversion))
    }

    struct Iterator: AsyncIteratorProtocol {
        private let plan: Plan
        private let sink: RecordSink<Record>
        private let reading: Reading

        fileprivate init(_ chunks: Chunks.AsyncIterator, _ plan: Plan, _ sink: RecordSink<Record>) {
            reading = Reading(chunks)
            self.plan = plan
            self.sink = sink
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Record? {
            let document = reading.document(plan, sink)
            while !document.isClosed {
                document.isClosed = Task.isCancelled
                if document.isClosed { throw CancellationError() }
                if let record = try document.records.next() { return record }
                if document.records.isFinished { return nil }
                try await reading.feed(document, isolation: actor)
            }
            return nil
        }
    }

    /// The state that an iterator shares with its copies, in a class because a `DocumentStream` cannot be copied.
    private final class Reading {
        /// The iterator of the chunks, or `nil` while a copy of the record iterator waits for a chunk.
        private var chunks: Chunks.AsyncIterator?
        private var document: Document?
        /// The copies that wait until another copy has got the next chunk.
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ chunks: Chunks.AsyncIterator) {
            self.chunks = chunks
        }

        func document(_ plan: Plan, _ sink: RecordSink<Record>) -> Document {
            if let document { return document }
            let new = Document(XMLPushRecords(DocumentStream(plan), sink))
            document = new
            return new
        }

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
            do {
                if let chunk = try await chunks.next(isolation: actor) { return try document.records.feed(chunk) }
                // A sequence may end early because the task was cancelled, although the document has not ended.
                try Task.checkCancellation()
                document.records.finish()
            } catch {
                document.isClosed = true
                throw error
            }
        }
    }

    /// A document, which is closed after an error of the chunks or the cancellation of the task.
    private final class Document {
        var records: XMLPushRecords<Record>
        var isClosed = false

        init(_ records: consuming XMLPushRecords<Record>) {
            self.records = records
        }
    }
}

// The sink's closure captures only a decoder, which is Sendable, and the type of the records.
extension XMLAsyncRecords: @unchecked Sendable where Chunks: Sendable, Record: SendableMetatype {}

extension XMLAsyncRecords where Chunks: Sendable, Record: Decodable & Sendable {
    /// Arrays of records, which a thread outside of the caller's actor parses.
    ///
    /// ```swift
    /// func insertAll<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) async throws where Chunks.Element == [UInt8] {
    ///     let quakes = try XMLDecoder().records(of: Earthquake.self, at: "feed/entry", in: chunks)
    ///     for try await batch in quakes.batches(of: 500) { print(batch.count) }
    /// }
    /// ```
    ///
    /// For long documents, use batches on an actor that must stay responsive, such as the main actor. Parsing does not
    /// block the actor, and each batch costs one change of executor. For a live feed, use a plain loop over the
    /// records. The loop gets each record as soon as the record is complete, but parsing blocks the actor.
    ///
    /// Other threads decode the records, so the record type's conformance to `Decodable` must not belong to an actor.
    /// In a module whose declarations belong to the main actor, write `nonisolated struct Earthquake: Decodable,
    /// Sendable`.
    ///
    /// - Parameter count: The number of records of a batch, at least 1. The last batch and a batch before an error may
    ///   have fewer records.
    /// - Returns: A sequence of batches, which throws the errors of the records.
    public func batches(of count: Int) -> some AsyncSequence<[Record], any Error> & Sendable {
        RecordBatches(records: self, count: Swift.max(1, count))
    }
}

private struct RecordBatches<Record: Sendable, Chunks: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Chunks.Element: Collection<UInt8> {
    let records: XMLAsyncRecords<Record, Chunks>
    let count: Int

    func makeAsyncIterator() -> Iterator {
        Iterator(reader: BatchReader(records), count: count)
    }

    struct Iterator: AsyncIteratorProtocol {
        let reader: BatchReader<Record, Chunks>
        let count: Int

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Record]? {
            try await reader.next(count)
        }
    }
}

/// Reads batches on the global executor.
///
/// The class is Sendable, because only `next` uses its members, and no two calls of `next` run at once.
private final class BatchReader<Record: Sendable, Chunks: AsyncSequence & Sendable>: @unchecked Sendable
where Chunks.Element: Collection<UInt8> {
    private let records: XMLAsyncRecords<Record, Chunks>
    private var iterator: XMLAsyncRecords<Record, Chunks>.Iterator?
    /// The error that ended the last batch, and that the next call throws.
    private var failure: (any Error)?

    init(_ records: XMLAsyncRecords<Record, Chunks>) {
        self.records = records
    }

    @concurrent
    func next(_ count: Int) async throws -> [Record]? {
        if let failure {
            self.failure = nil
            throw failure
        }
        var iterator = self.iterator ?? records.makeIterator()
        var batch: [Record] = []
        do {
            while batch.count < count, let record = try await iterator.next() { batch.append(record) }
        } catch {
            self.iterator = iterator
            guard !batch.isEmpty else { throw error }
            failure = error
            return batch
        }
        self.iterator = iterator
        return batch.isEmpty ? nil : batch
    }
}

extension AsyncSequence where Element == UInt8, Self: Sendable {
    /// The chunks of a document, gathered from single bytes such as Foundation's `AsyncBytes`.
    ///
    /// ```swift
    /// let document = try await XMLReader().read(file.bytes.xmlChunks)
    /// ```
    ///
    /// A chunk has at most 16 KiB and ends at the first `>`, so that a record need not wait for more bytes.
    public var xmlChunks: some AsyncSequence<[UInt8], any Error> & Sendable {
        ByteChunks(bytes: self)
    }
}

private struct ByteChunks<Bytes: AsyncSequence & Sendable>: AsyncSequence, Sendable where Bytes.Element == UInt8 {
    let bytes: Bytes

    func makeAsyncIterator() -> Iterator {
        Iterator(bytes: bytes.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var bytes: Bytes.AsyncIterator

        private static var largestChunk: Int { 16 * 1024 }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            var chunk: [UInt8] = []
            while chunk.count < Self.largestChunk, let byte = try await bytes.next(isolation: actor) {
                chunk.append(byte)
                // In little-endian UTF-16 and UTF-32, `>` ends with zeros, so each of these zeros becomes a chunk.
                if byte == UInt8(ascii: ">") || byte == 0 && chunk.count == 1 { break }
            }
            return chunk.isEmpty ? nil : chunk
        }
    }
}
