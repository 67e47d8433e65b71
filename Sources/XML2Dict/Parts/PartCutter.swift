/// Cuts a document into parts.
///
///     source ─▶ buffer  [ a part, of at least `sizes.part` bytes │ the beginning of the next part ]
///                                                                └ the first start tag there that can begin a part
///
/// The cutter reads the source once. In doubt, the cutter sets `hasDoubt`, and one parser must read the document.
final class PartCutter {
    struct Sizes {
        /// The smallest size of each part except the last part.
        var part = 1024 * 1024
        var chunk = 64 * 1024
        /// The cutter gives up after this number of bytes without a cut, and the buffer may be twice as large.
        var most = 16 * 1024 * 1024
        /// The largest size of the start tags around a part.
        var context = 64 * 1024
    }

    private let source: any InputSource
    private let sizes: Sizes
    /// Whether parts have lines and columns.
    private let countsLines: Bool
    /// Finds elements that must not be cut, or is `nil` if a part may begin at any start tag.
    private let wholes: WholeElements?
    private var openTags = OpenTags()
    private let pool = BufferPool()
    /// The bytes from the beginning of the next part on.
    private var text: InputText
    /// The next part, whose end is not known.
    private var segment = Segment()
    private var hasReadAll = false
    private var isDone = false
    private(set) var hasDoubt = false

    /// Returns `nil` if the options or the first bytes show that the document cannot be read in parts.
    init?(
        _ source: any InputSource,
        _ plan: Plan,
        _ sizes: Sizes,
        isUTF8: Bool,
        needsLines: Bool
    ) {
        self.source = source
        self.sizes = sizes
        countsLines = needsLines || plan.rules.keepsLines || plan.rules.addsOrigin
        wholes = plan.selects || plan.paths.hasSkips ? WholeElements(plan) : nil
        text = InputText(pool)
        guard plan.canBeReadInParts else { return nil }
        while !hasReadAll, text.unread.count < sizes.chunk {
            guard read(sizes.chunk) else { return nil }
        }
        var decoder = InputDecoder(text, isUTF8: isUTF8, forced: nil, checksUTF8: false)
        if hasReadAll { decoder.finish() }
        guard let encoding = decoder.encoding, !encoding.isTranscoded, encoding != .declaredASCII else { return nil }
    }

    func next() -> DocumentPart? {
        guard !isDone, !hasDoubt else { return nil }
        guard let cut = findCut() else {
            hasDoubt = true
            return nil
        }
        return cut == text.unread.count && hasReadAll ? takeLast() : take(cut)
    }

    func parts(from first: DocumentPart) -> () -> DocumentPart? {
        var first: DocumentPart? = first
        return {
            guard let part = first else { return self.next() }
            first = nil
            return part
        }
    }

    /// Returns the offset of the next cut, or the end of the text, or `nil` if there is doubt.
    private func findCut() -> Int? {
        var target = sizes.part, depth = Int.max
        while true {
            switch openTags.next(in: text.unread, from: target, depth: depth) {
            case .doubt: return nil
            case .needsMore:
                if hasReadAll { return text.unread.count }
                let wanted = max(sizes.part + sizes.chunk - text.unread.count, sizes.chunk)
                guard text.unread.count < sizes.most, read(wanted) else { return nil }
            case .startTag(let start):
                guard openTags.byteCount <= sizes.context else { return nil }
                // An open record must end in this part.
                let wholes = depth == .max ? wholes : nil
                guard let outer = wholes?.depth(after: openTags.bytes(in: text.unread, after: segment.context)) else {
                    return start
                }
                target = start + 1
                depth = outer
            }
        }
    }

    private func take(_ end: Int) -> DocumentPart {
        let bytes = text.unread[..<end]
        var next = Segment(position: segment.position)
        if countsLines { next.position.pass(bytes) } else { next.position.skip(end) }
        next.context = openTags.cut(text.unread, after: segment.context)
        segment.endTags = openTags.endTags(next.context)
        let rest = InputText(at: next.position.bytes, pool)
        text.move(text.unread.count - end, to: rest)
        let part = DocumentPart(segment, text)
        segment = next
        text = rest
        return part
    }

