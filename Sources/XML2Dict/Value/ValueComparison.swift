/// Compares two values, without recursion.
///
/// It walks through the first value, and keeps the partners of the values around the current one: the entries of the
/// second value that have their places.
struct ValueComparison {
    /// A dictionary or an array of the second value, and its entries by their keys, if the keys are in another order.
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

    /// Whether the values are equal; the comparison can be used once.
    mutating func areEqual() -> Bool {
        guard isEqual(first.entry, partners[0].entry) else { return false }
        // The note of a dictionary or an array is the place of its partner.
        var walk = ContentWalk(into: first, 0)
        while let next = walk.next() {
            partners.removeLast(partners.count - next.note - 1)
            let entry = next.place.entry
            guard let partner = partner(of: entry, next), isEqual(entry, partner) else { return false }
            partners.append(Partner(entry: partner))
            walk.enter(next.place, next.note + 1)
        }
        return true
    }

    /// Whether two entries are equal but for their content.
    private func isEqual(_ one: Entry, _ other: Entry) -> Bool {
        if one.isDictionary { return other.isDictionary && one.childCount == other.childCount }
        guard one.isText else { return one.kind == other.kind && one.length == other.length }
        let isSameKind = one.isString ? other.isString : one.kind == other.kind
        return isSameKind && first.storage.tree.text(one).elementsEqual(second.text(other))
    }

    /// The entry that is in the second value as this one is in the first.
    ///
    /// Keys mostly come in the same order. An index, made once, finds the others, so the time stays linear.
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
        for place in 0..<dictionary.childCount {
            let entry = second.child(of: dictionary, at: place)
            index[Array(second.names[entry.key].utf8)] = entry
        }
        return index
    }
}
