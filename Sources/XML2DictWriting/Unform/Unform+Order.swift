package import XML2Dict

/// The key of order, which gives the nodes of a dictionary another order.
///
///     {"b": ["x", "y"], "i": "z", "#text": ["1", "2"], "#order": ["b", "#text", "i", "b", "#text"]}
///
///     unordered    [ b: "x" ][ b: "y" ][ i: "z" ][ text "1" ][ text "2" ]
///     nodes        [ b: "x" ][ text "1" ][ i: "z" ][ b: "y" ][ text "2" ]
///
/// A key of the order for which no node is left is skipped. Nodes beyond the order come after the last node with their
/// key; nodes whose key the order does not have come at the end.
extension Unform {
    /// The nodes with one key, while an element is put in order.
    struct KeyPlaces: BitwiseCopyable {
        /// The element that they belong to.
        var element = -1
        /// How often the order has the key.
        var count = 0
        /// Those that have no place yet.
        var next = 0
        var end = 0
    }

    /// Finds the order of an element's content, and counts its keys.
    @inline(never)
    mutating func findOrder(of dictionary: Entry, _ names: inout TagNames) {
        for place in 0..<dictionary.childCount {
            let entry = tree.child(of: dictionary, at: place)
            guard keys.key(entry.key, tree, &names).role == .order, let order = order(in: entry) else { continue }
            content.order = order
            content.textCount = 0
            unordered.count = 0
            orderCount += 1
            for place in 0..<order.length {
                let key = keys.element(tree.text(tree.entries[order.offset + place]), &names)
                places[settled(key.name.key)].count += 1
                if key.role == .text { content.textCount += 1 }
            }
        }
        // If the order does not have the key of text, a string under that key is an attribute.
        if content.order != nil { content.isText = content.textCount > 0 || !rules.isTextKeyName }
    }

    /// The array of keys under the key of order, or the last item there, after elements with that name; `nil` without one.
    private mutating func order(in entry: Entry) -> Entry? {
        guard entry.kind == .array, entry.length > 0 else { return nil }
        let last = tree.entries[entry.offset + entry.length - 1]
        let array = last.kind == .array ? last : entry
        return isOrder(array) ? array : nil
    }

    mutating func isOrder(_ array: Entry) -> Bool {
        (0..<array.length).allSatisfy { tree.entries[array.offset + $0].isString }
    }

    /// Moves the nodes from `unordered` to `nodes`, in the order that the array of keys gives.
    mutating func arrange(by order: Entry, _ names: inout TagNames) {
        // The nodes of a key follow each other.
        for place in 0..<unordered.count {
            let key = settled(unordered[place].name.key)
            if places[key].end == 0 { places[key].next = place }
            places[key].end = place + 1
        }
        for place in 0..<order.length {
            let key = settled(keys.element(tree.text(tree.entries[order.offset + place]), &names).name.key)
            places[key].count -= 1
            // The last place of a key takes all that is left.
            take(places[key].count > 0 ? 1 : .max, of: key)
        }
        for place in 0..<unordered.count { take(.max, of: Int(unordered[place].name.key)) }
    }

    private mutating func take(_ count: Int, of key: Int) {
        let taken = (places[key].next..<max(places[key].next, places[key].end)).prefix(count)
        nodes.append(unordered, taken)
        places[key].next = taken.upperBound
    }

    /// Whether an array took the place of an element: the order has its key once.
    ///
    /// The order does not count an attribute with that key.
    mutating func replacesElement(_ array: Entry, _ key: WrittenNames.Key) -> Bool {
        guard content.order != nil, array.length > 1 else { return false }
        return places[settled(key.name.key)].count == 1
            && !rules.isAttribute(tree.entries[array.offset], key, false)
    }

    /// Resets the places of a key if they belong to another element, and returns the number of the key.
    private mutating func settled(_ key: Int32) -> Int {
        places.extend(to: Int(key) + 1, with: KeyPlaces())
        if places[Int(key)].element != orderCount { places[Int(key)] = KeyPlaces(element: orderCount) }
        return Int(key)
    }
}

/// Elements that are arrays in document order (JsonML): `["name", {"attribute": "x"}, "text", ["child"]]`.
extension Unform {
    /// Makes the nodes of such an element.
    mutating func makeNodes(ofOrdered element: Entry, _ names: inout TagNames) {
        let second = element.length > 1 ? tree.entries[element.offset + 1] : .nothing
        if second.isDictionary { addAttributes(of: second, &names) }
        addOrdered(element, from: second.isDictionary ? 2 : 1)
    }

    /// Makes the nodes of a root that the settings name: an element, or an array of nodes.
    mutating func makeContent(ofRoot value: Entry) {
        if isElement(value) {
            hasText = false
            nodes.append(Node(.ordered, value, hasKey: false))
        } else {
            addOrdered(value, from: 0)
        }
    }

    private mutating func addOrdered(_ array: Entry, from first: Int) {
        guard first < array.length else { return }
        hasText = (first..<array.length).contains { tree.entries[array.offset + $0].isText }
        nodes.append(Node(.ordered, array, hasKey: false, items: first..<array.length))
    }

    /// Whether a value is an element in document order, or another node, and not an array of such nodes.
    mutating func isElement(_ value: Entry) -> Bool {
        rules.isOrdered && value.kind == .array && value.length > 0 && tree.entries[value.offset].isString
    }

    /// The kind of an item, where all nodes such as comments count as one; `nil` for an item that is no node.
    mutating func kind(ofOrdered item: Entry, _ names: inout TagNames) -> Node.Kind? {
        guard isElement(item) else { return item.isText ? .text : nil }
        let role = keys.element(tree.text(tree.entries[item.offset]), &names).role
        return role == .cdata ? .cdata : role.isNode ? .comment : .child
    }

    /// The node that an item is.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - isDocument: Whether it is beside the root, or the root.
    ///   - names: The names of the document.
    /// - Returns: The node.
    /// - Throws: `WriteError` for an item of another form.
    package mutating func node(ofOrdered item: Entry, isDocument: Bool, _ names: inout TagNames) throws(WriteError)
        -> Node
    {
        guard item.kind == .array else {
            if item.isText, !isDocument { return Node(.text, item) }
            throw .value("an element is an array here, and its content is text and such arrays")
        }
        guard isElement(item) else { throw .value("the first item of an element is its name") }
        let key = keys.element(tree.text(tree.entries[item.offset]), &names)
        guard key.role == .cdata || key.role.isNode else { return Node(.child, item, key.name) }
        guard item.length == 2 else {
            throw .value("a node such as a comment is an array of its key and its content")
        }
        let content = tree.entries[item.offset + 1]
        // A comment that is null is empty here, and nothing under a key.
        let isEmpty = key.role == .comment && content.kind == .null
        let kind = isEmpty ? .comment : rules.kind(of: content, key, isDocument: isDocument, isText: false)
        guard let kind, kind != .ordered else {
            throw .value("a node such as a comment cannot have this content, or be here")
        }
        return Node(kind, content)
    }
}
