extension XMLValue {
    /// The value under a key; `nil` when there is none, and when this is not a dictionary.
    ///
    /// It looks at the keys one by one, in document order.
    public subscript(key: String) -> XMLValue? {
        guard entry.isDictionary else { return nil }
        var key = key
        let tree = storage.tree, entry = entry
        let found = key.withUTF8 { key in
            tree.index(of: key, in: entry)
        }
        return found.map { child(at: $0) }
    }

    /// The value of the root element, when this is the value of a whole document; any other value itself.
    ///
    /// ```swift
    /// try XMLReader().read(contentsOf: "feed.xml").root["channel"]          // whatever the root is called
    /// ```
    public var root: XMLValue {
        guard let document = storage.document, entry.isSame(as: document.entry) else { return self }
        return XMLValue(storage: storage, entry: document.root)
    }

    /// The item of an array at a place; `nil` when there is none, and when this is not an array.
    public subscript(index: Int) -> XMLValue? {
        guard entry.kind == .array, index >= 0, index < entry.length else { return nil }
        return child(at: index)
    }

    /// What stands under a key, as a list: each item of an array; the value itself when there is one; nothing when there is none.
    ///
    /// An element that occurs once is not an array, and one that occurs twice is. A program that means "all of them" asks for
    /// the list and does not have to care.
    public func list(_ key: String) -> List {
        self[key]?.list ?? []
    }

    /// The items of an array; for any other value, a list of that one value.
    public var list: List {
        entry.kind == .array ? List(itemsOf: self) : [self]
    }
}

extension StorageView {
    /// Where in a dictionary a key is.
    func index(of key: UnsafeBufferPointer<UInt8>, in dictionary: Entry) -> Int? {
        guard let bytes = key.baseAddress else {
            return (0..<dictionary.childCount).first { names[child(of: dictionary, at: $0).key].byteCount == 0 }
        }
        for index in 0..<dictionary.childCount
        where names[child(of: dictionary, at: index).key].equals(bytes, count: key.count) {
            return index
        }
        return nil
    }
}
