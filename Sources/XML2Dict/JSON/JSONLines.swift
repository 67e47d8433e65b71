/// A file of JSON values, one a line, for many values one after the other: one buffer for all.
package final class JSONLines {
    private var writer: JSONWriter

    /// What went wrong, from the first time on.
    package private(set) var failure: JSONWritingError?

    /// - Parameters:
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    ///   - format: How each value looks.
    package init(_ fileDescriptor: Int32, _ format: JSONFormat) {
        writer = JSONWriter(format, to: fileDescriptor)
    }

    /// Writes a value and a line end, at first into the buffer.
    func write(_ entry: Entry, in tree: StorageView) {
        attempt { (writer) throws(JSONWriter.WriteError) in
            try writer.write(entry, in: tree)
            try writer.endLine()
        }
    }

    /// Hands the buffer to the file.
    package func flush() {
        attempt { (writer) throws(JSONWriter.WriteError) in try writer.flush() }
    }

    private func attempt(_ body: (inout JSONWriter) throws(JSONWriter.WriteError) -> Void) {
        guard failure == nil else { return }
        do throws(JSONWriter.WriteError) {
            try body(&writer)
        } catch {
            failure = JSONWritingError(error)
        }
    }
}
