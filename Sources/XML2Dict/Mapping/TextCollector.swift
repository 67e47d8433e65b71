/// Collects the text of the innermost open element.
///
///     bytes   [ finished text │ text of the innermost open element, from `start` on ]
///     runs    [ text of open elements that a child or another node interrupted, outermost element first ]
///
/// While `<a>x<b>y</b>` is open and `z` has just arrived, `runs` holds `x`, and `bytes` ends with the finished text `y`
/// and the collected text `z`. At `</a>`, `bytes` ends with `yxz`. Most elements have no runs, because the collector
/// drops white space between elements as it arrives.
struct TextCollector: ~Copyable {
    var bytes = GrowableBuffer<UInt8>()
    /// The offset of the innermost open element's text in `bytes`.
    private(set) var start = 0
    /// The bytes of the runs of the open elements: see `Entry.isRun`.
    private(set) var runs = GrowableBuffer<UInt8>()
    let rules: TextRules

    init(_ rules: TextRules) {
        self.rules = rules
    }

    @inline(__always)
    var isCollecting: Bool { bytes.count != start }

    @inline(__always)
    mutating func finish() {
        start = bytes.count
    }

    mutating func removeAll() {
        bytes.count = 0
        start = 0
        runs.count = 0
    }

    /// Forgets the finished text, and moves the collected text to the beginning.
    mutating func forgetFinished() {
        let collected = bytes.count - start
        bytes.base.update(from: bytes.base + start, count: collected)
        bytes.count = collected
        start = 0
    }

    mutating func takeBytes() -> GrowableBuffer<UInt8> {
        start = 0
        return bytes.take()
    }

    @inline(__always)
    mutating func append(_ characters: UnsafePointer<UInt8>, count: Int, _ flags: OpenElement.Flags) {
        var first = 0
        if characters[0] <= 0x20, !isCollecting, flags.isDisjoint(with: rules.spaceKeepers) {
            // White space before the first text of an element is mostly white space between elements.
            while first < count, XMLWhitespace.contains(characters[first]) {
                first &+= 1
            }
            guard first < count else { return }
        }
        append(characters + first, count &- first)
    }

    /// Appends bytes, and copies up to 16 bytes without a call, because the call would take longer than the copy.
    @inline(__always)
    private mutating func append(_ source: UnsafePointer<UInt8>, _ count: Int) {
        guard count <= 16, count <= bytes.capacity &- bytes.count else { return appendMany(source, count) }
        let source = UnsafeRawPointer(source), target = UnsafeMutableRawPointer(bytes.end)
        if count >= 8 {
            Self.copyEnds(source, target, count, UInt64.self)
        } else if count >= 4 {
            Self.copyEnds(source, target, count, UInt32.self)
        } else if count > 0 {
            Self.copyEnds(source, target, count, UInt8.self)
            let middle = source.load(fromByteOffset: count &>> 1, as: UInt8.self)
            target.storeBytes(of: middle, toByteOffset: count &>> 1, as: UInt8.self)
        }
        bytes.count &+= count
    }

    /// Copies the first and the last unit of some bytes, and these units may overlap.
    @inline(__always)
    private static func copyEnds<Unit: FixedWidthInteger & BitwiseCopyable>(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        _ count: Int,
        _: Unit.Type
    ) {
        let end = count &- MemoryLayout<Unit>.size
        let first = source.loadUnaligned(as: Unit.self), last = source.loadUnaligned(fromByteOffset: end, as: Unit.self)
        target.storeBytes(of: first, as: Unit.self)
        target.storeBytes(of: last, toByteOffset: end, as: Unit.self)
    }

    @inline(never)
    private mutating func appendMany(_ source: UnsafePointer<UInt8>, _ count: Int) {
        bytes.append(source, count: count)
    }

    @discardableResult
    @inline(__always)
    mutating func append(_ string: CString) throws(BuildError) -> Int {
        let text = string.bytes
        guard let first = text.baseAddress, text.count <= Entry.maximumLength else { throw .tooMany }
        append(first, text.count)
        return text.count
    }

