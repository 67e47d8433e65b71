/// The records of a document that is read in parts, on several threads.
///
/// They arrive a part at a time, in the order of the document. They end before the first part that needs a reading by one
/// parser: that reads the document from its beginning, and passes over the records that were delivered.
final class RecordParts<Content>: @unchecked Sendable {
    /// The records of a part.
    private struct Found {
        let content: Content
        let matches: PartMatches
        /// The bytes of the largest record with the names of the part, and of these names, if the result has a limit.
        let byteCounts: (largest: Int, names: Int)
        /// The place of the part's end.
        let end: Int
    }

    /// What the next part has.
    enum Next {
        /// Its records, and the place of its end.
        case records(Content, end: Int)
        /// The document has ended, and everything that the options look for was found.
        case end
        /// One parser must read the document, to find more records, an error or a warning.
        case doubt
    }

    private let cutter: PartCutter
    private let checked: CheckedOptions
    private let work: OrderedWork<DocumentPart, Found?>
    private var matches = PartMatches()
    /// The bytes of the names of the parts before, if the result has a limit.
    private var namesByteCount = 0

    /// Begins to read a document; the result is `nil` when one parser must read it.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - checked: The options, with the path of the records.
    ///   - origin: What the origins of all records share.
    ///   - threads: The threads.
    ///   - isUTF8: Whether the bytes are UTF-8, whatever they declare.
    ///   - needsLines: Whether records have lines and columns.
    ///   - makeCollector: Returns a collector for the records of a part. Any thread calls it.
    init?<Collector: RecordCollector>(
        _ source: any InputSource,
        _ checked: CheckedOptions,
        _ origin: RecordSource,
        _ threads: ReadingThreads,
        isUTF8: Bool,
        needsLines: Bool,
        _ makeCollector: @escaping () -> Collector
    ) where Collector.Content == Content {
        guard let cutter = PartCutter(source, checked, threads.sizes, isUTF8: isUTF8, needsLines: needsLines),
            let first = cutter.next(), !first.isLast
        else { return nil }
        self.cutter = cutter
        self.checked = checked
        let ofParts = CheckedOptions(partsOf: checked)
        work = OrderedWork(cutter.parts(from: first)) { part in
            guard var reader = PartReader(part, ofParts, origin, isUTF8: isUTF8) else { return nil }
            let collector = makeCollector()
            return reader.read(
                { parser in try collector.collect(parser) },
                { parser in
                    Found(
                        content: try collector.finish(),
                        matches: PartMatches(parser),
                        byteCounts: parser.resultByteCounts,
                        end: part.place.bytes + part.bytes.count
                    )
                }
            )
        }
        guard work.start(threads: threads.count) else { return nil }
    }

    deinit { work.end() }

    /// The records of the next part.
    func next() -> Next {
        guard let result = work.next() else {
            let isComplete = !cutter.hasDoubt && matches.areComplete(checked)
            return isComplete ? .end : .doubt
        }
        // The names of all parts before stay, so one parser may find more names with a record, but not fewer.
        guard let found = result,
            namesByteCount + found.byteCounts.largest <= checked.options.input.limits.value(of: .result)
        else {
            work.end()
            return .doubt
        }
        namesByteCount += found.byteCounts.names
        matches.add(found.matches)
        return .records(found.content, end: found.end)
    }
}

/// Collects the records of one part.
protocol RecordCollector: AnyObject {
    associatedtype Content

    /// Adds the record that waits in a parser.
    func collect(_ parser: borrowing ExpatParser) throws
    func finish() throws -> Content
}

/// Collects records as values, or as the results of `makeRecord`.
final class ValueCollector<Record>: RecordCollector {
    private let makeRecord: (XMLValue) throws -> Record
    private var records: [Result<Record, any Error>] = []

    init(_ makeRecord: @escaping (XMLValue) throws -> Record) {
        self.makeRecord = makeRecord
    }

    func collect(_ parser: borrowing ExpatParser) throws {
        guard let value = parser.takeRecord() else { return }
        records.append(Result { try makeRecord(value) })
    }

    func finish() -> [Result<Record, any Error>] { records }
}

/// Collects records as lines of text.
final class LineCollector: RecordCollector {
    private var writer: JSONWriter
    private var count = 0

    private let pool: BufferPool

    init(_ format: XMLValue.JSONFormat, _ pool: BufferPool) {
        self.pool = pool
        writer = JSONWriter(format, into: pool.take())
    }

    func collect(_ parser: borrowing ExpatParser) throws {
        guard let record = parser.record else { return }
        try writer.writeLine(record.entry, in: record.tree)
        count += 1
    }

    func finish() -> JSONText { JSONText(writer.takeText(), count: count, pool) }
}
