extension XMLValue {
    /// The value under a key, or `nil` if this is not a dictionary with the key.
    ///
    /// ```swift
    /// feed["rss"]?["channel"]?["title"] = "News"
    /// feed["rss"]?["channel"]?["ttl"] = nil            // removes the key
    /// ```
    ///
    /// The subscript compares the keys one by one, in document order. If no key is equal, `@id` means the attribute
    /// `id` in every convention, and `{URI}name` means a name whose namespace the reader expanded.
    ///
    /// An array of repeated elements has no keys, so the result is `nil`. `[path:]`, ``list(_:)`` and `[0]` return
    /// items of the array.
    ///
    /// The setter works on every kind of value:
    ///
    /// | value                  | effect                                                                          |
    /// |------------------------|---------------------------------------------------------------------------------|
    /// | dictionary             | replaces the value in place, or adds the key at the end; `nil` removes the key  |
    /// | array                  | sets the key in each item, because an element that occurs twice is an array     |
    /// | null                   | becomes a dictionary with that key; `nil` changes nothing                       |
    /// | string, number, boolean | becomes a dictionary with the text under the text key, and that key; `nil` changes nothing |
    ///
    /// In a value from a reader, a text that replaces an element becomes the text of the element, and the attributes
    /// stay. A new key adds an element, or an element for each item of an array. `@id` adds an attribute. The subscript
    /// converts a new value that follows the rules of ``XMLOptions/xmltodict`` to the reader's convention:
    ///
    /// ```swift
    /// menu["price"] = "0.60"                           // {"price": {"currency": "EUR", "text": "0.60"}}
    /// menu["price"]?["@currency"] = "USD"
    /// menu["item"] = ["@id": "7", "name": "Cake"]      // {"item": {"id": "7", "name": {"text": "Cake"}}}
    /// ```
    ///
    /// A change copies only the entries of this dictionary and of the dictionaries around it. Earlier copies of the
    /// value do not change, and share all other entries.
    public subscript(key: String) -> XMLValue? {
        get {
            index(of: key).map { child(at: $0) } ?? value(atStep: key)
        }
        set {
            set(newValue, under: key)
        }
        _modify {
            let index = index(of: key)
            var child = index.map { lend($0) } ?? value(atStep: key)
            let isThere = child != nil
            defer {
                if let index {
                    takeBack(child, at: index)
                } else if isThere || child != nil {
                    set(child, under: key)
                }
            }
            yield &child
        }
    }

    /// The root element of a document, or the value itself.
    ///
    /// ```swift
    /// try XMLReader().read(.file("feed.xml")).root["channel"]          // whatever the root is called
    /// ```
    ///
    /// The root of a dictionary with only one element is that element. Comments, processing instructions, the document
    /// type declaration, the XML declaration, the order and white space beside the element do not count. A literal has
    /// the same root as an equal document. If the reader drops the root's name, the document is the root.
    public var root: XMLValue {
        let roles = storage.roles
        guard entry.isDictionary, roles.form.keepsRoot else { return self }
        var root: XMLValue?
        for index in 0..<entry.childCount {
            let child = child(at: index)
            let role = roles[child.entry.key]
            if role.isNode || role == .order || child.entry.isString && role.isOfDeclaration { continue }
            if role == .text, roles.form.keepsOuterSpace, child.list.allSatisfy(\.isSpace) { continue }
            guard root == nil else { return self }
            root = child
        }
        return root ?? self
    }

    private var isSpace: Bool { string?.utf8.allSatisfy(XMLWhitespace.contains) ?? false }

    /// The item of an array at an index, or `nil` outside the array.
    ///
    /// ```swift
    /// channel["item"]?[0]?["title"] = "First"
    /// channel["item"]?[7] = nil                        // removes the item
    /// ```
    ///
    /// An element that occurs once is not an array, so index 0 of a value that is not an array is the value itself.
    ///
    /// Setting the index after the last item adds an item. Setting `nil` removes the item. In a value that is not an
    /// array, setting index 0 replaces the value, and setting index 1 makes an array of the value and the new item.
    /// Setting index 0 of such a value to `nil` changes nothing: remove the key instead. Any other index changes
    /// nothing and is not an error, because the document decides how many items exist. As with keys, a text that
    /// replaces or follows an element becomes the text of an element.
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

    /// Returns the values under a key, whether there are none, one or many.
    ///
    /// The reader makes an array only of repeated elements. For an element that occurs once, the list has one value.
    public func list(_ key: String) -> List {
        self[key]?.list ?? []
    }

    /// The items of an array, or a list of this one value.
    public var list: List { List(of: self) }
}

extension XMLValue {
    func index(of key: String) -> Int? {
        var key = key
        return key.withUTF8 { storage.tree.index(of: $0, in: entry) }
    }
}

extension StorageView {
    func index(of key: UnsafeBufferPointer<UInt8>, in dictionary: Entry) -> Int? {
        guard dictionary.isDictionary else { return nil }
        return (0..<dictionary.childCount).first { names[child(of: dictionary, at: $0).key].equals(key) }
    }
}
