/// The addresses of the entries, the bytes of text and the names of a value.
///
/// The view does not own this memory. A `ValueStorage` or a `ValueBuilder` does.
@usableFromInline package struct StorageView: BitwiseCopyable {
    @usableFromInline package let entries: BlockAddress<Entry>
    @usableFromInline let bytes: BlockAddress<UInt8>
    @usableFromInline package internal(set) var names: NameView
    @usableFromInline package let textKey: Int

    package init(
        _ entries: borrowing GrowableBuffer<Entry>,
        _ bytes: borrowing GrowableBuffer<UInt8>,
        _ names: NameView,
        textKey: Int
    ) {
        self.entries = BlockAddress(entries.base, at: 0)
        self.bytes = BlockAddress(bytes.base, at: 0)
        self.names = names
        self.textKey = textKey
    }

    init(_ blocks: StorageBlocks, _ names: NameView, textKey: Int) {
        let isJoined = !blocks.parts.isEmpty
        entries = isJoined ? .joined : BlockAddress(blocks.entries.base, at: blocks.start.entries)
        bytes = isJoined ? .joined : BlockAddress(blocks.bytes.base, at: blocks.start.bytes)
        self.names = names
        self.textKey = textKey
    }

    /// Whether both storages count offsets from the same addresses, so that a dictionary can have entries of both.
    func hasAddresses(of other: StorageView) -> Bool {
        entries.start == other.entries.start && bytes.start == other.bytes.start
    }

    @inlinable @inline(__always)
    package func text(_ entry: Entry) -> UnsafeBufferPointer<UInt8> {
        if entry.kind == .name { return names[entry.offset].utf8 }
        return UnsafeBufferPointer(start: bytes + entry.offset, count: entry.length)
    }

    @inlinable @inline(__always)
    package func firstChild(of entry: Entry) -> UnsafePointer<Entry> { entries + entry.offset }

    @inlinable @inline(__always)
    package func child(of entry: Entry, at index: Int) -> Entry {
        entry.kind == .textOnly ? onlyChild(of: entry) : (entries + (entry.offset &+ index)).pointee
    }

    func child(of entry: Entry, under key: Int) -> Entry? {
        guard entry.isDictionary else { return nil }
        for index in 0..<entry.childCount {
            let child = child(of: entry, at: index)
            if child.key == key { return child }
        }
        return nil
    }

    @inlinable @inline(__always)
    package func onlyChild(of entry: Entry) -> Entry {
        Entry(key: textKey, kind: .string, length: entry.length, offset: entry.offset)
    }
}

/// A value that is valid until the owner of its memory changes.
package struct StoredValue {
    package let entry: Entry
    package let tree: StorageView
}

/// The address of offset 0: in a reader's storage, the address of the first entry or of the first byte of text.
///
/// A changed value has separate memory. The offsets of its entries also count from this address, and may be negative:
///
///     own block      address            end           own block
///     [ … ]          [ 0 1 2 3 …        ]             [ … ]
///       └ offset −n                                     └ offset +m
///
/// A pointer must not leave its block, even during a calculation, so the code adds integers, which may wrap. The sum is
/// the address of a live entry or byte, because the storage that has the offset also keeps the block alive.
@usableFromInline package struct BlockAddress<Element: BitwiseCopyable>: BitwiseCopyable {
    @usableFromInline let start: Int

    init(_ first: UnsafePointer<Element>, at offset: Int) {
        start = Int(bitPattern: first) &- offset &* MemoryLayout<Element>.stride
    }

    static var joined: BlockAddress { BlockAddress(start: JoinedOffsets.address(MemoryLayout<Element>.stride)) }

    private init(start: Int) {
        self.start = start
    }

    @inlinable @inline(__always)
    package static func + (address: BlockAddress, offset: Int) -> UnsafePointer<Element> {
        let bitPattern = address.start &+ offset &* MemoryLayout<Element>.stride
        // No block is at address 0. An entry without content may have a line as its offset, but no code reads there.
        return UnsafePointer(bitPattern: bitPattern).unsafelyUnwrapped
    }

    @inlinable @inline(__always)
    package subscript(offset: Int) -> Element { (self + offset).pointee }

    /// The division is exact, because malloc(3) aligns all blocks by the stride of an entry.
    func offset(of pointer: UnsafeRawPointer) -> Int {
        let distance = Int(bitPattern: pointer) &- start
        assert(distance.isMultiple(of: MemoryLayout<Element>.stride), "a block that is not aligned")
        return distance / MemoryLayout<Element>.stride
    }
}

/// The offsets of a storage whose content is in several blocks, made by the parsers of parts and by the joiner.
///
/// Joining does not copy the blocks, so a part needs final offsets before the other parts are complete. All joined
/// storages therefore count offsets from the same address, far below all memory:
///
///     address        block of part 0     block of part 1       block of the joiner
///     ┆              [ … ]               [ … ]                 [ … ]
///     └─ first ± n ──┘
///
/// While a builder works, its offsets count from its own block, and so are smaller than all final offsets. At the end,
/// the builder adds the distance of its block from the shared address.
enum JoinedOffsets {
    /// The offset of `Memory.spare`, the memory of empty buffers.
    static let first = 1 << 50

    static func address(_ stride: Int) -> Int { Int(bitPattern: Memory.spare) &- first &* stride }

    /// Whether an offset counts from the block of a builder, and not yet from the shared address.
    @inline(__always)
    static func isOfBuilder(_ offset: Int) -> Bool { offset < first / 2 }

    struct Move {
        let entries: Int
        let bytes: Int

        init(_ entries: borrowing GrowableBuffer<Entry>, _ bytes: borrowing GrowableBuffer<UInt8>) {
            self.entries = BlockAddress<Entry>.joined.offset(of: entries.base)
            self.bytes = BlockAddress<UInt8>.joined.offset(of: bytes.base)
        }
    }
}
