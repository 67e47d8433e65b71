import XML2Dict

/// Writing a document in which an element stays open for records.
extension XMLTextWriter {
    /// Begins a document whose root has the name of the settings, and stays open for items.
    mutating func beginRoot() throws(XMLError) {
        let key = elementKey(rules.rootName ?? []), tree = noTree
        try write { writer throws(WriteError) in try writer.beginDocument(.nothing, key, tree, staysOpen: true) }
    }

    /// Begins a document with nested elements that stay open: writes each up to its last child, which it opens next.
    ///
    /// - Parameters:
    ///   - root: The root, under its name.
    ///   - names: The names of the elements in it that stay open, outermost first.
    ///   - tree: The memory of the root.
    /// - Returns: Whether each of the elements is there.
    /// - Throws: An `XMLError`.
    mutating func open(
        _ root: Entry,
        _ names: ArraySlice<String>,
        in tree: StorageView
    ) throws(XMLError) -> Bool {
        var isFound = true
        try write { writer throws(WriteError) in isFound = try writer.openElements(root, names, tree) }
        return isFound
    }

    private mutating func openElements(
        _ root: Entry,
        _ names: ArraySlice<String>,
        _ tree: StorageView
    ) throws(WriteError) -> Bool {
        var path: [Entry] = [root]
        for name in names {
            guard let last = Self.lastElement(of: path[path.count - 1], named: name, tree) else { return false }
            path[path.count - 1] = path[path.count - 1].dropLast
            path.append(last)
        }
        try beginDocument(path[0], self.names.key(path[0].key, tree), tree, staysOpen: true)
        try writeElements(downTo: stack.count, tree)
        for element in path.dropFirst() {
            try startLine(depth: stack.count - 1)
            try beginElement(element, self.names.key(element.key, tree), tree, staysOpen: true)
            try writeElements(downTo: stack.count, tree)
        }
        return true
    }

    private static func lastElement(of element: Entry, named name: String, _ tree: StorageView) -> Entry? {
        guard element.kind == .dictionary, element.length > 0 else { return nil }
        let last = tree.entries[element.offset + element.length - 1]
        return tree.names[last.key].utf8.elementsEqual(name.utf8) ? last : nil
    }

    /// Writes an item into the innermost element: a node in document order, or an element with the name of the settings.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - index: Its place in an array, for error messages.
    ///   - tree: The memory of the value.
    /// - Throws: An `XMLError` with the place in the value.
    mutating func writeItem(_ item: Entry, at index: Int? = nil, in tree: StorageView) throws(XMLError) {
        // Errors find the place of the item in a part of which it is the last item.
        let count = index.map { $0 + 1 } ?? 0
        stack[stack.count - 1].current = index == nil ? -1 : plan.count
        plan.append(ElementPart(.item, .nothing, .unknown, items: count..<count))
        try writeRecord(rules.form.isOrdered ? .node : .item, item, .unknown, in: tree)
        plan.count -= 1
    }

    /// Writes a record into the innermost element: an element under its name.
    mutating func writeRecord(_ record: Entry, in tree: StorageView) throws(XMLError) {
        stack[stack.count - 1].current = -1
        try writeRecord(.element, record, names.key(record.key, tree), in: tree)
    }

    private mutating func writeRecord(
        _ role: Part,
        _ record: Entry,
        _ key: WrittenNames.Key,
        in tree: StorageView
    ) throws(XMLError) {
        let depth = stack.count
        try write { writer throws(WriteError) in
            try writer.write(role, record, key, tree)
            try writer.writeElements(downTo: depth, tree)
        }
    }

    /// Writes the end tag of the document, and a line break.
    mutating func endRoot() throws(XMLError) {
        try write { writer throws(WriteError) in
            while writer.stack.count > 0 { try writer.endElement() }
        }
    }
}

extension Entry {
    /// This dictionary without its last entry.
    fileprivate var dropLast: Entry { Entry(key: key, kind: kind, length: length - 1, offset: offset) }
}
