extension XMLValue {
    /// The value under a key; `nil` when the dictionary has no such key, and for any other kind of value.
    ///
    /// It compares the keys one by one, in document order.
    public subscript(key: String) -> XMLValue? {
        guard entry.isDictionary else { return nil }
        var key = key
        let tree = storage.tree, entry = entry
        let found = key.withUTF8 { tree.index(of: $0, in: entry) }
        return found.map { child(at: $0) }
    }

    /// The value of the root element of a whole document; for any other value, that value.
    ///
    /// ```swift
    /// try XMLReader().read(contentsOf: "feed.xml").root["channel"]          // whatever the root is called
    /// ```
    public var root: XMLValue {
        guard let document = storage.document, entry.isSame(as: document.entry) else { return self }
        return XMLValue(storage: storage, entry: document.root)
    }

    /// The item of an array at an index; `nil` outside the array, and for any other kind of value.
    public subscript(index: Int) -> XMLValue? {
        guard entry.kind == .array, index >= 0, index < entry.length else { return nil }
        return child(at: index)
    }

    /// The values under a key as a list: the items of an array, or the one value; empty when the key is absent.
    ///
    /// An element that occurs once is not an array, but an element that occurs twice is. The list has all of them in
    /// both cases.
    public func list(_ key: String) -> List {
        self[key]?.list ?? []
    }

    /// The items of an array; for any other value, a list of that one value.
    public var list: List {
        entry.kind == .array ? List(itemsOf: self) : [self]
    }
}

extension StorageView {
    /// The place of a key in a dictionary; `nil` when the dictionary does not have it.
    func index(of key: UnsafeBufferPointer<UInt8>, in dictionary: Entry) -> Int? {
        (0..<dictionary.childCount).first { names[child(of: dictionary, at: $0).key].equals(key) }
    }
}
