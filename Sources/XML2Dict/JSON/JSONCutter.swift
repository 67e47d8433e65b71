/// Cuts the writing of a large value into chunks, which several threads write.
///
///     {"feed": {"title": "t", "item": [ {…}, {…}, {…}, {…}, … ]}}
///                                          └ cut       └ cut
///     a cut    current  `item`, before its third entry     outer  the root and `feed`, after `item`
///
/// A cut is before an entry of the whole value, of a container with many entries, or of a container near the root. The
/// chunks follow each other, so a writer that begins at a cut only needs the containers that are open there.
final class JSONCutter {
    /// A place inside a value.
    struct Cut {
        let outer: [JSONWriter.Container]
        let current: JSONWriter.Container
    }

    /// The text between two cuts; the first chunk has no start, and the last one no end.
    struct Piece {
        let start: Cut?
        let end: Cut?
    }

    private let tree: StorageView
    /// The containers that are open at the next entry.
    private var open: [JSONWriter.Container] = []
    private var start: Cut?
    private var isDone = false

    // The threads that write chunks report the lengths of their JSON.
    private let monitor = Monitor()
    private var writtenBytes = 64 * 1024
    private var writtenWeight = 16

    /// The intended length of a chunk, in bytes of JSON.
    let pieceSize: Int
    static let usualPieceSize = 256 * 1024
    /// The cutter looks for cuts inside every container that has more entries than this.
    private static let largeCount = 1024
    /// It looks for cuts inside a smaller one only if the container around it is less deep, and has at most so many
    /// entries.
    private static let (mostDepth, mostCount) = (8, 64)

    init(_ value: Entry, in tree: StorageView, pieceSize: Int) {
        self.tree = tree
        self.pieceSize = pieceSize
        enter(value)
    }

    private func enter(_ entry: Entry) {
        guard entry.kind == .dictionary || entry.kind == .array, entry.length > 0 else { return }
        let isDictionary = entry.kind == .dictionary
        open.append(
            JSONWriter.Container(
                start: entry.offset,
                next: entry.offset,
                end: entry.offset + entry.length,
                isDictionary: isDictionary
            )
        )
    }

    /// The next chunk, with its weight; `nil` after the last one.
    ///
    /// The weight stands for the length of the JSON: it counts entries, and the children of those that are not entered.
    func next() -> (piece: Piece, weight: Int)? {
        guard !isDone else { return nil }
        let wanted = monitor.locked { pieceSize * writtenWeight / writtenBytes }
        var weight = 0
        while let current = open.last {
            if current.next == current.end {
                open.removeLast()
            } else if weight > wanted {
                let end = Cut(outer: Array(open.dropLast()), current: current)
                defer { start = end }
                return (Piece(start: start, end: end), weight)
            } else {
                weight += pass()
            }
        }
        isDone = true
        return (Piece(start: start, end: nil), weight)
    }

    /// Passes the next entry, or enters it; returns its weight.
    private func pass() -> Int {
        let container = open[open.count - 1]
        let entry = tree.entries[container.next]
        open[open.count - 1].next += 1
        let isNear = open.count < Self.mostDepth && container.end - container.start <= Self.mostCount
        guard isNear || entry.length > Self.largeCount else { return 1 + entry.childCount }
        enter(entry)
        return 1
    }

    /// Notes the length of the JSON of a chunk.
    func note(weight: Int, byteCount: Int) {
        monitor.locked {
            writtenWeight += max(1, weight)
            writtenBytes += byteCount
        }
    }
}

/// Writes many values, one JSON text a line: to a file, through one buffer, or into memory, for the lines of a file.
package final class RecordLines {
    private var writer: JSONWriter
    /// The format of each value.
    private let format: XMLValue.JSONFormat
    /// The memory of lines that are written to the file.
    private let pool: BufferPool

    /// The first error; after it, nothing is written.
    package private(set) var failure: XMLError?

    /// - Parameters:
    ///   - fileDescriptor: The file, open for writing. It is not closed.
    ///   - format: The format of each value.
    package init(_ fileDescriptor: Int32, _ format: XMLValue.JSONFormat) {
        self.format = format
        pool = BufferPool()
        writer = JSONWriter(format, to: .file(fileDescriptor))
    }

    private init(like other: RecordLines) {
        format = other.format
        pool = other.pool
        writer = JSONWriter(format, into: pool.take())
    }

    /// Lines in memory, of another part of a document.
    ///
    /// Any thread calls it.
    func another() -> RecordLines { RecordLines(like: self) }

    /// Writes a value and a line break into the buffer.
    func write(_ entry: Entry, in tree: StorageView) {
        attempt { (writer) throws(SystemError) in try writer.writeLine(entry, in: tree) }
    }

    /// Writes lines that are in memory.
    func add(_ next: RecordLines) {
        let lines = JSONText(next.writer.takeText(), pool)
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
            failure = XMLError(writing: error)
        }
    }
}
