package import XML2Dict

/// Writes values that arrive one after the other: each as a document, or all as the items of one document.
///
/// With a name for the root and a name for the items, all values are items of one document. An array gives its items,
/// unless it is an element in document order, so one array and a value for each item give the same document.
package struct XMLSeriesWriter: ~Copyable {
    private var text: XMLTextWriter
    package let hasOneDocument: Bool
    /// How many values have been written.
    package private(set) var count = 0
    /// Whether the one document has begun.
    package private(set) var isInDocument = false
    /// Keys under which strings became elements, although they may have been attributes: some of the first value with any.
    package private(set) var guessedKeys: [String] = []

    /// - Parameters:
    ///   - writer: The options, the names and the form.
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    /// - Throws: An `XMLError` for options that contradict each other.
    package init(_ writer: XMLWriter, to fileDescriptor: Int32) throws(XMLError) {
        // All that can fail comes before the first member, as Swift cannot destroy a half of a noncopyable value.
        let text = try XMLTextWriter(writer, to: .file(fileDescriptor))
        // Without `keepsRoot`, a value is the content of a root, so it cannot be an item.
        let hasItems = writer.options.keepsRoot || writer.options.elements == .array
        hasOneDocument = writer.rootName != nil && writer.itemName != nil && hasItems
        self.text = text
    }

    /// Writes a value.
    ///
    /// A value that cannot be written leaves nothing in the file.
    package mutating func write(_ stored: StoredValue) throws(XMLError) {
        let value = stored.entry, tree = stored.tree
        count += 1
        if guessedKeys.isEmpty { guessedKeys = text.guessedKeys(of: value, tree) }
        guard hasOneDocument else {
            return try text.writeWhole { text throws(XMLError) in try text.writeDocument(value, in: tree) }
        }
        guard value.kind == .array, !text.isElement(value, in: tree) else { return try writeItem(value, in: tree) }
        for place in 0..<value.length {
            try writeItem(tree.entries[value.offset + place], at: place, in: tree)
        }
    }

    /// Begins an input: its values have another table of names.
    package mutating func beginInput() { text.forgetKeys() }

    private mutating func writeItem(_ item: Entry, at index: Int? = nil, in tree: StorageView) throws(XMLError) {
        if !isInDocument {
            isInDocument = true
            try text.beginRoot()
        }
        try text.writeWhole { text throws(XMLError) in try text.writeItem(item, at: index, in: tree) }
    }

    /// Writes everything to the file that has not reached it yet.
    package mutating func flush() throws(XMLError) {
        try text.flush()
    }

    /// Writes the end of the document, and everything that has not reached the file yet.
    package mutating func finish() throws(XMLError) {
        if isInDocument {
            try text.endRoot()
        } else if hasOneDocument {
            try text.writeEmptyDocument()
        }
        try text.flush()
    }
}

extension XMLTextWriter {
    /// The first keys, up to four, under which the options do not show whether a string is an attribute or an element.
    fileprivate mutating func guessedKeys(of value: Entry, _ tree: StorageView) -> [String] {
        let areCertain = rules.stringsAreAttributes && rules.emptyStringsAreAttributes
        guard rules.sharesKeys, !areCertain, rules.attributeNames.isEmpty else { return [] }
        var found: [String] = [], containers = [value], next = 0
        while next < containers.count, found.count < 4 {
            let container = containers[next]
            let isDocument = next == 0 && rules.keepsRoot && rules.rootName == nil
            next += 1
            for place in 0..<container.childCount {
                let child = tree.child(of: container, at: place)
                if child.childCount > 0 { containers.append(child) }
                guard container.isDictionary, !isDocument, child.isString else { continue }
                let key = names.key(child.key, tree)
                guard key.role == .element, !rules.isAttribute(child, key, false) else { continue }
                let name = tree.names[child.key].shortened
                if !found.contains(name) { found.append(name) }
            }
        }
        return Array(found.prefix(4))
    }
}
