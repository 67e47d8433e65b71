/// Building text: around children, and typed.
extension ValueBuilder {
    /// Handles a piece of text of the innermost open element.
    @inline(__always)
    mutating func characterData(_ piece: UnsafePointer<UInt8>, count: Int) {
        guard selection.isBuilding else { return }
        text.append(piece, count: count, in: open)
    }

    /// Keeps the collected text of the innermost open element when a child or another node begins.
    @inline(never)
    mutating func interruptText() throws(BuildError) {
        if rules.notesOrder {
            noteRun()
        } else if rules.isOrdered {
            try endRun(isLast: false)
        } else {
            text.suspend()
        }
    }

    /// Ends a run of text when the options keep document order: the run becomes an entry.
    @inline(never)
    mutating func endRun(isLast: Bool) throws(BuildError) {
        let element = open[open.count &- 1]
        // A skipped child is not pending, but it separates the text.
        let isEmpty = pending.count == element.pendingStart + Int(element.attributeCount)
        let isFirst = isEmpty && !element.flags.contains(.hasChildren)
        let run = try text.takeRun(of: element, isFirst: isFirst, isLast: isLast, under: keys.text)
        if let run { push(typed(run, element.marks)) }
    }

    /// Makes text a number or a boolean, if the options ask for that and the text fits.
    @inline(__always)
    mutating func typed(_ entry: Entry, _ marks: PathMarks) -> Entry {
        rules.hasTypes ? typed(entry, as: marks) : entry
    }

    @inline(never)
    private mutating func typed(_ entry: Entry, as marks: PathMarks) -> Entry {
        let found = text.bytes[entry.offset..<entry.offset + entry.length]
        // Only numbers of more digits than a Double has are made a string, to look whether a Double can hold them.
        if marks.isDisjoint(with: .types) { return rules.infersTypes ? entry.kind(TextTypes.infer(found)) : entry }
        let kind: Entry.Kind = marks.contains(.number) ? .number : marks.contains(.boolean) ? .boolean : .string
        // Most numbers and booleans are JSON already; only the others are written again.
        if kind == .string || TextTypes.infer(found) == kind { return entry.kind(kind) }
        guard let written = kind == .number ? TextTypes.number(found) : TextTypes.boolean(found) else { return entry }
        let offset = text.bytes.count
        text.bytes.append(written[...])
        text.finish()
        return Entry(key: entry.key, kind: kind, length: written.count, offset: offset)
    }
}
