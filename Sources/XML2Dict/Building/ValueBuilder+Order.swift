/// Building dictionaries that show the order of their content under a key.
extension ValueBuilder {
    /// Notes the collected text of the innermost open element as a run.
    mutating func noteRun() {
        let (offset, length) = text.takeRaw()
        let run = ContentOrder.Run(depth: open.count, place: pending.count, offset: offset, length: length)
        order.runs.append(run)
    }

    /// Makes the value of an element that ends.
    ///
    /// Text beside children loses white space only at the ends of the content, as white space inside separates words.
    @inline(never)
    mutating func valueInOrder(of element: OpenElement) throws(BuildError) -> Entry? {
        if text.isCollecting { noteRun() }
        let found = order.runs(atDepth: open.count)
        defer { order.runs.count = found.lowerBound }
        let contentStart = element.pendingStart + Int(element.attributeCount)
        guard pending.count > contentStart else {
            let run = text.join(order.runs[found])
            let content = try run.map { run throws(BuildError) in
                try text.finish(run, isFirst: true, isLast: true, of: element, under: keys.text)
            }
            return try value(of: element, content ?? nil)
        }
        let runs = rules.keepsTextBeside ? shownRuns(found, of: element, contentStart) : found.prefix(0)
        let isShown = order.isShown(
            pending,
            element.pendingStart..<pending.count,
            attributeCount: Int(element.attributeCount),
            runs: runs,
            textKey: keys.text,
            nameCount: names.count
        )
        if isShown, runs.isEmpty { return try value(of: element, nil) }
        let content = element.pendingStart..<pending.count
        for place in runs {
            let run = order.runs[place]
            // Children that are left out can be between runs at one place.
            let isFirst = place == runs.lowerBound && run.place == contentStart
            let isLast = place == runs.upperBound - 1 && run.place == content.upperBound
            let finished = try text.finish(run, isFirst: isFirst, isLast: isLast, of: element, under: keys.text)
            if let finished { push(typed(finished, element.marks)) }
        }
        if !isShown { try pushOrder(content.dropFirst(Int(element.attributeCount)), runs) }
        return try fold(from: element.pendingStart, under: element.key)
    }

    /// The runs without those that trimming leaves out: all, if they are white space, or else those at both ends of the
    /// content.
    private func shownRuns(_ found: Range<Int>, of element: OpenElement, _ contentStart: Int) -> Range<Int> {
        guard found.contains(where: { !text.isLeftOut(order.runs[$0], of: element) }) else { return found.prefix(0) }
        var runs = found
        while let first = runs.first, order.runs[first].place == contentStart,
            text.isLeftOut(order.runs[first], of: element)
        {
            runs = runs.dropFirst()
        }
        while let last = runs.last, order.runs[last].place == pending.count,
            text.isLeftOut(order.runs[last], of: element)
        {
            runs = runs.dropLast()
        }
        return runs
    }

    /// Adds the keys of content in document order.
    ///
    /// - Parameters:
    ///   - content: The places of the pending entries, without attributes.
    ///   - runs: The runs of text among them.
    /// - Throws: `BuildError.tooMany`.
    private mutating func pushOrder(_ content: Range<Int>, _ runs: Range<Int>) throws(BuildError) {
        guard let key = keys.order else { return }
        let offset = entries.count
        var run = runs.lowerBound
        for place in content.lowerBound...content.upperBound {
            while run < runs.upperBound, order.runs[run].place == place {
                entries.append(.name(keys.text, key: key))
                run += 1
            }
            guard place < content.upperBound else { continue }
            entries.append(.name(pending[place].key, key: key))
        }
        let length = entries.count - offset
        guard length <= Entry.maximumLength else { throw .tooMany }
        push(Entry(key: key, kind: .array, length: length, offset: offset))
    }

    /// Adds the keys of a document's nodes in document order, if its dictionary does not show it.
    mutating func addDocumentOrder() throws(BuildError) {
        let isShown = order.isShown(
            pending,
            0..<pending.count,
            attributeCount: 0,
            runs: 0..<0,
            textKey: keys.text,
            nameCount: names.count
        )
        if !isShown { try pushOrder(0..<pending.count, 0..<0) }
    }
}
