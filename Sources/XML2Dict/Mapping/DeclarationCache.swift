/// Counts the bytes of namespaces in keys and values, and keeps the last dictionary of declarations.
///
/// Most elements have the same declarations in force as the element before, so they share one dictionary.
struct DeclarationCache {
    /// The last dictionary of declarations, with the scope's count of changes at that time.
    private var last: (entry: Entry?, changes: Int, byteCount: Int)?
    private var byteCount = 0
    /// The limit of `byteCount` for the attributes of one tag.
    var room = Int.max

    var isWithinRoom: Bool { byteCount <= room }

    @inline(__always)
    mutating func add(_ byteCount: Int) {
        self.byteCount &+= byteCount
    }

    mutating func takeByteCount() -> Int {
        defer { byteCount = 0 }
        return byteCount
    }

    /// Returns the last dictionary (an inner `nil` for no declarations), or `nil` if the scope has changed.
    mutating func reuse(_ changes: Int) -> Entry?? {
        guard let last, last.changes == changes else { return nil }
        add(last.byteCount)
        return last.entry
    }

    mutating func keep(_ entry: Entry?, _ changes: Int, _ byteCount: Int) {
        add(byteCount)
        last = (entry, changes, byteCount)
    }

    /// Forgets the dictionary when the builder removes the entries of the dictionary.
    mutating func forget() {
        last = nil
    }
}
