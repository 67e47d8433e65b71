/// All paths of the options, as numbers of names, with their marks.
///
/// The builder interns the names of paths before it reads a document, so their numbers are the smallest: one comparison
/// dismisses most names of a document. Paths with the same last name, in elements of the same name, form a chain:
///
///     list: channel/item     skip: rss/item      list: entry     skip: channel/item
///
///     names     channel 0   item 1   rss 2   entry 3
///     elements  isLast  [ -  yes  -  yes ]
///               chains  item in channel: 0, 3    item in rss: 1    entry in any: 2
///     paths     0: [ 0 1 ] list     1: [ 2 1 ] skip     2: [ 3 ] list     3: [ 0 1 ] skip
///
/// A last name or the name before it may be `*`, so an element looks at four chains at most, however many paths there
/// are. Paths to attributes have chains of their own.
struct PathTable: ~Copyable {
    struct Path: BitwiseCopyable {
        /// Where its element names are in `steps`, outermost first.
        var start: Int32
        var count: Int32
        var isAnchored: Bool
        var marks: PathMarks
        /// Whether it has matched an element or an attribute.
        var hasMatched = false
        /// The next path of the chain.
        var next: Int32
    }

    /// The chains of paths to elements, and of paths to attributes.
    private var elements = PathChains()
    private var attributes = PathChains()
    private var steps = GrowableBuffer<Int32>()
    private var paths = GrowableBuffer<Path>()
    /// The paths of records that have a place: a parent, or a depth.
    private var placedRecords = GrowableBuffer<Path>()

    private static var anyName: Int32 { PathChains.anyName }

    /// Whether the options have paths to elements, or to attributes.
    private(set) var hasElements = false
    private(set) var hasAttributes = false
    /// Whether a path selects attributes as records.
    private(set) var hasAttributeRecords = false

    /// Adds a path.
    mutating func add(_ path: XMLPath.Alternative, _ marks: PathMarks, _ names: inout NameInterner) {
        let number = Int32(paths.count)
        let start = Int32(steps.count)
        for step in path.steps {
            steps.append(Self.number(of: step, &names))
        }
        let count = Int32(path.steps.count)
        let new = Path(start: start, count: count, isAnchored: path.isAnchored, marks: marks, next: -1)
        paths.append(new)
        if marks.contains(.record), path.isAnchored || path.steps.count > 1 {
            placedRecords.append(new)
        }
        let previous: Int32
        if let attribute = path.attribute {
            hasAttributes = true
            if marks.contains(.record) { hasAttributeRecords = true }
            let last = Self.number(of: attribute, &names)
            let parent = count > 0 ? steps[steps.count - 1] : Self.anyName
            previous = attributes.append(number, last: last, parent: parent)
        } else {
            hasElements = true
            let parent = count > 1 ? steps[steps.count - 2] : Self.anyName
            previous = elements.append(number, last: steps[steps.count - 1], parent: parent)
        }
        if previous >= 0 { paths[Int(previous)].next = number }
    }

    private static func number(of step: XMLPath.Step, _ names: inout NameInterner) -> Int32 {
        guard let name = step.key(separator: ":") else { return anyName }
        return Int32(names.number(ofOption: name))
    }

    // MARK: Looking

    /// Whether an element with a name may have marks.
    @inline(__always)
    func mayMark(element name: Int) -> Bool { elements.mayEnd(with: name) }

    /// The marks of an element that begins inside the open ones.
    @inline(__always)
    mutating func marks(ofElement name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard mayMark(element: name) else { return [] }
        return marks(name, open, isAttribute: false)
    }

    /// The marks of an attribute of the innermost open element.
    @inline(__always)
    mutating func marks(ofAttribute name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard attributes.mayEnd(with: name) else { return [] }
        return marks(name, open, isAttribute: true)
    }

