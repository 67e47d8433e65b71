/// The memory to which entries refer, with other entries, bytes of text, and names.
///
/// It has plain addresses. Another object owns the memory, such as a `ValueStorage` or a `ValueBuilder`.
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

    /// Whether the offsets of another storage count from the same addresses, so that a run can have entries of both.
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

/// The address from which offsets count: the first entry, or the first byte of text, of the storage that a reader made.
///
/// A changed value has separate memory. The offsets of its entries also count from this address, and may be negative:
///
///     own block      address            end           own block
///     [ … ]          [ 0 1 2 3 …        ]             [ … ]
///       └ offset −n                                     └ offset +m
///
/// A pointer must not leave its block, even during a calculation, so the code adds integers. The integers wrap, and the
/// result is the address of a live entry or byte, because offsets come only from storages that keep the block alive.
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
        // No block is at address 0, and an empty run is at the start or is not read.
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

/// The offsets of a storage whose content is in many blocks, from the parts of a document and from the joiner.
///
/// Joining copies nothing, and while a thread reads a part, the position of its content in the joined storage is
/// unknown. So offsets count from one address that all such storages share, far below all memory:
///
///     address        block of part 0     block of part 1       block of the joiner
///     ┆              [ … ]               [ … ]                 [ … ]
///     └─ first ± n ──┘
///
/// The joiner's offsets are small while it builds, so it can distinguish its entries from the entries of the parts.
/// `takeDocument` moves its entries at the end.
enum JoinedOffsets {
    /// The offset of the memory of empty buffers.
    static let first = 1 << 50

    static func address(_ stride: Int) -> Int { Int(bitPattern: Memory.spare) &- first &* stride }

    /// Whether an offset is from a builder that does not know the final position of its content.
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
