/// Cuts a document into parts.
///
///     source ─▶ buffer  [ a part, of at least `sizes.part` bytes │ the beginning of the next one ]
///                                                                └ the first start tag there that can begin a part
///
/// It reads the source once, from its beginning to its end. A document that it cannot cut makes `hasDoubt` true, and
/// must be read by one parser.
final class PartCutter {
    /// How large parts are.
    struct Sizes {
        /// How many bytes a part has at least, except the last one.
        var part = 1024 * 1024
        /// How many bytes are read at once.
        var chunk = 64 * 1024
        /// With how many bytes a part without a place to cut is given up.
        ///
        /// This is noticed after a read, which can double the bytes when markup is as long.
        var most = 16 * 1024 * 1024
        /// How many bytes the start tags around a part may have.
        var context = 64 * 1024
    }

    private let source: any InputSource
    private let sizes: Sizes
    /// Whether parts have lines and columns.
    private let countsLines: Bool
    /// After these start tags: how many elements are open around a record, or around another element that must not be
    /// cut; `nil` when no such element is open.
    private let depthAroundWhole: (([UInt8]) -> Int?)?
    private var openTags = OpenTags()
    private let pool = BufferPool()
    private var buffer: PartBuffer
    private var beginning = DocumentPart.Beginning()
    private var hasReadAll = false
    /// Whether the last part was given out.
    private var isDone = false
    /// Whether the document must be read by one parser.
    private(set) var hasDoubt = false

    /// - Parameters:
    ///   - source: The document.
    ///   - sizes: How large parts are.
    ///   - countsLines: Whether parts have lines and columns.
    ///   - depthAroundWhole: Returns, after these start tags, how many elements are open around a record, or around
    ///     another element that must not be cut; `nil` when no such element is open. Without this function, a part may
    ///     begin at any start tag.
    init(
        _ source: any InputSource,
        _ sizes: Sizes = Sizes(),
        countsLines: Bool,
        depthAroundWhole: (([UInt8]) -> Int?)? = nil
    ) {
        self.source = source
        self.sizes = sizes
        self.countsLines = countsLines
        self.depthAroundWhole = depthAroundWhole
        buffer = PartBuffer(pool)
    }

    /// The first bytes of the document, which show its encoding.
    ///
    /// - Returns: The bytes, and whether they are all; `nil` when they cannot be read.
    func firstBytes() -> (bytes: UnsafeRawBufferPointer, isAll: Bool)? {
        while !hasReadAll, buffer.count < sizes.chunk {
            guard read(sizes.chunk) else { return nil }
        }
        return (buffer.bytes, hasReadAll)
    }

    /// The next part; `nil` after the last one, and when there is doubt.
    func next() -> DocumentPart? {
        guard !isDone, !hasDoubt else { return nil }
        guard let cut = findCut() else {
            hasDoubt = true
            return nil
        }
        return cut == buffer.count && hasReadAll ? takeLast() : take(cut)
    }

    /// A function that returns the parts one after the other, after this first one.
    func parts(from first: DocumentPart) -> () -> DocumentPart? {
        var first: DocumentPart? = first
        return {
            guard let part = first else { return self.next() }
            first = nil
            return part
        }
    }

    /// The place of the next cut, which is the end of the text when there is none; `nil` when there is doubt.
    private func findCut() -> Int? {
        var target = sizes.part, depth = Int.max
        while true {
            switch openTags.next(in: buffer.bytes, from: target, depth: depth) {
            case .doubt: return nil
            case .needsMore:
                if hasReadAll { return buffer.count }
                let wanted = max(sizes.part + sizes.chunk - buffer.count, sizes.chunk)
                guard buffer.count < sizes.most, read(wanted) else { return nil }
            case .startTag(let place):
                guard openTags.byteCount <= sizes.context else { return nil }
                // A record that is open must end in this part.
                let depthAroundWhole = depth == .max ? depthAroundWhole : nil
                guard let outer = depthAroundWhole?(openTags.bytes(in: buffer.bytes, after: beginning.context)) else {
                    return place
                }
                target = place + 1
                depth = outer
            }
        }
    }

    /// Takes the bytes before a place as a part.
    private func take(_ end: Int) -> DocumentPart {
        let rest = PartBuffer(pool)
        rest.append(buffer.bytes[end...])
        var next = beginning
        if countsLines { next.place.pass(buffer.bytes[..<end]) } else { next.place.skip(end) }
        next.context = openTags.cut(buffer.bytes, after: beginning.context)
        let endTags = openTags.endTags(next.context)
        let part = DocumentPart(buffer, 0..<end, beginning, endTags: endTags, isLast: false)
        beginning = next
        buffer = rest
        return part
    }

    private func takeLast() -> DocumentPart {
        isDone = true
        return DocumentPart(buffer, 0..<buffer.count, beginning, endTags: [], isLast: true)
    }

    /// Reads more bytes, or finds the end of the source.
    ///
    /// - Returns: `false` when that is not possible.
    private func read(_ count: Int) -> Bool {
        var rest = count
        while rest > 0, !hasReadAll {
            // An error of the source comes again when one parser reads it.
            guard let filled = (try? buffer.fill(from: source, atMost: rest)) else { return false }
            if filled == 0 { hasReadAll = true }
            rest -= filled
        }
        return true
    }
}
