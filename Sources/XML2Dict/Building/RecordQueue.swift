/// The records that have ended and wait for the caller.
///
/// Mostly one waits at most, as the parser stops after each. Several wait when they come from the text of one entity.
struct RecordQueue: ~Copyable {
    /// A record whose content is in the builder's buffers.
    struct Record {
        let entry: Entry
        let element: OpenElement
        /// The names from the root to the record; `nil` while the open elements still give it.
        var path: String?
    }

    private var records: [Record] = []
    /// The index of the first record that waits.
    private var first = 0
    /// The copy of the buffers that several waiting records share, once the caller has taken one of them.
    private(set) var shared: StorageBlocks?

    /// The record that has waited longest.
    var current: Record? { first < records.count ? records[first] : nil }

    /// Whether no record waits.
    var isEmpty: Bool { first == records.count }

    mutating func append(_ entry: Entry, _ element: OpenElement) {
        records.append(Record(entry: entry, element: element))
    }

    /// The element of the last record, while its path is not known.
    var unsettled: OpenElement? { records.last.flatMap { $0.path == nil ? $0.element : nil } }

    /// Keeps the path of the last record.
    mutating func settle(_ path: String) {
        if let last = records.indices.last { records[last].path = path }
    }

    /// Keeps a copy of the buffers for records that wait together, as each may need all of it.
    mutating func share(_ blocks: StorageBlocks) -> StorageBlocks {
        if records.count > 1 { shared = blocks }
        return blocks
    }

    /// Forgets the current record.
    ///
    /// - Returns: Whether no more records wait.
    mutating func removeFirst() -> Bool {
        first += 1
        guard isEmpty else { return false }
        shared = nil
        records.removeAll(keepingCapacity: true)
        first = 0
        return true
    }
}
