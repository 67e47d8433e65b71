/// Reads the parts of a document on several threads, each part into a separate sink.
///
///     PartCutter ─▶ OrderedWork ─▶ a thread: a DocumentStream of the part ─▶ drain ─▶ next: the sinks in order
///
/// If a part cannot be delivered, `next` returns `doubt`. One parser then reads the document from the beginning, and
/// skips the records that `next` has already delivered.
final class DocumentParts<Sink: ElementSink>: @unchecked Sendable {
    enum Next {
        /// The sink of the next part, the number of elements in the part, and the offset of the part's end.
        case content(Sink, Int, end: Int)
        /// The document has ended, and the paths that must match have matched.
        case end(ReadingFindings)
        /// One parser must read the document, to find more records, an error or a warning.
        case doubt
    }

    private let cutter: PartCutter
    private let plan: Plan
    private let work: OrderedWork<DocumentPart, (sink: Sink, count: Int, sums: PartSums.Part, end: Int)?>
    private var sums = PartSums()

    /// Starts threads that call `makeSink` for each part, or returns `nil` if one parser must read the document.
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

    /// Returns whether the bytes of the parts and `byteCount` more bytes together stay within the limit `[.result]`.
    func leaveRoom(for byteCount: Int) -> Bool {
        byteCount <= plan.limits[.result] - sums.resultByteCount
    }
}
