/// Building a part of a document, and joining parts.
extension ValueBuilder {
    // MARK: One part

    /// Opens an element around the part.
    mutating func openElement(_ name: CString, _ attributes: AttributeList) throws(BuildError) {
        try openByRules(names.checked(names.number(of: name)), attributes, TagStart(.none))
        if rules.honorsXMLSpace { noteSpace(attributes) }
        guard selection.isWhole else { return }
        spine.depth = open.count
        // Runs of its text may be before the part, which begins with a child of the innermost element.
        open[open.count - 1].flags.formUnion(rules.notesChildren ? [.hasRuns, .followsChild] : .hasRuns)
    }

    /// Notes the piece of an element that was open before the part, and ends here.
    @inline(never)
    mutating func endSpineElement() throws(BuildError) -> Bool {
        if text.isCollecting { try noteRun() }
        open.count &-= 1
        let piece = PartSpine.Piece(pendingEnd: pending.count, flags: open.base[open.count].flags)
        spine.pieces.append(piece)
        spine.depth = open.count
        if rules.tracksNamespaces { resolver.leave(open.count) }
        return false
    }

    // MARK: Joining

    /// Adds the next part of the document, with the calls that a builder of the whole document would get.
    mutating func join(_ part: BuiltPart) throws(BuildError) {
        lines.append(part.lines)
        guard selection.isWhole else {
            records.kept.append(part.kept, 0..<part.kept.count)
            return
        }
        var place = 0
        for index in 0..<part.spine.pieces.count {
            let piece = part.spine.pieces[index]
            try add(place..<piece.pendingEnd, of: part, piece.flags)
            place = piece.pendingEnd
            _ = try endElement()
        }
        // First the innermost element that was open before the part and stays open, then each one that the part leaves open.
        for depth in part.spine.depth...part.open.count {
            let end = depth < part.open.count ? part.open[depth].pendingStart : part.pending.count
            if depth > part.spine.depth {
                open.append(OpenElement(part.open[depth - 1], NumberMap(part.numbers), pendingStart: pending.count))
            }
            try add(place..<end, of: part, depth > 0 ? part.open[depth - 1].flags : [])
            place = end
        }
    }

    /// Adds pending entries of a part to the innermost open element, or beside the root.
    ///
    /// - Parameters:
    ///   - range: The places of the entries in the part.
    ///   - part: The part.
    ///   - flags: The flags of the element after them.
    /// - Throws: `BuildError.tooMany`.
    private mutating func add(
        _ range: Range<Int>,
        of part: BuiltPart,
        _ flags: OpenElement.Flags
    ) throws(BuildError) {
        guard open.count > 0 else { return pending.append(part.pending, range) }
        var element = open[open.count - 1]
        for entry in part.pending[range] {
            guard entry.isRun else {
                push(entry)
                continue
            }
            // White space before other text is dropped, as it is where it arrives.
            let run = part.runs[entry.place], isDropped = element.flags.isDisjoint(with: text.rules.spaceKeepers)
            if isDropped, run.allSatisfy(XMLWhitespace.contains) { continue }
            element.flags.insert(.hasRuns)
            try push(text.keep(run, followsChild: entry.followsChild, under: rules.keys.text))
        }
        // A part only knows whether there may be runs.
        element.flags.remove(.followsChild)
        element.flags.formUnion(flags.subtracting(.hasRuns))
        open[open.count - 1] = element
    }

    /// Makes the value of the document, after all parts were joined.
    ///
    /// - Parameter parts: The blocks of the parts.
    /// - Returns: The value.
    /// - Throws: `BuildError.tooMany`.
    mutating func takeDocument(of parts: [StorageBlocks]) throws(BuildError) -> XMLValue {
        var (document, root) = try endDocument()
        let entries = entries.take()
        let bytes = text.takeBytes()
        let move = JoinedOffsets.Move(entries, bytes)
        for place in 0..<entries.count { entries.base[place] = entries.base[place].settled(by: move) }
        document = document.settled(by: move)
        root = root?.settled(by: move)
        var lines = lines.take()
        lines.move(by: move)
        lines.sort()
        let blocks = StorageBlocks(entries: entries, bytes: bytes, lines: lines, parts: parts)
        let storage = ValueStorage(blocks, names: names.list, rules.roles, document: root.map { (document, $0) })
        return XMLValue(storage: storage, entry: document)
    }
}

extension Entry {
    /// This entry with its final offset; the entries of parts have theirs already.
    fileprivate func settled(by move: JoinedOffsets.Move) -> Entry {
        guard JoinedOffsets.isOfBuilder(offset), length > 0 else { return isEmptyString ? settledEmpty : self }
        return moved(entries: move.entries, bytes: move.bytes)
    }

    private var isEmptyString: Bool { kind == .string && length == 0 }

    private var settledEmpty: Entry { Entry(key: key, kind: kind, length: length, offset: JoinedOffsets.first) }
}
