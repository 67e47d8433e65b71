/// Divides a large value into chunks, which several threads write as JSON.
///
///     {"feed": {"title": "t", "item": [ {…}, {…}, {…}, {…}, … ]}}
///                                          └ cut       └ cut
///     first cut    current  `item`, before the third entry     outer  the root after `feed`, and `feed` after `item`
///
/// A cut is before an entry of the outermost container, of a large container, or of a container near the root. The
/// chunks follow each other, so the writer of a chunk only needs the containers that are open at the chunk's start.
final class JSONCutter {
    struct Cut {
        let outer: [JSONWriter.Container]
        let current: JSONWriter.Container
    }

    /// The text between two cuts: only the first chunk has no `start`, and only the last chunk has no `end`.
    struct Chunk {
        let start: Cut?
        let end: Cut?
    }

    private let tree: StorageView
    private var open: [JSONWriter.Container] = []
    private var start: Cut?
    private var isDone = false

    private let monitor = Monitor()
    private var writtenBytes = 64 * 1024
    private var writtenWeight = 16

    let chunkSize: Int
    static let usualChunkSize = 256 * 1024
    /// The number of entries above which the cutter looks for cuts inside a container.
    private static let largeCount = 1024
    /// The cutter also enters a smaller container down to this depth, if the parent has at most this number of entries.
    private static let (mostDepth, mostCount) = (8, 64)

    init(_ value: Entry, in tree: StorageView, chunkSize: Int) {
        self.tree = tree
        self.chunkSize = chunkSize
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

    /// Returns the next chunk and the weight: the number of passed entries, plus the number of children of each entry
    /// that the cutter does not enter.
    func next() -> (chunk: Chunk, weight: Int)? {
        guard !isDone else { return nil }
        let wanted = monitor.locked { chunkSize * writtenWeight / writtenBytes }
        var weight = 0
        while let current = open.last {
            if current.next == current.end {
                open.removeLast()
            } else if weight > wanted {
                let end = Cut(outer: Array(open.dropLast()), current: current)
                defer { start = end }
                return (Chunk(start: start, end: end), weight)
            } else {
                weight += pass()
            }
        }
        isDone = true
        return (Chunk(start: start, end: nil), weight)
    }

    private func pass() -> Int {
        let container = open[open.count - 1]
        let entry = tree.entries[container.next]
        open[open.count - 1].next += 1
        let isNear = open.count < Self.mostDepth && container.end - container.start <= Self.mostCount
        guard isNear || entry.length > Self.largeCount else { return 1 + entry.childCount }
        enter(entry)
        return 1
    }

    func note(weight: Int, byteCount: Int) {
        monitor.locked {
            writtenWeight += max(1, weight)
            writtenBytes += byteCount
        }
    }
}

/// Writes many values as lines of JSON, through one buffer to a file, or into memory until `add` copies the lines.
package final class RecordLines {
    private var writer: JSONWriter
    private let format: XMLValue.JSONFormat
    private let pool: BufferPool

    package private(set) var failure: XMLError?

    /// Creates lines for a file that is open for writing, and stays open.
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

    /// Creates lines in memory, for a thread that reads a part of the document.
    func another() -> RecordLines { RecordLines(like: self) }

    func write(_ entry: Entry, in tree: StorageView) {
        attempt { (writer) throws(SystemError) in try writer.writeLine(entry, in: tree) }
    }

    func add(_ next: RecordLines) {
        let lines = JSONText(next.writer.takeText(), pool)
        attempt { (writer) throws(SystemError) in
            try writer.output.flush()
            try writer.output.write(lines.text)
        }
    }

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
