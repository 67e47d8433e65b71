package import XML2Dict

/// Makes the nodes of an element from its value, by the conventions of a plan: the inverse of `Form`.
///
/// `{"@id": "7", "b": ["x", "y"], "#text": "z"}` becomes
///
///     attributes   [ attribute id: "7" ]
///     nodes        [ children b: "x", "y" ][ text "z" ]
///
/// The nodes of a child follow those of the open elements around it, until its end. `TagWriter` makes markup of nodes.
///
/// Most values are plain dictionaries, whose nodes this file makes. The extensions do the rest: `+Text` finds text and
/// white space that is layout, `+Order` keeps the order of nodes, `+Attributes` finds attributes and declarations,
/// `+Nodes` gives keys and items their kinds, `+Document` makes the nodes of a document, and `+Messages` explains keys
/// that have no place in XML.
package struct Unform: ~Copyable {
    /// The dictionary of an element or of the document, while its nodes are made.
    struct Content {
        var isDocument = false
        /// Whether an array in it may have taken its place.
        var mayBeReplaced = false
        /// The keys of its nodes in document order, if it has them.
        var order: Entry?
        /// How many of these keys are the key of text.
        var textCount = 1
        /// Whether a string under the key of text is text, and not an attribute.
        var isText = true
    }

    let rules: UnformRules
    var keys: WrittenNames
    /// The memory of the value.
    package var tree: StorageView
    /// The nodes of the open elements that are not attributes.
    package var nodes = GrowableBuffer<Node>()
    /// The attributes and the declarations of the element whose nodes were made last.
    package var attributes = GrowableBuffer<Node>()
    /// Whether one of them may declare a namespace.
    var declaresNamespaces = false
    /// Whether that element has text.
    var hasText = false
    var content = Content()
    /// The nodes of an element with a key of order, in the order of its entries.
    var unordered = GrowableBuffer<Node>()
    var places = GrowableBuffer<KeyPlaces>()
    /// How many elements with a key of order there were.
    var orderCount = 0

    package init(_ rules: UnformRules, _ names: NameView) {
        self.rules = rules
        keys = WrittenNames(rules)
        tree = StorageView(GrowableBuffer(), GrowableBuffer(), names, textKey: 0)
    }

    // MARK: Elements

    /// Makes the nodes of an element.
    ///
    /// - Parameters:
    ///   - value: Its value.
    ///   - isRoot: Whether it is the root.
    ///   - names: The names of the document.
    /// - Throws: `WriteError` for a value that no element has.
    package mutating func makeNodes(of value: Entry, isRoot: Bool, _ names: inout TagNames) throws(WriteError) {
        attributes.count = 0
        declaresNamespaces = false
        hasText = false
        switch value.kind {
        case .dictionary, .textOnly: try makeNodes(ofDictionary: value, isDocument: false, &names)
        case .array where !rules.isOrdered: try makeItems(of: value, isRoot, &names)
        // A root that the settings name has the value as its content.
        case .array where isRoot && rules.rootName != nil: makeContent(ofRoot: value)
        case .array: makeNodes(ofOrdered: value, &names)
        case .null: break
        case .string, .number, .boolean, .name:
            hasText = true
            nodes.append(Node(.text, value, hasKey: false))
        }
    }

    /// Makes the nodes of a dictionary.
    @inline(__always)
    mutating func makeNodes(
        ofDictionary dictionary: Entry,
        isDocument: Bool,
        _ names: inout TagNames
    ) throws(WriteError) {
        content = Content(isDocument: isDocument, mayBeReplaced: isDocument || dictionary.childCount == 1)
        if rules.keepsOrder { findOrder(of: dictionary, &names) }
        for place in 0..<dictionary.childCount {
            let child = tree.child(of: dictionary, at: place)
            let key = keys.key(child.key, tree, &names)
            if child.kind == .array { try makeNodes(ofArray: child, key, &names) } else { add(child, key, &names) }
        }
        if let order = content.order { arrange(by: order, &names) }
    }

    /// Adds the node of an entry.
    @inline(__always)
    private mutating func add(_ entry: Entry, _ key: WrittenNames.Key, _ names: inout TagNames) {
        if let kind = rules.kind(of: entry, key, isDocument: content.isDocument, isText: content.isText) {
            add(Node(kind, entry, key.name), key)
        } else if entry.isDictionary {
            addGroup(entry, key.role, &names)
        }
    }

    /// Adds the nodes of an array under a key: the array as one node, or its items.
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
                // Other nodes may be between the items.
                add(Node(kind, tree.entries[array.offset &+ start], key.name), key)
            } else {
                while end < array.length, self.kind(ofItem: end, of: array, key, textStart) == kind { end &+= 1 }
                if let kind { add(Node(kind, array, key.name, items: start..<end), key) }
            }
            // A name that gets a prefix counts where it is written.
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

    /// Adds a node to the element, or to its start tag.
    @inline(__always)
    private mutating func add(_ node: Node, _ key: WrittenNames.Key) {
        switch node.kind {
        case .child: break
        case .text, .cdata: hasText = true
        // A document has no start tag, and its attributes have no place.
        case .attribute where !content.isDocument: return addAttributes(node, key)
        default: break
        }
        if content.order == nil { nodes.append(node) } else { unordered.append(node) }
    }

    /// Makes the children of an element that is an array of items without keys.
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
