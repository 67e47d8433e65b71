import XML2Dict

/// Writing nodes: the next node of the innermost open element is written, without recursion.
///
///     nodes       0: item   content 1 … 3        1: id "7"   2: tag   content 4 … 4   3: tag   4: b "x"
///     unwritten   [ after 2: 3 ][ after 4: none ]                   text   <item><id>7</id><tag><b>x</b>
extension EncodingTree {
    /// Writes a document of the nodes.
    mutating func writeDocument() throws(WriteError) {
        try beginDocument()
        try write(0, isRoot: true)
        try tags.endLine()
    }

    private mutating func beginDocument() throws(WriteError) {
        tags.begin()
        try tags.putXMLDeclaration(nil)
    }

    /// Begins a document in which an element stays open, and writes all that is before its end.
    ///
    /// - Parameter names: The names of the elements in the root that stay open, each the last child of the one around it.
    /// - Returns: Whether each of the elements is there.
    /// - Throws: A `WriteError`.
    mutating func openDocument(_ names: ArraySlice<String>) throws(WriteError) -> Bool {
        var path: [Int32] = [0]
        for name in names {
            let content = content(of: path[path.count - 1])
            sortContent(of: content)
            let last = nodes[Int(content)].lastContent
            guard last >= 0, nodes[Int(last)].kind == .child,
                self.names[Int(nodes[Int(last)].name)].utf8.elementsEqual(name.utf8)
            else { return false }
            path.append(last)
        }
        try beginDocument()
        try write(0, isRoot: true, leavingOpen: path)
        return true
    }

    /// Ends a document in which elements stay open.
    mutating func endDocument() throws(WriteError) {
        while tags.openTags.count > 0 { try tags.end() }
        try tags.endLine()
    }

    /// Writes an element into the innermost one.
    ///
    /// - Parameters:
    ///   - element: The number of its node.
    ///   - isRoot: Whether its tag has the declarations of the root.
    ///   - path: The elements that stay open, outermost first; each is the last child of the one around it.
    /// - Throws: A `WriteError`.
    mutating func write(_ element: Int32, isRoot: Bool = false, leavingOpen path: [Int32] = []) throws(WriteError) {
        unwritten.count = 0
        try begin(element, isRoot: isRoot, staysOpen: !path.isEmpty)
        while let next = unwritten.last {
            let top = unwritten.count &- 1
            guard next >= 0 else {
                if unwritten.count <= path.count { return }
                unwritten.count = top
                try tags.end()
                continue
            }
            let node = nodes[Int(next)]
            unwritten[top] = node.next
            switch node.kind {
            case .child: try begin(next, isRoot: false, staysOpen: path.contains(next))
            case .text: try tags.putText(text(node.text))
            default: try writeOther(node)
            }
        }
    }

    @inline(never)
    private mutating func writeOther(_ node: EncodedNode) throws(WriteError) {
        switch node.kind {
        case .cdata: try tags.putSection(text(node.text))
        case .comment: try tags.putComment(text(node.text))
        case .instruction: try tags.putInstruction(node.name, text(node.text))
        default: break
        }
    }

    /// Writes an element that has only text, or begins another one.
    @inline(__always)
    private mutating func begin(_ element: Int32, isRoot: Bool, staysOpen: Bool) throws(WriteError) {
        try tags.startLine()
        let node = nodes[Int(element)]
        guard node.hasOnlyText, !isRoot, !staysOpen else { return try beginElement(element, isRoot, staysOpen) }
        try tags.end(tags.start(TagName(text: node.name)), text(node.text))
    }

