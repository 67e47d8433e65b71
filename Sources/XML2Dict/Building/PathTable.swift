/// All paths of the options, as numbers of names, with their marks.
///
/// The builder interns the names of paths before it reads a document, so their numbers are the smallest: one comparison
/// dismisses most names of a document. Paths with the same last name form a chain:
///
///     list: channel/item     skip: rss/item      list: entry
///
///     names     channel 0   item 1   rss 2   entry 3
///     elements  [ -  0  -  2 ]                              the first path that ends with each name
///     paths     0: [ 0 1 ] list, then 1     1: [ 2 1 ] skip     2: [ 3 ] list
///
/// Paths that end with `*` form a chain of their own, and so do paths to attributes.
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
    private var elements = Chains()
    private var attributes = Chains()
    private var steps = GrowableBuffer<Int32>()
    private var paths = GrowableBuffer<Path>()
    /// The paths of records that have a place: a parent, or a depth.
    private var placedRecords = GrowableBuffer<Path>()

    struct Chains: ~Copyable {
        /// The first path for each last name, by its number.
        var byName = GrowableBuffer<Int32>()
        /// The first path that ends with `*`.
        var any: Int32 = -1
    }

    private static var anyName: Int32 { -1 }

    /// Whether the options have paths to elements, or to attributes.
    private(set) var hasElements = false
    private(set) var hasAttributes = false
    /// Whether a path selects attributes as records.
    private(set) var hasAttributeRecords = false

    /// Adds a path.
    mutating func add(_ path: XMLPath.Alternative, _ marks: PathMarks, _ names: inout NameInterner) throws(BuildError) {
        let number = Int32(paths.count)
        let start = Int32(steps.count)
        for step in path.steps {
            guard steps.append(try Self.number(of: step, &names)) else { throw .outOfMemory }
        }
        let count = Int32(path.steps.count)
        let new = Path(start: start, count: count, isAnchored: path.isAnchored, marks: marks, next: -1)
        guard paths.append(new) else { throw .outOfMemory }
        if marks.contains(.record), path.isAnchored || path.steps.count > 1 {
            guard placedRecords.append(new) else { throw .outOfMemory }
        }
        if let attribute = path.attribute {
            hasAttributes = true
            if marks.contains(.record) { hasAttributeRecords = true }
            try Self.append(number, to: &attributes, at: Self.number(of: attribute, &names), &paths)
        } else {
            hasElements = true
            try Self.append(number, to: &elements, at: steps[steps.count - 1], &paths)
        }
    }

    private static func number(of step: XMLPath.Step, _ names: inout NameInterner) throws(BuildError) -> Int32 {
        guard let name = step.key(separator: ":") else { return anyName }
        return Int32(try names.number(ofOption: name))
    }

    private static func append(
        _ path: Int32,
        to chains: inout Chains,
        at name: Int32,
        _ paths: inout GrowableBuffer<Path>
    ) throws(BuildError) {
        guard chains.byName.extend(to: Int(name) + 1, with: -1) else { throw .outOfMemory }
        let first = name == anyName ? chains.any : chains.byName[Int(name)]
        if first < 0 {
            if name == anyName { chains.any = path } else { chains.byName[Int(name)] = path }
            return
        }
        var last = first
        while paths[Int(last)].next >= 0 {
            last = paths[Int(last)].next
        }
        paths[Int(last)].next = path
    }

    // MARK: Looking

    /// The marks of an element that begins inside the open ones.
    @inline(__always)
    mutating func marks(ofElement name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard mayEnd(elements, with: name) else { return [] }
        return marks(name, open, isAttribute: false)
    }

    /// The marks of an attribute of the innermost open element.
    @inline(__always)
    mutating func marks(ofAttribute name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard mayEnd(attributes, with: name) else { return [] }
        return marks(name, open, isAttribute: true)
    }

    @inline(__always)
    private func mayEnd(_ chains: borrowing Chains, with name: Int) -> Bool {
        chains.any >= 0 || name < chains.byName.count && chains.byName[name] >= 0
    }

    @inline(never)
    private mutating func marks(
        _ name: Int,
        _ open: borrowing GrowableBuffer<OpenElement>,
        isAttribute: Bool
    ) -> PathMarks {
        var (named, any) = isAttribute ? first(attributes, name) : first(elements, name)
        var marks: PathMarks = []
        while let number = next(&named, &any) {
            let path = paths[number]
            guard leads(path, isAttribute: isAttribute, open, open.count) else { continue }
            paths[number].hasMatched = true
            if !path.marks.isDisjoint(with: .types) { marks.subtract(.types) }
            marks.formUnion(path.marks)
        }
        return marks
    }

    /// The first path with marks that selects an element.
    ///
    /// - Parameters:
    ///   - wanted: The marks.
    ///   - name: The number of the element's name.
    ///   - open: The open elements, root first.
    ///   - depth: How many of them are around the element.
    /// - Returns: The path's number, in the order in which the paths were added.
    func firstPath(
        marked wanted: PathMarks,
        ofElement name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        depth: Int
    ) -> Int? {
        var (named, any) = first(elements, name)
        while let number = next(&named, &any) {
            let path = paths[number]
            if path.marks.contains(wanted), leads(path, isAttribute: false, open, depth) { return number }
        }
        return nil
    }

    /// The first paths that end with a name, and with `*`.
    private func first(_ chains: borrowing Chains, _ name: Int) -> (named: Int32, any: Int32) {
        (name < chains.byName.count ? chains.byName[name] : -1, chains.any)
    }

    /// The next path of two chains, in the order of the options: the last type wins.
    private func next(_ named: inout Int32, _ any: inout Int32) -> Int? {
        guard named >= 0 || any >= 0 else { return nil }
        let isNamed = any < 0 || named >= 0 && named < any
        let number = Int(isNamed ? named : any)
        if isNamed { named = paths[number].next } else { any = paths[number].next }
        return number
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
