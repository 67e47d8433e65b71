import XML2Dict

/// Makes the nodes of an element from the linked nodes when `NodeWriter` writes the element.
///
///     linked   0: item   content 1 … 3        1: id "7"   2: tag   content 4 … 4   3: tag   4: b "x"
///     nodes    [ child 1 ][ child 2 ][ child 3 ]   child 2: [ child 4 ]      text   <item><id>7</id><tag><b>x</b>
extension EncodingTree: NodeSource {
    var attributeSteps: String { "" }

    var root: Node { child(0) }

    private func child(_ index: Int32) -> Node {
        let content = Entry(key: 0, kind: .dictionary, length: 0, offset: Int(index))
        return node(.child, content, named: encoded[Int(index)].name)
    }

    private func node(_ kind: Node.Kind, _ content: Entry, named name: Int32) -> Node {
        Node(kind, content, TagName(key: name, text: name), hasKey: false)
    }

    @inline(__always)
    mutating func wholeText(of element: Entry, _: inout TagNames) -> UnsafeBufferPointer<UInt8>? {
        let node = encoded[element.offset]
        return node.hasOnlyText ? tree.text(node.text) : nil
    }

    mutating func makeNodes(of element: Entry, isRoot: Bool, _ names: inout TagNames) throws(WriteError) {
        let index = content(of: Int32(element.offset))
        sortContent(of: index, names.view)
        let parent = encoded[Int(index)]
        attributes.count = 0
        declaresNamespaces = false
        for (_, attribute) in nodes(of: parent.attributes) {
            if names.checked(attribute.name).parts.role == .declaration { declaresNamespaces = true }
            attributes.append(node(.attribute, attribute.text, named: attribute.name))
        }
        if parent.flags.contains(.keepsSpace) { try keepSpace(of: parent) }
        hasText = parent.text.length > 0 || parent.flags.contains(.hasTextNodes)
        if parent.text.length > 0 { nodes.append(Node(.text, parent.text, hasKey: false)) }
        for (childIndex, linked) in nodes(of: parent.content) {
            nodes.append(linked.kind == .child ? child(childIndex) : node(linked.kind, linked.text, named: linked.name))
        }
    }

    private mutating func keepSpace(of element: EncodedNode) throws(WriteError) {
        guard let space = attribute(plan.spaceName, of: element) else {
            return attributes.append(node(.attribute, Self.preserve, named: plan.spaceName))
        }
        guard !tree.text(space.text).elementsEqual("preserve".utf8) else { return }
        throw .value(
            "a text begins or ends with white space, and the attribute xml:space of its element lets readers remove it"
        )
    }

    mutating func text(from _: Int, _: inout TagNames) -> TagWriter.ElementText { hasText ? .some : .none }

    mutating func text(of node: Node, _: borrowing TagNames) -> UnsafeBufferPointer<UInt8> { tree.text(node.content) }

    mutating func node(ofOrdered item: Entry, isDocument: Bool, _: inout TagNames) -> Node { Node(.text, item) }

    mutating func putInstructions(of text: Entry, _ name: TagName, to tags: inout TagWriter) throws(WriteError) {
        try tags.putInstruction(name.text, tree.text(text))
    }

    mutating func explain(_ stop: WriteError, isRoot: Bool, _ names: inout TagNames) -> WriteError { stop }

    /// Returns the element, or the element's child `_0` for an enumeration's case with one unnamed value.
    ///
    /// The decoder looks for a child `_0` first, so a `_0` with a child or an attribute `_0` stays in the document.
    private func content(of element: Int32) -> Int32 {
        let node = encoded[Int(element)]
        guard node.flags.contains(.isNested), !node.content.isEmpty, node.content.first == node.content.last,
            node.attributes.isEmpty
        else { return element }
        let value = encoded[Int(node.content.first)]
        guard value.name == plan.associatedValueName, value.kind == .child, !value.flags.contains(.isItem),
            attribute(plan.associatedValueName, of: value) == nil
        else { return element }
        let isReplaced = !nodes(of: value.content).contains { _, child in
            child.name == plan.associatedValueName && child.kind == .child
        }
        return isReplaced ? node.content.first : element
    }

    private mutating func sortContent(of element: Int32, _ names: NameView) {
        guard encoded[Int(element)].flags.contains(.isDictionary) else { return }
        encoded[Int(element)].attributes = sorted(encoded[Int(element)].attributes, names)
        encoded[Int(element)].content = sorted(encoded[Int(element)].content, names)
    }

    private mutating func sorted(_ list: EncodedNode.List, _ names: NameView) -> EncodedNode.List {
        let sorted = nodes(of: list).sorted { one, other in
            let name = one.node.name, otherName = other.node.name
            return names[Int(name)].precedes(names[Int(otherName)]) || name == otherName && one.index < other.index
        }
        var list = EncodedNode.List()
        for (index, _) in sorted {
            encoded[Int(index)].next = -1
            list = self.list(list, followedBy: index)
        }
        return list
    }
}
