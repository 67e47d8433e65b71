/// The lines on which elements begin, by the offset of each element's content.
///
/// Elements end in the order of their content in the buffers, so both arrays are sorted:
///
///     dictionaries   [ (entries from 0, line 3), (from 2, line 2), … ]
///     texts          [ (bytes from 0, line 3), (from 9, line 4), … ]
///
/// Empty elements have no content. The entry of an empty dictionary or of null has the line as its offset. An empty
/// string has no line, because attributes can also be empty strings.
struct LineTable: ~Copyable {
    struct Line: BitwiseCopyable {
        let offset: Int
        let line: Int
    }

    static let byteCountPerElement = MemoryLayout<Line>.stride

    var dictionaries = GrowableBuffer<Line>()
    var texts = GrowableBuffer<Line>()

    /// Stores the line of an element, and returns the element's entry, which has the line if the element is empty.
    @inline(never)
    mutating func note(_ entry: Entry, _ line: UInt, isOrdered: Bool) -> Entry {
        let line = Int(clamping: line)
        guard entry.length > 0 else { return entry.hasNothing ? entry.at(offset: line) : entry }
        // The content of an array that replaces an element belongs to the element's children.
        guard entry.kind != .array || isOrdered else { return entry }
        let new = Line(offset: entry.offset, line: line)
        switch entry.kind {
        case .dictionary, .array: dictionaries.append(new)
        case .textOnly, .string, .number, .boolean: texts.append(new)
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
        let index = firstIndex(from: offset, in: lines)
        return index < lines.count && lines[index].offset == offset ? lines[index].line : nil
    }

    private static func firstIndex(from offset: Int, in lines: borrowing GrowableBuffer<Line>) -> Int {
        var low = 0, high = lines.count
        while low < high {
            let middle = low + (high - low) / 2
            if lines[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func removeAll() {
        dictionaries.count = 0
        texts.count = 0
    }

    mutating func append(_ other: borrowing LineTable, _ entries: Range<Int>, _ bytes: Range<Int>) {
        Self.append(other.dictionaries, entries, to: &dictionaries)
        Self.append(other.texts, bytes, to: &texts)
    }

    private static func append(
        _ lines: borrowing GrowableBuffer<Line>,
        _ range: Range<Int>,
        to own: inout GrowableBuffer<Line>
    ) {
        let first = firstIndex(from: range.lowerBound, in: lines)
        own.append(lines, first..<max(first, firstIndex(from: range.upperBound, in: lines)))
    }

    mutating func move(by move: JoinedOffsets.Move) {
        Self.move(&dictionaries, move.entries)
        Self.move(&texts, move.bytes)
    }

    private static func move(_ lines: inout GrowableBuffer<Line>, _ distance: Int) {
        for index in 0..<lines.count where JoinedOffsets.isOfBuilder(lines[index].offset) {
            lines[index] = Line(offset: lines[index].offset &+ distance, line: lines[index].line)
        }
    }

    /// The caller must sort the table afterwards.
    mutating func append(_ other: borrowing LineTable) {
        dictionaries.append(other.dictionaries, 0..<other.dictionaries.count)
        texts.append(other.texts, 0..<other.texts.count)
    }

    mutating func sort() {
        for lines in [
            UnsafeMutableBufferPointer(start: dictionaries.base, count: dictionaries.count),
            UnsafeMutableBufferPointer(start: texts.base, count: texts.count),
        ] {
            var lines = lines
            lines.sort { $0.offset < $1.offset }
        }
    }

    mutating func take() -> LineTable {
        LineTable(dictionaries: dictionaries.take(), texts: texts.take())
    }
}

extension Entry {
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
