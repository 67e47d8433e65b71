/// The lines on which elements begin, found by the place of an element's content.
///
/// Elements end in the order of their content in the buffers, so both lists are sorted:
///
///     dictionaries   [ (entries from 0, line 3), (from 2, line 2), … ]
///     texts          [ (bytes from 0, line 3), (from 9, line 4), … ]
///
/// Empty elements have no content: an empty dictionary, and null, hold the line in place of their offset. An empty
/// string has no line, as attributes can be empty strings, too.
struct LineTable: ~Copyable {
    struct Line: BitwiseCopyable {
        let offset: Int
        let line: Int
    }

    var dictionaries = GrowableBuffer<Line>()
    var texts = GrowableBuffer<Line>()

    /// Keeps the line of an element that has ended.
    ///
    /// - Returns: The element's entry, which holds the line if it is empty.
    @inline(never)
    mutating func note(_ entry: Entry, _ line: UInt, isOrdered: Bool) throws(BuildError) -> Entry {
        let line = Int(clamping: line)
        guard entry.length > 0 else { return entry.hasNothing ? entry.at(offset: line) : entry }
        // The content of an array that replaces an element belongs to its children.
        guard entry.kind != .array || isOrdered else { return entry }
        let new = Line(offset: entry.offset, line: line)
        switch entry.kind {
        case .dictionary, .array: guard dictionaries.append(new) else { throw .outOfMemory }
        case .textOnly, .string, .number, .boolean: guard texts.append(new) else { throw .outOfMemory }
        case .null, .name: break
        }
        return entry
    }

    var isEmpty: Bool { dictionaries.count == 0 && texts.count == 0 }

    func line(of entry: Entry) -> Int? {
        guard entry.length > 0 else { return entry.hasNothing && entry.offset > 0 ? entry.offset : nil }
        switch entry.kind {
        case .dictionary, .array: return Self.find(entry.offset, in: dictionaries)
        case .textOnly, .string, .number, .boolean: return Self.find(entry.offset, in: texts)
        case .null, .name: return nil
        }
    }

    private static func find(_ offset: Int, in lines: borrowing GrowableBuffer<Line>) -> Int? {
        var low = 0, high = lines.count
        while low < high {
            let middle = low + (high - low) / 2
            if lines[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        guard low < lines.count, lines[low].offset == offset else { return nil }
        return lines[low].line
    }

    mutating func removeAll() {
        dictionaries.count = 0
        texts.count = 0
    }

    /// Copies the table into memory of its own; `nil` when memory is exhausted.
    func copy() -> LineTable? {
        guard let dictionaries = dictionaries.copy(), let texts = texts.copy() else { return nil }
        return LineTable(dictionaries: dictionaries, texts: texts)
    }

    mutating func take() -> LineTable {
        LineTable(dictionaries: dictionaries.take(), texts: texts.take())
    }
}

extension Entry {
    /// Whether it is an empty element: an empty dictionary, or null.
    fileprivate var hasNothing: Bool {
        switch kind {
        case .null, .dictionary: length == 0
        case .string, .array, .textOnly, .number, .boolean, .name: false
        }
    }

    fileprivate func at(offset: Int) -> Entry {
        Entry(key: key, kind: kind, length: length, offset: offset)
    }
}
