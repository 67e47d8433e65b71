/// Building a part of a document, and joining parts.
extension ValueBuilder {
    // MARK: One part

    /// Opens an element around the part.
    mutating func openElement(_ name: CString, _ attributes: AttributeList) throws(BuildError) {
        // White space at the beginning of its text is kept, as there may be text before the part.
        try open(name, attributes, at: TagStart(.none), suspendedStart: -1)
        if rules.honorsXMLSpace { noteSpace(attributes) }
        guard selection.isWhole else { return }
        spine.depth = open.count
        // The part begins with a child of the innermost element.
        if rules.notesChildren { open[open.count - 1].flags.insert(.hasChildren) }
    }

    /// Notes the piece of an element that was open before the part, and ends here.
    @inline(never)
    mutating func endSpineElement() throws(BuildError) -> Bool {
        let element = open[open.count &- 1]
        if text.isCollecting {
            if rules.notesOrder { noteRun() } else if rules.isOrdered { try endRun(isLast: true) }
        }
        let runs = order.runs(atDepth: open.count)
        spine.runs.append(order.runs, runs)
        order.runs.count = runs.lowerBound
        let (offset, count) = text.takeRaw(of: element)
        let piece = PartSpine.Piece(
            pendingEnd: pending.count,
            textOffset: offset,
            textCount: count,
            flags: element.flags,
            runEnd: spine.runs.count
        )
        spine.pieces.append(piece)
        open.count &-= 1
        spine.depth = open.count
        if rules.tracksNamespaces { resolver.leave(open.count) }
        return false
    }

    // MARK: Joining

    /// Adds the next part of the document, with the calls that a builder of the whole document would get.
    mutating func join(_ part: BuiltPart) throws(BuildError) {
        guard selection.isWhole else {
            selected.append(part.selected, 0..<part.selected.count)
            return
        }
        if rules.notesChildren, open.count > 0 { noteChild() }
        var place = 0, run = 0
        for index in 0..<part.spine.pieces.count {
            let piece = part.spine.pieces[index]
            add(part.spine.runs[run..<piece.runEnd], of: part, from: place)
            run = piece.runEnd
            pending.append(part.pending, place..<piece.pendingEnd)
            place = piece.pendingEnd
            open[open.count - 1].flags.formUnion(piece.flags)
            addText(part.blocks.bytes[piece.textOffset..<piece.textOffset + piece.textCount])
            _ = try endElement()
        }
        // First the innermost element that was open before the part and stays open, then each one that the part leaves open.
        run = 0
        for depth in part.spine.depth...part.open.count {
            let end = depth < part.open.count ? part.open[depth].pendingStart : part.pending.count
            if depth > part.spine.depth {
                try open(part.open[depth - 1], of: part)
            } else if depth > 0 {
                open[open.count - 1].flags.formUnion(part.open[depth - 1].flags)
            }
            let runEnd = part.runs[run..<part.runs.count].firstIndex { $0.depth > depth } ?? part.runs.count - run
            add(part.runs[run..<run + runEnd], of: part, from: place)
            run += runEnd
            pending.append(part.pending, place..<end)
            place = end
            guard depth > 0 else { continue }
            let suspendedStart = max(0, part.open[depth - 1].suspendedStart)
            let isInnermost = depth == part.open.count
            let suspendedEnd = isInnermost ? part.suspended.count : part.open[depth].suspendedStart
            addText(part.suspended[suspendedStart..<suspendedEnd])
            if isInnermost { addText(part.blocks.bytes[part.textStart..<part.blocks.bytes.count]) }
        }
    }

    /// Opens an element that the part opens and does not end; its attributes are pending entries.
    private mutating func open(_ element: OpenElement, of part: BuiltPart) throws(BuildError) {
        if text.isCollecting { try interruptText() }
        if rules.notesChildren, open.count > 0 { noteChild() }
        let opened = OpenElement(
            element,
            NumberMap(part.numbers),
            pendingStart: pending.count,
            suspendedStart: text.suspended.count
        )
        open.append(opened)
    }

    private mutating func addText(_ piece: UnsafeBufferPointer<UInt8>) {
        guard let start = piece.baseAddress, !piece.isEmpty else { return }
        text.append(start, count: piece.count, in: open)
        // Where runs are separated, all are suspended until the element ends.
        if text.isCollecting, !text.rules.separator.isEmpty { text.suspend() }
    }

    /// Adds the runs of text of the innermost open element.
    ///
    /// - Parameters:
    ///   - runs: The runs; their places count the part's pending entries.
    ///   - part: The part.
    ///   - place: The place of the next pending entry of the part that is added.
    private mutating func add(
        _ runs: UnsafeBufferPointer<ContentOrder.Run>,
        of part: BuiltPart,
        from place: Int
    ) {
        for run in runs {
            let offset = text.bytes.count
            text.bytes.append(part.blocks.bytes[run.offset..<run.offset + run.length])
            text.finish()
            let moved = ContentOrder.Run(
                depth: open.count,
                place: pending.count + run.place - place,
                offset: offset,
                length: run.length
            )
            order.runs.append(moved)
        }
    }

    /// Makes the value of the document, after all parts were joined.
    ///
    /// - Parameter parts: The parts.
    /// - Returns: The value.
    /// - Throws: `BuildError.tooMany`.
    mutating func takeDocument(of parts: [BuiltPart]) throws(BuildError) -> XMLValue {
        var (document, root) = try endDocument()
        let entries = entries.take()
        let bytes = text.takeBytes()
        let move = JoinedOffsets.Move(entries, bytes)
        for place in 0..<entries.count { entries.base[place] = entries.base[place].settled(by: move) }
        document = document.settled(by: move)
        root = root?.settled(by: move)
        var lines = lines.take()
        lines.move(by: move)
        for part in parts {
            lines.append(part.lines)
        }
        lines.sort()
        let blocks = StorageBlocks(entries: entries, bytes: bytes, lines: lines, parts: parts.map(\.blocks))
        let storage = ValueStorage(blocks, names: names.list, roles, document: root.map { (document, $0) })
        return XMLValue(storage: storage, entry: document)
    }
}

extension Entry {
    /// This entry with its final offset; the entries of parts have theirs already.
    fileprivate func settled(by move: JoinedOffsets.Move) -> Entry {
        guard JoinedOffsets.isOfBuilder(offset), length > 0 else { return isEmptyString ? settledEmpty : self }
        switch kind {
        case .string, .textOnly, .number, .boolean: return at(offset &+ move.bytes)
        case .array, .dictionary: return at(offset &+ move.entries)
        case .null, .name: return self
        }
    }

    private var isEmptyString: Bool { kind == .string && length == 0 }

    private var settledEmpty: Entry { at(JoinedOffsets.first) }

    private func at(_ offset: Int) -> Entry { Entry(key: key, kind: kind, length: length, offset: offset) }
}
