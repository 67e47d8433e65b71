/// Counts the bytes of namespaces that are written into keys and values, and keeps the last declarations that were written.
///
/// Most elements have the same declarations in force as the one before, so these are written once and shared.
struct WrittenDeclarations {
    /// The declarations in force, as they were last written, and the state of the scope for which that was.
    private var last: (entry: Entry, changes: Int, byteCount: Int)?
    private var byteCount = 0

    @inline(__always)
    mutating func add(_ byteCount: Int) {
        self.byteCount &+= byteCount
    }

    /// How many bytes were written since the last call.
    mutating func takeByteCount() -> Int {
        defer { byteCount = 0 }
        return byteCount
    }

    /// The declarations of a state of the scope, if they are the last ones that were written.
    mutating func reuse(_ changes: Int) -> Entry? {
        guard let last, last.changes == changes else { return nil }
        add(last.byteCount)
        return last.entry
    }

    mutating func keep(_ entry: Entry, _ changes: Int, _ byteCount: Int) {
        add(byteCount)
        last = (entry, changes, byteCount)
    }

    /// Forgets the declarations, as the stores that hold them are emptied.
    mutating func forget() {
        last = nil
    }
}
