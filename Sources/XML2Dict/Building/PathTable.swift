/// All paths of the options, as numbers of names, with their marks.
///
/// The builder interns the names of paths before it reads a document, so their numbers are the smallest: one comparison
/// dismisses most names of a document. A hash of its last two steps chooses the chain of a path:
///
///     list: channel/item     skip: rss/item      list: entry     skip: channel/item
///
///     names     channel 0   item 1   rss 2   entry 3
///     ends      [ -  yes  -  yes ]
///     paths     0: [ 0 1 ] list     1: [ 2 1 ] skip     2: [ 3 ] list     3: [ 0 1 ] skip
///     chains    [ -  0, 3  -  1  -  -  2  - ]           item in channel: 0, 3    item in rss: 1    entry in any: 2
///
/// A last name or the name before it may be `*`, so an element looks at four chains at most. A chain may also have other
/// paths with the same hash, so each is compared.
struct PathTable: ~Copyable {
    struct Path {
        /// The numbers of its names; an attribute is the last.
        let steps: PathSteps<Int>
        let isOfAttribute: Bool
        let marks: PathMarks
        /// Whether it has matched an element or an attribute.
        var hasMatched = false
        /// The next path of the chain, or -1.
        let next: Int
    }

    /// The targets of the paths that end with a name.
    struct Ends: OptionSet, BitwiseCopyable {
        let rawValue: UInt8

        static let elements = Ends(rawValue: 1)
        static let attributes = Ends(rawValue: 2)
    }

    private var paths: [Path] = []
    /// The first path of each chain, or -1; their number is a power of two.
    private var chains = GrowableBuffer<Int>()
    /// The targets of the paths that end with a name, by its number, and of the paths that end with `*`.
    private var ends = GrowableBuffer<Ends>()
    private var anyEnds: Ends = []
    /// The elements and attributes found under the names of the options, by their numbers; empty without paths.
    private var met = GrowableBuffer<Ends>()
    /// The numbers of the paths of records.
    private var records: [Int] = []

    /// Whether the options have paths to elements, or to attributes.
    let hasElements: Bool
    let hasAttributes: Bool
    /// Whether a path selects attributes as records.
    let hasAttributeRecords: Bool

    init(_ marked: [MarkedPath], _ names: inout NameInterner) {
        hasElements = marked.contains { $0.path.attribute == nil }
        // The path of a type may lack the `@` of an attribute.
        hasAttributes = marked.contains { $0.path.attribute != nil || !$0.marks.isDisjoint(with: .types) }
        hasAttributeRecords = marked.contains { $0.path.attribute != nil && $0.marks == .record }
        var count = 1
        while count < 2 * marked.count { count *= 2 }
        chains.extend(to: count, with: -1)
        for path in marked {
            let steps = PathSteps(path.path) { names.number(ofOption: $0) }
            add(steps, path)
        }
    }

    /// Notes from now on which of the first names, those of the options, the document has.
    mutating func watch(_ nameCount: Int) {
        guard !paths.isEmpty else { return }
        met.extend(to: nameCount, with: [])
        ends.extend(to: nameCount, with: [])
        // A name without a path looks at two chains that are not its own.
        for name in 0..<nameCount { ends[name].formUnion([.elements, .attributes]) }
    }

    /// Whether the document has a name of the options as an element or an attribute, if paths ask for such names.
    func hasMet(_ name: Int) -> Bool { name < met.count && !met[name].isEmpty }

    private mutating func add(_ steps: PathSteps<Int>, _ path: MarkedPath) {
        let isOfAttribute = path.path.attribute != nil
        let names = steps.steps, last = names[names.count - 1]
        let chain = chain(last, names.count > 1 ? names[names.count - 2] : nil)
        let isOfType = !path.marks.isDisjoint(with: .types)
        let end: Ends = isOfAttribute ? .attributes : isOfType ? [.elements, .attributes] : .elements
        if let last {
            ends.extend(to: last + 1, with: [])
            ends[last].formUnion(end)
        } else {
            anyEnds.formUnion(end)
        }
        if path.marks == .record { records.append(paths.count) }
        let next = chains[chain]
        chains[chain] = paths.count
        paths.append(Path(steps: steps, isOfAttribute: isOfAttribute, marks: path.marks, next: next))
    }

