/// Folds the entries of an element into one dictionary: entries with the same key become an array at the key's first
/// place.
///
/// It runs at the end tag, when the element is complete, so nested elements with the same name do not interfere. A note
/// for each name, with the last fold that met it, finds repeats:
///
///     run     item┐  name   item┐  item┐       fold number 7
///     notes   item: (fold 7, slot 0)   name: (fold 7, slot 1)   others: an older fold
///     slots   0: item × 3   1: name × 1
///     out     [ item: array of 3 ][ name ]     the dictionary
///             [ item ][ item ][ item ]         its arrays, one after the other
///
/// It reads each entry once or twice, so the time is linear in their number, however many names exist. Without repeats
/// it is one copy.
struct Folding: ~Copyable {
    struct Note: BitwiseCopyable {
        var fold: UInt64
        var slot: Int
    }

    struct Slot: BitwiseCopyable {
        var key: Int
        var count: Int
        /// Whether it is an array even with one entry.
        var isListed: Bool
        /// Where the next entry under this key goes.
        var next: Int
    }

    private var notes = GrowableBuffer<Note>()
    private var slots = GrowableBuffer<Slot>()
    private var fold: UInt64 = 0
    /// Whether some entries are in an array even alone.
    private let listsSome: Bool

    init(listsSome: Bool) {
        self.listsSome = listsSome
    }

    /// Appends a run of entries as one dictionary.
    ///
    /// - Parameters:
    ///   - pending: The entries in document order, each under its key.
    ///   - run: The places of those that go into the dictionary.
    ///   - nameCount: How many names exist; every key is less than that.
    ///   - entries: The buffer for the dictionary's entries; the entries of its arrays follow them.
    /// - Returns: How many entries the dictionary has. It begins at the former end of `entries`.
    /// - Throws: `BuildError.outOfMemory`, or `tooMany` for an array that is too long.
    mutating func appendDictionary(
        of pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>,
        nameCount: Int,
        to entries: inout GrowableBuffer<Entry>
    ) throws(BuildError) -> Int {
        if run.count > 1 || listsSome, try needsArrays(pending, run, nameCount) {
            return try appendFolded(pending, run, to: &entries)
        }
        guard entries.append(pending, run) else { throw .outOfMemory }
        return run.count
    }

    @inline(__always)
    private mutating func needsArrays(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>,
        _ nameCount: Int
    ) throws(BuildError) -> Bool {
        if try !areKeysDifferent(pending, run, nameCount) { return true }
        return listsSome && pending[run].contains(where: \.isListed)
    }

    private mutating func areKeysDifferent(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>,
        _ nameCount: Int
    ) throws(BuildError) -> Bool {
        if notes.count < nameCount {
            guard notes.extend(to: nameCount, with: Note(fold: 0, slot: 0)) else { throw .outOfMemory }
        }
        fold &+= 1
        for place in run {
            let key = pending[place].key
            if notes[key].fold == fold { return false }
            notes[key].fold = fold
        }
        return true
    }

    private mutating func appendFolded(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>,
        to entries: inout GrowableBuffer<Entry>
    ) throws(BuildError) -> Int {
        guard run.count <= Entry.maximumLength else { throw .tooMany }
        try countKeys(pending, run)
        let distinct = slots.count
        let start = entries.count
        // The dictionary has `distinct` entries, and its arrays have at most `run.count` together.
        guard entries.reserve(distinct + run.count) else { throw .outOfMemory }
        entries.count = start + distinct + run.count
        var arrays = start + distinct
        for slot in 0..<distinct {
            let key = slots[slot].key, length = slots[slot].count
            guard length > 1 || slots[slot].isListed else {
                slots[slot].next = start + slot
                continue
            }
            entries[start + slot] = Entry(key: key, kind: .array, length: length, offset: arrays)
            slots[slot].next = arrays
            arrays += length
        }
        for place in run {
            let slot = notes[pending[place].key].slot
            entries[slots[slot].next] = pending[place].unlisted
            slots[slot].next &+= 1
        }
        entries.count = arrays
        return distinct
    }

    private mutating func countKeys(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>
    ) throws(BuildError) {
        fold &+= 1
        slots.count = 0
        for place in run {
            let key = pending[place].key
            if notes[key].fold == fold {
                slots[notes[key].slot].count &+= 1
                if pending[place].isListed { slots[notes[key].slot].isListed = true }
            } else {
                notes[key] = Note(fold: fold, slot: slots.count)
                let slot = Slot(key: key, count: 1, isListed: pending[place].isListed, next: 0)
                guard slots.append(slot) else { throw .outOfMemory }
            }
        }
    }
}
