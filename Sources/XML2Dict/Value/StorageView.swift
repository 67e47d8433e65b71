/// What entries refer to: other entries, bytes of text, names.
///
/// Plain pointers that belong to somebody else.
struct StorageView: BitwiseCopyable {
    let entries: UnsafePointer<Entry>
    let bytes: UnsafePointer<UInt8>
    let names: NameView
    /// The number of the key that text is under.
    let textKey: Int

    /// The text of an entry that is text: a string, a number, a boolean.
    @inline(__always)
    func text(_ entry: Entry) -> UnsafeBufferPointer<UInt8> {
        if entry.kind == .name {
            let name = names[entry.offset]
            return UnsafeBufferPointer(start: name.bytes, count: name.byteCount)
        }
        return UnsafeBufferPointer(start: bytes + entry.offset, count: entry.length)
    }

    /// The entry at a place inside a dictionary or an array.
    @inline(__always)
    func child(of entry: Entry, at index: Int) -> Entry {
        entry.kind == .textOnly ? onlyChild(of: entry) : entries[entry.offset &+ index]
    }

    /// What stands under a key of a dictionary, by the key's number; `nil` when nothing does, and in anything else.
    func child(of entry: Entry, under key: Int) -> Entry? {
        guard entry.isDictionary else { return nil }
        for index in 0..<entry.childCount {
            let child = child(of: entry, at: index)
            if child.key == key { return child }
        }
        return nil
    }

    /// The text of an element that has nothing else.
    @inline(__always)
    func onlyChild(of entry: Entry) -> Entry {
        Entry(key: textKey, kind: .string, length: entry.length, offset: entry.offset)
    }
}
