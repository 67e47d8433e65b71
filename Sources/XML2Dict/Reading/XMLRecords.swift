/// The records of a document, one at a time, in the memory of a single record, or of a few parts with several threads.
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
/// The caller sets the pace: `next` reads the input as far as the next record needs, in chunks of 64 KiB. Several
/// threads read a little ahead, and wait then. A record is a value of its own, and you can keep it. The input is closed
/// when the records go out of scope.
///
/// `XMLRecords` is not a `Sequence`, because the iterator of a sequence cannot throw.
public struct XMLRecords<Record>: ~Copyable {
    /// The document; with several threads, it is read only if they cannot read all of it.
    var stream: DocumentStream
    let threads: ReadingThreads
    private let makeRecord: (XMLValue) throws -> Record
    private let makeConversion: () -> (XMLValue) throws -> Record
    private var parts = Parts.notBegun
    /// Records of a part that have not been delivered.
    private var waiting: ArraySlice<Result<Record, any Error>> = []
    /// How many records came from parts.
    private var deliveredCount = 0
    /// Whether all of the document was read in parts.
    private(set) var hasReadInParts = false
    private var findingsInParts = ReadingFindings()
    /// Hears how many bytes were read in parts.
    let watcher: (any InputWatcher)?

    private enum Parts {
        case notBegun
        case records(DocumentParts<[Result<Record, any Error>]>)
        case lines(DocumentParts<JSONText>)
        /// There are no records, or no more.
        case none
    }

    /// - Parameters:
    ///   - stream: The document.
    ///   - threads: The threads that read it.
    ///   - watcher: Receives progress in parts.
    ///   - makeConversion: Returns a function that makes a record of a value; one thread uses it.
    init(
        _ stream: consuming DocumentStream,
        _ threads: ReadingThreads,
        _ watcher: (any InputWatcher)? = nil,
        _ makeConversion: @escaping () -> (XMLValue) throws -> Record
    ) {
        self.stream = stream
        self.threads = threads
        self.watcher = watcher
        self.makeConversion = makeConversion
        makeRecord = makeConversion()
        if threads.count <= 1 { parts = .none }
    }

    /// The number of broken records that were skipped.
    package var skippedCount: Int { stream.skippedCount }

    /// The next record.
    ///
    /// - Returns: The record, or `nil` when the document has ended.
    /// - Throws: A `DecodingError` when the record does not decode, unless the policy skips it; the next call continues
    ///   with the record after it. An ``XMLError`` for the document or its file, after all records that were complete before it; no record
    ///   follows.
    public mutating func next() throws -> Record? {
        while let result = try nextFromParts() {
            do {
                return try result.get()
            } catch let error as DecodingError where stream.plan.policy.skips {
                try stream.skip(error)
            }
        }
        return try stream.next(makeRecord)
    }

    // MARK: Parts

    /// The next record that several threads have read; `nil` when one thread continues.
    private mutating func nextFromParts() throws(XMLError) -> Result<Record, any Error>? {
        while stream.failure == nil {
            if let result = waiting.popFirst() {
                deliveredCount += 1
                return result
            }
            switch parts {
            case .none, .lines: return nil
            case .notBegun: try beginParts()
            case .records(let parts):
                if let results = try take(parts.next()) { waiting = results[...] }
            }
        }
        return nil
    }

    private mutating func beginParts() throws(XMLError) {
        if let (value, findings) = stream.readInParts(threads, hasRead: { [watcher] in watcher?.hasRead($0) }) {
            findingsInParts = findings
            waiting = [Result { try makeRecord(value) }]
            parts = .none
            hasReadInParts = true
            return
        }
        let makeConversion = makeConversion
        let records =
            stream.hasRecords ? stream.parts(threads, needsLines: true) { ValueCollector(makeConversion()) } : nil
        parts = records.map { .records($0) } ?? .none
    }

    /// The records of the next part; without one, the stream continues after the records that were delivered.
    private mutating func take<Content>(_ next: DocumentParts<Content>.Next) throws(XMLError) -> Content? {
        switch next {
        case .content(let content, let end):
            watcher?.hasRead(end)
            return content
        case .end(let findings):
            parts = .none
            hasReadInParts = true
            findingsInParts = findings
            stream.skipAll()
        case .doubt:
            parts = .none
            try stream.skip(deliveredCount)
        }
        return nil
    }

    /// The number of the document that is being read, when the input may be several documents.
    package var documentNumber: Int? { stream.documentNumber }

    /// The findings about the input, at its end.
    package var findings: ReadingFindings { hasReadInParts ? findingsInParts : stream.findings }
}

// It cannot be copied, and shares nothing that it holds, so only its owner can use it. The conformance that decodes
// records must not belong to an actor.
extension XMLRecords: @unchecked Sendable where Record: SendableMetatype {}

extension XMLRecords<XMLValue> {
    /// The next record.
    ///
    /// - Returns: The element's value, without its name, or `nil` when the document has ended. The value's `origin` is
    ///   its place in the document.
    /// - Throws: An ``XMLError`` for the document or its file, after all records that were complete before it. No
    ///   record follows an error.
    public mutating func next() throws(XMLError) -> XMLValue? {
        // A record that is a value needs nothing that can fail.
        if case .success(let value)? = try nextFromParts() { return value }
        return try stream.nextRecord()
    }

