/// Making text of the runs of an element: see `Entry.isRun`.
///
///     <p>a<b/>c<i/></p>       pending  [ run "a" ][ b ][ run "c" ][ i ]
///
///     options                 at the end tag
///     (none)                  [ b ][ i ][ text "ac" ]
///     elements: arrays        [ text "a" ][ b ][ text "c" ][ i ]
///     a key of order          [ b ][ i ][ text "a" ][ text "c" ][ #order: text, b, text, i ]
extension ValueBuilder {
    /// Makes the collected text of the innermost open element a run.
    @inline(never)
    mutating func noteRun() throws(BuildError) {
        let flags = open[open.count &- 1].flags
        open[open.count &- 1].flags = flags.union(.hasRuns).subtracting(.followsChild)
        try push(text.takeRun(followsChild: flags.contains(.followsChild), under: rules.keys.text))
    }

    /// Makes the value of the innermost open element, which may have runs, at its end tag.
    @inline(never)
    mutating func valueOfRuns() throws(BuildError) -> Entry? {
        if text.isCollecting { try noteRun() }
        let element = open[open.count &- 1]
        let content = pending[element.contentStart..<pending.count]
        let runStart = content.first(where: \.isRun)?.offset ?? text.runs.count
        defer { text.forgetRuns(from: runStart) }
        if rules.isOrdered {
            try settleRuns(of: element)
            return try array(of: element)
        }
        if rules.keys.order != nil, !content.allSatisfy(\.isRun) { return try valueInOrder(of: element) }
        let joined = try text.join(content, of: element, under: rules.keys.text)
        dropRuns(from: element.contentStart)
        return try valueWithoutRuns(of: element, joined)
    }

    /// Makes the value of an element whose runs have become its text; apart, for the size of the way of most elements.
    @inline(never)
    private mutating func valueWithoutRuns(of element: OpenElement, _ text: Entry?) throws(BuildError) -> Entry? {
        try value(of: element, text)
    }

    /// Takes runs out of the pending entries from a place on, but those in a range.
    private mutating func dropRuns(from start: Int, but kept: Range<Int> = 0..<0) {
        var end = start
        for place in start..<pending.count where !pending[place].isRun || kept.contains(place) {
            pending[end] = pending[place]
            end += 1
        }
        pending.count = end
    }

    // MARK: Runs in their places

    /// Makes each run text in its place.
    ///
    /// When text is trimmed, a run of white space is dropped; other runs lose white space only at the outer ends of the
    /// element's content.
    private mutating func settleRuns(of element: OpenElement) throws(BuildError) {
        let content = element.contentStart..<pending.count
        var end = content.lowerBound
        for place in content {
            var entry = pending[place]
            if entry.isRun {
                // A skipped child is not pending, but it separates the text.
                let isFirst = place == content.lowerBound && !entry.followsChild
                let isLast = place == content.upperBound - 1 && !element.flags.contains(.followsChild)
                guard !text.isBlank(entry, in: element),
                    let found = try text.finish(entry, isFirst: isFirst, isLast: isLast, of: element)
                else { continue }
                entry = typed(found, element.marks)
            }
            pending[end] = entry
            end += 1
        }
        pending.count = end
    }

    // MARK: Order

    /// Makes the dictionary of an element with other content than runs, which shows the order of its content.
    ///
    /// Text beside children loses white space only at the ends of the content, as white space inside separates words.
    private mutating func valueInOrder(of element: OpenElement) throws(BuildError) -> Entry? {
        let start = element.contentStart
        dropRuns(from: start, but: rules.keepsTextBeside ? textRange(of: element) : 0..<0)
        let content = start..<pending.count
        let order = try orderEntry(of: element.pendingStart..<content.upperBound, contentStart: start)
        for place in content where pending[place].isRun {
            let isFirst = place == start, isLast = place == content.upperBound - 1
            let found = try text.finish(pending[place], isFirst: isFirst, isLast: isLast, of: element)
            if let found { push(typed(found, element.marks)) }
        }
        if order == nil, pending.count == content.upperBound { return try valueWithoutRuns(of: element, nil) }
        dropRuns(from: start)
        if let order { push(order) }
        return try fold(from: element.pendingStart, under: element.key)
    }

    /// The places of an element's content without runs of white space at both ends; empty if all runs are white space.
    private func textRange(of element: OpenElement) -> Range<Int> {
        var range = element.contentStart..<pending.count
        guard range.contains(where: { pending[$0].isRun && !isBlank($0, in: element) }) else { return 0..<0 }
        while let first = range.first, isBlank(first, in: element) { range = range.dropFirst() }
        while let last = range.last, isBlank(last, in: element) { range = range.dropLast() }
        return range
    }

    private func isBlank(_ place: Int, in element: OpenElement) -> Bool {
        pending[place].isRun && text.isBlank(pending[place], in: element)
    }

    /// The keys of content in document order, if a key of order is wanted; `nil` if the dictionary shows the order.
    ///
    /// - Parameters:
    ///   - range: The places of the dictionary's entries.
    ///   - contentStart: The place after its attributes.
    /// - Returns: The array.
    /// - Throws: `BuildError.tooMany`.
    mutating func orderEntry(of range: Range<Int>, contentStart: Int) throws(BuildError) -> Entry? {
        guard let key = rules.keys.order,
            !folding.showsOrder(pending, range, contentStart: contentStart, nameCount: names.count)
        else { return nil }
        let offset = entries.count
        for place in contentStart..<range.upperBound { entries.append(.name(pending[place].key, key: key)) }
        return try whole(Entry(key: key, kind: .array, length: 0, offset: offset))
    }
}
