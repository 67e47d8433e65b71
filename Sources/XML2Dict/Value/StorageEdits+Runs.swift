// Changing runs of entries: each method returns the container's new entry, whose run is one of this storage's own.

extension StorageEdits {
    // MARK: Use

    /// The head of an entry's run or text; `nil` for content that this storage does not own, or that nothing
    /// overwrites.
    private func head(of entry: Entry) -> UnsafeMutablePointer<OwnBlocks.Head>? {
        address(of: entry).flatMap { blocks.head(before: $0) }
    }

    /// The address of an entry's content; `nil` without content.
    private func address(of entry: Entry) -> UnsafeRawPointer? {
        guard entry.length > 0 else { return nil }
        switch entry.kind {
        case .dictionary, .array: return UnsafeRawPointer(tree.entries + entry.offset)
        case .textOnly, .string, .number, .boolean: return UnsafeRawPointer(tree.bytes + entry.offset)
        case .null, .name: return nil
        }
    }

    /// Notes that one more entry refers to the content of an entry.
    private func place(_ entry: Entry) {
        guard let head = head(of: entry) else { return }
        head.pointee.use = head.pointee.use == .loose ? .placed : .shared
    }

    /// Notes that an entry of a run refers to the content, in place of the edited value itself.
    func settle(_ entry: Entry) {
        guard let head = head(of: entry), head.pointee.use == .loose else { return }
        head.pointee.use = .placed
    }

    /// Notes that several entries refer to the content of an entry.
    func share(_ entry: Entry) {
        head(of: entry)?.pointee.use = .shared
    }

    /// Notes that a child is reached in several ways if its container is.
    ///
    /// An edit calls it on the way to the child.
    func passSharing(from container: Entry, to child: Entry) {
        if container.kind != .textOnly, head(of: container)?.pointee.use == .shared { share(child) }
    }

    // MARK: New content

    /// A run with undefined entries.
    func newRun(room: Int) -> (run: UnsafeMutablePointer<Entry>, offset: Int) {
        guard room <= Entry.maximumLength else { Memory.isExhausted() }
        let memory = blocks.allocateWithHead(room * MemoryLayout<Entry>.stride, remainder: tree.entries.remainder)
        return (memory.bindMemory(to: Entry.self, capacity: room), tree.entries.offset(of: memory))
    }

    /// Text that may be overwritten.
    func newText(_ text: UnsafeBufferPointer<UInt8>, _ kind: Entry.Kind) -> Entry {
        guard let start = text.baseAddress, !text.isEmpty else {
            return Entry(key: 0, kind: kind, length: 0, offset: 0)
        }
        guard text.count <= Entry.maximumLength else { Memory.isExhausted() }
        let room = (text.count + 15) / 16 * 16
        let memory = blocks.allocateWithHead(room, remainder: tree.entries.remainder)
        memory.copyMemory(from: start, byteCount: text.count)
        return Entry(key: 0, kind: kind, length: text.count, offset: tree.bytes.offset(of: memory))
    }

    /// Overwrites the text of a container's child; `nil` when the text has no room, or another value may refer to it.
    func overwrite(
        _ old: Entry,
        in container: Entry,
        with text: UnsafeBufferPointer<UInt8>,
        _ kind: Entry.Kind
    ) -> Entry? {
        guard old.isText, let start = text.baseAddress, !text.isEmpty else { return nil }
        passSharing(from: container, to: old)
        guard let head = head(of: old), head.pointee.use != .shared, text.count <= head.pointee.room else { return nil }
        UnsafeMutablePointer(mutating: tree.bytes + old.offset).update(from: start, count: text.count)
        return Entry(key: old.key, kind: kind, length: text.count, offset: old.offset)
    }

    // MARK: Changing a container