    /// Writes the next record as a line, without making a value of it; with several threads, the records of a part.
    ///
    /// - Parameter lines: The output.
    /// - Returns: How many records were written: 0 at the end.
    /// - Throws: An `XMLError` for the document or its file.
    package mutating func writeNext(to lines: RecordLines) throws(XMLError) -> Int {
        while true {
            switch parts {
            case .notBegun:
                let format = lines.format, pool = BufferPool()
                let lines =
                    stream.hasRecords
                    ? stream.parts(threads, needsLines: false) { LineCollector(format, pool) } : nil
                parts = lines.map { .lines($0) } ?? .none
            case .lines(let parts):
                guard let text = try take(parts.next()) else { continue }
                lines.write(text)
                deliveredCount += text.count
                if text.count > 0 { return text.count }
            case .none, .records:
                guard try stream.advance(), let record = stream.record else { return 0 }
                lines.write(record.entry, in: record.tree)
                return 1
            }
        }
    }
}

extension XMLRecords<XMLValue> {
    /// The records or documents of an open file, or of a part of it.
    ///
    /// Several threads read only a file from its beginning, and one whose bytes are there.
    ///
    /// - Parameters:
    ///   - plan: The options.
    ///   - fileDescriptor: The file.
    ///   - firstBytes: Bytes before those of the file.
    ///   - name: The name of the file, for origins.
    ///   - threads: The threads that read a whole file.
    ///   - part: The part; `nil` for the whole file.
    ///   - watcher: Receives progress.
    /// - Throws: An `XMLError` for a part of another file, or of a plan with other options.
    package init(
        _ plan: Plan,
        fileDescriptor: Int32,
        after firstBytes: [UInt8] = [],
        _ name: String,
        _ threads: ReadingThreads = .none,
        part: PlannedPart? = nil,
        _ watcher: (any InputWatcher)?
    ) throws(XMLError) {
        let input = FileSource(FileDescriptor(borrowing: fileDescriptor), after: firstBytes, watcher)
        let origin = RecordOriginBase(file: name)
        if let part {
            self.init(try DocumentStream.of(part, input, plan, source: origin), .none) { { $0 } }
        } else {
            self.init(DocumentStream(plan, input, source: origin), threads, watcher) { { $0 } }
        }
    }

    /// The records of a source, or its document.
    ///
    /// - Throws: An `XMLError` with the code `cannotOpen`.
    package init(_ plan: Plan, _ source: XMLSource, _ threads: ReadingThreads) throws(XMLError) {
        self.init(try DocumentStream(plan, source), threads) { { $0 } }
    }
}

/// Collects records as values, or as the results of `makeRecord`.
private final class ValueCollector<Record>: PartCollector {
    private let makeRecord: (XMLValue) throws -> Record
    private var records: [Result<Record, any Error>] = []

    init(_ makeRecord: @escaping (XMLValue) throws -> Record) {
        self.makeRecord = makeRecord
    }

    func collect(_ parser: borrowing ExpatParser) {
        guard let value = parser.builder.copyRecord() else { return }
        records.append(Result { try makeRecord(value) })
    }

    func finish(_ parser: borrowing ExpatParser) -> [Result<Record, any Error>] { records }
}

/// Collects records as lines of text.
private final class LineCollector: PartCollector {
    private var writer: JSONWriter
    private var count = 0
    private let pool: BufferPool

    init(_ format: XMLValue.JSONFormat, _ pool: BufferPool) {
        self.pool = pool
        writer = JSONWriter(format, into: pool.take())
    }

    func collect(_ parser: borrowing ExpatParser) throws {
        guard let record = parser.builder.record else { return }
        try writer.writeLine(record.entry, in: record.tree)
        count += 1
    }

    func finish(_ parser: borrowing ExpatParser) -> JSONText { JSONText(writer.takeText(), count: count, pool) }
}

/// The result of reading for an observer, which gets the content.
package struct Observation {
    /// How many records or documents there were.
    package var count: Int
    /// How many broken records were skipped.
    package var skippedCount = 0
    package var findings: ReadingFindings
}

/// An observer that can have a separate copy for each part of a document.
package protocol PartObserver: ContentObserver {
    /// An observer that has observed nothing. Any thread calls it.
    func another() -> Self

    /// Adds what the observer of the next part has observed.
    func add(_ next: Self)
}

extension XMLRecords {
    /// Reads all documents or records for an observer, before the first was read; several threads read records.
    ///
    /// - Parameter observer: The observer. After an error it may have a part of the content.
    /// - Returns: What was found.
    /// - Throws: An `XMLError` for the document or its file.
    package mutating func observe(by observer: some PartObserver) throws(XMLError) -> Observation {
        if let observation = observeInParts(by: observer) { return observation }
        let count = try stream.observe(by: observer)
        return Observation(count: count, skippedCount: skippedCount, findings: findings)
    }

    /// Reads the records in parts; `nil`, and nothing observed, when one thread must read them.
    private func observeInParts(by observer: some PartObserver) -> Observation? {
        guard stream.hasRecords,
            let parts = stream.parts(threads, needsLines: false, { ObservingCollector(observer.another()) })
        else { return nil }
        let all = observer.another()
        var count = 0
        while true {
            switch parts.next() {
            case .content(let part, let end):
                watcher?.hasRead(end)
                all.add(part.observer)
                count += part.count
            case .end(let findings):
                observer.add(all)
                return Observation(count: count, findings: findings)
            case .doubt: return nil
            }
        }
    }
}

/// Hands the records of one part to an observer.
private final class ObservingCollector<Observer: PartObserver>: PartCollector {
    private let observer: Observer
    private var count = 0

    init(_ observer: Observer) {
        self.observer = observer
    }

    func collect(_ parser: borrowing ExpatParser) {
        guard let record = parser.builder.record else { return }
        if count == 0 { observer.beginDocument(parser.builder.rules.roles) }
        observer.observe(record.entry, in: record.tree)
        count += 1
    }

    func finish(_ parser: borrowing ExpatParser) -> (observer: Observer, count: Int) { (observer, count) }
}
