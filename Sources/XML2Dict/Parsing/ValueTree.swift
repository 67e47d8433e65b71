/// What entries refer to: other entries, bytes of text, names.
///
/// Plain pointers that belong to somebody else.
struct ValueTree: BitwiseCopyable {
    let entries: UnsafePointer<Entry>
    let bytes: UnsafePointer<UInt8>
    let names: NameNumbers
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

    /// The text of an element that has nothing else.
    @inline(__always)
    func onlyChild(of entry: Entry) -> Entry {
        Entry(key: textKey, kind: .string, length: entry.length, offset: entry.offset)
    }
}