    @inline(never)
    private mutating func beginElement(_ element: Int32, _ isRoot: Bool, _ staysOpen: Bool) throws(WriteError) {
        let content = content(of: element),
            name = TagName(key: nodes[Int(element)].name, text: nodes[Int(element)].name)
        sortContent(of: content)
        let node = nodes[Int(content)]
        var tag: TagWriter.Tag
        if isRoot || node.firstAttribute >= 0 {
            // Declarations are in force in the tag itself.
            if isRoot { for (name, uri) in plan.declarations { declare(name, uri) } }
            var next = node.firstAttribute
            while next >= 0 {
                tags.declare(TagName(text: nodes[Int(next)].name), text(nodes[Int(next)].text))
                next = nodes[Int(next)].next
            }
            tag = try tags.start(name, declaringFrom: tags.names.scope.declarations.count)
            if isRoot { for (name, uri) in plan.declarations { try putAttribute(name, uri, &tag) } }
            next = node.firstAttribute
            while next >= 0 {
                let name = nodes[Int(next)].name
                try tags.putAttribute(TagName(key: name, text: name), text(nodes[Int(next)].text), of: &tag)
                next = nodes[Int(next)].next
            }
        } else {
            tag = try tags.start(name)
        }
        if node.flags.contains(.isNull) { try putAttribute(plan.nilName, "true", &tag) }
        if node.flags.contains(.keepsSpace) { try keepSpace(of: node, &tag) }
        guard staysOpen || node.firstContent >= 0 || node.flags.contains(.hasText) else {
            return try tags.endEmpty(tag)
        }
        try tags.open(tag, text: node.flags.isDisjoint(with: [.hasText, .hasPieces]) ? .none : .some)
        if node.flags.contains(.hasText) { try tags.putText(text(node.text)) }
        unwritten.append(node.firstContent)
    }

    private mutating func declare(_ name: Int32, _ uri: String) {
        let uri = tags.names.number(of: uri)
        tags.declare(TagName(text: name), names[uri].utf8)
    }

    private mutating func putAttribute(_ name: Int32, _ text: String, _ tag: inout TagWriter.Tag) throws(WriteError) {
        let text = tags.names.number(of: text)
        try tags.putAttribute(TagName(key: name, text: name), names[text].utf8, of: &tag)
    }

    /// Adds `xml:space="preserve"`, unless the element has it.
    private mutating func keepSpace(of node: EncodedNode, _ tag: inout TagWriter.Tag) throws(WriteError) {
        guard let space = attribute(plan.spaceName, of: node) else {
            return try putAttribute(plan.spaceName, "preserve", &tag)
        }
        guard !text(space.text).elementsEqual("preserve".utf8) else { return }
        throw .value(
            "a text begins or ends with white space, and the attribute xml:space of its element lets readers remove it"
        )
    }

    private func text(_ text: EncodedNode.Text) -> UnsafeBufferPointer<UInt8> {
        bytes[text.offset..<text.offset &+ text.count]
    }

    // MARK: Content

    /// The node whose content an element has: its own, or that of the single associated value of an enumeration's case.
    ///
    /// The decoder takes a child `_0` first, so an element that has one is not replaced.
    private func content(of element: Int32) -> Int32 {
        let node = nodes[Int(element)]
        guard node.flags.contains(.isNested), node.firstContent >= 0, node.firstContent == node.lastContent,
            node.firstAttribute < 0
        else { return element }
        let value = nodes[Int(node.firstContent)]
        guard value.name == plan.associatedValueName, value.kind == .child, !value.flags.contains(.isItem),
            attribute(plan.associatedValueName, of: value) == nil
        else { return element }
        var child = value.firstContent
        while child >= 0 {
            let node = nodes[Int(child)]
            if node.name == plan.associatedValueName, node.kind == .child { return element }
            child = node.next
        }
        return node.firstContent
    }

    /// Sorts the attributes and the content of a dictionary by their names; the elements of a list stay in their order.
    private mutating func sortContent(of element: Int32) {
        guard nodes[Int(element)].flags.contains(.isDictionary) else { return }
        (nodes[Int(element)].firstAttribute, nodes[Int(element)].lastAttribute) = sorted(
            nodes[Int(element)].firstAttribute
        )
        (nodes[Int(element)].firstContent, nodes[Int(element)].lastContent) = sorted(nodes[Int(element)].firstContent)
    }

    /// Sorts the nodes of a list, and returns its ends.
    private mutating func sorted(_ first: Int32) -> (first: Int32, last: Int32) {
        var list: [(name: Int32, place: Int, node: Int32)] = []
        var next = first
        while next >= 0 {
            list.append((nodes[Int(next)].name, list.count, next))
            next = nodes[Int(next)].next
        }
        let names = names
        list.sort { one, other in
            names[Int(one.name)].precedes(names[Int(other.name)]) || one.name == other.name && one.place < other.place
        }
        for place in list.indices {
            nodes[Int(list[place].node)].next = place + 1 < list.count ? list[place + 1].node : -1
        }
        return (list.first?.node ?? -1, list.last?.node ?? -1)
    }
}
