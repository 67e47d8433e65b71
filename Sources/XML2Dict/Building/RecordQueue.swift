/// The records that have ended and wait for the caller.
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
        /// The names from the root to the record; `nil` while the open elements still give it.
        var path: String?
    }

    private var records: [Record] = []
    /// Where the content of these records ends in the builder's buffers: the number of entries, and that of bytes.
    var contentEnd = (entries: 0, bytes: 0)
    /// The index of the first record that waits.
    private var first = 0

    /// The record that has waited longest.
    var current: Record? { first < records.count ? records[first] : nil }

    /// How many records wait.
    var count: Int { records.count - first }

    /// Whether no record waits.
    var isEmpty: Bool { first == records.count }

    /// Whether another record waits after the current one.
    var hasSeveral: Bool { count > 1 }

    mutating func append(_ record: Record) {
        if records.count == records.capacity {
            // The array grows to twice its size, and each record may get a path of its own.
        }
        records.append(record)
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
