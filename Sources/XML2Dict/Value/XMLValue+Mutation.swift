// Changing a value: what the subscripts and paths have in common. See `StorageEdits`.

extension XMLValue {
    // MARK: Keys

    /// Sets or removes the value under a key.
    ///
    /// `value` is `nil` afterwards: a second reference to a storage would keep it from being changed in place.
    mutating func assign(_ value: inout XMLValue?, under key: String) {
        var key = key
        if entry.kind == .array {
            return edit([.key(Array(key.utf8))], &value)
        }
        if let place = place(of: key) {
            return assign(&value, at: place)
        }
        guard let child = adopt(&value) else { return }
        change { edits, entry in
            key.withUTF8 { edits.set(child, under: $0, of: entry) }
        }
    }

    /// The place of a key; `nil` when this is no dictionary or does not have it.
    func place(of key: String) -> Int? {
        guard entry.isDictionary else { return nil }
        var key = key
        let tree = storage.tree, entry = entry
        return key.withUTF8 { tree.index(of: $0, in: entry) }
    }

    // MARK: Places

    /// Sets or removes the item at an index.
    mutating func assign(_ value: inout XMLValue?, toItem index: Int) {
        let isArray = entry.kind == .array
        if isArray, index >= 0, index < entry.length { return assign(&value, at: index) }
        if !isArray, index == 0 { return become(&value) }
        guard index == (isArray ? entry.length : 1), let child = adopt(&value) else { return }
        change { edits, entry in
            edits.append(child, under: 0, to: isArray ? entry : edits.array(of: entry))
        }
    }

    /// Sets or removes the child at a place of this dictionary or array.
    mutating func assign(_ value: inout XMLValue?, at place: Int) {
        let old = storage.tree.child(of: entry, at: place)
        if let value, value.storage === storage, value.entry.isSame(as: old) { return }
        if let value, value.entry.isText, !value.storage.isRelated(to: storage) {
            return assignText(of: value, at: place)
        }
        if let child = adopt(&value) {
            change { edits, entry in edits.replace(entry, at: place, by: child) }
        } else {
            makeEditable()
            change { edits, entry in edits.remove(from: entry, at: place) }
        }
    }

    /// Sets the child at a place to text of another storage, if possible in place.
    private mutating func assignText(of value: XMLValue, at place: Int) {
        makeEditable()
        let kind = value.entry.kind == .name ? .string : value.entry.kind
        change { edits, entry in
            let text = value.storage.tree.text(value.entry)
            let old = edits.tree.child(of: entry, at: place)
            let new = edits.overwrite(old, in: entry, with: text, kind) ?? edits.newText(text, kind)
            return edits.replace(entry, at: place, by: new)
        }
        withExtendedLifetime(value) {}
    }

    /// Replaces this value, which keeps its key and its storage.
    private mutating func become(_ value: inout XMLValue?) {
        guard let child = adopt(&value) else { return }
        change { _, entry in child.under(key: entry.key) }
    }

    /// Sets or removes a value in every place to which keys lead.
    mutating func edit(_ steps: [KeyStep?], _ value: inout XMLValue?) {
        let isShared = value.map { $0.storage.isRelated(to: storage) } ?? false
        if let child = adopt(&value) {
            return change { edits, entry in
                // It may contain the places that change, and must not contain itself.
                if isShared { edits.share(child) }
                return KeyEdit(steps, child, edits).run(entry)
            }
        }
        let old = (hasOwnStorage() ? nil : storage, entry)
        makeEditable()
        change { edits, entry in KeyEdit(steps, nil, edits).run(entry) }
        // There was nothing to remove.
        if let storage = old.0, entry.isIdentical(to: old.1) { self.storage = storage }
    }

    /// Changes the entry, in a storage that is this value's own.
    private mutating func change(_ body: (StorageEdits, Entry) -> Entry) {
        guard let edits = storage.edits else { return }
        entry = body(edits, entry)
        // New names may have moved to a list of their own.
        if edits.names !== storage.names { storage = ValueStorage(edits) }
    }

    // MARK: Storage

    /// Whether this value alone uses its storage, and may change it.
    private mutating func hasOwnStorage() -> Bool {
        storage.edits != nil && isKnownUniquelyReferenced(&storage)
    }

    /// Gives this value a storage of its own, unless it has one.
    private mutating func makeEditable() {
        if hasOwnStorage() { return }
        if storage.hasMostBases { return copyAll() }
        storage = ValueStorage(StorageEdits(of: storage))
    }

