/// The records that have ended: those that wait for the caller, and selected elements, which stay until the end.
///
/// Mostly one waits at most, as the parser stops after each. Several wait when they come from the text of one entity,
/// or are attributes of one tag.
struct RecordQueue: ~Copyable {
    /// A record whose content is in the builder's buffers.
    struct Record {
        let entry: Entry
        /// The record, or the element that has it as an attribute.
        let element: OpenElement
        /// The number of the attribute's name; `nil` for an element.
        let attribute: Int?
        /// Where its content is in the builder's buffers.
        let extent: ContentExtent
        /// The names from the root to the record; `nil` while the open elements still give it.
        var path: String?
    }

    /// Whether records stay until the document ends, as the items of an array.
    let areKept: Bool
    /// The items of that array.
    var kept = GrowableBuffer<Entry>()
    /// The part of the origin that all records share.
    var source = RecordSource()
    /// The path of the last record, which the next record mostly shares.
    var lastPath = ElementPath()

    private var records: [Record] = []
    /// The index of the first record that waits.
    private var first = 0
    /// Where the content of these records ends in the builder's buffers: the number of entries, and that of bytes.
    var contentEnd = (entries: 0, bytes: 0)

    init(areKept: Bool) {
        self.areKept = areKept
    }

    /// The record that has waited longest.
    var current: Record? { first < records.count ? records[first] : nil }

    /// How many records wait.
    var count: Int { records.count - first }

    /// Whether no record waits.
    var isEmpty: Bool { first == records.count }

    /// Appends a record whose content ends the builder's buffers, after that of the records before.
    mutating func append(
        _ entry: Entry,
        _ element: OpenElement,
        attribute: Int?,
        endingAt end: (entries: Int, bytes: Int)
    ) {
        let extent = ContentExtent(
            entries: contentEnd.entries..<end.entries,
            bytes: contentEnd.bytes..<end.bytes
        )
        records.append(Record(entry: entry, element: element, attribute: attribute, extent: extent))
        contentEnd = end
    }

    /// The last record, while its path is not known.
    var unsettled: Record? { records.last.flatMap { $0.path == nil ? $0 : nil } }

    /// Keeps the path of the last record.
    mutating func settle(_ path: String) {
        if let last = records.indices.last { records[last].path = path }
    }

    /// Forgets the current record.
    ///
    /// - Returns: Whether no more records wait.
    mutating func removeFirst() -> Bool {
        first += 1
        guard isEmpty else { return false }
        records.removeAll(keepingCapacity: true)
        first = 0
        return true
    }
}

/// The extent of a record's content in the builder's buffers, so that it can be copied without the rest.
///
/// Elements end in the order of their content, so the content of a record is one range of each buffer:
///
///     entries  [ … │ entries of the record │ … ]        bytes  [ … │ text of the record │ … ]
struct ContentExtent {
    let entries: Range<Int>
    let bytes: Range<Int>

    /// Copies the extent.
    func copy(
        _ allEntries: borrowing GrowableBuffer<Entry>,
        _ allBytes: borrowing GrowableBuffer<UInt8>,
        _ allLines: borrowing LineTable
    ) -> StorageBlocks {
        var entries = GrowableBuffer<Entry>(), bytes = GrowableBuffer<UInt8>()
        entries.append(allEntries, self.entries)
        bytes.append(allBytes, self.bytes)
        if self.entries.lowerBound + self.bytes.lowerBound > 0 {
            for place in 0..<entries.count { entries[place] = moved(entries[place]) }
        }
        let lines = allLines.copy(self.entries, self.bytes)
        return StorageBlocks(entries: entries.take(), bytes: bytes.take(), lines: lines)
    }

    /// An entry of the extent, whose content is in the copy.
    func moved(_ entry: Entry) -> Entry {
        entry.moved(entries: -entries.lowerBound, bytes: -bytes.lowerBound)
    }
}
