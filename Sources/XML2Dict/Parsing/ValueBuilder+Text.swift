/// The text of elements: set aside, joined, trimmed, typed.
extension ValueBuilder {
    @inline(__always)
    func trims(_ element: OpenElement) -> Bool {
        rules.trims && !element.preservesSpace
    }

    /// Something begins inside the innermost open element that is not text: keeps the text collected so far for it.
    @inline(never)
    mutating func interruptText() throws(BuildProblem) {
        if rules.isOrdered { return try endRun(isLast: false) }
        try setTextAside()
    }

    private mutating func setTextAside() throws(BuildProblem) {
        let start = textStart, count = bytes.count - textStart
        bytes.count = textStart
        guard aside.append(bytes.base + start, count: count) else { throw .outOfMemory }
    }

    // MARK: Separators

    // Where a child parts the text of an element, a mark stands behind what has been set aside, until the whole text is known. It is a
    // control character that no document can contain, and not one of those that hide white space.

    private static var partingMark: UInt8 { 0x05 }

    /// A child parts the text of the innermost open element.
    mutating func partText() throws(BuildProblem) {
        let element = open.base[open.count &- 1]
        dropBlankRun(of: element)
        guard aside.count > element.asideStart, aside.base[aside.count &- 1] != Self.partingMark else { return }
        guard aside.append(Self.partingMark) else { throw .outOfMemory }
    }

    /// Drops the last run of text set aside, if it is nothing but white space to be trimmed.
    private mutating func dropBlankRun(of element: OpenElement) {
        guard trims(element) else { return }
        var end = aside.count
        while end > element.asideStart, XMLSpace.isSpace(aside.base[end &- 1]) {
            end &-= 1
        }
        if end == element.asideStart || aside.base[end &- 1] == Self.partingMark { aside.count = end }
    }

    /// Puts the separator in place of each mark.
    private mutating func separateRuns(_ start: Int, _ end: inout Int) throws(BuildProblem) {
        let marks = UnsafeBufferPointer(start: bytes.base + start, count: end - start).count { $0 == Self.partingMark }
        guard marks > 0 else { return }
        let (added, overflow) = marks.multipliedReportingOverflow(by: rules.textSeparator.count - 1)
        bytes.count = end
        guard !overflow, bytes.reserve(added) else { throw .outOfMemory }
        // From behind, as the text grows.
        var source = end, target = end + added
        end = target
        while source > start {
            source -= 1
            guard bytes.base[source] == Self.partingMark else {
                target -= 1
                bytes.base[target] = bytes.base[source]
                continue
            }
            for byte in rules.textSeparator.reversed() {
                target -= 1
                bytes.base[target] = byte
            }
        }
    }

    // MARK: The whole text

    /// The whole text of an element that ends, as an entry under the text key, if there is any.
    ///
    /// Afterwards nothing is being collected.
    @inline(__always)
    mutating func takeText(of element: OpenElement) throws(BuildProblem) -> Entry? {
        if aside.count != element.asideStart {
            try rejoinText(of: element)
        }
        var start = textStart, end = bytes.count
        if start == end { return nil }
        if trims(element) {
            XMLSpace.trim(bytes.base, &start, &end)
            if start == end {
                bytes.count = textStart
                return nil
            }
        }
        if !rules.hasPlainText { try reshape(start, &end, of: element) }
        guard end &- start <= Entry.maximumLength else { throw .tooMany }
        bytes.count = end
        textStart = end
        return Entry(key: keys.text, kind: .string, length: end &- start, offset: start)
    }

    /// Collapses white space, brings back what was hidden from that, and separates runs.
    @inline(never)
    private mutating func reshape(_ start: Int, _ end: inout Int, of element: OpenElement) throws(BuildProblem) {
        if rules.collapses, trims(element) { XMLSpace.collapse(bytes.base, start, &end) }
        if element.hasProtectedSpace { XMLSpace.restore(bytes.base, start, end) }
        if !rules.textSeparator.isEmpty { try separateRuns(start, &end) }
    }

    /// Puts text set aside and text just collected together, in document order, as text being collected.
    private mutating func rejoinText(of element: OpenElement) throws(BuildProblem) {
        let start = textStart, last = bytes.count - textStart
        bytes.count = textStart
        guard aside.append(bytes.base + start, count: last) else { throw .outOfMemory }
        if !rules.textSeparator.isEmpty {
            dropBlankRun(of: element)
            if aside.count > element.asideStart, aside.base[aside.count &- 1] == Self.partingMark { aside.count &-= 1 }
        }
        let count = aside.count - element.asideStart
        guard bytes.append(aside.base + element.asideStart, count: count) else { throw .outOfMemory }
        aside.count = element.asideStart
    }

    /// Ends a run of text where order is kept: it becomes an entry of its own, in its place.
    ///
    /// When text is trimmed, runs of nothing but white space are left out, and the first and the last thing of an element lose theirs
    /// where it begins and ends.
    @inline(never)
    mutating func endRun(isLast: Bool) throws(BuildProblem) {
        let element = open.base[open.count &- 1]
        var start = textStart, end = bytes.count
        if trims(element) {
            XMLSpace.trim(bytes.base, &start, &end)
            if start == end {
                bytes.count = textStart
                return
            }
            let isFirst = pending.count == element.pendingStart + Int(element.attributeCount)
            if !isFirst { start = textStart }
            if !isLast { end = bytes.count }
        }
        try reshape(start, &end, of: element)
        guard end - start <= Entry.maximumLength else { throw .tooMany }
        bytes.count = end
        let text = Entry(key: keys.text, kind: .string, length: end - start, offset: start)
        try push(try typed(text, element.marks), .text, keys.text)
        textStart = bytes.count
    }

    // MARK: CDATA

    /// A piece of a CDATA section, whose white space may be safe from trimming.
    @inline(never)
    mutating func textInCDATA(_ piece: UnsafePointer<UInt8>, _ count: Int) throws(BuildProblem) {
        guard bytes.append(piece, count: count) else { throw .outOfMemory }
        guard rules.protectsCDATA else { return }
        XMLSpace.protect(bytes.base, bytes.count - count, bytes.count)
        open.base[open.count &- 1].flags.insert(.hasProtectedSpace)
    }

    // MARK: Types

    /// Text as a number or a boolean, when it is to be one and is.
    @inline(__always)
    mutating func typed(_ text: Entry, _ marks: PathMarks) throws(BuildProblem) -> Entry {
        guard rules.infersTypes || !marks.isDisjoint(with: .types) else { return text }
        if marks.isDisjoint(with: .types) {
            return text.kind(TextTypes.infer(UnsafeBufferPointer(start: bytes.base + text.offset, count: text.length)))
        }
        return try typed(text, as: marks)
    }

    @inline(never)
    private mutating func typed(_ text: Entry, as marks: PathMarks) throws(BuildProblem) -> Entry {
        let found = UnsafeBufferPointer(start: bytes.base + text.offset, count: text.length)
        let kind: Entry.Kind = marks.contains(.number) ? .number : marks.contains(.boolean) ? .boolean : .string
        // Most numbers and booleans are JSON as they are; only others are written anew.
        if kind == .string || TextTypes.infer(found) == kind { return text.kind(kind) }
        guard let written = kind == .number ? TextTypes.number(found) : TextTypes.boolean(found) else { return text }
        let offset = bytes.count
        let isAdded = written.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { bytes.append($0, count: buffer.count) } ?? true
        }
        guard isAdded else { throw .outOfMemory }
        return Entry(key: text.key, kind: kind, length: written.count, offset: offset)
    }
}
