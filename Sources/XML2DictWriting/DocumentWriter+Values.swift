package import XML2Dict

/// Writing values that arrive one after the other: each as a document, or all as the items of one document.
///
/// With a name for the root and a name for the items, all values are items of one document. An array gives its items,
/// unless it is an element in document order, so one array and a value for each item give the same document.
extension DocumentWriter {
    /// Begins to write values to an open file, as a writer writes them.
    ///
    /// - Throws: An `XMLError` for options that contradict each other.
    package init(_ writer: XMLWriter, to fileDescriptor: Int32) throws(XMLError) {
        self.init(try writer.plan(), to: .file(fileDescriptor))
        tags.names.readCount = 0
    }

    /// Whether all values are items of one document, and whether it has begun.
    package var hasOneDocument: Bool { unform.rules.hasItems }
    package var isInDocument: Bool { hasOneDocument && isOpen }

    /// Begins an input: its values have another table of names.
    package mutating func beginInput() { unform.keys.forgetKeys() }

    /// Notes how many bytes more have been read, which bounds the names that are written (AMPLIFY-BOUND).
    package mutating func note(read count: Int) { tags.names.readCount += count }

    /// Writes a value: as a document, or as the next item of one document; of an array, each item.
    ///
    /// A value that cannot be written leaves nothing in the file.
    package mutating func write(_ stored: StoredValue) throws(XMLError) {
        let value = stored.entry, tree = stored.tree
        count += 1
        unform.tree = tree
        if let itemName = unform.rules.itemName, hasOneDocument {
            let kind = unform.rules.childKind, name = unform.keys.element(itemName, &tags.names)
            if value.kind == .array, !unform.isElement(value) {
                for item in 0..<value.length {
                    try writeItem(Node(kind, value, name, hasKey: false, items: item..<item + 1), in: tree)
                }
            } else {
                try writeItem(Node(kind, value, name, hasKey: false), in: tree)
            }
        } else {
            try writeWhole { writer throws(XMLError) in try writer.writeDocument(value, in: tree) }
        }
        if guess.isEmpty { unform.guessKeys(of: value, into: &guess, &tags.names) }
    }

    private mutating func writeItem(_ item: Node, in tree: StorageView) throws(XMLError) {
        if !isOpen, let rootName = unform.rules.rootName {
            try beginDocument()
            try open(.nothing, unform.keys.element(rootName, &tags.names), in: tree)
        }
        try writeWhole { writer throws(XMLError) in try writer.write(item, in: tree) }
    }

    /// Writes the end of the document of all values, and everything that has not reached the file yet.
    package mutating func finish() throws(XMLError) {
        if hasOneDocument {
            if isOpen { try endDocument() } else { try writeDocument(.emptyString(under: 0), in: unform.tree) }
        }
        try flush()
    }
}
