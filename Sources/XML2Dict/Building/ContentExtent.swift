/// The extent of an entry's content in the builder's buffers, so that it can be copied without the rest.
///
/// Elements end in the order of their content, so the content of an element is one range of each buffer:
///
///     entries  [ … │ entries of the record │ … ]        bytes  [ … │ text of the record │ … ]
///
/// Declarations that several elements share may be before it; the ranges then begin there.
struct ContentExtent {
    private var entries: Range<Int>?
    private var bytes: Range<Int>?

    /// Visits all entries in an entry, without recursion: a record may be a million elements deep.
    init(of entry: Entry, in buffer: borrowing GrowableBuffer<Entry>) {
        include(entry)
        guard entry.runLength > 0 else { return }
        var rest = [entry]
        while let entry = rest.popLast() {
            for place in entry.offset..<entry.offset + entry.runLength {
                include(buffer[place])
                if buffer[place].runLength > 0 { rest.append(buffer[place]) }
            }
        }
    }

    private mutating func include(_ entry: Entry) {
        guard entry.length > 0 else { return }
        let range = entry.offset..<entry.offset + entry.length
        switch entry.kind {
        case .dictionary, .array: entries = entries.map { Self.union($0, range) } ?? range
        case .string, .number, .boolean, .textOnly: bytes = bytes.map { Self.union($0, range) } ?? range
        case .null, .name: break
        }
    }

    private static func union(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
        min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
    }

    // MARK: Copying

    /// Copies the extent.
    func copy(
        _ allEntries: borrowing GrowableBuffer<Entry>,
        _ allBytes: borrowing GrowableBuffer<UInt8>,
        _ allLines: borrowing LineTable
    ) -> StorageBlocks {
        var entries = GrowableBuffer<Entry>(), bytes = GrowableBuffer<UInt8>()
        entries.append(allEntries, self.entries ?? 0..<0)
        bytes.append(allBytes, self.bytes ?? 0..<0)
        let lines = allLines.copy(self.entries ?? 0..<0, self.bytes ?? 0..<0)
        for place in 0..<entries.count { entries[place] = moved(entries[place]) }
        return StorageBlocks(entries: entries.take(), bytes: bytes.take(), lines: lines)
    }

    /// An entry of the extent, whose content is in the copy.
    func moved(_ entry: Entry) -> Entry {
        // The offset of an entry without content can be a line.
        guard entry.length > 0 else { return entry }
        let start: Int
        switch entry.kind {
        case .dictionary, .array: start = entries?.lowerBound ?? 0
        case .string, .number, .boolean, .textOnly: start = bytes?.lowerBound ?? 0
        case .null, .name: return entry
        }
        return Entry(key: entry.key, kind: entry.kind, length: entry.length, offset: entry.offset - start)
    }
}

extension Entry {
    /// How many entries its run has.
    fileprivate var runLength: Int { kind == .dictionary || kind == .array ? length : 0 }
}
