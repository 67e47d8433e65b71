/// The large blocks of a storage, and the lines of its elements if the options kept them.
///
/// Records that waited together share them.
final class StorageBlocks: @unchecked Sendable {
    let entries: GrowableBuffer<Entry>
    let bytes: GrowableBuffer<UInt8>
    let lines: LineTable
    /// The blocks of the parts of a document that was read in parts; the lines are those of all.
    let parts: [StorageBlocks]

    init(
        entries: consuming GrowableBuffer<Entry>,
        bytes: consuming GrowableBuffer<UInt8>,
        lines: consuming LineTable,
        parts: [StorageBlocks] = []
    ) {
        self.parts = parts
        self.entries = entries
        self.bytes = bytes
        self.lines = lines
    }
}
