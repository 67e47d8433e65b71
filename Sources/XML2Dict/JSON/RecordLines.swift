/// Writes many values to a file, one JSON text a line or in another format, through one buffer.
package final class RecordLines {
    private var writer: LineWriter
    /// The format of each value.
    let format: XMLValue.JSONFormat
    /// Another format in its place.
    let formatting: RecordFormatting?

    /// The first error; after it, nothing is written.
    package private(set) var failure: XMLOutputError?

    /// - Parameters:
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    ///   - format: The format of each value.
    ///   - formatting: Another format in its place.
    package init(_ fileDescriptor: Int32, _ format: XMLValue.JSONFormat, _ formatting: RecordFormatting? = nil) {
        self.format = format
        self.formatting = formatting
        writer = LineWriter(JSONWriter(format, to: .file(fileDescriptor)), formatting)
    }

    /// Begins another input.
    package func beginInput() { writer.beginInput() }

    /// Writes a value and a line end into the buffer.
    func write(_ entry: Entry, in tree: StorageView) {
        attempt { (writer) throws(JSONWriter.WriteError) in try writer.write(entry, in: tree) }
    }

    /// Writes lines that another writer has made.
    func write(_ lines: JSONText) {
        attempt { (writer) throws(JSONWriter.WriteError) in
            try writer.json.output.flush()
            try writer.json.output.write(lines.text)
        }
    }

    /// Writes the buffer to the file.
    package func flush() {
        attempt { (writer) throws(JSONWriter.WriteError) in try writer.json.output.flush() }
    }

    private func attempt(_ body: (inout LineWriter) throws(JSONWriter.WriteError) -> Void) {
        guard failure == nil else { return }
        do throws(JSONWriter.WriteError) {
            try body(&writer)
        } catch {
            failure = XMLOutputError(error)
        }
    }
}