    /// Returns the collected text of an element that ends, or `nil` if no text is left.
    ///
    /// The method trims white space at the beginning of the text if `isFirst`, and at the end of the text if `isLast`.
    @inline(__always)
    mutating func take(
        of element: OpenElement,
        under key: Int,
        isFirst: Bool = true,
        isLast: Bool = true,
        isCollapsed: Bool = false
    ) throws(BuildError) -> Entry? {
        guard isCollecting else { return nil }
        var first = start, end = bytes.count
        if !element.preservesSpace {
            XMLWhitespace.trim(bytes.base, &first, &end)
            if !isFirst { first = start }
            if !isLast { end = bytes.count }
            if first == end {
                bytes.count = start
                return nil
            }
            if !isCollapsed, rules.collapses { XMLWhitespace.collapse(bytes.base, first, &end) }
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

    mutating func keepRun(_ text: UnsafeBufferPointer<UInt8>, followsChild: Bool) throws(BuildError) -> Entry {
        guard text.count <= Entry.maximumLength else { throw .tooMany }
        let offset = runs.count
        runs.append(text)
        return Entry(.run, named: 0, offset..<runs.count, followsChild: followsChild)
    }

    mutating func takeRuns() -> GrowableBuffer<UInt8> { runs.take() }

    /// Forgets the runs of the innermost open element, which begin at `offset`.
    mutating func forgetRuns(from offset: Int) {
        runs.count = offset
    }

    /// Whether a run is only white space, and the element does not preserve white space.
    func isBlank(_ run: Entry, in element: OpenElement) -> Bool {
        !element.preservesSpace && runs[run.byteRange].allSatisfy(XMLWhitespace.contains)
    }

    /// Turns one run into text, or returns `nil` if no text is left.
    mutating func finish(
        _ run: Entry,
        isFirst: Bool,
        isLast: Bool,
        of element: OpenElement,
        under key: Int
    ) throws(BuildError) -> Entry? {
        bytes.append(runs, run.byteRange)
        return try take(of: element, under: key, isFirst: isFirst, isLast: isLast)
    }

    mutating func finish(whole run: Entry, under key: Int) throws(BuildError) -> Entry {
        bytes.append(runs, run.byteRange)
        return try finish(start, bytes.count, under: key)
    }

    func text(of node: Entry, trims: Bool = false, under key: Int) -> Entry {
        var first = node.offset, end = node.offset + node.length
        if trims {
            XMLWhitespace.trim(bytes.base, &first, &end)
            if rules.collapses { XMLWhitespace.collapse(bytes.base, first, &end) }
        }
        return Entry(key: key, kind: .string, length: end - first, offset: first)
    }

    /// Joins the runs of an element at the end tag, with the separator between runs that a child separates.
    ///
    /// Runs that no child separates are one group. With a separator, the collector drops groups of white space, and
    /// collapses white space in the groups, but not in the separator. Returns `nil` if no text is left.
    mutating func join(
        _ content: UnsafeBufferPointer<Entry>,
        of element: OpenElement,
        under key: Int
    ) throws(BuildError) -> Entry? {
        let separates = !rules.separator.isEmpty
        var group = start
        for run in content where run.isRun {
            if separates, run.followsChild, isCollecting {
                endGroup(from: group, of: element)
                if isCollecting { bytes.append(rules.separator[...]) }
                group = bytes.count
            }
            bytes.append(runs, run.byteRange)
        }
        if separates { endGroup(from: group, of: element) }
        return try take(of: element, under: key, isCollapsed: separates)
    }

    /// Drops a group of only white space and the preceding separator, or collapses white space in another group.
    private mutating func endGroup(from group: Int, of element: OpenElement) {
        guard !element.preservesSpace else { return }
        if bytes[group..<bytes.count].allSatisfy(XMLWhitespace.contains) {
            bytes.count = group > start ? group - rules.separator.count : group
        } else if rules.collapses {
            XMLWhitespace.collapse(bytes.base, group, &bytes.count)
        }
    }
}
