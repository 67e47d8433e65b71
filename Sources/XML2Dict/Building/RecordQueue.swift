/// The records that have ended and wait to be taken.
///
/// Mostly there is one at most, as the parser stops at each; several wait when they come out of the text of an entity.
struct RecordQueue: ~Copyable {
    /// A record whose content lies in the builder's stores.
    struct Record {
        let entry: Entry
        let element: OpenElement
        /// The names from the root to the record; `nil` as long as the open elements are still those around it.
        var path: String?
    }

    private var records: [Record] = []
    /// The first one that waits.
    private var first = 0
    /// The stores as several records share them, once one of these has been taken.
    private(set) var shared: StorageBlocks?

    /// The record that waits longest.
    var current: Record? { first < records.count ? records[first] : nil }

    /// Whether a record waits to be taken.
    var isEmpty: Bool { first == records.count }

    mutating func append(_ entry: Entry, _ element: OpenElement) {
        records.append(Record(entry: entry, element: element))
    }

    /// The last record, while its path is not known.
    var unsettled: OpenElement? { records.last.flatMap { $0.path == nil ? $0.element : nil } }

    /// Keeps the path of the last record.
    mutating func settle(_ path: String) {
        if let last = records.indices.last { records[last].path = path }
    }

    /// Keeps a copy of the stores for the records that wait together, as each could need all of it.
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
