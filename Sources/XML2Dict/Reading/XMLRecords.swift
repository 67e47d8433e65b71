/// The records of a document, one at a time, in the memory of one record (of a few parts if several threads read).
///
/// ```swift
/// var items = try XMLReader().records(at: "channel/item", in: .file("feed.xml"))
/// while let item = try items.next() {
///     print(item["title"]?["text"]?.string ?? "", item.origin?.line ?? 0)
/// }
/// ```
///
/// ``XMLReader`` makes records that are values, and ``XMLDecoder`` makes records of your types. The documents of
/// ``XMLReader/documents(in:)->XMLRecords<XMLValue>`` are also records.
///
/// The caller sets the pace: `next` reads the input as far as the next record needs, in chunks of 64 KiB. Several
/// threads read a little ahead, and then wait. A record is a separate value, which you can keep. The input is closed
/// when the records go out of scope.
///
/// `XMLRecords` is not a `Sequence`, because the iterator of a sequence cannot throw.
public struct XMLRecords<Record>: ~Copyable {
    /// The document, which this thread reads if other threads cannot read all of its parts.
    var stream: DocumentStream
    private let reading: RecordReading<RecordSink<Record>>

    init(
        _ stream: consuming DocumentStream,
        _ sink: RecordSink<Record>,
        _ threads: ReadingThreads = .none,
        _ watcher: (any InputWatcher)? = nil
    ) {
        self.stream = stream
        reading = RecordReading(sink, threads, watcher)
    }

    /// The errors of the broken records that were skipped so far, in the order of the document.
    ///
    /// ```swift
    /// var items = try XMLReader().records(at: "channel/item", in: .file("feed.xml"), onError: .skip())
    /// while let item = try items.next() { show(item) }
    /// for error in items.errors { print(error) }
    /// ```
    ///
    /// ``XMLOptions/Limit/errors`` bounds the number of errors. A function in the policy gets the errors instead.
    public var errors: [XMLError] { stream.skippedErrors }

    package var skippedCount: Int { stream.skippedCount }

    /// Returns the next record, or `nil` if the document has ended.
    ///
    /// - Returns: The record.
    /// - Throws: A `DecodingError`, unless the policy skips the record. The next call continues after the record.
    ///   An ``XMLError`` of the document or file, after all records before the error. No record follows.
    public mutating func next() throws -> Record? {
        try reading.record(of: &stream)
    }

    package var findings: ReadingFindings { stream.findings }
}

// The records cannot be copied, and share nothing, so only their owner can use them. `SendableMetatype` excludes
// a conformance to `Decodable` that belongs to an actor.
extension XMLRecords: @unchecked Sendable where Record: SendableMetatype {}

extension XMLRecords<XMLValue> {
    /// Returns the next record.
    ///
    /// - Returns: The element's value, without the element's name, or `nil` if the document has ended. The value's
    ///   `origin` is the element's position in the document.
    /// - Throws: An ``XMLError`` of the document or file, after all records before the error. No record follows.
    public mutating func next() throws(XMLError) -> XMLValue? {
        try reading.value(of: &stream)
    }

    /// Writes all records as lines, up to an error of the output, and must be called before `next`.
    package mutating func write(to lines: RecordLines, hasWritten: (Int) -> Void) throws(XMLError) {
        let reading = reading.into(lines)
        while lines.failure == nil {
            let count = try reading.next(of: &stream)
            guard count > 0 else { return }
            hasWritten(count)
        }
    }
}

extension XMLRecords<XMLValue> {
    /// Creates the records or documents of an open file whose `firstBytes` were read before, or of a part of a file.
    package init(
        _ plan: Plan,
        fileDescriptor: Int32,
        after firstBytes: [UInt8] = [],
        _ name: String,
        _ threads: ReadingThreads = .none,
        part: FilePart? = nil,
        _ watcher: (any InputWatcher)?
    ) throws(XMLError) {
        let input = FileSource(FileDescriptor(borrowing: fileDescriptor), after: firstBytes, watcher)
        let origin = RecordOriginBase(file: name)
        if let part {
            self.init(try DocumentStream.of(part, input, plan, source: origin), .ofValues)
        } else {
            self.init(DocumentStream(plan, input, source: origin), .ofValues, threads, watcher)
        }
    }

    package init(_ plan: Plan, _ source: XMLSource, _ threads: ReadingThreads) throws(XMLError) {
        self.init(try DocumentStream(plan, source), .ofValues, threads)
    }
}

extension XMLRecords {
    /// Shows all documents or records to an observer, returns their number, and must be called before `next`.
    package mutating func observe(by observer: some PartObserver) throws(XMLError) -> Int {
        let reading = reading.into(LearningSink(observer))
        var total = 0, count = 0
        repeat {
            count = try reading.next(of: &stream, atMost: .max)
            total += count
        } while count > 0
        return total
    }
}