    @inline(never)
    private mutating func marks(
        _ name: Int,
        _ open: borrowing GrowableBuffer<OpenElement>,
        isAttribute: Bool
    ) -> PathMarks {
        var marks: PathMarks = []
        // The path that gave the type: of several, the last in the order of the options.
        var typePath: Int32 = -1
        for chain in PathChains.Ending.allCases {
            var next = firstPath(chain, name, open, open.count, isAttribute: isAttribute)
            while next >= 0 {
                let number = next, path = paths[Int(number)]
                next = path.next
                guard leads(path, isAttribute: isAttribute, open, open.count) else { continue }
                paths[Int(number)].hasMatched = true
                marks.formUnion(path.marks.subtracting(.types))
                guard !path.marks.isDisjoint(with: .types), number > typePath else { continue }
                typePath = number
                marks.subtract(.types)
                marks.formUnion(path.marks.intersection(.types))
            }
        }
        return marks
    }

    /// The first path with marks that selects an element or an attribute.
    ///
    /// - Parameters:
    ///   - wanted: The marks.
    ///   - name: The number of its name.
    ///   - isAttribute: Whether it is an attribute.
    ///   - open: The open elements, root first.
    ///   - depth: How many of them are around it.
    /// - Returns: The path's number, in the order in which the paths were added.
    func firstPath(
        marked wanted: PathMarks,
        _ name: Int,
        isAttribute: Bool,
        in open: borrowing GrowableBuffer<OpenElement>,
        depth: Int
    ) -> Int? {
        var found: Int32?
        for chain in PathChains.Ending.allCases {
            var next = firstPath(chain, name, open, depth, isAttribute: isAttribute)
            while next >= 0 {
                let path = paths[Int(next)]
                if path.marks.contains(wanted), leads(path, isAttribute: isAttribute, open, depth) {
                    found = min(next, found ?? next)
                }
                next = path.next
            }
        }
        return found.map { Int($0) }
    }

    /// The first path of a chain that an element with `depth` elements around it, or its attribute, may end; or -1.
    private func firstPath(
        _ chain: PathChains.Ending,
        _ name: Int,
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ depth: Int,
        isAttribute: Bool
    ) -> Int32 {
        let parent = depth > 0 ? Int32(open[depth - 1].name) : PathChains.anyName
        return isAttribute
            ? attributes.firstPath(chain, last: Int32(name), parent: parent)
            : elements.firstPath(chain, last: Int32(name), parent: parent)
    }

    /// Whether a path whose last name matches selects an element with `depth` elements around it, or an attribute of
    /// the innermost of these.
    private func leads(
        _ path: Path,
        isAttribute: Bool,
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ depth: Int
    ) -> Bool {
        // The chain has compared the last step of an element's path, and that element is not open yet.
        let count = Int(path.count) - (isAttribute ? 0 : 1)
        guard depth >= count, !path.isAnchored || depth == count else { return false }
        return matches(from: Int(path.start), count, open, depth)
    }

    /// Whether the innermost of `depth` open elements have the names of a run of steps.
    private func matches(
        from start: Int,
        _ count: Int,
        _ open: borrowing GrowableBuffer<OpenElement>,
        _ depth: Int
    ) -> Bool {
        let outer = depth - count
        for index in 0..<count {
            let step = steps[start + index]
            guard step == Self.anyName || Int(step) == open[outer + index].name else { return false }
        }
        return true
    }

    /// Whether an element that is not open yet is a record, or has attributes that are records.
    func beginsRecord(_ name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        for number in 0..<paths.count where paths[number].marks.contains(.record) {
            let path = paths[number]
            // A path that is an attribute alone is about any element.
            guard path.count > 0 else { return true }
            let last = steps[Int(path.start) + Int(path.count) - 1]
            let isLast = last == Self.anyName || Int(last) == name
            if isLast, leads(path, isAttribute: false, open, open.count) { return true }
        }
        return false
    }

    /// Whether the children of the innermost open element are at the place of a record.
    ///
    /// That is below the steps before the last step of a path, or at the depth of an anchored path. A path with a
    /// single name matches anywhere, so it has no such place.
    func areRecordsLookedFor(in open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        for index in 0..<placedRecords.count {
            let path = placedRecords[index]
            let last = Int(path.count) - 1
            let isHere =
                path.isAnchored
                ? open.count == last : open.count >= last && matches(from: Int(path.start), last, open, open.count)
            if isHere { return true }
        }
        return false
    }

    /// The numbers of the paths that have matched nothing, in the order in which they were added.
    var unmatched: [Int] {
        var numbers: [Int] = []
        for number in 0..<paths.count where !paths[number].hasMatched { numbers.append(number) }
        return numbers
    }
}
