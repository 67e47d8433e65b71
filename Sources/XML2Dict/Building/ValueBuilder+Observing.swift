/// Handing finished content to an observer while elements around it are open.
extension ValueBuilder {
    /// How many finished entries, and bytes of finished text, are worth handing over: few enough for a processor's cache.
    private static let worthwhileEntries = 1 << 14
    private static let worthwhileBytes = 1 << 18

    /// Whether enough content has ended since the last time to be worth the cost of keeping what stays.
    private var hasWorthwhileContent: Bool {
        (entries.count >= Self.worthwhileEntries || text.start >= Self.worthwhileBytes)
            && entries.count + text.start / MemoryLayout<Entry>.size >= pending.count
    }

    /// Hands finished content of the open elements to an observer, and forgets it.
    ///
    /// It does nothing while there is little content. The text of open elements stays, and so does a selected element
    /// until it ends. Where elements are arrays, and where arrays replace elements, everything stays.
    mutating func observeContent(by observer: any ContentObserver) {
        guard hasWorthwhileContent, !rules.isOrdered, !rules.unwrapsSiblings else { return }
        let tree = StorageView(entries, text.bytes, names.names, textKey: keys.text)
        if selection.isWhole {
            guard open.count > 0 else { return }
            observeOpenElements(by: observer, tree)
        } else {
            guard collectsRecords, !selection.isInsideBuilt, selected.count > 0 else { return }
            observer.observe(items: selected[0..<selected.count], in: tree)
            let count = (0..<selected.count).reduce(0) { $0 + max(1, selected[$1].observedCount) }
            selected.count = 0
            selected.append(.observed(count, under: keys.text))
        }
        entries.count = 0
        writtenDeclarations.forget()
        text.forgetFinished(but: &order.runs)
    }

    private mutating func observeOpenElements(
        by observer: any ContentObserver,
        _ tree: StorageView
    ) {
        var kept = GrowableBuffer<Entry>()
        var path: [Int] = []
        for depth in 0...open.count {
            let start = depth > 0 ? open[depth - 1].pendingStart : 0
            let end = depth < open.count ? open[depth].pendingStart : pending.count
            if depth > (rules.dropsRoot ? 1 : 0) { path.append(open[depth - 1].key) }
            if depth > 0 || !rules.dropsRoot { observer.observe(pending[start..<end], in: tree, at: path) }
            let attributeCount = depth > 0 ? Int(open[depth - 1].attributeCount) : 0
            if depth > 0 { open[depth - 1].pendingStart = kept.count }
            keepCounts(of: start..<end, attributeCount, runs: order.runs(atDepth: depth), in: &kept)
        }
        pending.count = 0
        pending.append(kept, 0..<kept.count)
    }

    /// Notes how often each key occurs among pending entries, at the places of its first and its last entry: from these,
    /// the builder sees whether a dictionary shows the order of its content.
    private mutating func keepCounts(
        of range: Range<Int>,
        _ attributeCount: Int,
        runs: Range<Int>,
        in kept: inout GrowableBuffer<Entry>
    ) {
        let children = range.dropFirst(attributeCount)
        var keys: [Int: (count: Int, first: Int, last: Int)] = [:]
        for place in children {
            let count = max(1, pending[place].unlisted.observedCount)
            let known = keys[pending[place].key] ?? (0, place, place)
            keys[pending[place].key] = (known.count + count, known.first, place)
        }
        var run = runs.lowerBound
        for place in range.lowerBound...range.upperBound {
            while run < runs.upperBound, order.runs[run].place == place {
                order.runs[run].place = kept.count
                run += 1
            }
            guard place < range.upperBound else { break }
            let entry = pending[place]
            var count = 1
            if children.contains(place), let key = keys[entry.key] {
                guard place == key.first || place == key.last else { continue }
                if place == key.first { count = key.first == key.last ? key.count : key.count - 1 }
            }
            let observed = Entry.observed(count, under: entry.key)
            kept.append(entry.isListed ? observed.listed : observed)
        }
    }
}
