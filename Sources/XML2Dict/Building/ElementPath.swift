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
        let end = isCut ? Self.shownCount : open.count
        let places = Array(0..<end) + (isCut ? open.count - Self.shownCount..<open.count : 0..<0)
        var shown: [Int] = []
        for place in places { shown.append(open[place].writtenName) }
        if let last { shown.append(last.writtenName) }
        guard shown != self.names || isCut != self.isCut else { return }
        self.names = shown
        self.isCut = isCut
        text = ""
        for (index, name) in shown.enumerated() {
            if isCut, index == Self.shownCount { text += "/…" }
            text += "/" + names[name].string.shortened
        }
    }
}
