extension XMLValue: Hashable {
    /// Adds the value to a hash.
    ///
    /// Equal values have equal hashes, whatever the order of their keys.
    ///
    /// It reads only the upper levels, so it is fast for values of any size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hashValue(of: entry, levels: 3))
    }

    private func hashValue(of entry: Entry, levels: Int) -> Int {
        let tree = storage.tree
        var hasher = Hasher()
        switch entry.kind {
        case .null:
            hasher.combine(0)
        case .string, .name, .number, .boolean:
            hasher.combine(entry.isString ? 1 : 2)
            hasher.combine(bytes: UnsafeRawBufferPointer(tree.text(entry)))
        case .array:
            hasher.combine(3)
            hasher.combine(entry.length)
            for place in 0..<(levels > 0 ? min(entry.length, 16) : 0) {
                hasher.combine(hashValue(of: tree.child(of: entry, at: place), levels: levels - 1))
            }
        case .dictionary, .textOnly:
            hasher.combine(4)
            hasher.combine(entry.childCount)
            // A sum does not depend on the order of keys.
            var sum = 0
            for place in 0..<(levels > 0 && entry.childCount <= 64 ? entry.childCount : 0) {
                let child = tree.child(of: entry, at: place), name = tree.names[child.key].utf8
                var pair = Hasher()
                pair.combine(bytes: UnsafeRawBufferPointer(name))
                pair.combine(hashValue(of: child, levels: levels - 1))
                sum &+= pair.finalize()
            }
            hasher.combine(sum)
        }
        return hasher.finalize()
    }
}
