/// The path of an element for messages, such as `/rss/channel/item`, and its names.
///
/// Most records have the same path as the record before. They share its text: an entity may hold a million records.
struct ElementPath {
    /// How many names a long path shows at each end.
    private static let shownCount = 20

    private var names: [Int] = []
    private var isCut = false
    private(set) var text = ""

    /// Makes the path of an element inside open ones.
    ///
    /// - Parameters:
    ///   - open: The open elements, root first.
    ///   - last: The element; `nil` for the innermost open one.
    ///   - names: All names by their numbers.
    mutating func show(
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ last: OpenElement?,
        _ names: NameView
    ) {
        let isCut = open.count > 2 * Self.shownCount
        // How many names are not shown.
        let skipped = isCut ? open.count - 2 * Self.shownCount : 0
        guard isCut != self.isCut || !shows(open, skipped, last) else { return }
        var shown: [Int] = []
        for index in 0..<open.count - skipped { shown.append(open[Self.place(index, skipped)].writtenName) }
        if let last { shown.append(last.writtenName) }
        self.names = shown
        self.isCut = isCut
        text = ""
        for (index, name) in shown.enumerated() {
            if isCut, index == Self.shownCount { text += "/…" }
            text += "/" + names[name].string.shortened
        }
    }

    /// Whether the text is that of these elements already; records ask for each, so it allocates nothing.
    private func shows(
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ skipped: Int,
        _ last: OpenElement?
    ) -> Bool {
        let count = open.count - skipped
        guard names.count == (last == nil ? count : count + 1) else { return false }
        for index in 0..<count where open[Self.place(index, skipped)].writtenName != names[index] { return false }
        return last == nil || last?.writtenName == names.last
    }

    /// The place of a shown name among the open elements.
    private static func place(_ index: Int, _ skipped: Int) -> Int {
        index < shownCount ? index : index + skipped
    }
}
