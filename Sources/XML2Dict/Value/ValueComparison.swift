/// Compares entries of two trees.
///
/// It keeps a list of pairs to compare, in place of recursion.
struct ValueComparison {
    private let first: StorageView
    private let second: StorageView
    private var pairs: [(Entry, Entry)] = []

    init(_ first: StorageView, _ second: StorageView) {
        self.first = first
        self.second = second
    }

    func areEqual(_ one: Entry, _ other: Entry) -> Bool {
        var comparison = self
        comparison.pairs = [(one, other)]
        while let (one, other) = comparison.pairs.popLast() {
            guard comparison.matches(one, other) else { return false }
        }
        return true
    }

    /// Whether two entries are equal but for their content, whose pairs go on the list.
    private mutating func matches(_ one: Entry, _ other: Entry) -> Bool {
        if one.isDictionary, other.isDictionary {
            return one.childCount == other.childCount && pairKeys(one, other)
        }
        if one.isText, other.isText {
            let isSameKind = one.kind == .number || one.kind == .boolean ? one.kind == other.kind : other.isString
            return isSameKind && first.text(one).elementsEqual(second.text(other))
        }
        guard one.kind == other.kind, one.length == other.length else { return false }
        switch one.kind {
        case .null, .dictionary, .textOnly, .string, .number, .boolean, .name:
            return true
        case .array:
            for index in 0..<one.length {
                pairs.append((first.child(of: one, at: index), second.child(of: other, at: index)))
            }
            return true
        }
    }

    /// Puts the values under equal keys on the list.
    ///
    /// Keys mostly come in the same order. An index, made once, finds the others, so the time stays linear.
    private mutating func pairKeys(_ one: Entry, _ other: Entry) -> Bool {
        var index: [[UInt8]: Entry]?
        for place in 0..<one.childCount {
            let entry = first.child(of: one, at: place)
            let name = first.names[entry.key]
            let candidate = second.child(of: other, at: place)
            if second.names[candidate.key].equals(name.utf8) {
                pairs.append((entry, candidate))
                continue
            }
            let known = index ?? makeIndex(of: other)
            index = known
            guard let found = known[Array(name.utf8)] else { return false }
            pairs.append((entry, found))
        }
        return true
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
