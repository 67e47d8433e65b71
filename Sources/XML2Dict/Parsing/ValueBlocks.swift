/// The two large blocks of a storage.
///
/// Records that were found together share them.
final class ValueBlocks: @unchecked Sendable {
    let entries: GrowableBuffer<Entry>
    let bytes: GrowableBuffer<UInt8>

    init(entries: consuming GrowableBuffer<Entry>, bytes: consuming GrowableBuffer<UInt8>) {
        self.entries = entries
        self.bytes = bytes
    }
}
