/// Copies entries of any storage with all their content, and changes their keys to the name IDs of another table.
///
/// The copier does not recurse, because a value may be a million dictionaries deep.
struct EntryCopier: ~Copyable {
    var entries = GrowableBuffer<Entry>()
    var bytes = GrowableBuffer<UInt8>()

    /// Returns the copy, whose offset counts from the beginning of `entries` or `bytes`.
    mutating func copy(_ value: XMLValue, under key: Int, _ names: inout NameInterner) -> Entry {
        let tree = value.storage.tree, top = shallowCopy(value.entry, tree, under: key)
        // The note of a container is the index at which its copied content begins.
        var walk = ContentWalk(into: value, top.offset)
        while let next = walk.next() {
            let id = next.value.entry.key
            let key = next.isItem ? 0 : names.certain(names.id(of: tree.names[id].utf8))
            let copy = shallowCopy(next.value.entry, tree, under: key)
            entries[next.note + next.index] = copy
            walk.enter(next.value, copy.offset)
        }
        return top
    }

    private mutating func shallowCopy(_ entry: Entry, _ tree: StorageView, under key: Int) -> Entry {
        switch entry.kind {
        case .string, .number, .boolean, .name:
            return add(tree.text(entry), entry.kind == .name ? .string : entry.kind, under: key)
        case .null:
            return .null(under: key)
        case .array, .dictionary, .textOnly:
            let offset = entry.childCount > 0 ? entries.count : 0
            entries.extend(to: entries.count + entry.childCount, with: .nothing)
            let kind: Entry.Kind = entry.kind == .array ? .array : .dictionary
            return Entry(key: key, kind: kind, length: entry.childCount, offset: offset)
        }
    }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ kind: Entry.Kind, under key: Int) -> Entry {
        let start = bytes.count
        bytes.append(text)
        return Entry(key: key, kind: kind, length: text.count, offset: text.isEmpty ? 0 : start)
    }

    mutating func takeBlocks() -> StorageBlocks {
        StorageBlocks(entries: entries.take(), bytes: bytes.take())
    }

    mutating func takeValue(_ entry: Entry, like storage: ValueStorage, _ names: StorageNames) -> XMLValue {
        let blocks = takeBlocks(), tree = storage.tree
        let distance = (tree.entries.offset(of: blocks.entries.base), tree.bytes.offset(of: blocks.bytes.base))
        for index in 0..<blocks.entries.count {
            blocks.entries.base[index] = blocks.entries.base[index].moved(entries: distance.0, bytes: distance.1)
        }
        let moved = entry.moved(entries: distance.0, bytes: distance.1)
        return XMLValue(storage: ValueStorage(blocks, like: storage, names), entry: moved)
    }
}
