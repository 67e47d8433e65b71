extension XMLValue: Equatable {
    /// Whether two values say the same: the same text, the same items in the same order, the same values under the same
    /// keys.
    ///
    /// As in any dictionary, the order of keys makes no difference; to compare that as well, compare their
    /// `json(.compact)`.
    public static func == (first: XMLValue, second: XMLValue) -> Bool {
        if first.storage === second.storage, first.entry.isSame(as: second.entry) { return true }
        return ValueComparison(first.storage.tree, second.storage.tree).areEqual(first.entry, second.entry)
    }
}