    /// Sets the child at a place, which keeps its key.
    func replace(_ container: Entry, at place: Int, by child: Entry) -> Entry {
        let old = tree.child(of: container, at: place), new = child.under(key: old.key)
        if new.isIdentical(to: old) { return container }
        // The text belongs to the container, which is placed in its own container.
        if container.kind == .textOnly, new.kind == .string {
            return Entry(key: container.key, kind: .textOnly, length: new.length, offset: new.offset)
        }
        if address(of: new) != address(of: old) { self.place(new) }
        protectFromItself(new, container)
        let (result, run) = editable(container, adding: 0)
        run[place] = new
        return result
    }

    /// Sets the child under a key of a value that is, or becomes, a dictionary; a new key is added at the end.
    func set(_ child: Entry, under key: UnsafeBufferPointer<UInt8>, of entry: Entry) -> Entry {
        let container = dictionary(of: entry)
        if let place = tree.index(of: key, in: container) { return replace(container, at: place, by: child) }
        return append(child, under: number(of: key), to: container)
    }

    /// Adds a child at the end of a dictionary or an array.
    func append(_ child: Entry, under key: Int, to container: Entry) -> Entry {
        place(child)
        protectFromItself(child, container)
        let (result, run) = editable(container, adding: 1)
        run[result.length] = child.under(key: key)
        return Entry(key: result.key, kind: result.kind, length: result.length + 1, offset: result.offset)
    }

    /// Removes the child at a place.
    func remove(from container: Entry, at place: Int) -> Entry {
        // An empty container has no offset: a reader would take it for a line.
        guard container.childCount > 1 else {
            let kind: Entry.Kind = container.kind == .array ? .array : .dictionary
            return Entry(key: container.key, kind: kind, length: 0, offset: 0)
        }
        let (result, run) = editable(container, adding: 0), length = result.length - 1
        (run + place).update(from: run + place + 1, count: length - place)
        return Entry(key: result.key, kind: result.kind, length: length, offset: result.offset)
    }

    /// The dictionary that a value becomes when it gets a key: null becomes an empty one, and text goes under the text
    /// key.
    func dictionary(of entry: Entry) -> Entry {
        switch entry.kind {
        case .dictionary, .textOnly, .array: return entry
        case .null: return Entry(key: entry.key, kind: .dictionary, length: 0, offset: 0)
        case .string: return Entry(key: entry.key, kind: .textOnly, length: entry.length, offset: entry.offset)
        case .number, .boolean, .name:
            let (run, offset) = newRun(room: 2)
            run.initialize(to: entry.under(key: tree.textKey))
            settle(entry)
            return Entry(key: entry.key, kind: .dictionary, length: 1, offset: offset)
        }
    }

    /// An array with a value as its only item.
    func array(of entry: Entry) -> Entry {
        let (run, offset) = newRun(room: 2)
        run.initialize(to: entry.under(key: 0))
        settle(entry)
        return Entry(key: entry.key, kind: .array, length: 1, offset: offset)
    }

    /// Keeps a container from becoming its own child: it is then copied.
    private func protectFromItself(_ child: Entry, _ container: Entry) {
        if let address = address(of: child), address == self.address(of: container) { share(child) }
    }

    /// A container with a run that may be overwritten, and has room for more entries.
    ///
    /// The run stays if this storage owns it, it has the room, and it is not shared.
    private func editable(_ container: Entry, adding more: Int) -> (Entry, UnsafeMutablePointer<Entry>) {
        let length = container.childCount, stride = MemoryLayout<Entry>.stride
        let head = container.kind == .textOnly ? nil : head(of: container)
        if let head, head.pointee.use != .shared, (length + more) * stride <= head.pointee.room {
            return (container, UnsafeMutablePointer(mutating: tree.entries + container.offset))
        }
        let isShared = head?.pointee.use == .shared
        let (run, offset) = newRun(room: max(1, more == 0 ? length : max(4, length * 2)))
        for place in 0..<length {
            let child = tree.child(of: container, at: place)
            if isShared { share(child) }
            (run + place).initialize(to: child)
        }
        if container.kind == .textOnly { settle(container) }
        let kind: Entry.Kind = container.kind == .array ? .array : .dictionary
        let copy = Entry(key: container.key, kind: kind, length: length, offset: offset)
        keepLine(of: container, in: nil, for: copy)
        return (copy, run)
    }
}
