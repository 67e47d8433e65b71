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
    ///   - run: The entries in document order, each under its key.
    ///   - count: How many there are.
    ///   - nameCount: How many names exist; every key is less than that.
    ///   - entries: The buffer for the dictionary's entries; the entries of its arrays follow them.
    /// - Returns: How many entries the dictionary has. It begins at the former end of `entries`.
    /// - Throws: `BuildError.outOfMemory`, or `tooMany` for an array that is too long.
    mutating func appendDictionary(
        of run: UnsafePointer<Entry>,
        count: Int,
        nameCount: Int,
        to entries: inout GrowableBuffer<Entry>
    ) throws(BuildError) -> Int {
        if count > 1 || listsSome, try needsArrays(run, count, nameCount) {
            return try appendFolded(run, count, to: &entries)
        }
        guard entries.append(run, count: count) else { throw .outOfMemory }
        return count
    }

    @inline(__always)
    private mutating func needsArrays(
        _ run: UnsafePointer<Entry>,
        _ count: Int,
        _ nameCount: Int
    ) throws(BuildError) -> Bool {
        if try !areKeysDifferent(run, count, nameCount) { return true }
        return listsSome && UnsafeBufferPointer(start: run, count: count).contains { $0.isListed }
    }

    private mutating func areKeysDifferent(
        _ run: UnsafePointer<Entry>,
        _ count: Int,
        _ nameCount: Int
    ) throws(BuildError) -> Bool {
        if notes.count < nameCount {
            try makeNotes(nameCount)
        }
        fold &+= 1
        let notes = self.notes.base
        for index in 0..<count {
            let key = run[index].key
            if notes[key].fold == fold { return false }
            notes[key].fold = fold
        }
        return true
    }

    @inline(never)
    private mutating func makeNotes(_ nameCount: Int) throws(BuildError) {
        guard notes.reserve(nameCount - notes.count) else { throw .outOfMemory }
        while notes.count < nameCount {
            guard notes.append(Note(fold: 0, slot: 0)) else { throw .outOfMemory }
        }
    }

    private mutating func appendFolded(
        _ run: UnsafePointer<Entry>,
        _ count: Int,
        to entries: inout GrowableBuffer<Entry>
    ) throws(BuildError) -> Int {
        try countKeys(run, count)
        let distinct = slots.count
        let start = entries.count
        // The dictionary has `distinct` entries, and its arrays have at most `count` together.
        guard entries.reserve(distinct + count) else { throw .outOfMemory }
        var arrays = start + distinct
        for slot in 0..<distinct {
            let key = slots[slot].key, length = slots[slot].count
            guard length > 1 || slots[slot].isListed else {
                slots[slot].next = start + slot
                continue
            }
            guard length <= Entry.maximumLength else { throw .tooMany }
            let array = Entry(key: key, kind: .array, length: length, offset: arrays)
            (entries.base + start + slot).initialize(to: array)
            slots[slot].next = arrays
            arrays += length
        }
        for index in 0..<count {
            let slot = slots.base + notes[run[index].key].slot
            (entries.base + slot.pointee.next).initialize(to: run[index].unlisted)
            slot.pointee.next &+= 1
        }
        entries.count = arrays
        return distinct
    }

    private mutating func countKeys(_ run: UnsafePointer<Entry>, _ count: Int) throws(BuildError) {
        fold &+= 1
        slots.count = 0
        for index in 0..<count {
            let key = run[index].key
            if notes[key].fold == fold {
                slots[notes[key].slot].count &+= 1
                if run[index].isListed { slots[notes[key].slot].isListed = true }
            } else {
                notes[key] = Note(fold: fold, slot: slots.count)
                let slot = Slot(key: key, count: 1, isListed: run[index].isListed, next: 0)
                guard slots.append(slot) else { throw .outOfMemory }
            }
        }
    }
}
