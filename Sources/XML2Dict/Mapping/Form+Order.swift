extension Form {
    /// Creates the array of an element, with the name, any attributes, and the content in document order.
    mutating func array(of element: OpenElement, _ nameCount: Int) throws(BuildError) -> Entry {
        let contentStart = element.contentStart
        var attributes: Entry?
        if element.attributeCount > 0 {
            attributes = try fold(element.pendingStart..<contentStart, under: rules.keys.text, nameCount)
        }
        let offset = entries.count
        entries.append(.name(element.key, key: rules.keys.text))
        if let attributes {
            entries.append(attributes)
        }
        entries.append(nodes.pending, contentStart..<nodes.pending.count)
        return try whole(.array, from: offset, under: element.key)
    }

    /// Creates the dictionary of an element that has nodes other than runs, and adds the order key if necessary.
    ///
    /// Text beside children loses white space only at the ends of the content, because white space inside separates
    /// words.
    mutating func valueInOrder(
        of element: OpenElement,
        _ names: inout NameInterner
    ) throws(BuildError) -> Entry? {
        let start = element.contentStart
        dropRuns(from: start, but: rules.keepsTextBeside ? textRange(of: element) : 0..<0)
        let content = start..<nodes.pending.count
        let order = try orderEntry(of: element.pendingStart..<content.upperBound, contentStart: start, names.count)
        for index in content where nodes.pending[index].isRun {
            let isFirst = index == start, isLast = index == content.upperBound - 1
            let run = nodes.pending[index], key = rules.keys.text
            if let found = try nodes.text.finish(run, isFirst: isFirst, isLast: isLast, of: element, under: key) {
                nodes.append(typed(found, element.marks, &names))
            }
        }
        let hasText = nodes.pending.count > content.upperBound
        dropRuns(from: start)
        if order == nil, !hasText { return try valueByRules(of: element, nil, &names) }
        if let order { nodes.append(order) }
        if !missingLists.isEmpty { addMissingLists(to: element, names.count) }
        return try fold(from: element.pendingStart, under: element.key, names.count)
    }

    /// The range of an element's content without blank runs at both ends, or an empty range if all runs are blank.
    private func textRange(of element: OpenElement) -> Range<Int> {
        var range = element.contentStart..<nodes.pending.count
        guard range.contains(where: { nodes.pending[$0].isRun && !isBlank($0, in: element) }) else { return 0..<0 }
        while let first = range.first, isBlank(first, in: element) { range = range.dropFirst() }
        while let last = range.last, isBlank(last, in: element) { range = range.dropLast() }
        return range
    }

    private func isBlank(_ index: Int, in element: OpenElement) -> Bool {
        nodes.pending[index].isRun && nodes.text.isBlank(nodes.pending[index], in: element)
    }

    /// Creates the array of the content's keys in document order, or returns `nil` if the dictionary shows the order.
    mutating func orderEntry(
        of range: Range<Int>,
        contentStart: Int,
        _ nameCount: Int
    ) throws(BuildError) -> Entry? {
        let text = rules.keys.text
        guard let key = rules.keys.order,
            !folding.showsOrder(nodes.pending, range, contentStart: contentStart, textKey: text, nameCount: nameCount)
        else { return nil }
        let offset = entries.count
        for index in contentStart..<range.upperBound {
            let node = nodes.pending[index]
            entries.append(.name(node.isRun ? text : node.key, key: key))
            // While an observer learns, one entry can stand for several children.
            let count = node.isRun ? 1 : node.unlisted.observedCount
            if count > 1 { entries.append(.observed(count - 1, under: key)) }
        }
        return try whole(.array, from: offset, under: key)
    }
}

/// Whether a dictionary shows the order of its content.
///
/// A dictionary shows its entries key after key: attributes, then children by first appearance, then text. Each key has
/// a slot in that order. If the slots of the nodes decrease, the dictionary does not show the order:
///
///     <p id="1"><b/><i/><b/>x</p>       slots  id: 0   b: 1   i: 2   text: last       content  1 2 1 last
extension Folding {
    /// Returns whether a dictionary of these entries and runs keeps their order.
    mutating func showsOrder(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ range: Range<Int>,
        contentStart: Int,
        textKey: Int,
        nameCount: Int
    ) -> Bool {
        beginFold(nameCount)
        var last = 0, count = 0
        for index in range {
            let key = pending[index].isRun ? textKey : pending[index].key
            let isNew = notes[key].fold != fold
            // The dictionary has text last, unless another node has the text key.
            if pending[index].isRun { return isNew && index == range.upperBound - 1 }
            if isNew {
                notes[key] = Note(fold: fold, slot: count)
                count += 1
            }
            guard index >= contentStart else { continue }
            if notes[key].slot < last { return false }
            last = notes[key].slot
        }
        return true
    }
}
