/// The contents of the parts of a document, which several threads read.
///
///     PartCutter ─▶ OrderedWork ─▶ a thread: an ExpatParser of the part ─▶ a collector ─▶ next: contents in order
///
/// They end before the first part that needs a reading by one parser: that reads the document from its beginning, and
/// passes over the records that were delivered.
final class DocumentParts<Content>: @unchecked Sendable {
    /// The result of reading the next part.
    enum Next {
        /// Its content, and the place of its end.
        case content(Content, end: Int)
        /// The document has ended, and everything that the options look for was found.
        case end(ReadingFindings)
        /// One parser must read the document, to find more records, an error or a warning.
        case doubt
    }

    private let cutter: PartCutter
    private let plan: Plan
    private let work: OrderedWork<DocumentPart, (content: Content, counts: PartSums.Part, end: Int)?>
    private var sums = PartSums()

    /// Begins to read a document; the result is `nil` when one parser must read it.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - plan: The options.
    ///   - records: The part of the origin that all records share.
    ///   - threads: How many threads read.
    ///   - sizes: How large parts are.
    ///   - isUTF8: Whether the bytes are UTF-8, whatever they declare.
    ///   - needsLines: Whether records have lines and columns.
    ///   - makeCollector: Returns a collector for a part. Any thread calls it.
    init?<Collector: PartCollector>(
        _ source: any InputSource,
        _ plan: Plan,
        _ records: RecordOriginBase,
        threads: Int,
        _ sizes: PartCutter.Sizes,
        isUTF8: Bool,
        needsLines: Bool,
        _ makeCollector: @escaping () -> Collector
    ) where Collector.Content == Content {
        guard let cutter = PartCutter(source, plan, sizes, isUTF8: isUTF8, needsLines: needsLines),
            let first = cutter.next(), !first.isLast
        else { return nil }
        self.cutter = cutter
        self.plan = plan
        let ofParts = plan.ofParts
        work = OrderedWork(cutter.parts(from: first)) { part in
            // Only the first part has a declaration.
            let isUTF8 = isUTF8 || !part.isFirst
            var parser = ExpatParser(ofParts, records, nil, part.text, isUTF8: isUTF8)
            do {
                try parser.begin(part.segment)
                let collector = makeCollector()
                collector.prepare(parser)
                while try parser.step() {
                    if parser.hasRecord { try collector.collect(parser) }
                }
                // A joined part takes the builder's names along.
                let counts = PartSums.Part(parser, part.segment)
                return (try collector.finish(parser), counts, part.end)
            } catch {
                return nil
            }
        }
        guard work.start(threads: threads) else { return nil }
    }

    deinit { work.end() }

    /// The content of the next part.
    func next() -> Next {
        guard let result = work.next() else {
            guard !cutter.hasDoubt, sums.areComplete(plan), let unmatched = sums.unmatched else { return .doubt }
            return .end(ReadingFindings(unmatched: unmatched, notes: sums.notes))
        }
        guard let (content, counts, end) = result, sums.add(counts, plan) else {
            work.end()
            return .doubt
        }
        return .content(content, end: end)
    }

    /// Whether the result may have this many bytes besides the bytes of the parts.
    func leaveRoom(for byteCount: Int) -> Bool {
        byteCount <= plan.limits[.result] - sums.resultByteCount
    }
}

/// Collects the content of one part.
protocol PartCollector: AnyObject {
    associatedtype Content

    /// Prepares the parser, before it reads the part.
    func prepare(_ parser: borrowing ExpatParser)
    /// Adds the record that waits in the parser.
    func collect(_ parser: borrowing ExpatParser) throws
    /// The content, at the end of the part.
    func finish(_ parser: borrowing ExpatParser) throws -> Content
}

extension PartCollector {
    func prepare(_ parser: borrowing ExpatParser) {}
}

extension Plan {
    /// Whether reading the parts gives the same result as reading the whole document.
    ///
    /// The parser of a part knows neither the declarations of entities and attributes, nor the earlier content of the
    /// elements around the part.
    var canBeReadInParts: Bool {
        guard !input.isConcatenated, input.encoding == nil, input.entities != .html, !input.replacesInvalidCharacters,
            ExpatParser.checksAllUTF8
        else { return false }
        // One builder checks the shape of a whole document, at its end.
        return records != nil || shaping == nil
    }
}

/// A part of a document, which a separate parser can read: a segment, and its bytes.
final class DocumentPart: @unchecked Sendable {
    let segment: Segment
    /// The bytes, which no parser has read.
    let text: InputText
    /// How many bytes it has.
    let byteCount: Int
    let isLast: Bool

    var isFirst: Bool { segment.place.bytes == 0 }

    /// The place of its end in the document.
    var end: Int { segment.place.bytes + byteCount }

    init(_ segment: Segment, _ text: InputText) {
        self.segment = segment
        self.text = text
        byteCount = text.unread.count
        isLast = segment.endTags == nil
    }
}
