/// Writes values that arrive one after the other: each as a document, or all as the items of one document.
///
/// With a name for the root and a name for the items, all values are items of one document. An array gives its items, so
/// one array and a value for each item give the same document.
package struct XMLSeriesWriter: ~Copyable {
    private var text: XMLTextWriter
    private let hasOneDocument: Bool
    /// How many values have been written.
    package private(set) var count = 0
    /// Whether the one document has begun.
    package private(set) var isInDocument = false

    /// - Parameters:
    ///   - writer: The options, the names and the form.
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    package init(_ writer: XMLWriter, to fileDescriptor: Int32) throws(XMLWriterError) {
        hasOneDocument = writer.rootName != nil && writer.itemName != nil
        text = try XMLTextWriter(writer, to: fileDescriptor)
    }

    /// Writes the complete value of a reader of JSON, which keeps it.
    package mutating func writeValue(of reader: borrowing JSONReader) throws(XMLWriterError) {
        try write(reader.entry, in: reader.tree)
    }

    private mutating func write(_ value: Entry, in tree: StorageView) throws(XMLWriterError) {
        count += 1
        guard hasOneDocument else { return try text.writeDocument(value, in: tree) }
        try begin()
        guard value.kind == .array else { return try text.writeItem(value, in: tree) }
        for place in 0..<value.length {
            try text.writeItem(tree.entries[value.offset + place], in: tree)
        }
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
        if hasOneDocument {
            try begin()
            try text.endRoot()
        }
        try text.flush()
    }
}
