extension ValueBuilder {
    /// The builder passes content at 256 KiB of finished entries or of text, because 256 KiB fit a processor's cache.
    private static let worthwhileEntries = 1 << 14
    private static let worthwhileBytes = 1 << 18

    /// Whether the builder has enough finished content to justify a copy of the pending nodes.
    private var hasWorthwhileContent: Bool {
        (form.entries.count >= Self.worthwhileEntries || form.nodes.text.start >= Self.worthwhileBytes)
            && form.entries.count + form.nodes.text.start / MemoryLayout<Entry>.size >= form.nodes.pending.count
    }

    /// Passes finished content of the open elements to an observer, and forgets this content.
    ///
    /// The call does nothing if little content is finished, if elements are arrays, or if arrays replace elements. The
    /// builder keeps the text of open elements, and an open selected element.
    mutating func observeContent(by observer: any ContentObserver) {
        guard hasWorthwhileContent, form.mayForgetContent else { return }
        if open.selection.isWhole {
            guard open.count > 0 else { return }
            observeOpenElements(by: observer)
        } else {
            guard records.areKept, !open.selection.isInsideBuilt, records.kept.count > 0 else { return }
            let items = records.kept[0..<records.kept.count]
            observer.observe(items: items, in: tree)
            let count = items.reduce(0) { $0 + max(1, $1.observedCount) }
            records.kept.count = 0
            records.kept.append(.observed(count, under: plan.roles.textKey))
            form.nodes.text.removeAll()
        }
        form.entries.count = 0
        form.declarations.forget()
    }

    private mutating func observeOpenElements(by observer: any ContentObserver) {
        settleNodes()
        var kept = GrowableBuffer<Entry>()
        var path: [Int] = []
        for depth in 0...open.count {
            let start = depth > 0 ? open[depth - 1].pendingStart : 0
            let contentStart = depth > 0 ? open[depth - 1].contentStart : 0
            let content = start..<(depth < open.count ? open[depth].pendingStart : form.nodes.pending.count)
            if depth > 0 { open[depth - 1].pendingStart = kept.count }
            if depth > (!plan.roles.form.keepsRoot ? 1 : 0) { path.append(open[depth - 1].key) }
            if depth > 0 || plan.roles.form.keepsRoot {
                for part in form.nodes.pending[content].split(whereSeparator: \.isRun) {
                    observer.observe(UnsafeBufferPointer(rebasing: part), in: tree, at: path)
                }
            }
            keepCounts(of: content, contentStart, in: &kept)
        }
        form.nodes.pending.count = 0
        form.nodes.pending.append(kept, 0..<kept.count)
        form.nodes.text.forgetFinished()
    }

    /// Keeps only the first and the last pending entry of each key, with counts: enough for `Folding.showsOrder`.
    private mutating func keepCounts(
        of content: Range<Int>,
        _ contentStart: Int,
        in kept: inout GrowableBuffer<Entry>
    ) {
        var keys: [Int: (count: Int, first: Int, last: Int)] = [:]
        for index in contentStart..<content.upperBound where !form.nodes.pending[index].isRun {
            let count = max(1, form.nodes.pending[index].unlisted.observedCount)
            let known = keys[form.nodes.pending[index].key] ?? (0, index, index)
            keys[form.nodes.pending[index].key] = (known.count + count, known.first, index)
        }
        for index in content {
            let entry = form.nodes.pending[index]
            var count = 1
            if entry.isRun {
                kept.append(entry)
                continue
            } else if index >= contentStart, let key = keys[entry.key] {
                guard index == key.first || index == key.last else { continue }
                if index == key.first { count = key.first == key.last ? key.count : key.count - 1 }
            }
            let observed = Entry.observed(count, under: entry.key)
            kept.append(entry.isListed ? observed.listed : observed)
        }
    }
}
