/// The elements that were open before a part; cuts divide their content.
///
///     <a><b>1<i/> │ <i/>2</b>3<c>4<i/> │ <i/></c></a>
///                 └ part ──────────────┘
///
///     spine, at the part's end      pieces  [ b: up to 2 ]                      a: depth 1
///     pending                       [ i ][ run "2" ] [ run "3" ] [ run "4" ][ i ]
///                                   └ b, has ended ┘ └ a ──────┘ └ c ───────────┘
///
/// When an element that was open before the part ends, this builder lacks its earlier content. So it notes a piece, and
/// the joiner folds the element.
struct PartSpine: ~Copyable {
    /// The content of an element in this part.
    struct Piece: BitwiseCopyable {
        /// Where its pending entries end.
        ///
        /// They begin at the `pendingEnd` of the previous piece.
        let pendingEnd: Int
        let flags: OpenElement.Flags
    }

    /// How many of the open elements were open before the part.
    var depth = 0
    /// The pieces of those that have ended, in the order of their ends.
    var pieces = GrowableBuffer<Piece>()

    mutating func take() -> PartSpine { PartSpine(depth: depth, pieces: pieces.take()) }
}

/// What a builder has made of a part of a document, until it is joined with the other parts.
///
/// Its entries have the numbers of names, and the offsets, of the storage of the whole document.
final class BuiltPart: @unchecked Sendable {
    let blocks: StorageBlocks
    /// The lines of its elements.
    let lines: LineTable
    let pending: GrowableBuffer<Entry>
    /// The bytes of the runs of text among these.
    let runs: GrowableBuffer<UInt8>
    /// The selected elements, if the options select some.
    let kept: GrowableBuffer<Entry>
    let spine: PartSpine
    /// The open elements, root first; those before `spine.depth` were open before the part.
    let open: GrowableBuffer<OpenElement>
    /// The numbers of its names in the whole document.
    let numbers: GrowableBuffer<Int32>

    fileprivate init(_ builder: inout ValueBuilder, _ numbers: consuming GrowableBuffer<Int32>) {
        let map = NumberMap(numbers)
        let entries = builder.entries.take(), pending = builder.pending.take(), kept = builder.records.kept.take()
        let bytes = builder.text.takeBytes()
        var lines = builder.lines.take()
        let move = JoinedOffsets.Move(entries, bytes)
        entries.moveEntries(by: move, map)
        pending.moveEntries(by: move, map)
        kept.moveEntries(by: move, map)
        lines.move(by: move)
        self.lines = lines
        runs = builder.text.takeRuns()
        self.pending = pending
        self.kept = kept
        blocks = StorageBlocks(entries: entries, bytes: bytes)
        spine = builder.spine.take()
        open = builder.open.take()
        self.numbers = numbers
    }
}

extension GrowableBuffer<Entry> {
    /// Moves the content of all entries but runs.
    fileprivate func moveEntries(by move: JoinedOffsets.Move, _ numbers: NumberMap) {
        for place in 0..<count where !base[place].isRun { base[place] = base[place].moved(by: move, numbers) }
    }
}

extension ValueBuilder {
    /// Makes room for about as much as another part had.
    mutating func reserveRoom(like part: StorageBlocks) {
        entries.reserve(part.entries.count * 9 / 8)
        text.bytes.reserve(part.bytes.count * 9 / 8)
    }

    /// Takes what was built of a part, whose text has arrived.
    ///
    /// - Parameter numbers: The numbers of its names in the whole document.
    /// - Returns: What was built.
    /// - Throws: `BuildError.tooMany`.
    mutating func takePart(_ numbers: consuming GrowableBuffer<Int32>) throws(BuildError) -> BuiltPart {
        // A start tag follows, so a run of text ends here.
        if text.isCollecting { try noteRun() }
        return BuiltPart(&self, numbers)
    }
}
