/// The large blocks of a storage, and the lines of its elements if the options kept them.
///
/// Records that waited together share them.
final class StorageBlocks: @unchecked Sendable {
    let entries: GrowableBuffer<Entry>
    let bytes: GrowableBuffer<UInt8>
    let lines: LineTable

    init(
        entries: consuming GrowableBuffer<Entry>,
        bytes: consuming GrowableBuffer<UInt8>,
        lines: consuming LineTable
    ) {
        self.entries = entries
        self.bytes = bytes
        self.lines = lines
    }
}
