/// The offsets of a storage whose content is in many blocks: those of the parts of a document, and those of the joiner.
///
/// While a part is built, nobody knows where its content will be in the joined storage, and joining copies no part. So an
/// offset counts from one address that all such storages share, far below all memory:
///
///     address        block of part 0     block of part 1       block of the joiner
///     ┆              [ … ]               [ … ]                 [ … ]
///     └─ first ± n ──┘
///
/// While the joiner builds, its own offsets are small, so it can tell its own entries from those of the parts.
/// `takeDocument` moves its entries at the end.
enum JoinedOffsets {
    /// The offset of the memory of empty buffers.
    static let first = 1 << 50

    /// The address from which the offsets of elements of a size count.
    static func address(_ stride: Int) -> Int { Int(bitPattern: Memory.spare) &- first &* stride }

    /// Whether an offset is that of a builder that does not know where its content will be.
    @inline(__always)
    static func isOfBuilder(_ offset: Int) -> Bool { offset < first / 2 }

    /// The distance of a builder's content from its place in the storage.
    struct Move {
        let entries: Int
        let bytes: Int

        init(_ entries: borrowing GrowableBuffer<Entry>, _ bytes: borrowing GrowableBuffer<UInt8>) {
            self.entries = BlockAddress<Entry>.joined.offset(of: entries.base)
            self.bytes = BlockAddress<UInt8>.joined.offset(of: bytes.base)
        }
    }
}
