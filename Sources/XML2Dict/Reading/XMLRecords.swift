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
    private let reading: RecordReading<RecordSink<Record>>

    /// - Parameters:
    ///   - stream: The document.
    ///   - sink: Makes the records.
    ///   - threads: The threads that read the document.
    ///   - watcher: Receives progress in parts.
    init(
        _ stream: consuming DocumentStream,
        _ sink: RecordSink<Record>,
        _ threads: ReadingThreads = .none,
        _ watcher: (any InputWatcher)? = nil
    ) {
        self.stream = stream
        reading = RecordReading(sink, threads, watcher)
    }

    /// The errors of the broken records that were skipped up to now, in the order of the document.
    ///
    /// ```swift
    /// var items = try XMLReader().records(at: "channel/item", in: .file("feed.xml"), onError: .skip())
    /// while let item = try items.next() { show(item) }
    /// for error in items.errors { print(error) }
    /// ```
    ///
    /// There are at most as many as ``XMLOptions/Limit/errors`` allows. A function of the policy gets them instead.
    public var errors: [XMLError] { stream.skippedErrors }

    /// The number of broken records that were skipped.
    package var skippedCount: Int { stream.skippedCount }

    /// The next record.
    ///
    /// - Returns: The record, or `nil` when the document has ended.
    /// - Throws: A `DecodingError` when the record does not decode, unless the policy skips it; the next call continues
    ///   with the record after it. An ``XMLError`` for the document or its file, after all records that were complete before it; no record
    ///   follows.
    public mutating func next() throws -> Record? {
        try reading.record(of: &stream)
    }

    /// The findings about the input, at its end.
    package var findings: ReadingFindings { stream.findings }
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
        try reading.value(of: &stream)
    }

    /// Writes all records as lines, before the first was read.
    ///
    /// - Parameters:
    ///   - lines: The output; an error there ends the reading.
    ///   - hasWritten: Hears how many records were written after the last call.
    /// - Throws: An `XMLError` for the document or its file.
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
            self.init(try DocumentStream.of(part, input, plan, source: origin), .ofValues)
        } else {
            self.init(DocumentStream(plan, input, source: origin), .ofValues, threads, watcher)
        }
    }

    /// The records of a source, or its document.
    ///
    /// - Throws: An `XMLError` with the code `cannotOpen`.
    package init(_ plan: Plan, _ source: XMLSource, _ threads: ReadingThreads) throws(XMLError) {
        self.init(try DocumentStream(plan, source), .ofValues, threads)
    }
}

extension XMLRecords {
    /// Reads all documents or records for an observer, before the first was read; several threads read records.
    ///
    /// - Parameter observer: The observer. After an error it may have a part of the content.
    /// - Returns: How many records or documents there were.
    /// - Throws: An `XMLError` for the document or its file.
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
