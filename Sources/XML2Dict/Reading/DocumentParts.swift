/// The parts of a document, which several threads read, each with a sink of its own.
///
///     PartCutter ─▶ OrderedWork ─▶ a thread: a DocumentStream of the part ─▶ drain ─▶ next: the sinks in order
///
/// They end before the first part that needs a reading by one parser: that reads the document from its beginning, and
/// passes over the records that were delivered.
final class DocumentParts<Sink: ElementSink>: @unchecked Sendable {
    /// The result of reading the next part.
    enum Next {
        /// The sink of the part, how many elements it got, and the place of the end of the part.
        case content(Sink, Int, end: Int)
        /// The document has ended, and everything that the options look for was found.
        case end(ReadingFindings)
        /// One parser must read the document, to find more records, an error or a warning.
        case doubt
    }

    private let cutter: PartCutter
    private let plan: Plan
    private let work: OrderedWork<DocumentPart, (sink: Sink, count: Int, sums: PartSums.Part, end: Int)?>
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
    ///   - makeSink: Returns a sink for a part. Any thread calls it.
    init?(
        _ source: any InputSource,
        _ plan: Plan,
        _ records: RecordOriginBase,
        threads: Int,
        _ sizes: PartCutter.Sizes,
        isUTF8: Bool,
        needsLines: Bool,
        _ makeSink: @escaping () -> Sink
    ) {
        guard let cutter = PartCutter(source, plan, sizes, isUTF8: isUTF8, needsLines: needsLines),
            let first = cutter.next(), !first.isLast
        else { return nil }
        self.cutter = cutter
        self.plan = plan
        let ofParts = plan.ofParts
        work = OrderedWork(cutter.parts(from: first)) { part in
            do throws(XMLError) {
                var stream = try DocumentStream.of(part, ofParts, source: records, isUTF8: isUTF8)
                let sink = makeSink()
                let count = try stream.drain(into: sink)
                return (sink, count, PartSums.Part(stream.parser, part.segment), part.end)
            } catch {
                return nil
            }
        }
        guard work.start(threads: threads) else { return nil }
    }

    deinit { work.end() }

    /// The next part.
    func next() -> Next {
        guard let result = work.next() else {
            guard !cutter.hasDoubt, sums.areComplete(plan), let unmatched = sums.unmatched else { return .doubt }
            return .end(ReadingFindings(unmatched: unmatched, notes: sums.notes))
        }
        guard let (sink, count, ofPart, end) = result, sums.add(ofPart, plan) else {
            work.end()
            return .doubt
        }
        return .content(sink, count, end: end)
    }

    /// Whether the result may have this many bytes besides the bytes of the parts.
    func leaveRoom(for byteCount: Int) -> Bool {
        byteCount <= plan.limits[.result] - sums.resultByteCount
    }
}
