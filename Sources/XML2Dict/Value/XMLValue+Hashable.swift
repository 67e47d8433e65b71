extension XMLValue: Hashable {
    /// Hashes only the upper levels of the value, which is fast for values of any size.
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
            for index in 0..<(levels > 0 ? min(entry.length, 16) : 0) {
                hasher.combine(hashValue(of: tree.child(of: entry, at: index), levels: levels - 1))
            }
        case .dictionary, .textOnly:
            hasher.combine(4)
            hasher.combine(entry.childCount)
            // A sum does not depend on the order of keys.
            var sum = 0
            for index in 0..<(levels > 0 && entry.childCount <= 64 ? entry.childCount : 0) {
                let child = tree.child(of: entry, at: index), name = tree.names[child.key].utf8
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

extension XMLValue: Equatable {
    /// Returns whether two values have equal text, equal items in the same order, or equal values under equal keys.
    ///
    /// The order of keys makes no difference, as in any dictionary. Compare `json(.compact)` to compare the order.
    public static func == (first: XMLValue, second: XMLValue) -> Bool {
        if first.storage === second.storage, first.entry.isSame(as: second.entry) { return true }
        var comparison = ValueComparison(first, second)
        return comparison.areEqual()
    }
}

/// Compares two values without recursion.
///
/// A walk visits the first value. `partners` has the corresponding containers of the second value, outermost first.
struct ValueComparison {
    private struct Partner {
        let entry: Entry
        var index: [[UInt8]: Entry]?
    }

    private let first: XMLValue
    private let second: StorageView
    private var partners: [Partner]

    init(_ first: XMLValue, _ second: XMLValue) {
        self.first = first
        self.second = second.storage.tree
        partners = [Partner(entry: second.entry)]
    }

    /// Compares the values, and must be called only once, because the comparison consumes `partners`.
    mutating func areEqual() -> Bool {
        guard isEqual(first.entry, partners[0].entry) else { return false }
        // The note of a container is the index of its partner.
        var walk = ContentWalk(into: first, 0)
        while let next = walk.next() {
            partners.removeLast(partners.count - next.note - 1)
            let entry = next.value.entry
            guard let partner = partner(of: entry, next), isEqual(entry, partner) else { return false }
            partners.append(Partner(entry: partner))
            walk.enter(next.value, next.note + 1)
        }
        return true
    }

    private func isEqual(_ one: Entry, _ other: Entry) -> Bool {
        if one.isDictionary { return other.isDictionary && one.childCount == other.childCount }
        guard one.isText else { return one.kind == other.kind && one.length == other.length }
        let isSameKind = one.isString ? other.isString : one.kind == other.kind
        return isSameKind && first.storage.tree.text(one).elementsEqual(second.text(other))
    }

    /// Finds the partner at the same index, or else by the key in `Partner.index`, so that the time stays linear.
    private mutating func partner(of entry: Entry, _ step: ContentWalk.Step) -> Entry? {
        let outer = partners[step.note].entry, candidate = second.child(of: outer, at: step.index)
        let name = first.storage.tree.names[entry.key].utf8
        if step.isItem || second.names[candidate.key].equals(name) { return candidate }
        let index = partners[step.note].index ?? makeIndex(of: outer)
        partners[step.note].index = index
        return index[Array(name)]
    }

    private func makeIndex(of dictionary: Entry) -> [[UInt8]: Entry] {
        var index: [[UInt8]: Entry] = [:]
        for childIndex in 0..<dictionary.childCount {
            let entry = second.child(of: dictionary, at: childIndex)
            index[Array(second.names[entry.key].utf8)] = entry
        }
        return index
    }
}
