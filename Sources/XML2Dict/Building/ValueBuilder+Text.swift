/// The text of elements: set aside, joined, trimmed, typed.
extension ValueBuilder {
    @inline(__always)
    func trims(_ element: OpenElement) -> Bool {
        rules.trims && !element.preservesSpace
    }

    /// Appends all of a text, a C string, to the bytes.
    ///
    /// - Returns: How many bytes it has.
    @discardableResult
    @inline(__always)
    mutating func append(_ text: UnsafePointer<CChar>) throws(BuildError) -> Int {
        let length = Memory.length(of: text)
        guard length <= Entry.maximumLength else { throw .tooMany }
        guard bytes.append(UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: length) else {
            throw .outOfMemory
        }
        return length
    }

    /// Something begins inside the innermost open element that is not text: keeps the text collected so far for it.
    @inline(never)
    mutating func interruptText() throws(BuildError) {
        if rules.isOrdered { return try endRun(isLast: false) }
        try setTextAside()
    }

    private mutating func setTextAside() throws(BuildError) {
        let start = textStart, count = bytes.count - textStart
        bytes.count = textStart
        guard aside.append(bytes.base + start, count: count) else { throw .outOfMemory }
    }

    /// What stands in text set aside where a child parted it, when there is a separator: no document can contain it.
    private static var runEnd: UInt8 { 0 }

    /// Marks in the text set aside of the innermost open element that a child parts it.
    mutating func endRunAside() throws(BuildError) {
        guard let element = open.last, aside.count > element.asideStart, aside.last != Self.runEnd else { return }
        guard aside.append(Self.runEnd) else { throw .outOfMemory }
    }

    /// The whole text of an element that ends, as an entry under the text key, if there is any.
    ///
    /// Afterwards nothing is being collected.
    @inline(__always)
    mutating func takeText(of element: OpenElement) throws(BuildError) -> Entry? {
        if aside.count != element.asideStart {
            try rejoinText(of: element)
        }
        var start = textStart, end = bytes.count
        if start == end { return nil }
        if trims(element) {
            XMLWhitespace.trim(bytes.base, &start, &end)
            if start == end {
                bytes.count = textStart
                return nil
            }
        }
        if !rules.hasPlainText { reshape(start, &end, of: element) }
        guard end &- start <= Entry.maximumLength else { throw .tooMany }
        bytes.count = end
        textStart = end
        return Entry(key: keys.text, kind: .string, length: end &- start, offset: start)
    }

    /// Collapses white space, and brings back what was hidden from that.
    @inline(never)
    private func reshape(_ start: Int, _ end: inout Int, of element: OpenElement) {
        if rules.collapses, trims(element) { XMLWhitespace.collapse(bytes.base, start, &end) }
        if element.hasProtectedSpace || rules.hidesSeparator { XMLWhitespace.restore(bytes.base, start, end) }
    }

    /// Puts text set aside and text just collected together, in document order, as text being collected.
    private mutating func rejoinText(of element: OpenElement) throws(BuildError) {
        let start = textStart, last = bytes.count - textStart
        bytes.count = textStart
        guard aside.append(bytes.base + start, count: last) else { throw .outOfMemory }
        if rules.textSeparator.isEmpty {
            let count = aside.count - element.asideStart
            guard bytes.append(aside.base + element.asideStart, count: count) else { throw .outOfMemory }
        } else {
            try joinRuns(of: element)
        }
        aside.count = element.asideStart
    }

    /// Joins the runs of text set aside by the separator, without empty ones; when text is trimmed, also without those of nothing but
    /// white space.
    private mutating func joinRuns(of element: OpenElement) throws(BuildError) {
        var start = element.asideStart
        var isFirst = true
        while start < aside.count {
            var end = start
            var isBlank = true
            while end < aside.count, aside.base[end] != Self.runEnd {
                isBlank = isBlank && XMLWhitespace.isSpace(aside.base[end])
                end += 1
            }
            if end > start, !(isBlank && trims(element)) {
                if !isFirst { try appendSeparator() }
                isFirst = false
                guard bytes.append(aside.base + start, count: end - start) else { throw .outOfMemory }
            }
            start = end + 1
        }
    }

    private mutating func appendSeparator() throws(BuildError) {
        guard rules.textSeparator.withUnsafeBufferPointer({ bytes.append($0) }) else { throw .outOfMemory }
    }

    /// Ends a run of text where order is kept: it becomes an entry of its own, in its place.
    ///
    /// When text is trimmed, runs of nothing but white space are left out, and the first and the last thing of an element lose theirs
    /// where it begins and ends.
    @inline(never)
    mutating func endRun(isLast: Bool) throws(BuildError) {
        let element = open.base[open.count &- 1]
        var start = textStart, end = bytes.count
        if trims(element) {
            XMLWhitespace.trim(bytes.base, &start, &end)
            if start == end {
                bytes.count = textStart
                return
            }
            // A child that is left out is not pending, and has parted the text all the same.
            let isFirst = pending.count == element.pendingStart + Int(element.attributeCount) && !element.isParted
            if !isFirst { start = textStart }
            if !isLast { end = bytes.count }
        }
        reshape(start, &end, of: element)
        guard end - start <= Entry.maximumLength else { throw .tooMany }
        bytes.count = end
        let text = Entry(key: keys.text, kind: .string, length: end - start, offset: start)
        try push(try typed(text, element.marks), .text, keys.text)
        textStart = bytes.count
    }

    // MARK: CDATA

    /// A piece of a CDATA section, whose white space may be safe from trimming.
    @inline(never)
    mutating func textInCDATA(_ piece: UnsafePointer<UInt8>, _ count: Int) throws(BuildError) {
        guard bytes.append(piece, count: count) else { throw .outOfMemory }
        guard rules.protectsCDATA else { return }
        XMLWhitespace.protect(bytes.base, bytes.count - count, bytes.count)
        open.base[open.count &- 1].flags.insert(.hasProtectedSpace)
    }

    // MARK: Types

    /// Text as a number or a boolean, when it is to be one and is.
    @inline(__always)
    mutating func typed(_ text: Entry, _ marks: PathMarks) throws(BuildError) -> Entry {
        guard rules.infersTypes || !marks.isDisjoint(with: .types) else { return text }
        if marks.isDisjoint(with: .types) {
            return text.kind(TextTypes.infer(UnsafeBufferPointer(start: bytes.base + text.offset, count: text.length)))
        }
        return try typed(text, as: marks)
    }

    @inline(never)
    private mutating func typed(_ text: Entry, as marks: PathMarks) throws(BuildError) -> Entry {
        let found = UnsafeBufferPointer(start: bytes.base + text.offset, count: text.length)
        let kind: Entry.Kind = marks.contains(.number) ? .number : marks.contains(.boolean) ? .boolean : .string
        // Most numbers and booleans are JSON as they are; only others are written anew.
        if kind == .string || TextTypes.infer(found) == kind { return text.kind(kind) }
        guard let written = kind == .number ? TextTypes.number(found) : TextTypes.boolean(found) else { return text }
        let offset = bytes.count
        guard written.withUnsafeBufferPointer({ bytes.append($0) }) else { throw .outOfMemory }
        return Entry(key: text.key, kind: kind, length: written.count, offset: offset)
    }
}
