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
    /// Use it on an actor that must stay responsive, such as the main actor, for long documents: parsing does not block
    /// the actor, and the change of executor is paid once for each batch. A plain loop over the records blocks the
    /// actor while it parses, and delivers each record as soon as it is complete, which a live feed needs.
    ///
    /// Other threads decode the records, so the record type's conformance to `Decodable` must not belong to an actor.
    /// In a module whose declarations belong to the main actor, write
    /// `nonisolated struct Earthquake: Decodable, Sendable`.
    ///
    /// - Parameter count: How many records a batch has, at least 1. The last batch, and one before an error, may have
    ///   fewer.
    /// - Returns: The batches. They throw the errors of the records.
    public func batches(of count: Int) -> some AsyncSequence<[Record], any Error> & Sendable {
        RecordBatches(records: self, count: Swift.max(1, count))
    }
}

/// The records of a document in arrays.
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
/// Only `next` uses its members, and an iterator has one call of `next` at a time.
private final class BatchReader<Record: Sendable, Chunks: AsyncSequence & Sendable>: @unchecked Sendable
where Chunks.Element: Collection<UInt8> {
    private let records: XMLAsyncRecords<Record, Chunks>
    private var iterator: XMLAsyncRecords<Record, Chunks>.Iterator?
    /// The error after the records of the last batch.
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
