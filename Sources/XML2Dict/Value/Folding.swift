/// Folds the entries of an element, or the members of a JSON object, into one dictionary.
///
/// Entries with the same key become an array at the index of the first entry. Folding runs at the end tag, so nested
/// elements with the same name do not interfere. Each name has a note with the number of the last fold that met the
/// name. If the note has the number of the current fold, the name repeats. The time is linear in the number of entries:
///
///     run     item┐  name   item┐  item┐       fold 7
///     notes   item: (fold 7, slot 0)   name: (fold 7, slot 1)   others: an older fold
///     slots   0: item × 3   1: name × 1
///     out     [ item: array of 3 ][ name ]     the dictionary
///             [ item ][ item ][ item ]         its arrays, one after the other
///
/// JSON can repeat a key whose value is an array. `{"a": [1, 2], "a": 3}` becomes `{"a": [1, 2, 3]}`, and
/// `{"a": [], "a": []}` becomes `{"a": []}`.
package struct Folding: ~Copyable {
    struct Note: BitwiseCopyable {
        var fold: UInt64
        var slot: Int
    }

    struct Slot: BitwiseCopyable {
        var key: Int
        var count: Int
        var isListed: Bool
        var isRepeated = false
        var next = 0
    }

    var notes = GrowableBuffer<Note>()
    private var slots = GrowableBuffer<Slot>()
    private(set) var fold: UInt64 = 0
    private let listsSome: Bool
    /// Whether an array under a repeated key adds its items to the common array.
    private let joinsArrays: Bool

    package init(listsSome: Bool, joinsArrays: Bool = false) {
        self.listsSome = listsSome
        self.joinsArrays = joinsArrays
    }

    /// Appends the dictionary of a run of entries, then the items of its arrays, and returns the dictionary's count.
    mutating func appendDictionary(
        of pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>,
        nameCount: Int,
        to entries: inout GrowableBuffer<Entry>
    ) throws(BuildError) -> Int {
        // Two different keys need no notes.
        let isPair = run.count == 2 && pending[run.lowerBound].key != pending[run.lowerBound &+ 1].key
        let isPlain = run.count <= 1 || isPair || areKeysDifferent(pending, run, nameCount)
        if !isPlain || listsSome && pending[run].contains(where: \.isListed) {
            beginFold(nameCount)
            return try appendFolded(pending, run, to: &entries)
        }
        entries.append(pending, run)
        return run.count
    }

    mutating func beginFold(_ nameCount: Int) {
        notes.extend(to: nameCount, with: Note(fold: 0, slot: 0))
        fold &+= 1
    }

    private mutating func areKeysDifferent(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>,
        _ nameCount: Int
    ) -> Bool {
        beginFold(nameCount)
        for index in run {
            let key = pending[index].key
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
        let itemCount = countKeys(pending, run)
        guard itemCount <= Entry.maximumLength else { throw .tooMany }
        let distinct = slots.count
        let start = entries.count
        // The dictionary has `distinct` entries, and all its arrays together have at most `itemCount` items.
        entries.reserve(distinct + itemCount)
        entries.count = start + distinct + itemCount
        var arrays = start + distinct
        for slot in 0..<distinct {
            let key = slots[slot].key, length = slots[slot].count
            guard length > 1 || slots[slot].isListed else {
                slots[slot].next = start + slot
                continue
            }
            entries[start + slot] = Entry(key: key, kind: .array, length: length, offset: length > 0 ? arrays : 0)
            slots[slot].next = arrays
            arrays += length
        }
        for index in run {
            put(pending[index].unlisted, to: &entries)
        }
        entries.count = arrays
        return distinct
    }

    private mutating func put(_ entry: Entry, to entries: inout GrowableBuffer<Entry>) {
        let slot = notes[entry.key].slot
        guard joinsArrays, entry.kind == .array, slots[slot].isRepeated else {
            entries[slots[slot].next] = entry
            slots[slot].next &+= 1
            return
        }
        for item in 0..<entry.length {
            entries[slots[slot].next] = entries[entry.offset + item]
            slots[slot].next &+= 1
        }
    }

    private mutating func countKeys(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>
    ) -> Int {
        slots.count = 0
        for index in run {
            let key = pending[index].key
            if notes[key].fold == fold {
                slots[notes[key].slot].count &+= 1
                slots[notes[key].slot].isRepeated = true
                if pending[index].isListed { slots[notes[key].slot].isListed = true }
            } else {
                notes[key] = Note(fold: fold, slot: slots.count)
                let slot = Slot(key: key, count: 1, isListed: pending[index].isListed)
                slots.append(slot)
            }
        }
        return joinsArrays ? countItems(pending, run) : run.count
    }

    private mutating func countItems(
        _ pending: borrowing GrowableBuffer<Entry>,
        _ run: Range<Int>
    ) -> Int {
        var count = run.count
        for index in run where pending[index].kind == .array && slots[notes[pending[index].key].slot].isRepeated {
            let slot = notes[pending[index].key].slot, more = pending[index].length - 1
            slots[slot].isListed = true
            slots[slot].count += more
            // All items of the arrays are in memory, so the sum of the counts cannot overflow.
            count += more
        }
        return count
    }
}
