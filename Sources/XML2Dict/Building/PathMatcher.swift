/// Finds the marks of elements and attributes, and notes which paths have matched.
struct PathMatcher: ~Copyable {
    private let table: PathTable
    // Most elements need only these two members of the table, so the matcher keeps copies.
    private let anyEnds: PathTable.Ends
    private let endCount: Int
    /// Indexed by path: whether the path has matched (empty before the first look-up).
    private var matched = GrowableBuffer<Bool>()
    /// Indexed by the ID of a name in the options: whether elements, attributes or both have had this name.
    private var met = GrowableBuffer<PathTable.Ends>()

    init(_ table: PathTable) {
        anyEnds = table.anyEnds
        endCount = table.ends.count
        self.table = table
    }

    @inline(__always)
    func mayMark(element name: Int) -> Bool { mayEnd(.elements, with: name) }

    @inline(__always)
    private func mayEnd(_ end: PathTable.Ends, with name: Int) -> Bool {
        anyEnds.contains(end) || name < endCount && table.ends[name].contains(end)
    }

    @inline(__always)
    mutating func marks(ofElement name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> Marks {
        guard mayMark(element: name) else { return [] }
        return marks(name, open, isAttribute: false)
    }

    @inline(__always)
    mutating func marks(ofAttribute name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> Marks {
        guard mayEnd(.attributes, with: name) else { return [] }
        return marks(name, open, isAttribute: true)
    }

    @inline(never)
    private mutating func marks(
        _ name: Int,
        _ open: borrowing GrowableBuffer<OpenElement>,
        isAttribute: Bool
    ) -> Marks {
        let parent = open.last?.name
        matched.extend(to: table.paths.count, with: false)
        met.extend(to: endCount, with: [])
        if name < endCount { met[name].formUnion(isAttribute ? .attributes : .elements) }
        var marks: Marks = []
        // The index of the path that gave the type. If several paths give a type, the last path in the options wins.
        var typePath = -1
        // The endings are `parent/name` and `*/name`, and if a path ends in `*`, also `parent/*` and `*/*`.
        for ending in 0..<(anyEnds.isEmpty ? 2 : 4) {
            var next = table.first(ending & 2 == 0 ? name : nil, ending & 1 == 0 ? parent : nil)
            while next >= 0 {
                let index = next
                next = table.paths[index].next
                guard leads(index, to: name, isAttribute: isAttribute, in: open, depth: open.count) else { continue }
                matched[index] = true
                let found = table.paths[index].marks
                marks.formUnion(found.subtracting(.types))
                guard !found.isDisjoint(with: .types), index > typePath else { continue }
                typePath = index
                marks.subtract(.types)
                marks.formUnion(found.intersection(.types))
            }
        }
        return marks
    }

    /// Whether a path matches the element or attribute `name` inside the first `depth` open elements.
    @inline(__always)
    private func leads(
        _ path: Int,
        to name: Int,
        isAttribute: Bool,
        in open: borrowing GrowableBuffer<OpenElement>,
        depth: Int
    ) -> Bool {
        table.paths[path].isOfAttribute == isAttribute
            && table.paths[path].steps.lead(toDepth: depth + 1) { $0 == ($1 < depth ? open[$1].name : name) }
    }

    /// Whether an element that is not open yet is a record, or may have attributes that are records.
    func beginsRecord(_ name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        let depth = open.count
        for record in table.records {
            let path = table.paths[record]
            let isHere = path.steps.lead(dropping: path.isOfAttribute ? 1 : 0, toDepth: depth + 1) {
                $0 == ($1 < depth ? open[$1].name : name)
            }
            if isHere { return true }
        }
        return false
    }

    func hasMet(_ name: Int) -> Bool { name < met.count && !met[name].isEmpty }

    /// Whether elements, attributes or both have had the last name of a path.
    func met(underNameOf path: Int) -> PathTable.Ends {
        guard let last = table.paths[path].steps.steps.last ?? nil, last < met.count else { return [] }
        return met[last]
    }

    /// Indices of the paths without a match, in the order of the options.
    var unmatched: [Int] { table.paths.indices.filter { matched.count == 0 || !matched[$0] } }
}