    /// Copies all that this value reaches into a new storage.
    private mutating func copyAll() {
        let edits = StorageEdits(copying: self)
        var copier = EntryCopier(copying: storage, to: edits)
        entry = copier.copy(entry)
        storage = ValueStorage(edits)
    }

    /// Makes a value an entry of this value's storage, which becomes this value's own; `nil` for no value.
    ///
    /// A value of this storage, or of one that it is based on, is shared; any other is copied.
    private mutating func adopt(_ value: inout XMLValue?) -> Entry? {
        guard let child = value?.entry else { return nil }
        // The newer one of two storages reaches the content of both.
        if let newer = value?.storage, newer.isBased(on: storage) { storage = newer }
        if value?.storage === storage, !storage.hasMostBases {
            value = nil
            makeEditable()
            return child
        }
        makeEditable()
        guard let source = value.take()?.storage, let edits = storage.edits, !storage.isBased(on: source) else {
            return child
        }
        var copier = EntryCopier(from: source, to: edits)
        let copy = copier.copy(child)
        if edits.names !== storage.names { storage = ValueStorage(edits) }
        return copy
    }

    // MARK: Lending

    /// Hands over the storage to a child that is about to be changed.
    ///
    /// - Parameter place: The child's place; `nil` to lend all of this value.
    /// - Returns: The child, and the lease to take it back with.
    mutating func lend(_ place: Int?) -> (child: XMLValue?, StorageLease) {
        var lease = StorageLease()
        if hasOwnStorage() {
            lease.edits = storage.edits
            lease.names = storage.names
            lease.nameCount = storage.nameCount
        } else if storage.hasMostBases {
            // Copying it here is copying it once; the child would copy a part, and then this value the rest.
            copyAll()
            return lend(place)
        }
        let child = place.map { storage.tree.child(of: entry, at: $0) } ?? entry
        guard let edits = lease.edits else { return (XMLValue(storage: storage, entry: child), lease) }
        if place != nil { edits.passSharing(from: entry, to: child) }
        return (XMLValue(storage: takeStorage(), entry: child), lease)
    }

    private mutating func takeStorage() -> ValueStorage {
        var taken = ValueStorage.none
        swap(&taken, &storage)
        return taken
    }

    /// Takes the storage back, and sets the child, if it has changed.
    ///
    /// - Parameters:
    ///   - child: The child; `nil` to remove it.
    ///   - place: Its place; `nil` when all of this value was lent.
    ///   - lease: The lease.
    mutating func takeBack(_ child: inout XMLValue?, at place: Int?, _ lease: consuming StorageLease) {
        if let edits = lease.edits {
            if let returned = child?.storage, returned.edits === edits || returned.isBased(on: edits) {
                storage = returned
            } else {
                storage = recovered(from: &lease)
            }
        }
        let old = place.map { storage.tree.child(of: entry, at: $0) } ?? entry
        if let child, child.storage === storage, child.entry.isIdentical(to: old) { return }
        if let place { assign(&child, at: place) } else { become(&child) }
        // Detached edits have no base that a later edit would count.
        if storage.hasMostBases, storage.edits?.base == nil { copyAll() }
    }

    /// The storage after the child has become a value of another one.
    private func recovered(from lease: inout StorageLease) -> ValueStorage {
        guard let names = lease.names, var edits = lease.edits else { return storage }
        lease.edits = nil
        // A copy of the child may still use the storage, and change the child in it, perhaps in another thread. Only
        // the rest, which that copy does not reach, is this value's.
        if isKnownUniquelyReferenced(&edits) { return ValueStorage(edits) }
        return ValueStorage(StorageEdits(detachedFrom: edits, names: names, nameCount: lease.nameCount))
    }
}

extension ValueStorage {
    /// The storage of a value whose own one is lent.
    static let none = ValueStorage(emptyBlocks: NameList())

    /// Whether another edit would need a copy.
    fileprivate var hasMostBases: Bool { edits.map { $0.depth >= StorageEdits.mostBases } ?? false }

    /// Whether this is an edited form of another storage.
    fileprivate func isBased(on other: ValueStorage) -> Bool {
        var base = edits?.base
        while let next = base {
            if next === other { return true }
            base = next.edits?.base
        }
        return false
    }

    /// Whether this is based on the storage of some edits.
    fileprivate func isBased(on edits: StorageEdits) -> Bool {
        var base = self.edits?.base
        while let next = base {
            if next.edits === edits { return true }
            base = next.edits?.base
        }
        return false
    }

    fileprivate func isRelated(to other: ValueStorage) -> Bool {
        self === other || isBased(on: other) || other.isBased(on: self)
    }
}
