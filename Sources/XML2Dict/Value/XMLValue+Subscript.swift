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

    /// The value of the only element of a dictionary; for any other value, that value.
    ///
    /// ```swift
    /// try XMLReader().read(contentsOf: "feed.xml").root["channel"]          // whatever the root is called
    /// ```
    ///
    /// For a whole document, it is the value of the root element. It depends only on the content of the value and on
    /// the options of the reader, so a literal has the same root as an equal document. These keys do not count: those
    /// of comments, processing instructions and the document type declaration, and `version` and `encoding` when the
    /// options include the XML declaration. Values of a reader that drops the root's name are their own roots.
    public var root: XMLValue {
        let convention = storage.convention
        guard entry.isDictionary, convention.keepsRoot else { return self }
        var root: XMLValue?
        for place in 0..<entry.childCount {
            let child = child(at: place)
            if convention.nodeKeys.contains(child.entry.key) { continue }
            if child.entry.isString, convention.xmlDeclarationKeys.contains(child.entry.key) { continue }
            guard root == nil else { return self }
            root = child
        }
        return root ?? self
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
