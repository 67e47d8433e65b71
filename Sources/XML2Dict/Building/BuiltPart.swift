/// What a builder has made of a part of a document, until it is joined with the other parts.
///
/// Its entries have the numbers of names, and the offsets, of the storage of the whole document.
final class BuiltPart: @unchecked Sendable {
    let blocks: StorageBlocks
    /// The lines of its elements.
    let lines: LineTable
    let pending: GrowableBuffer<Entry>
    /// The selected elements, if the options select some.
    let selected: GrowableBuffer<Entry>
    let spine: PartSpine
    /// The text that children have interrupted.
    let suspended: GrowableBuffer<UInt8>
    /// The runs of text of the open elements, if the options note runs.
    let runs: GrowableBuffer<ContentOrder.Run>
    /// Where the text of the innermost open element begins in the bytes.
    let textStart: Int
    /// The open elements, root first; those before `spine.depth` were open before the part.
    let open: GrowableBuffer<OpenElement>
    /// The numbers of its names in the whole document.
    let numbers: GrowableBuffer<Int32>
    let matches: ValueBuilder.Matches

    fileprivate init(_ builder: inout ValueBuilder, _ numbers: consuming GrowableBuffer<Int32>) {
        matches = builder.matches
        textStart = builder.text.start
        let map = NumberMap(numbers)
        let entries = builder.entries.take(), pending = builder.pending.take(), selected = builder.selected.take()
        let bytes = builder.text.takeBytes()
        var lines = builder.lines.take()
        let move = JoinedOffsets.Move(entries, bytes)
        entries.moveEntries(by: move, map)
        pending.moveEntries(by: move, map)
        selected.moveEntries(by: move, map)
        lines.move(by: move)
        self.lines = lines
        self.pending = pending
        self.selected = selected
        blocks = StorageBlocks(entries: entries, bytes: bytes, lines: LineTable())
        spine = builder.spine.take()
        runs = builder.order.runs.take()
        suspended = builder.text.takeSuspended()
        open = builder.open.take()
        self.numbers = numbers
    }
}

extension PartSpine {
    fileprivate mutating func take() -> PartSpine { PartSpine(depth: depth, pieces: pieces.take(), runs: runs.take()) }
}

extension GrowableBuffer<Entry> {
    /// Moves the content of all entries.
    fileprivate func moveEntries(by move: JoinedOffsets.Move, _ numbers: NumberMap) {
        for place in 0..<count { base[place] = base[place].moved(by: move, numbers) }
    }
}

extension ValueBuilder {
    /// Makes room for about as much as another part had.
    mutating func reserveRoom(like part: BuiltPart) {
        entries.reserve(part.blocks.entries.count * 9 / 8)
        text.bytes.reserve(part.blocks.bytes.count * 9 / 8)
    }

    /// Takes what was built of a part, whose text has arrived.
    ///
    /// - Parameter numbers: The numbers of its names in the whole document.
    /// - Returns: What was built.
    /// - Throws: `BuildError.tooMany`.
    mutating func takePart(_ numbers: consuming GrowableBuffer<Int32>) throws(BuildError) -> BuiltPart {
        // A start tag follows, so a run of text ends here.
        if rules.separatesRuns, text.isCollecting, open.count > 0 { try interruptText() }
        return BuiltPart(&self, numbers)
    }
}
