/// The memory of a changed dictionary or array: the entries (`run`), and the storages of the children (`owners`).
///
/// Setting `c` in `{"a": {…}, "b": {"c": 1, "d": […]}}` to `"two"`:
///
///     document          entries  [ … │ c d │ a b ]         bytes  "…1"       never changes
///                                      ▲     ▲
///     value       run   [ a  b ]       │     │
///                 owners  -  ●         │     │                               `a` belongs to the base, the document
///                            ▼         │     │
///     "b"         run   [ c  d ]       │     │
///                 owners  ●  -         │     │                               `d` also belongs to the base
///                         ▼
///     "c"         text  "two"                                                a `TextStorage`
///
/// A change copies the run of the changed entry, and the runs of all dictionaries and arrays around the entry. Offsets
/// of entries in all these storages count from one address, so the same code reads original and changed values.
///
/// A storage changes in place if only one variable or one run refers to the storage. Any other storage is copied first.
/// `ValueEdit` takes a child out of its run while the child changes, because the run would be a second reference.
///
/// The storage of a text, or of an entry without content, has an empty run. The text belongs to the base.
final class ChangedStorage: ValueStorage, @unchecked Sendable {
    private var run: GrowableBuffer<Entry>
    /// The storages of the children, with `nil` for a child in the base, or empty if all children are in the base.
    private var owners: [ValueStorage?]
    /// The base, which is never a `ChangedStorage`, so versions of a value do not keep each other alive.
    private let untouched: ValueStorage
    private let line: Int?

    override var base: ValueStorage { untouched }

    init(copying value: XMLValue, _ names: StorageNames) {
        let storage = value.storage, entry = value.entry
        let other = storage as? ChangedStorage
        var run = GrowableBuffer<Entry>()
        if entry.kind != .textOnly, entry.childCount > 0 {
            run.append(storage.tree.firstChild(of: entry), count: entry.length)
        }
        self.run = run.take()
        owners = other.map { $0.owns(entry) ? $0.owners : [] } ?? []
        untouched = storage.base
        line = storage.noted(entry)
        super.init(like: storage, names)
    }

    init(around child: XMLValue, under key: Int, line: Int?, _ names: StorageNames) {
        run = GrowableBuffer()
        owners = []
        untouched = child.storage.base
        self.line = line
        super.init(like: child.storage, names)
        append(child, under: key)
    }

    deinit {
        // The loop replaces recursion, because a value may be a million dictionaries deep.
        var rest = owners
        owners = []
        while !rest.isEmpty {
            guard var owner = rest.removeLast() as? ChangedStorage, isKnownUniquelyReferenced(&owner) else { continue }
            rest.append(contentsOf: owner.owners)
            owner.owners = []
        }
    }

    func owns(_ entry: Entry) -> Bool {
        guard run.count > 0, entry.length > 0, entry.kind == .dictionary || entry.kind == .array else { return false }
        return tree.firstChild(of: entry) == UnsafePointer(run.base)
    }

    func isStorage(of entry: Entry) -> Bool { run.count == 0 || owns(entry) }

    /// Whether a decoder took the entry from deeper in the value, where another storage may own the entry's content.
    func isFurtherIn(_ entry: Entry) -> Bool { run.count > 0 && entry.length > 0 && !owns(entry) }

    override func owner(ofChildAt index: Int, in entry: Entry) -> ValueStorage {
        guard owns(entry) else { return self }
        return owners.isEmpty ? untouched : owners[index] ?? untouched
    }

    override func noted(_ entry: Entry) -> Int? {
        if let line = super.noted(entry) { return line }
        guard hasLines, entry.kind != .textOnly, entry.childCount > 0 else { return nil }
        var rest = [self]
        while let next = rest.popLast() {
            if next.owns(entry) { return next.line }
            rest += next.owners.compactMap { $0 as? ChangedStorage }
        }
        return nil
    }

    func entry(_ kind: Entry.Kind, like other: Entry) -> Entry {
        // The offset of an empty dictionary is its line: see `LineTable`.
        let offset = run.count > 0 ? tree.entries.offset(of: run.base) : line ?? 0
        return Entry(key: other.key, kind: kind, length: run.count, offset: offset)
    }

    func set(_ child: XMLValue, at index: Int) {
        run[index] = child.entry.under(key: run[index].key)
        setOwner(child.storage, at: index)
    }

    func append(_ child: XMLValue, under key: Int) {
        guard run.count < Entry.maximumLength else { Memory.isExhausted() }
        run.append(child.entry.under(key: key))
        if !owners.isEmpty { owners.append(nil) }
        setOwner(child.storage, at: run.count - 1)
    }

    private func setOwner(_ owner: ValueStorage, at index: Int) {
        if owners.isEmpty {
            guard owner !== untouched else { return }
            owners = Array(repeating: nil, count: run.count)
        }
        owners[index] = owner
    }

    func moveLast(to index: Int) {
        guard index < run.count - 1 else { return }
        let last = run[run.count - 1], owner = owners.popLast()
        (run.base + index + 1).update(from: run.base + index, count: run.count - index - 1)
        run[index] = last
        if let owner { owners.insert(owner, at: index) }
    }

    func remove(at index: Int) {
        guard index < run.count else { return }
        if !owners.isEmpty { owners.remove(at: index) }
        (run.base + index).update(from: run.base + index + 1, count: run.count - index - 1)
        run.count -= 1
    }

    /// Takes out a child, which the caller must set again.
    func take(at index: Int) -> XMLValue {
        var owner: ValueStorage?
        if !owners.isEmpty { swap(&owner, &owners[index]) }
        return XMLValue(storage: owner ?? untouched, entry: run[index])
    }
}

final class TextStorage: ValueStorage, @unchecked Sendable {
    private let bytes: GrowableBuffer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>, like other: ValueStorage, _ names: StorageNames) {
        guard text.count <= Entry.maximumLength else { Memory.isExhausted() }
        var bytes = GrowableBuffer<UInt8>()
        bytes.append(text)
        self.bytes = bytes.take()
        super.init(like: other, names)
    }

    func value(_ kind: Entry.Kind) -> XMLValue {
        let offset = bytes.count > 0 ? tree.bytes.offset(of: bytes.base) : 0
        return XMLValue(storage: self, entry: Entry(key: 0, kind: kind, length: bytes.count, offset: offset))
    }
}
