extension XMLValue {
    /// The value under a key; `nil` when the dictionary has no such key, and for any other kind of value.
    ///
    /// ```swift
    /// feed["rss"]?["channel"]?["title"] = "News"
    /// feed["rss"]?["channel"]?["ttl"] = nil            // removes the key
    /// ```
    ///
    /// It compares the keys one by one, in document order. A key that is spelled like the last step of a path means the
    /// same as there: `@id` is the attribute `id` in every convention, and `{URI}name` is a name whose namespace is
    /// expanded. A key with exactly this spelling comes first.
    ///
    /// For an array of repeated elements it is `nil`: `[path:]`, ``list(_:)`` and `[0]` lead into its items.
    ///
    /// Setting it works on every kind of value:
    ///
    /// | value                  | effect                                                                          |
    /// |------------------------|---------------------------------------------------------------------------------|
    /// | dictionary             | replaces the value in place, or adds the key at the end; `nil` removes the key  |
    /// | array                  | sets the key of each item: an element that occurs twice is an array             |
    /// | null                   | becomes a dictionary with that key; `nil` changes nothing                       |
    /// | string, number, boolean | becomes a dictionary with the text under the text key, and that key; `nil` changes nothing |
    ///
    /// In a value that a reader made, a text that is set over an element becomes the text of that element, which keeps
    /// its attributes. A new key is an element, and so is each item of an array; `@id` adds an attribute. The new value
    /// can follow the rules of ``XMLOptions/xmltodict``; the subscript converts it to the reader's convention:
    ///
    /// ```swift
    /// menu["price"] = "0.60"                           // {"price": {"currency": "EUR", "text": "0.60"}}
    /// menu["price"]?["@currency"] = "USD"
    /// menu["item"] = ["@id": "7", "name": "Cake"]      // {"item": {"id": "7", "name": {"text": "Cake"}}}
    /// ```
    ///
    /// A change copies only the part that changes: the entries of this dictionary and of those around it. Copies of the
    /// value keep what they had, and share the rest.
    public subscript(key: String) -> XMLValue? {
        get {
            place(of: key).map { child(at: $0) } ?? value(atStep: key)
        }
        set {
            set(newValue, under: key)
        }
        _modify {
            let place = place(of: key)
            var child = place.map { lend($0) } ?? value(atStep: key)
            let isThere = child != nil
            defer {
                if let place {
                    takeBack(child, at: place)
                } else if isThere || child != nil {
                    set(child, under: key)
                }
            }
            yield &child
        }
    }

    /// The value of the only element of a dictionary; for any other value, that value.
    ///
    /// ```swift
    /// try XMLReader().read(.file("feed.xml")).root["channel"]          // whatever the root is called
    /// ```
    ///
    /// For a whole document, it is the value of the root element. It depends only on the content of the value and on
    /// the options of the reader, so a literal has the same root as an equal document. These keys do not count: those
    /// of comments, processing instructions, the document type declaration and the order, those of the XML declaration
    /// and that of white space, if the options have them beside the root. Values of a reader that drops the root's name
    /// are their own roots.
    public var root: XMLValue {
        let roles = storage.roles
        guard entry.isDictionary, roles.form.keepsRoot else { return self }
        var root: XMLValue?
        for place in 0..<entry.childCount {
            let child = child(at: place)
            let role = roles[child.entry.key]
            if role.isNode || role == .order || child.entry.isString && role.isOfDeclaration { continue }
            if role == .text, roles.form.keepsOuterSpace, child.list.allSatisfy(\.isSpace) { continue }
            guard root == nil else { return self }
            root = child
        }
        return root ?? self
    }

    private var isSpace: Bool { string?.utf8.allSatisfy(XMLWhitespace.contains) ?? false }

    /// The item of an array at an index; `nil` outside the array.
    ///
    /// ```swift
    /// channel["item"]?[0]?["title"] = "First"
    /// channel["item"]?[7] = nil                        // removes the item
    /// ```
    ///
    /// An element that occurs once is not an array, so index 0 of any other value is that value.
    ///
    /// Setting the index that equals the array's count adds an item; setting `nil` removes the item at the index. Setting
    /// index 0 of any other value replaces that value, and setting index 1 makes an array of it and the new item.
    /// Setting index 0 of such a value to `nil` changes nothing: remove the key instead. Setting any other index changes
    /// nothing: the document decides how many items there are, so this is not an error.
    ///
    /// A text in place of an element, or after one, is the text of an element, as for keys.
    public subscript(index: Int) -> XMLValue? {
        get {
            guard entry.kind == .array else { return index == 0 ? self : nil }
            guard index >= 0, index < entry.length else { return nil }
            return child(at: index)
        }
        set {
            setItem(index, to: newValue)
        }
        _modify {
            let isItem = entry.kind == .array && index >= 0 && index < entry.length
            let isWhole = entry.kind != .array && index == 0
            var child = isItem ? lend(index) : isWhole ? takeAll() : nil
            defer {
                if isItem {
                    takeBack(child, at: index)
                } else if isWhole {
                    if let child { takeBackAll(child) }
                } else if child != nil {
                    setItem(index, to: child)
                }
            }
            yield &child
        }
    }

    /// Sets or removes the item at an index.
    private mutating func setItem(_ index: Int, to value: XMLValue?) {
        let isArray = entry.kind == .array
        var edit = ValueEdit(of: self)
        if isArray, index >= 0, index < entry.length {
            if let value { edit.replace(index, of: &self, by: value) } else { edit.remove(index, of: &self) }
        } else if let value, index == (isArray ? entry.length : 1) {
            edit.append(item: value, to: &self)
        } else if let value, !isArray, index == 0 {
            edit.replace(&self, by: value)
        }
    }

    /// The values under a key as a list: the items of an array, or the one value; empty when the key is absent.
    ///
    /// An element that occurs once is not an array, but an element that occurs twice is. The list has all of them in
    /// both cases.
    public func list(_ key: String) -> List {
        self[key]?.list ?? []
    }

    /// The items of an array; for any other value, a list of that one value.
    public var list: List { List(of: self) }
}

extension XMLValue {
    /// The place of a key; `nil` when this is no dictionary or does not have it.
    func place(of key: String) -> Int? {
        var key = key
        return key.withUTF8 { storage.tree.index(of: $0, in: entry) }
    }
}

extension StorageView {
    /// The place of a key in a dictionary; `nil` when it is absent, or this is not a dictionary.
    func index(of key: UnsafeBufferPointer<UInt8>, in dictionary: Entry) -> Int? {
        guard dictionary.isDictionary else { return nil }
        return (0..<dictionary.childCount).first { names[child(of: dictionary, at: $0).key].equals(key) }
    }
}
