/// Writes values that arrive one after the other: each as a document, or all as the items of one document.
///
/// With a name for the root and a name for the items, all values are items of one document. An array gives its items, so
/// one array and a value for each item give the same document.
package struct XMLSeriesWriter: ~Copyable {
    private let writer: XMLWriter
    private var text: XMLTextWriter
    package let hasOneDocument: Bool
    /// How many values have been written.
    package private(set) var count = 0
    /// Whether the one document has begun.
    package private(set) var isInDocument = false

    /// - Parameters:
    ///   - writer: The options, the names and the form.
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    /// - Throws: An `XMLWriterError` with the code `outOfMemory`.
    package init(_ writer: XMLWriter, to fileDescriptor: Int32) throws(XMLWriterError) {
        // All that can fail comes before the first member, as Swift cannot destroy a half of a noncopyable value.
        let text = try XMLTextWriter(writer, to: .file(fileDescriptor))
        // A value that never has its root is the content of one, and no item.
        let hasItems = writer.options.keepsRoot || writer.options.elements == .array
        hasOneDocument = writer.rootName != nil && writer.itemName != nil && hasItems
        self.writer = writer
        self.text = text
    }

    /// The text of a value with so many bytes may not fit into the buffer, from which nothing of it can be taken back
    /// once it is in the file.
    private static var longByteCount: Int { OutputBuffer.size / 8 }

    /// Whether a part of a document that failed is in the file.
    package var isTorn: Bool { text.isTorn }

    /// Writes a value.
    package mutating func write(_ stored: StoredValue) throws(XMLWriterError) {
        let value = stored.entry, tree = stored.tree
        count += 1
        guard hasOneDocument else {
            if stored.byteCount > Self.longByteCount { try tryWriting(value, in: tree) }
            return try text.writeDocument(value, in: tree)
        }
        try begin()
        guard value.kind == .array else { return try text.writeItem(value, in: tree) }
        for place in 0..<value.length {
            try text.writeItem(tree.entries[value.offset + place], in: tree)
        }
    }

    /// Finds out whether a document can be written.
    private func tryWriting(_ value: Entry, in tree: StorageView) throws(XMLWriterError) {
        var trial = try XMLTextWriter(writer, to: .nowhere)
        try trial.writeDocument(value, in: tree)
    }

    private mutating func begin() throws(XMLWriterError) {
        guard !isInDocument else { return }
        isInDocument = true
        try text.beginRoot()
    }

    /// Writes everything to the file that has not reached it yet.
    package mutating func flush() throws(XMLWriterError) {
        try text.flush()
    }

    /// Writes the end of the document, and everything that has not reached the file yet.
    package mutating func finish() throws(XMLWriterError) {
        if isInDocument {
            try text.endRoot()
        } else if hasOneDocument {
            try text.writeEmptyDocument()
        }
        try text.flush()
    }
}
