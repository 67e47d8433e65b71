package import XML2Dict

/// Arranges the nodes of a dictionary in the order that its order key gives.
///
///     {"b": ["x", "y"], "i": "z", "#text": ["1", "2"], "#order": ["b", "#text", "i", "b", "#text"]}
///
///     unordered    [ b: "x" ][ b: "y" ][ i: "z" ][ text "1" ][ text "2" ]
///     nodes        [ b: "x" ][ text "1" ][ i: "z" ][ b: "y" ][ text "2" ]
///
/// `arrange` skips a key that has no nodes left. If a key has more nodes than occurrences in the order, the last
/// occurrence takes the rest. Nodes with keys that the order lacks come at the end.
extension Unform {
    struct KeyNodes: BitwiseCopyable {
        /// The `orderCount` of the element with these nodes, because `nodesByKey` keeps members of earlier elements.
        var element = -1
        /// The number of occurrences in the order that `arrange` has not yet reached.
        var occurrenceCount = 0
        var next = 0
        var end = 0
    }

    @inline(never)
    mutating func findOrder(of dictionary: Entry, _ names: inout TagNames) {
        for index in 0..<dictionary.childCount {
            let entry = tree.child(of: dictionary, at: index)
            guard keys.key(entry.key, tree, &names).role == .order, let order = order(in: entry) else { continue }
            content.order = order
            content.textCount = 0
            unordered.count = 0
            orderCount += 1
            for item in 0..<order.length {
                let key = keys.element(tree.text(tree.entries[order.offset + item]), &names)
                nodesByKey[settled(key.name.key)].occurrenceCount += 1
                if key.role == .text { content.textCount += 1 }
            }
        }
        // If the order lacks a text key that can be a name, a string under this key is an attribute.
        if content.order != nil { content.isText = content.textCount > 0 || !rules.isTextKeyName }
    }

    /// Returns the array of keys in an entry: the entry, or its last item if child elements share the order key.
    private mutating func order(in entry: Entry) -> Entry? {
        guard entry.kind == .array, entry.length > 0 else { return nil }
        let last = tree.entries[entry.offset + entry.length - 1]
        let array = last.kind == .array ? last : entry
        return isOrder(array) ? array : nil
    }

    mutating func isOrder(_ array: Entry) -> Bool {
        (0..<array.length).allSatisfy { tree.entries[array.offset + $0].isString }
    }

    mutating func arrange(by order: Entry, _ names: inout TagNames) {
        for index in 0..<unordered.count {
            let key = settled(unordered[index].name.key)
            if nodesByKey[key].end == 0 { nodesByKey[key].next = index }
            nodesByKey[key].end = index + 1
        }
        for item in 0..<order.length {
            let key = settled(keys.element(tree.text(tree.entries[order.offset + item]), &names).name.key)
            nodesByKey[key].occurrenceCount -= 1
            // The last occurrence of a key takes all remaining nodes.
            take(nodesByKey[key].occurrenceCount > 0 ? 1 : .max, of: key)
        }
        for index in 0..<unordered.count { take(.max, of: Int(unordered[index].name.key)) }
    }

    private mutating func take(_ count: Int, of key: Int) {
        let taken = (nodesByKey[key].next..<max(nodesByKey[key].next, nodesByKey[key].end)).prefix(count)
        nodes.append(unordered, taken)
        nodesByKey[key].next = taken.upperBound
    }

    /// Whether an array is the content of one element, because the order contains the array's key only once.
    mutating func replacesElement(_ array: Entry, _ key: WrittenNames.Key) -> Bool {
        guard content.order != nil, array.length > 1 else { return false }
        return nodesByKey[settled(key.name.key)].occurrenceCount == 1
            && !rules.isAttribute(tree.entries[array.offset], key, false)
    }

    /// Resets a key's nodes if an earlier element set them, and returns the index of the key.
    private mutating func settled(_ key: Int32) -> Int {
        nodesByKey.extend(to: Int(key) + 1, with: KeyNodes())
        if nodesByKey[Int(key)].element != orderCount { nodesByKey[Int(key)] = KeyNodes(element: orderCount) }
        return Int(key)
    }
}

/// Elements that are arrays in document order (JsonML): `["name", {"attribute": "x"}, "text", ["child"]]`.
extension Unform {
    mutating func makeNodes(ofOrdered element: Entry, _ names: inout TagNames) {
        let second = element.length > 1 ? tree.entries[element.offset + 1] : .nothing
        if second.isDictionary { addAttributes(of: second, &names) }
        addOrdered(element, from: second.isDictionary ? 2 : 1)
    }

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

    mutating func isElement(_ value: Entry) -> Bool {
        rules.isOrdered && value.kind == .array && value.length > 0 && tree.entries[value.offset].isString
    }

    /// Returns `.comment` also for an instruction and the DOCTYPE, and `nil` for an item that is not a node.
    mutating func kind(ofOrdered item: Entry, _ names: inout TagNames) -> Node.Kind? {
        guard isElement(item) else { return item.isText ? .text : nil }
        let role = keys.element(tree.text(tree.entries[item.offset]), &names).role
        return role == .cdata ? .cdata : role.isNode ? .comment : .child
    }

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
        // An item with null is an empty comment, whereas a null under a comment key is no node.
        let isEmpty = key.role == .comment && content.kind == .null
        let kind = isEmpty ? .comment : rules.kind(of: content, key, isDocument: isDocument, isText: false)
        guard let kind, kind != .ordered else {
            throw .value("a node such as a comment cannot have this content, or be here")
        }
        return Node(kind, content)
    }
}
