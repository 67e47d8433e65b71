/// The path of an element or an attribute for people, such as `/rss/channel/item`, and its names.
///
/// Most records have the same path as the record before. They share its text: an entity may hold a million records.
struct ElementPath {
    /// How many names a long path shows at each end.
    private static let shownCount = 20

    /// Whether the names are those that paths of the options have; otherwise they are as the document writes them.
    private let isForOptions: Bool
    /// Whether the last name is that of an attribute.
    private let isOfAttribute: Bool
    private var names: [Int] = []
    private var isCut = false
    private(set) var text = ""

    init(isForOptions: Bool = false, isOfAttribute: Bool = false) {
        self.isForOptions = isForOptions
        self.isOfAttribute = isOfAttribute
    }

    /// Makes the path, and adds it to others that do not contain it.
    consuming func add(
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ last: Int,
        _ names: NameView,
        to paths: inout [ElementPath]
    ) {
        guard paths.count < PathSuggestions.mostPaths else { return }
        for path in paths where path.shows(open, last) { return }
        show(open, last, names)
        paths.append(self)
    }

    /// Makes the path of an element inside open ones.
    ///
    /// - Parameters:
    ///   - open: The open elements, root first.
    ///   - last: The number of the element's name; `nil` for the innermost open one.
    ///   - names: All names by their numbers.
    mutating func show(
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ last: Int?,
        _ names: NameView
    ) {
        guard !shows(open, last) else { return }
        let skipped = Self.skippedCount(open)
        var shown: [Int] = []
        for index in 0..<open.count - skipped { shown.append(name(of: open[Self.place(index, skipped)])) }
        if let last { shown.append(last) }
        self.names = shown
        isCut = skipped > 0
        text = ""
        for (index, name) in shown.enumerated() {
            if isCut, index == Self.shownCount { text += "/…" }
            text += isOfAttribute && index == shown.count - 1 ? "/@" : "/"
            text += (isForOptions ? XMLPath.step(named: names[name].string).shortened : names[name].shortened)
        }
    }

    /// Whether the text is that of these elements already; records ask for each, so it allocates nothing.
    func shows(_ open: borrowing GrowableBuffer<OpenElement>, _ last: Int?) -> Bool {
        let skipped = Self.skippedCount(open)
        let count = open.count - skipped
        guard (skipped > 0) == isCut, names.count == (last == nil ? count : count + 1) else { return false }
        guard last == nil || last == names.last else { return false }
        for index in 0..<count where name(of: open[Self.place(index, skipped)]) != names[index] { return false }
        return true
    }

    private func name(of element: OpenElement) -> Int {
        isForOptions ? element.name : element.writtenName
    }

    /// How many names of the open elements a path does not show.
    private static func skippedCount(_ open: borrowing GrowableBuffer<OpenElement>) -> Int {
        max(0, open.count - 2 * shownCount)
    }

    /// The place of a shown name among the open elements.
    private static func place(_ index: Int, _ skipped: Int) -> Int {
        index < shownCount ? index : index + skipped
    }
}
