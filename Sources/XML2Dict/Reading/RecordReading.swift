/// Fills a sink with the records of a document, first from parts that several threads read, then from this thread.
final class RecordReading<Sink: PartSink> {
    private let sink: Sink
    private let threads: ReadingThreads
    private let watcher: (any InputWatcher)?
    private var parts: DocumentParts<Sink>?
    private var hasBegun = false
    private var countOfParts = 0

    init(_ sink: Sink, _ threads: ReadingThreads = .none, _ watcher: (any InputWatcher)? = nil) {
        self.sink = sink
        self.threads = threads
        self.watcher = watcher
    }

    func into<Other: PartSink>(_ other: Other) -> RecordReading<Other> { RecordReading<Other>(other, threads, watcher) }

    /// Adds the records of a part, or at most `count` records that this thread reads, and returns the number added.
    func next(of stream: inout DocumentStream, atMost count: Int = 1) throws(XMLError) -> Int {
        if !hasBegun {
            hasBegun = true
            parts = stream.parts(threads, like: sink)
        }
        if parts != nil, let count = try nextPart(of: &stream) { return count }
        return try stream.drain(into: sink, atMost: count)
    }

    /// Adds the records of the next part that has records, or returns `nil` if this thread must read further records.
    private func nextPart(of stream: inout DocumentStream) throws(XMLError) -> Int? {
        while let parts {
            switch parts.next() {
            case .content(let part, let count, let end):
                watcher?.hasRead(end)
                sink.add(part)
                countOfParts += count
                if count > 0 { return count }
            case .end(let findings):
                self.parts = nil
                stream.end(withFindings: findings)
            case .doubt:
                self.parts = nil
                try stream.skip(countOfParts)
            }
        }
        return nil
    }

    /// Reads a record or the document unless the sink still has records of a part, and returns `false` at the end.
    private func fill<Record>(from stream: inout DocumentStream) throws(XMLError) -> Bool
    where Sink == RecordSink<Record> {
        guard !stream.hasFailed else { return false }
        guard sink.recordCount == 0 else { return true }
        if !hasBegun, let document = stream.joinedDocument(threads, watcher) {
            sink.document = document
            return true
        }
        return try next(of: &stream) > 0
    }

    /// Returns the next value, or `nil` if the input has ended or the caller must feed more.
    func value(of stream: inout DocumentStream) throws(XMLError) -> XMLValue? where Sink == RecordSink<XMLValue> {
        try fill(from: &stream) ? sink.takeValue(from: &stream.parser.builder) : nil
    }

    /// Returns the next record, and throws an error if a record does not decode, unless the policy skips such records.
    func record<Record>(of stream: inout DocumentStream) throws -> Record? where Sink == RecordSink<Record> {
        while try fill(from: &stream) {
            do {
                return try sink.take(from: &stream.parser.builder)
            } catch let error as DecodingError where stream.plan.policy.skips {
                try stream.skip(error)
            }
        }
        return nil
    }
}
