/// Collects the text of the open elements.
///
///     bytes       [ all finished text │ text of the innermost open element, from `start` on ]
///     suspended   [ text of open elements that a child interrupted, outermost element first ]
///
/// While `<a>x<b>y</b>` is open and `z` has just arrived, `suspended` holds `x`, and `bytes` ends with `yz`; `y` is
/// finished. At `</a>`, `x` moves back before `z`. Most text is never suspended: the collector drops white space
/// between elements as it arrives.
struct TextCollector: ~Copyable {
    var bytes = GrowableBuffer<UInt8>()
    /// Where the text of the innermost open element begins in `bytes`.
    private(set) var start = 0
    private(set) var suspended = GrowableBuffer<UInt8>()
    /// Whether text arrives from a CDATA section that has a key of its own.
    var isInCDATA = false
    let rules: TextRules

    init(_ rules: TextRules) {
        self.rules = rules
    }

    /// Whether text of the innermost open element has arrived since its last child.
    @inline(__always)
    var isCollecting: Bool { bytes.count != start }

    /// Finishes the collected text.
    @inline(__always)
    mutating func finish() {
        start = bytes.count
    }

    /// Discards the collected text.
    @inline(__always)
    mutating func discard() {
        bytes.count = start
    }

    mutating func removeAll() {
        bytes.count = 0
        start = 0
    }

    /// Forgets all text, also that of open elements.
    mutating func forgetAll() {
        removeAll()
        suspended.count = 0
    }

    mutating func takeBytes() -> GrowableBuffer<UInt8> {
        start = 0
        return bytes.take()
    }

    mutating func takeSuspended() -> GrowableBuffer<UInt8> { suspended.take() }

    /// Finishes the text of an element whose other text is in other parts of the document, as it arrived.
    ///
    /// - Returns: Where its bytes are.
    mutating func takeRaw(of element: OpenElement) -> (offset: Int, length: Int) {
        let suspendedStart = max(0, element.suspendedStart)
        if suspended.count > suspendedStart {
            suspend()
            bytes.append(suspended, suspendedStart..<suspended.count)
            suspended.count = suspendedStart
        }
        return takeRaw()
    }

    // MARK: Arriving text

    /// Appends a piece of an element's text.
    @inline(__always)
    mutating func append(
        _ piece: UnsafePointer<UInt8>,
        count: Int,
        in open: borrowing GrowableBuffer<OpenElement>
    ) {
        var first = 0
        if !isCollecting, piece[0] <= 0x20, !isInCDATA, dropsLeadingSpace(of: open[open.count &- 1]) {
            // This is white space between elements, mostly the whole piece.
            while first < count, XMLWhitespace.contains(piece[first]) {
                first &+= 1
            }
        }
        bytes.append(piece + first, count: count &- first)
    }

    /// Whether trimming removes white space that arrives now, as the element has no text before it.
    @inline(__always)
    private func dropsLeadingSpace(of element: OpenElement) -> Bool {
        rules.dropsLeadingSpace && !element.preservesSpace && suspended.count == element.suspendedStart
    }

    /// Appends a C string, and returns its length.
    @discardableResult
    @inline(__always)
    mutating func append(_ string: CString) throws(BuildError) -> Int {
        let text = string.bytes
        guard text.count <= Entry.maximumLength else { throw .tooMany }
        bytes.append(text)
        return text.count
    }

    // MARK: Text around children

    /// Moves the collected text aside while a child is open.
    @inline(never)
    mutating func suspend() {
        suspended.append(bytes, start..<bytes.count)
        discard()
    }

    /// The byte between runs of suspended text that a child separates.
    ///
    /// No document can contain it.
    private static var runEnd: UInt8 { 0 }

    /// Marks that a child separates the suspended text of an element from the text after it.
    mutating func separate(in element: OpenElement) {
        guard !rules.separator.isEmpty, suspended.count > element.suspendedStart, suspended.last != Self.runEnd else {
            return
        }
        suspended.append(Self.runEnd)
    }

    /// Moves the suspended text of an element back before the collected text.
    @inline(never)
    private mutating func rejoin(_ element: OpenElement) {
        suspend()
        if rules.separator.isEmpty {
            bytes.append(suspended, element.suspendedStart..<suspended.count)
        } else {
            joinRuns(of: element)
        }
        suspended.count = element.suspendedStart
    }

    /// Joins runs of suspended text with the separator.
    ///
    /// It drops empty runs, and runs of white space when text is trimmed. It collapses white space in the runs, but not in
    /// the separator.
    private mutating func joinRuns(of element: OpenElement) {
        var isFirst = true
        for run in suspended[element.suspendedStart..<suspended.count].split(separator: Self.runEnd) {
            if trims(element), run.allSatisfy(XMLWhitespace.contains) { continue }
            if !isFirst { bytes.append(rules.separator[...]) }
            let start = bytes.count
            bytes.append(UnsafeBufferPointer(rebasing: run))
            if rules.collapses, trims(element) { XMLWhitespace.collapse(bytes.base, start, &bytes.count) }
            isFirst = false
        }
    }

    // MARK: Finished text

    @inline(__always)
    func trims(_ element: OpenElement) -> Bool {
        rules.trims && !element.preservesSpace
    }

    /// Finishes the whole text of an element that ends.
    ///
    /// - Returns: The text under a key; `nil` when no text is left.
    @inline(__always)
    mutating func take(of element: OpenElement, under key: Int) throws(BuildError) -> Entry? {
        let isJoined = suspended.count != element.suspendedStart
        if isJoined { rejoin(element) }
        guard isCollecting else { return nil }
        var first = start, end = bytes.count
        if trims(element) {
            XMLWhitespace.trim(bytes.base, &first, &end)
            if first == end {
                discard()
                return nil
            }
            if rules.collapses, !isJoined || rules.separator.isEmpty {
                XMLWhitespace.collapse(bytes.base, first, &end)
            }
        }
        return try finish(first, end, under: key)
    }

    /// Finishes a run of an element's text when the options keep document order.
    ///
    /// When text is trimmed, a run of white space is dropped; other runs lose white space only at the outer ends of the
    /// element's content.
    mutating func takeRun(
        of element: OpenElement,
        isFirst: Bool,
        isLast: Bool,
        under key: Int
    ) throws(BuildError) -> Entry? {
        var first = start, end = bytes.count
        if trims(element) {
            XMLWhitespace.trim(bytes.base, &first, &end)
            if first == end {
                discard()
                return nil
            }
            if !isFirst { first = start }
            if !isLast { end = bytes.count }
            if rules.collapses { XMLWhitespace.collapse(bytes.base, first, &end) }
        }
        return try finish(first, end, under: key)
    }

    /// Finishes the content of a comment, an instruction or the like, which may be empty.
    mutating func takeNode(trims: Bool = false, under key: Int) throws(BuildError) -> Entry {
        var first = start, end = bytes.count
        if trims {
            XMLWhitespace.trim(bytes.base, &first, &end)
            if rules.collapses { XMLWhitespace.collapse(bytes.base, first, &end) }
        }
        return try finish(first, end, under: key)
    }

    @inline(__always)
    private mutating func finish(_ first: Int, _ end: Int, under key: Int) throws(BuildError) -> Entry {
        guard end &- first <= Entry.maximumLength else { throw .tooMany }
        bytes.count = end
        start = end
        return Entry(key: key, kind: .string, length: end &- first, offset: first)
    }
}
