import XML2Dict

/// Writing elements that arrive one after the other: encoded records, and the root of a value.
extension DocumentWriter {
    /// Writes a document of one element under its key, and a line break.
    mutating func writeDocument(root: Entry, in tree: StorageView) throws(XMLError) {
        try beginDocument()
        try write(child(root, tree), in: tree)
        try endDocument()
    }

    /// Writes a record into the innermost element: an element under its key.
    mutating func writeRecord(_ record: Entry, in tree: StorageView) throws(XMLError) {
        try writeWhole(child(record, tree), in: tree)
    }

    private mutating func child(_ element: Entry, _ tree: StorageView) -> Node {
        Node(.child, element, unform.keys.key(element.key, tree, &tags.names).name, hasKey: false)
    }

    mutating func writeWhole(_ node: Node, in tree: StorageView) throws(XMLError) {
        try writeWhole { writer throws(XMLError) in try writer.write(node, in: tree) }
    }

    /// Begins a document with nested elements that stay open: writes each up to its last child, which it opens next.
    ///
    /// - Parameters:
    ///   - root: The root, under its name.
    ///   - names: The names of the elements in it that stay open, outermost first.
    ///   - tree: The memory of the root.
    /// - Returns: Whether each of the elements is there.
    /// - Throws: An `XMLError`.
    mutating func open(_ root: Entry, _ names: ArraySlice<String>, in tree: StorageView) throws(XMLError) -> Bool {
        var path: [Entry] = []
        var element = root
        for name in names {
            guard element.kind == .dictionary, element.length > 0 else { return false }
            let last = tree.entries[element.offset + element.length - 1]
            guard tree.names[last.key].utf8.elementsEqual(name.utf8) else { return false }
            path.append(element.dropLast)
            element = last
        }
        try beginDocument()
        for element in path + [element] { try open(element, child(element, tree).name, in: tree) }
        return true
    }
}

extension Entry {
    /// This dictionary without its last entry.
    fileprivate var dropLast: Entry { Entry(key: key, kind: kind, length: length - 1, offset: offset) }
}
