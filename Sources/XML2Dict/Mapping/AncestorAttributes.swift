/// The attributes of the open elements around records: see `XMLOptions.ancestorsKey`.
///
///     <suite id="1"><group><case name="x">…           levels    [ suite ][ nothing ][ case ]
///                                                     entries   [ id: "1" ] [ suite: 1 entry ] [ name: "x" ] …
///                                                     bytes     1x
///
/// The builder empties its buffers after each record, so each record gets a copy of these attributes. A level stays
/// until an element at the same or a smaller depth has attributes. If an open element has the flag `hasKeptAttributes`,
/// the level at its depth has the attributes of this element, not of an earlier element.
struct AncestorAttributes: ~Copyable {
    struct Level: BitwiseCopyable {
        var attributes: Entry
        /// The start of the level's content in the buffers; the content ends at the start of the next level.
        var entries: Int
        var bytes: Int
    }

    /// Whether elements in records also keep attributes, for the records that are found inside a broken record.
    var keepsBuilt = false
    private var levels = GrowableBuffer<Level>()
    private var entries = GrowableBuffer<Entry>()
    private var bytes = GrowableBuffer<UInt8>()

    /// Keeps the attributes of an open element, whose content is in the builder's buffers from `start` to the end.
    mutating func keep(
        _ attributes: Entry,
        at depth: Int,
        _ builtEntries: borrowing GrowableBuffer<Entry>,
        _ builtBytes: borrowing GrowableBuffer<UInt8>,
        from start: (entries: Int, bytes: Int)
    ) {
        if depth < levels.count {
            (entries.count, bytes.count) = (levels[depth].entries, levels[depth].bytes)
            levels.count = depth
        }
        let level = Level(attributes: attributes, entries: entries.count, bytes: bytes.count)
        levels.extend(to: depth + 1, with: level)
        let move = (entries: entries.count - start.entries, bytes: bytes.count - start.bytes)
        levels[depth].attributes = attributes.moved(entries: move.entries, bytes: move.bytes)
        for index in start.entries..<builtEntries.count {
            entries.append(builtEntries[index].moved(entries: move.entries, bytes: move.bytes))
        }
        bytes.append(builtBytes, start.bytes..<builtBytes.count)
    }

    /// Copies the attributes of an open element to the end of a builder's buffers, and returns the dictionary.
    func copy(
        at depth: Int,
        to builtEntries: inout GrowableBuffer<Entry>,
        _ builtBytes: inout GrowableBuffer<UInt8>
    ) -> Entry {
        let level = levels[depth], isLast = depth + 1 == levels.count
        let move = (entries: builtEntries.count - level.entries, bytes: builtBytes.count - level.bytes)
        for index in level.entries..<(isLast ? entries.count : levels[depth + 1].entries) {
            builtEntries.append(entries[index].moved(entries: move.entries, bytes: move.bytes))
        }
        builtBytes.append(bytes, level.bytes..<(isLast ? bytes.count : levels[depth + 1].bytes))
        return level.attributes.moved(entries: move.entries, bytes: move.bytes)
    }
}
