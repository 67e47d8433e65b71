/// The memory that entries refer to: other entries, bytes of text, names.
///
/// It holds plain addresses: a `ValueStorage` or a `ValueBuilder` owns the memory.
@usableFromInline package struct StorageView: BitwiseCopyable {
    @usableFromInline package let entries: BlockAddress<Entry>
    @usableFromInline let bytes: BlockAddress<UInt8>
    @usableFromInline package internal(set) var names: NameView
    /// The number of the key that text is under.
    @usableFromInline package let textKey: Int

    package init(
        _ entries: borrowing GrowableBuffer<Entry>,
        _ bytes: borrowing GrowableBuffer<UInt8>,
        _ names: NameView,
        textKey: Int
    ) {
        self.entries = BlockAddress(entries.base)
        self.bytes = BlockAddress(bytes.base)
        self.names = names
        self.textKey = textKey
    }

    /// The view of a storage's blocks.
    init(_ blocks: StorageBlocks, _ names: NameView, textKey: Int) {
        self.init(blocks.entries, blocks.bytes, names, textKey: textKey)
        guard !blocks.parts.isEmpty else { return }
        self = StorageView(entries: .joined, bytes: .joined, names: names, textKey: textKey)
    }

    private init(entries: BlockAddress<Entry>, bytes: BlockAddress<UInt8>, names: NameView, textKey: Int) {
        self.entries = entries
        self.bytes = bytes
        self.names = names
        self.textKey = textKey
    }

    /// Whether the offsets of another storage count from the same addresses, so that entries of both may mix.
    func hasAddresses(of other: StorageView) -> Bool {
        entries.start == other.entries.start && bytes.start == other.bytes.start
    }

    /// The bytes of an entry that is text, or an element with only text.
    @inlinable @inline(__always)
    package func text(_ entry: Entry) -> UnsafeBufferPointer<UInt8> {
        if entry.kind == .name { return names[entry.offset].utf8 }
        return UnsafeBufferPointer(start: bytes + entry.offset, count: entry.length)
    }

    /// The first entry of a dictionary or an array that has some.
    @inlinable @inline(__always)
    package func firstChild(of entry: Entry) -> UnsafePointer<Entry> { entries + entry.offset }

    /// The entry at a place inside a dictionary or an array.
    @inlinable @inline(__always)
    package func child(of entry: Entry, at index: Int) -> Entry {
        entry.kind == .textOnly ? onlyChild(of: entry) : (entries + (entry.offset &+ index)).pointee
    }

    /// The entry under a key of a dictionary, by the key's number; `nil` without one, and for other kinds.
    func child(of entry: Entry, under key: Int) -> Entry? {
        guard entry.isDictionary else { return nil }
        for index in 0..<entry.childCount {
            let child = child(of: entry, at: index)
            if child.key == key { return child }
        }
        return nil
    }

    /// The text of an element with only text.
    @inlinable @inline(__always)
    package func onlyChild(of entry: Entry) -> Entry {
        Entry(key: textKey, kind: .string, length: entry.length, offset: entry.offset)
    }
}
