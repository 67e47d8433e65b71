import XML2Dict

/// Writing a document in which an element stays open for records.
extension XMLTextWriter {
    /// Opens nested elements: writes each up to its last child, which it opens next.
    ///
    /// - Parameters:
    ///   - root: The root, in document order.
    ///   - names: The names of the elements in it that stay open, outermost first.
    ///   - tree: The memory of the root.
    /// - Returns: Whether each of the elements is there.
    /// - Throws: An `XMLWriterError`.
    mutating func open(
        _ root: Entry,
        _ names: ArraySlice<String>,
        in tree: StorageView
    ) throws(XMLWriterError) -> Bool {
        var isFound = true
        try write { writer throws(Stop) in isFound = try writer.openElements(root, names, tree) }
        return isFound
    }

    private mutating func openElements(
        _ root: Entry,
        _ names: ArraySlice<String>,
        _ tree: StorageView
    ) throws(Stop) -> Bool {
        var element = root
        for name in names {
            guard let last = Self.lastElement(of: element, named: name, tree) else { return false }
            try openElement(element.dropLast, tree)
            element = last
        }
        try openElement(element, tree)
        return true
    }

    private mutating func openElement(_ element: Entry, _ tree: StorageView) throws(Stop) {
        if stack.count == 0 {
            try beginDocument(element, tree, staysOpen: true)
        } else {
            try writeContent(element, tree, staysOpen: true)
        }
        try writeElements(downTo: stack.count, tree)
    }

    private static func lastElement(of element: Entry, named name: String, _ tree: StorageView) -> Entry? {
        let last = tree.entries[element.offset + element.length - 1]
        guard element.length > 1, last.kind == .array else { return nil }
        return tree.text(tree.entries[last.offset]).elementsEqual(name.utf8) ? last : nil
    }
}

extension Entry {
    /// This array without its last item.
    fileprivate var dropLast: Entry { Entry(key: key, kind: kind, length: length - 1, offset: offset) }
}
