/// Writing a document in which an element stays open for records.
extension XMLTextWriter {
    /// Writes elements of which each is the last content of the one before, up to the end tag of the last one.
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
        var element = root, depth = 2
        for name in names {
            guard let last = Self.lastElement(of: element, named: name, tree) else { return false }
            try open(element.dropLast, depth, tree)
            element = last
            depth += 1
        }
        try open(element, depth, tree)
        return true
    }

    private mutating func open(_ element: Entry, _ depth: Int, _ tree: StorageView) throws(XMLWriterError) {
        do throws(Stop) {
            if depth == 2 {
                try beginDocument(element, tree, staysOpen: true)
            } else {
                try writeContent(element, tree, staysOpen: true)
            }
            try writeElements(downTo: depth, tree)
        } catch {
            throw explain(error)
        }
    }

    private static func lastElement(of element: Entry, named name: String, _ tree: StorageView) -> Entry? {
        let last = tree.entries[element.offset + element.length - 1]
        guard element.length > 1, last.kind == .array else { return nil }
        return tree.text(tree.entries[last.offset]).elementsEqual(name.utf8) ? last : nil
    }

    /// Writes a record, in document order, into the innermost element.
    mutating func writeRecord(_ record: Entry, in tree: StorageView) throws(XMLWriterError) {
        let depth = stack.count
        do throws(Stop) {
            try writeContent(record, tree)
            try writeElements(downTo: depth, tree)
        } catch {
            throw explain(error)
        }
    }
}

extension Entry {
    /// This array without its last item.
    fileprivate var dropLast: Entry { Entry(key: key, kind: kind, length: length - 1, offset: offset) }
}
