/// Writes many values to a file, one JSON text a line, through one buffer.
package final class RecordLines {
    private var writer: JSONWriter
    /// The format of each value.
    let format: XMLValue.JSONFormat

    /// The first error; after it, nothing is written.
    package private(set) var failure: XMLOutputError?

    /// - Parameters:
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    ///   - format: The format of each value.
    package init(_ fileDescriptor: Int32, _ format: XMLValue.JSONFormat) {
        self.format = format
        writer = JSONWriter(format, to: .file(fileDescriptor))
    }

    /// Writes a value and a line end into the buffer.
    func write(_ entry: Entry, in tree: StorageView) {
        attempt { (writer) throws(SystemError) in try writer.writeLine(entry, in: tree) }
    }

    /// Writes lines that another writer has made.
    func write(_ lines: JSONText) {
        attempt { (writer) throws(SystemError) in
            try writer.output.flush()
            try writer.output.write(lines.text)
        }
    }

    /// Writes the buffer to the file.
    package func flush() {
        attempt { (writer) throws(SystemError) in try writer.output.flush() }
    }

    private func attempt(_ body: (inout JSONWriter) throws(SystemError) -> Void) {
        guard failure == nil else { return }
        do throws(SystemError) {
            try body(&writer)
        } catch {
            failure = XMLOutputError(error)
        }
    }
}
