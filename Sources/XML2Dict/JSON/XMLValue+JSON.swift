extension XMLValue {
    /// Returns the value as JSON text.
    ///
    /// - Parameter format: The format of the text.
    /// - Returns: The text, without a line break at its end.
    public func json(_ format: JSONFormat = .pretty) -> String {
        var writer = JSONWriter(format, to: .memory)
        do throws(SystemError) {
            try writer.write(entry, in: storage.tree)
        } catch {
            fatalError("out of memory while making a string")
        }
        return String(decoding: writer.output.text, as: UTF8.self)
    }

    /// Writes the value as JSON text, and a line break, to an open file.
    ///
    /// The method writes in chunks, so memory never holds the whole text.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The file, open for writing. The method does not close the file.
    ///   - format: The format of the text.
    /// - Throws: An ``XMLError`` with the error of write(2), such as a full disk. The file may have a part of the text.
    public func writeJSON(to fileDescriptor: Int32, _ format: JSONFormat = .pretty) throws(XMLError) {
        try writeJSON(to: fileDescriptor, format, threads: 1)
    }

    /// Writes the value like `writeJSON(to:_:)`, with several threads, in chunks of `chunkSize` bytes.
    package func writeJSON(
        to fileDescriptor: Int32,
        _ format: JSONFormat,
        threads: Int,
        chunkSize: Int? = nil
    ) throws(XMLError) {
        var writer = JSONWriter(format, to: .file(fileDescriptor))
        do throws(SystemError) {
            // Sorting needs all keys of an object at once.
            let hasChunks = threads > 1 && !format.sortsKeys
            let isWritten = hasChunks ? try writeChunks(by: &writer, threads, chunkSize) : false
            if !isWritten { try writer.write(entry, in: storage.tree) }
            try writer.endLine()
            try writer.output.flush()
        } catch {
            throw XMLError(writing: error)
        }
    }
}

extension XMLValue {
    /// Writes the value in chunks that several threads make, or returns `false` if no thread can start.
    private func writeChunks(
        by writer: inout JSONWriter,
        _ threads: Int,
        _ chunkSize: Int?
    ) throws(SystemError) -> Bool {
        let cutter = JSONCutter(entry, in: storage.tree, chunkSize: chunkSize ?? JSONCutter.usualChunkSize)
        let format = writer.format, pool = BufferPool()
        let work = OrderedWork({ cutter.next() }) { chunk, weight -> Result<JSONText, SystemError> in
            var writer = JSONWriter(format, into: pool.take())
            do throws(SystemError) {
                try writer.write(chunk, of: entry, in: storage.tree)
            } catch {
                return .failure(error)
            }
            let text = writer.takeText()
            cutter.note(weight: weight, byteCount: text.count)
            return .success(JSONText(text, pool))
        }
        defer { work.end() }
        guard work.start(threads: threads) else { return false }
        while let chunk = work.next() { try writer.output.write(chunk.get().text) }
        return true
    }
}

extension XMLValue: CustomStringConvertible {
    /// The value as JSON, each entry on its own line.
    ///
    /// A value nested deeper than 500 is on one line, because its indentation would grow with the square of the depth.
    public var description: String { json(isDeeper(than: 500) ? .compact : .pretty) }

    private func isDeeper(than depth: Int) -> Bool {
        var rest: [(entry: Entry, depth: Int)] = [(entry, 0)]
        while let (entry, reached) = rest.popLast() {
            if reached > depth { return true }
            for index in 0..<entry.childCount {
                let child = storage.tree.child(of: entry, at: index)
                if child.childCount > 0 { rest.append((child, reached + 1)) }
            }
        }
        return false
    }
}

final class JSONText {
    private(set) var text: GrowableBuffer<UInt8>
    private let pool: BufferPool

    init(_ text: consuming GrowableBuffer<UInt8>, _ pool: BufferPool) {
        self.text = text
        self.pool = pool
    }

    deinit { pool.put(&text) }
}

extension XMLValue {
    /// The format of JSON text.
    ///
    /// Every format has the same content: JSON as in RFC 8259, in UTF-8, with no key twice in an object.
    public struct JSONFormat: Hashable, Sendable {
        /// The number of spaces for each level of nested entries, at most 64.
        ///
        /// With 0, all entries are on one line.
        public var indentation: Int {
            get { indent.spaceCount }
            set { indent = Indentation(spaceCount: newValue) }
        }

        package var indent: Indentation

        /// Whether the entries of each object are in the order of their keys, by Unicode scalar values, instead of
        /// document order.
        public var sortsKeys = false

        package var isASCII = false

        /// Whether the text has the escape sequences of a terminal's colors, and so is not JSON.
        package var isColored = false

        /// Whether characters that control a terminal, or change the direction of text, become `\uXXXX`.
        package var isForTerminal = false

        package init(_ indent: Indentation) {
            self.indent = indent
        }

        /// All entries on one line, without spaces.
        public static let compact = JSONFormat(.none)

        /// Each entry on its own line, indented by two spaces for each level.
        public static let pretty = JSONFormat(.spaces(2))
    }
}
