package import XML2Dict

/// Makes the nodes of an element from its value, by the conventions of a plan: the inverse of `Form`.
///
/// `{"@id": "7", "b": ["x", "y"], "#text": "z"}` becomes
///
///     attributes   [ attribute id: "7" ]
///     nodes        [ children b: "x", "y" ][ text "z" ]
///
/// In `nodes`, the nodes of a child follow the nodes of all open elements, until `NodeWriter` ends the child.
package struct Unform: ~Copyable {
    struct Content {
        var isDocument = false
        /// Whether an array may be the content of one element, because the dictionary is a document or has one key.
        var mayBeReplaced = false
        var order: Entry?
        var textCount = 1
        var isText = true
    }

    let rules: UnformRules
    var keys: WrittenNames
    package var tree: StorageView
    package var nodes = GrowableBuffer<Node>()
    package var attributes = GrowableBuffer<Node>()
    var declaresNamespaces = false
    var hasText = false
    var content = Content()
    /// The nodes of an element with an order, before `arrange` moves them to `nodes`.
    var unordered = GrowableBuffer<Node>()
    var nodesByKey = GrowableBuffer<KeyNodes>()
    /// The number of elements with an order so far, which identifies the current element in `nodesByKey`.
    var orderCount = 0

    package init(_ rules: UnformRules, _ names: NameView) {
        self.rules = rules
        keys = WrittenNames(rules)
        tree = StorageView(GrowableBuffer(), GrowableBuffer(), names, textKey: 0)
    }

    package mutating func makeNodes(of value: Entry, isRoot: Bool, _ names: inout TagNames) throws(WriteError) {
        attributes.count = 0
        declaresNamespaces = false
        hasText = false
        switch value.kind {
        case .dictionary, .textOnly: try makeNodes(ofDictionary: value, isDocument: false, &names)
        case .array where !rules.isOrdered: try makeItems(of: value, isRoot, &names)
        // A root that `rootName` adds has the value as its content.
        case .array where isRoot && rules.rootName != nil: makeContent(ofRoot: value)
        case .array: makeNodes(ofOrdered: value, &names)
        case .null: break
        case .string, .number, .boolean, .name:
            hasText = true
            nodes.append(Node(.text, value, hasKey: false))
        }
    }

    @inline(__always)
    mutating func makeNodes(
        ofDictionary dictionary: Entry,
        isDocument: Bool,
        _ names: inout TagNames
    ) throws(WriteError) {
        content = Content(isDocument: isDocument, mayBeReplaced: isDocument || dictionary.childCount == 1)
        if rules.keepsOrder { findOrder(of: dictionary, &names) }
        for index in 0..<dictionary.childCount {
            let child = tree.child(of: dictionary, at: index)
            let key = keys.key(child.key, tree, &names)
            if child.kind == .array { try makeNodes(ofArray: child, key, &names) } else { add(child, key, &names) }
        }
        if let order = content.order { arrange(by: order, &names) }
    }

    @inline(__always)
    private mutating func add(_ entry: Entry, _ key: WrittenNames.Key, _ names: inout TagNames) {
        if let kind = rules.kind(of: entry, key, isDocument: content.isDocument, isText: content.isText) {
            add(Node(kind, entry, key.name), key)
        } else if entry.isDictionary {
            addGroup(entry, key.role, &names)
        }
    }

    private mutating func makeNodes(
        ofArray array: Entry,
        _ key: WrittenNames.Key,
        _ names: inout TagNames
    ) throws(WriteError) {
        if isOneNode(array, key) { return add(array, key, &names) }
        let textStart = rules.textStart(of: array, key, textCount: content.textCount)
        var start = 0
        while start < array.length {
            let kind = kind(ofItem: start, of: array, key, textStart)
            var end = start &+ 1
            if let kind, content.order != nil {
                add(Node(kind, tree.entries[array.offset &+ start], key.name), key)
            } else {
                while end < array.length, self.kind(ofItem: end, of: array, key, textStart) == kind { end &+= 1 }
                if let kind { add(Node(kind, array, key.name, items: start..<end), key) }
            }
            // `TagWriter.qualified` counts the bytes of a name in a namespace.
            if kind == .child, key.name.namespace < 0 {
                try names.count(2 &* names.view[Int(key.name.text)].byteCount, of: end &- start)
            }
            start = end
        }
    }

    @inline(__always)
    private mutating func kind(
        ofItem item: Int,
        of array: Entry,
        _ key: WrittenNames.Key,
        _ textStart: Int
    ) -> Node.Kind? {
        let entry = tree.entries[array.offset &+ item]
        return rules.kind(of: entry, key, isDocument: content.isDocument, isText: item >= textStart)
    }

    @inline(__always)
    private mutating func add(_ node: Node, _ key: WrittenNames.Key) {
        switch node.kind {
        case .child: break
        case .text, .cdata: hasText = true
        // A document has no start tag for attributes, so `NodeWriter` refuses such a node.
        case .attribute where !content.isDocument: return addAttributes(node, key)
        default: break
        }
        if content.order == nil { nodes.append(node) } else { unordered.append(node) }
    }

    private mutating func makeItems(of array: Entry, _ isRoot: Bool, _ names: inout TagNames) throws(WriteError) {
        guard array.length > 0 else { return }
        guard let itemName = rules.itemName else {
            throw isRoot
                ? Self.unnamedItems
                : .value("an array in an array has no form in XML; \(option: "itemName") makes an element of it")
        }
        let name = keys.element(itemName, &names)
        nodes.append(Node(.child, array, name, hasKey: false, items: 0..<array.length))
    }

    static var unnamedItems: WriteError {
        .value("the items of this array have no name; \(option: "itemName") gives one")
    }
}
