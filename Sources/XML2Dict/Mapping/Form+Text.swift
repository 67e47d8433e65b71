/// Text of runs: see `Entry.isRun`.
///
///     <p>a<b/>c<i/></p>       pending  [ run "a" ][ b ][ run "c" ][ i ]
///
///     options                 at the end tag
///     (none)                  [ b ][ i ][ text "ac" ]
///     elements: arrays        [ text "a" ][ b ][ text "c" ][ i ]
///     an order key            [ b ][ i ][ text "a" ][ text "c" ][ #order: text, b, text, i ]
extension Form {
    /// Returns the value of an element that has raw nodes and no collected text, or `nil` if the options omit it.
    @inline(never)
    mutating func valueOfRawNodes(
        of element: OpenElement,
        _ names: inout NameInterner
    ) throws(BuildError) -> Entry? {
        let start = element.contentStart, isWhole = element.marks.contains(.wholeText)
        let runStart = nodes.pending[start..<nodes.pending.count].first(where: \.isRun)?.offset
        defer { if let runStart { nodes.text.forgetRuns(from: runStart) } }
        if element.flags.contains(.hasOtherNodes) { settleNodes(start..<nodes.pending.count, element.flags) }
        if element.flags.haveOnlyLayout { dropRuns(from: start) }
        if rules.isOrdered {
            try settleRuns(of: element, &names)
            return try array(of: element, names.count)
        }
        let content = nodes.pending[start..<nodes.pending.count]
        if rules.keys.order != nil, !isWhole, !content.allSatisfy(\.isRun) {
            return try valueInOrder(of: element, &names)
        }
        let joined = try nodes.text.join(content, of: element, under: rules.keys.text)
        dropRuns(from: start)
        return try valueByRules(of: element, joined, &names)
    }

    mutating func dropRuns(from start: Int, but kept: Range<Int> = 0..<0) {
        var end = start
        for index in start..<nodes.pending.count where !nodes.pending[index].isRun || kept.contains(index) {
            nodes.pending[end] = nodes.pending[index]
            end += 1
        }
        nodes.pending.count = end
    }

    /// Replaces each run by text.
    ///
    /// If text is trimmed, a run of white space is dropped. Other runs lose white space only at the ends of the
    /// element's content.
    private mutating func settleRuns(of element: OpenElement, _ names: inout NameInterner) throws(BuildError) {
        let content = element.contentStart..<nodes.pending.count
        var end = content.lowerBound
        for index in content {
            var entry = nodes.pending[index]
            if entry.isRun {
                // A skipped child has no pending node, but separates the texts before and after the child.
                let isFirst = index == content.lowerBound && !entry.followsChild
                let isLast = index == content.upperBound - 1 && !element.flags.contains(.followsChild)
                guard !nodes.text.isBlank(entry, in: element),
                    let found = try nodes.text.finish(
                        entry,
                        isFirst: isFirst,
                        isLast: isLast,
                        of: element,
                        under: rules.keys.text
                    )
                else { continue }
                entry = typed(found, element.marks, &names)
            }
            nodes.pending[end] = entry
            end += 1
        }
        nodes.pending.count = end
    }
}
