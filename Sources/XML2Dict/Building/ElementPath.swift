/// The path of an element or an attribute for messages and origins, such as `/rss/channel/item`.
///
/// Most records have the same path as the record before, and share one text. Otherwise, a million records in the text
/// of an entity would need a million texts.
struct ElementPath {
    /// The number of names that a long path shows at each end.
    private static let shownCount = 20

    private var names: [Int] = []
    private var isCut = false
    private(set) var text = ""

    /// Sets the path to the names of the open elements, root first, followed by `last` unless `last` is `nil`.
    mutating func show(
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ last: Int?,
        _ names: NameView
    ) {
        guard !shows(open, last) else { return }
        let skipped = Self.skippedCount(open)
        var shown: [Int] = []
        for index in 0..<open.count - skipped { shown.append(open[Self.openIndex(index, skipped)].writtenName) }
        if let last { shown.append(last) }
        self.names = shown
        isCut = skipped > 0
        text = ""
        for (index, name) in shown.enumerated() {
            if isCut, index == Self.shownCount { text += "/…" }
            text += "/" + names[name].shortened
        }
    }

    /// Whether the path already has these names, compared without an allocation per record.
    func shows(_ open: borrowing GrowableBuffer<OpenElement>, _ last: Int?) -> Bool {
        let skipped = Self.skippedCount(open)
        let count = open.count - skipped
        guard (skipped > 0) == isCut, names.count == (last == nil ? count : count + 1) else { return false }
        guard last == nil || last == names.last else { return false }
        for index in 0..<count where open[Self.openIndex(index, skipped)].writtenName != names[index] { return false }
        return true
    }

    private static func skippedCount(_ open: borrowing GrowableBuffer<OpenElement>) -> Int {
        max(0, open.count - 2 * shownCount)
    }

    /// The index of a shown name among the open elements.
    private static func openIndex(_ index: Int, _ skipped: Int) -> Int {
        index < shownCount ? index : index + skipped
    }
}
