extension ValueBuilder {

    mutating func openElement(_ name: CString, _ attributes: AttributeList) throws(BuildError) {
        try openByRules(open.names.checked(open.names.id(of: name)), attributes, TagStart(.none))
        if rules.honorsXMLSpace { noteSpace(attributes) }
        if rules.keepsAncestors { try keepAncestor(attributes, at: open.count - 1) }
        guard open.selection.isWhole else { return }
        cutElements.depth = open.count
        // Earlier parts may have runs of this element. In this part, all text of the element follows a child.
        open[open.count - 1].flags.formUnion(rules.notesChildren ? [.hasRuns, .followsChild] : .hasRuns)
    }

    /// Notes the content that this part has of an element that was open before the part and ends in the part.
    @inline(never)
    mutating func endCutElement() throws(BuildError) -> Bool {
        if form.nodes.text.isCollecting { try endRun() }
        let start = cutElements.ended.last?.pendingEnd ?? 0
        form.settleNodes(start..<form.nodes.pending.count, open[open.count &- 1].flags)
        open.count &-= 1
        let content = CutElements.Content(
            pendingEnd: form.nodes.pending.count,
            flags: open.elements.base[open.count].flags
        )
        cutElements.ended.append(content)
        cutElements.depth = open.count
        if rules.tracksNamespaces { open.resolver.leave(open.count) }
        return false
    }

    /// Adds the next part of the document, by the calls that a builder of the whole document makes.
    mutating func join(_ part: BuiltPart) throws(BuildError) {
        form.lines.append(part.lines)
        guard open.selection.isWhole else {
            records.kept.append(part.kept, 0..<part.kept.count)
            return
        }
        var start = 0
        for index in 0..<part.cutElements.ended.count {
            let content = part.cutElements.ended[index]
            try add(start..<content.pendingEnd, of: part, content.flags)
            start = content.pendingEnd
            _ = try endElement()
        }
        // The first step adds content to the innermost open element. Each further step opens an element of the part.
        for depth in part.cutElements.depth...part.open.count {
            let end = depth < part.open.count ? part.open[depth].pendingStart : part.pending.count
            if depth > part.cutElements.depth {
                open.append(
                    OpenElement(part.open[depth - 1], NameIDMap(part.ids), pendingStart: form.nodes.pending.count)
                )
            }
            try add(start..<end, of: part, depth > 0 ? part.open[depth - 1].flags : [])
            start = end
        }
    }

    /// Adds pending entries of a part to the innermost open element, or beside the root.
    private mutating func add(
        _ range: Range<Int>,
        of part: BuiltPart,
        _ flags: OpenElement.Flags
    ) throws(BuildError) {
        var own = open.last?.flags ?? .preservesSpace
        for node in part.pending[range] {
            guard node.isRun else {
                form.nodes.append(node)
                continue
            }
            if try form.nodes.append(part.runs[node.byteRange], followsChild: node.followsChild, own) {
                own.insert(.hasRuns)
            }
        }
        guard open.count > 0 else { return }
        // A part sets `hasRuns` for elements that may have runs, so only real runs set the flag here.
        own.remove(.followsChild)
        own.formUnion(flags.subtracting(.hasRuns))
        open[open.count - 1].flags = own
    }

    /// Creates the value of the document from its joined parts.
    mutating func takeDocument(of parts: [StorageBlocks]) throws(BuildError) -> XMLValue {
        var (document, root) = try endDocument()
        let entries = form.entries.take()
        let bytes = form.nodes.text.takeBytes()
        let move = JoinedOffsets.Move(entries, bytes)
        for index in 0..<entries.count { entries.base[index] = entries.base[index].settled(by: move) }
        document = document.settled(by: move)
        root = root?.settled(by: move)
        var lines = form.lines.take()
        lines.move(by: move)
        lines.sort()
        let blocks = StorageBlocks(entries: entries, bytes: bytes, lines: lines, parts: parts)
        let storage = ValueStorage(blocks, names: open.names.list, plan.roles, document: root.map { (document, $0) })
        return XMLValue(storage: storage, entry: document)
    }
}