    /// The chain of the paths with these names as their last steps.
    private func chain(_ last: Int?, _ parent: Int?) -> Int {
        let names = UInt64(truncatingIfNeeded: last ?? -1) << 32 ^ UInt64(truncatingIfNeeded: parent ?? -1)
        // The upper half of the product depends on all bits of both numbers.
        return Int((names &* 0x9E37_79B9_7F4A_7C15) >> 32) & (chains.count - 1)
    }

    // MARK: Looking

    /// Whether an element with a name may have marks.
    @inline(__always)
    func mayMark(element name: Int) -> Bool { mayEnd(.elements, with: name) }

    @inline(__always)
    private func mayEnd(_ end: Ends, with name: Int) -> Bool {
        anyEnds.contains(end) || name < ends.count && ends[name].contains(end)
    }

    /// The marks of an element that begins inside the open ones.
    @inline(__always)
    mutating func marks(ofElement name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard mayMark(element: name) else { return [] }
        return marks(name, open, isAttribute: false)
    }

    /// The marks of an attribute of the innermost open element.
    @inline(__always)
    mutating func marks(ofAttribute name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard mayEnd(.attributes, with: name) else { return [] }
        return marks(name, open, isAttribute: true)
    }

    @inline(never)
    private mutating func marks(
        _ name: Int,
        _ open: borrowing GrowableBuffer<OpenElement>,
        isAttribute: Bool
    ) -> PathMarks {
        let parent = open.last?.name
        if name < met.count { met[name].formUnion(isAttribute ? .attributes : .elements) }
        var marks: PathMarks = []
        // The path that gave the type: of several, the last in the order of the options.
        var typePath = -1
        // The last two endings are those with `*` as the last name.
        for ending in 0..<(anyEnds.isEmpty ? 2 : 4) {
            var next = chains[chain(ending & 2 == 0 ? name : nil, ending & 1 == 0 ? parent : nil)]
            while next >= 0 {
                let number = next
                next = paths[number].next
                guard leads(number, to: name, isAttribute: isAttribute, in: open, depth: open.count) else { continue }
                paths[number].hasMatched = true
                let found = paths[number].marks
                marks.formUnion(found.subtracting(.types))
                guard !found.isDisjoint(with: .types), number > typePath else { continue }
                typePath = number
                marks.subtract(.types)
                marks.formUnion(found.intersection(.types))
            }
        }
        return marks
    }

    /// Whether a path leads to an element or an attribute with `depth` of the open elements around it.
    @inline(__always)
    private func leads(
        _ path: Int,
        to name: Int,
        isAttribute: Bool,
        in open: borrowing GrowableBuffer<OpenElement>,
        depth: Int
    ) -> Bool {
        paths[path].isOfAttribute == isAttribute
            && paths[path].steps.lead(toDepth: depth + 1) { $0 == ($1 < depth ? open[$1].name : name) }
    }

    /// Whether an element that is not open yet is a record, or has attributes that are records.
    func beginsRecord(_ name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        let depth = open.count
        for record in records {
            let path = paths[record]
            let isHere = path.steps.lead(dropping: path.isOfAttribute ? 1 : 0, toDepth: depth + 1) {
                $0 == ($1 < depth ? open[$1].name : name)
            }
            if isHere { return true }
        }
        return false
    }

    /// The elements and attributes under the last name of a path, if a path asks for them.
    func met(underNameOf path: Int) -> Ends {
        guard let last = paths[path].steps.steps.last ?? nil, last < met.count else { return [] }
        return met[last]
    }

    /// The numbers of the paths that have matched nothing, in the order of the options.
    var unmatched: [Int] { paths.indices.filter { !paths[$0].hasMatched } }
}

/// The path of an element or an attribute for people, such as `/rss/channel/item`, and its names.
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
        for index in 0..<open.count - skipped { shown.append(open[Self.place(index, skipped)].writtenName) }
        if let last { shown.append(last) }
        self.names = shown
        isCut = skipped > 0
        text = ""
        for (index, name) in shown.enumerated() {
            if isCut, index == Self.shownCount { text += "/…" }
            text += "/" + names[name].shortened
        }
    }

    /// Whether the text is the path of these elements already; it allocates nothing, because each record asks.
    func shows(_ open: borrowing GrowableBuffer<OpenElement>, _ last: Int?) -> Bool {
        let skipped = Self.skippedCount(open)
        let count = open.count - skipped
        guard (skipped > 0) == isCut, names.count == (last == nil ? count : count + 1) else { return false }
        guard last == nil || last == names.last else { return false }
        for index in 0..<count where open[Self.place(index, skipped)].writtenName != names[index] { return false }
        return true
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
