import XML2Dict

/// Writes records as lines of a table.
final class TableFormatter: RecordFormatter {
    // A struct behind a pointer: a class would check each access to its members for exclusivity.
    private let writer: UnsafeMutablePointer<TableWriter>

    init(_ columns: TableColumns, _ format: TableFormat) {
        writer = .allocate(capacity: 1)
        writer.initialize(to: TableWriter(columns, format))
    }

    deinit {
        writer.deinitialize(count: 1)
        writer.deallocate()
    }

    func text(of record: Entry, in tree: StorageView) -> UnsafeBufferPointer<UInt8> {
        writer.pointee.text(of: record, in: tree)
    }
}