    private func takeLast() -> DocumentPart {
        isDone = true
        return DocumentPart(segment, text)
    }

    /// Reads more bytes or finds the end of the source, and returns `false` if the source throws an error.
    private func read(_ count: Int) -> Bool {
        var rest = count
        while rest > 0, !hasReadAll {
            // The source throws the error again when one parser reads the source.
            guard let filled = (try? text.fill(from: source, atMost: rest)) else { return false }
            if filled == 0 { hasReadAll = true }
            rest -= filled
        }
        return true
    }
}

/// Finds records, and other elements that must not be cut, among open elements.
private final class WholeElements {
    private var open: OpenElements
    private let initial: BuildSelection

    init(_ plan: Plan) {
        open = OpenElements(plan)
        initial = open.selection
    }

    /// Opens the elements of start tags, and returns the depth of an open element that must not be cut, if any.
    ///
    /// Returns 0 if a name is not valid, so that nothing after the start tags is cut.
    func depth(after tags: [UInt8]) -> Int? {
        while open.count > 0 { _ = open.endUnbuilt() }
        open.selection = initial
        var scanner = MarkupScanner()
        return tags.withUnsafeBytes { text in
            while let markup = scanner.next(in: text) {
                let opened = try? open.read(WrittenTag(tags[markup.range])) {
                    open,
                    name,
                    attributes throws(BuildError) in
                    try open.open(name, attributes, at: TagStart(.none), pendingStart: 0, isRead: false)
                }
                guard opened != nil else { return 0 }
            }
            return open.selection.depthAroundWhole
        }
    }
}

struct PartSums {
    private(set) var unmatched: UnmatchedPaths?
    /// The most bytes that the result can have, but only the bytes of names if the reader delivers records.
    private(set) var resultByteCount = 0
    private var deliveredByteCount = 0
    private(set) var notes = ReadingNotes()
    private var lines: UInt = 0

    struct Part {
        let unmatched: UnmatchedPaths
        /// The most bytes of the part's result so far, and the bytes of the part's names, or 0 and 0 without a limit.
        let result: (largest: Int, names: Int)
        let delivered: (count: Int, room: Int)
        let notes: ReadingNotes
        /// The lines before the part, or 0 if the cutter counts no lines, and the lines before the end of the part.
        let lines: (before: UInt, end: UInt)

        init(_ parser: borrowing ExpatParser, _ segment: Segment) {
            unmatched = parser.builder.unmatched
            result = parser.resultByteCounts
            delivered = parser.deliveredByteCount
            notes = parser.notes
            lines = (segment.position.lines, parser.lineCount)
        }
    }

    /// Adds the next part, or returns `false` if only one parser of the whole document can check the limits.
    mutating func add(_ part: Part, _ plan: Plan) -> Bool {
        let largest = resultByteCount + part.result.largest
        guard largest <= plan.limits[.result] else { return false }
        guard deliveredByteCount <= part.delivered.room else { return false }
        // One parser would keep the names of all earlier parts, so these names count with the records of later parts.
        resultByteCount = plan.records == nil ? largest : resultByteCount + part.result.names
        deliveredByteCount += part.delivered.count
        notes.add(part.notes, after: lines &- part.lines.before)
        lines &+= part.lines.end &- part.lines.before
        unmatched = unmatched?.intersection(part.unmatched) ?? part.unmatched
        return true
    }

    /// Whether all paths of the options matched, so that no parser must read the document again.
    func areComplete(_ plan: Plan) -> Bool {
        guard let unmatched, unmatched.hasRecords else { return false }
        return !plan.requiresMatch || unmatched.names.isEmpty && unmatched.namespaces.isEmpty
    }
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

/// A segment of a document with its bytes, which a separate parser can read.
final class DocumentPart: @unchecked Sendable {
    let segment: Segment
    let text: InputText
    let byteCount: Int
    let isLast: Bool

    var isFirst: Bool { segment.position.bytes == 0 }

    var end: Int { segment.position.bytes + byteCount }

    init(_ segment: Segment, _ text: InputText) {
        self.segment = segment
        self.text = text
        byteCount = text.unread.count
        isLast = segment.endTags == nil
    }
}
