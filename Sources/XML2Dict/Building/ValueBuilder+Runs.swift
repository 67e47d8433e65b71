/// Making text of the runs of an element: see `Entry.isRun`.
///
///     <p>a<b/>c<i/></p>       pending  [ run "a" ][ b ][ run "c" ][ i ]
///
///     options                 at the end tag
///     (none)                  [ b ][ i ][ text "ac" ]
///     elements: arrays        [ text "a" ][ b ][ text "c" ][ i ]
///     a key of order          [ b ][ i ][ text "a" ][ text "c" ][ #order: text, b, text, i ]
extension ValueBuilder {
    /// Makes the collected text of the innermost open element, or beside the root, a run.
    @inline(never)
    mutating func noteRun() throws(BuildError) {
        let flags = open.last?.flags ?? []
        if open.count > 0 { open[open.count &- 1].flags = flags.union(.hasRuns).subtracting(.followsChild) }
        try push(text.takeRun(followsChild: flags.contains(.followsChild), under: rules.keys.text))
    }

    /// Makes the value of the innermost open element, which may have runs, at its end tag.
    @inline(never)
    mutating func valueOfRuns() throws(BuildError) -> Entry? {
        if text.isCollecting { try noteRun() }
        let element = open[open.count &- 1]
        let runStart = pending[element.contentStart..<pending.count].first(where: \.isRun)?.offset ?? text.runs.count
        defer { text.forgetRuns(from: runStart) }
        if element.flags.haveOnlyLayout { dropRuns(from: element.contentStart) }
        let content = pending[element.contentStart..<pending.count]
        if rules.isOrdered {
            try settleRuns(of: element)
            return try array(of: element)
        }
        if rules.keys.order != nil, !element.flags.contains(.isWhole), !content.allSatisfy(\.isRun) {
            return try valueInOrder(of: element)
        }
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
        if rules.fillsLists { try addMissingLists(to: element) }
        return try fold(from: element.pendingStart, under: element.key)
    }

    /// Makes the dictionary of the document, whose nodes are all pending.
    mutating func documentInOrder() throws(BuildError) -> Entry {
        if text.isCollecting { try noteRun() }
        let count = pending.count
        let order = try orderEntry(of: 0..<count, contentStart: 0)
        for place in 0..<count where pending[place].isRun { push(try text.finish(whole: pending[place])) }
        dropRuns(from: 0)
        text.forgetRuns(from: 0)
        if let order { push(order) }
        return try fold(from: 0, under: rules.keys.text)
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
            !folding.showsOrder(pending, range, contentStart: contentStart, nameCount: open.names.count)
        else { return nil }
        let offset = entries.count
        for place in contentStart..<range.upperBound { entries.append(.name(pending[place].key, key: key)) }
        return try whole(Entry(key: key, kind: .array, length: 0, offset: offset))
    }
}

/// Whether a dictionary shows the order of its content.
///
/// A dictionary shows its entries key after key: attributes, then children by first appearance, then text. Each key has
/// a slot in that order; where the slots of the content fall, the dictionary does not show its order:
///
///     <p id="1"><b/><i/><b/>x</p>       slots  id: 0   b: 1   i: 2   text: last       content  1 2 1 last
extension Folding {
    /// Whether pending entries, with runs of text among them, would be in the order of their dictionary.
    ///
    /// - Parameters:
    ///   - pending: The entries, attributes first.
    ///   - range: The places of those of the dictionary.
    ///   - contentStart: The place after the attributes.
    ///   - nameCount: How many names exist; every key is less than that.
    /// - Returns: Whether they would.
    mutating func showsOrder(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ range: Range<Int>,
        contentStart: Int,
        nameCount: Int
    ) -> Bool {
        beginFold(nameCount)
        var last = 0, count = 0
        for place in range {
            let key = pending[place].key
            let isNew = notes[key].fold != fold
            // Text is last, unless something else has its key.
            if pending[place].isRun { return isNew && place == range.upperBound - 1 }
            if isNew {
                notes[key] = Note(fold: fold, slot: count)
                count += 1
            }
            guard place >= contentStart else { continue }
            if notes[key].slot < last { return false }
            last = notes[key].slot
        }
        return true
    }
}

/// Runs of text: pending entries of a raw kind, which become text at the end tag of their element.
///
/// A child, or another node that has an entry, interrupts the text of its parent. The text before it becomes a run at its
/// place among the pending entries. Its bytes wait in `TextCollector.runs`, so that a value has no bytes that it does not
/// use:
///
///     <p>a<b/>c<i/>…          pending  [ run "a" ][ b ][ run "c" ][ i ]        runs  "ac"
///
/// At the end tag, `ValueBuilder+Runs` takes all runs out.
extension Entry {
    // The bits of a run, and of a run that follows a child. Only pending entries have them.
    private static let runBit: UInt64 = 0x40
    private static let followsChildBit: UInt64 = 0x20

    /// A run of text as it arrived, under the key of text.
    static func run(_ bytes: Range<Int>, followsChild: Bool, key: Int) -> Entry {
        var entry = Entry(key: key, kind: .string, length: bytes.count, offset: bytes.lowerBound)
        entry.second |= runBit | (followsChild ? followsChildBit : 0)
        return entry
    }

    @inline(__always)
    var isRun: Bool { second & Self.runBit != 0 }

    /// Whether a child is between the run and the run before it, or the start tag; noted only if the options need it.
    var followsChild: Bool { second & Self.followsChildBit != 0 }

    /// The place of the bytes of a run, or of text.
    var place: Range<Int> { offset..<offset + length }
}
