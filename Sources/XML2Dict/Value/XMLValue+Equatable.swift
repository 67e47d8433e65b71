extension XMLValue: Equatable {
    /// Whether two values are equal: equal text, equal items in the same order, equal values under equal keys.
    ///
    /// The order of keys makes no difference, as in any dictionary. Compare `json(.compact)` to compare the order, too.
    public static func == (first: XMLValue, second: XMLValue) -> Bool {
        if first.storage === second.storage, first.entry.isSame(as: second.entry) { return true }
        var comparison = ValueComparison(first, second)
        return comparison.areEqual()
    }
}