extension Entry {
    /// Returns an entry of this builder with the final offset, and an entry of a part unchanged.
    fileprivate func settled(by move: JoinedOffsets.Move) -> Entry {
        guard JoinedOffsets.isOfBuilder(offset), length > 0 else { return isEmptyString ? settledEmpty : self }
        return moved(entries: move.entries, bytes: move.bytes)
    }

    private var isEmptyString: Bool { kind == .string && length == 0 }

    private var settledEmpty: Entry { Entry(key: key, kind: kind, length: length, offset: JoinedOffsets.first) }
}

/// The elements that are open at the start of a part.
///
///     <a><b>1<i/> │ <i/>2</b>3<c>4<i/> │ <i/></c></a>
///                 └ part ──────────────┘
///
///     cut elements, at the end      ended   [ b: up to 2 ]                      a: depth 1
///     pending                       [ i ][ run "2" ] [ run "3" ] [ run "4" ][ i ]
///                                   └ b, has ended ┘ └ a ──────┘ └ c ───────────┘
///
/// When such an element ends, the builder of the part lacks the element's earlier content. So this builder only notes
/// the content in the part, and the joiner folds the element.
struct CutElements: ~Copyable {
    struct Content: BitwiseCopyable {
        /// The end of the element's pending entries, which begin at the `pendingEnd` of the element that ended before.
        let pendingEnd: Int
        let flags: OpenElement.Flags
    }

    /// The number of elements that are still open and were open before the part.
    var depth = 0
    /// The elements that have ended, in the order of their end tags.
    var ended = GrowableBuffer<Content>()

    mutating func take() -> CutElements { CutElements(depth: depth, ended: ended.take()) }
}

/// The content of a part of a document, until it is joined with the other parts.
///
/// The entries already have the IDs of names and the offsets for the storage of the whole document.
final class BuiltPart: @unchecked Sendable {
    let blocks: StorageBlocks
    let lines: LineTable
    let pending: GrowableBuffer<Entry>
    /// The bytes of the runs among the pending entries.
    let runs: GrowableBuffer<UInt8>
    let kept: GrowableBuffer<Entry>
    let cutElements: CutElements
    /// The open elements, root first: the first `cutElements.depth` elements were open before the part.
    let open: GrowableBuffer<OpenElement>
    /// The IDs of names in the whole document, by the IDs of these names in the part.
    let ids: GrowableBuffer<Int32>

    fileprivate init(_ builder: inout ValueBuilder, _ ids: consuming GrowableBuffer<Int32>) {
        let map = NameIDMap(ids)
        let entries = builder.form.entries.take(), pending = builder.form.nodes.pending.take(),
            kept = builder.records.kept.take()
        let bytes = builder.form.nodes.text.takeBytes()
        var lines = builder.form.lines.take()
        let move = JoinedOffsets.Move(entries, bytes)
        entries.moveEntries(by: move, map)
        pending.moveEntries(by: move, map)
        kept.moveEntries(by: move, map)
        lines.move(by: move)
        self.lines = lines
        runs = builder.form.nodes.text.takeRuns()
        self.pending = pending
        self.kept = kept
        blocks = StorageBlocks(entries: entries, bytes: bytes)
        cutElements = builder.cutElements.take()
        open = builder.open.take()
        self.ids = ids
    }
}

extension GrowableBuffer<Entry> {
    fileprivate func moveEntries(by move: JoinedOffsets.Move, _ ids: NameIDMap) {
        for index in 0..<count where !base[index].isRun { base[index] = base[index].moved(by: move, ids) }
    }
}

extension ValueBuilder {
    /// Reserves an eighth more memory than another part needed.
    mutating func reserveRoom(like part: StorageBlocks) {
        form.entries.reserve(part.entries.count * 9 / 8)
        form.nodes.text.bytes.reserve(part.bytes.count * 9 / 8)
    }

    /// Returns the content of a part, where `ids` has the IDs of the part's names in the whole document.
    mutating func takePart(_ ids: consuming GrowableBuffer<Int32>) throws(BuildError) -> BuiltPart {
        // A start tag follows, so a run of text ends here.
        if form.nodes.text.isCollecting { try endRun() }
        settleNodes()
        return BuiltPart(&self, ids)
    }
}
