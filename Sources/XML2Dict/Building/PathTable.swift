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
        /// The next path of the chain.
        var next: Int32
    }

    /// The chains of paths to elements, and of paths to attributes.
    private var elements = Chains()
    private var attributes = Chains()
    private var steps = GrowableBuffer<Int32>()
    private var paths = GrowableBuffer<Path>()

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
    func marks(ofElement name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard mayEnd(elements, with: name) else { return [] }
        return marks(elements, name, open, ownName: name)
    }

    /// The marks of an attribute of the innermost open element.
    @inline(__always)
    func marks(ofAttribute name: Int, in open: borrowing GrowableBuffer<OpenElement>) -> PathMarks {
        guard mayEnd(attributes, with: name) else { return [] }
        return marks(attributes, name, open, ownName: nil)
    }

    @inline(__always)
    private func mayEnd(_ chains: borrowing Chains, with name: Int) -> Bool {
        chains.any >= 0 || name < chains.byName.count && chains.byName[name] >= 0
    }

    @inline(never)
    private func marks(
        _ chains: borrowing Chains,
        _ name: Int,
        _ open: borrowing GrowableBuffer<OpenElement>,
        ownName: Int?
    ) -> PathMarks {
        var named = name < chains.byName.count ? chains.byName[name] : -1
        var any = chains.any
        var marks: PathMarks = []
        // This merges both chains in the order of the options: the last type wins.
        while named >= 0 || any >= 0 {
            let isNamed = any < 0 || named >= 0 && named < any
            let path = paths[Int(isNamed ? named : any)]
            if isNamed { named = path.next } else { any = path.next }
            guard leads(path, ownName, open) else { continue }
            if !path.marks.isDisjoint(with: .types) { marks.subtract(.types) }
            marks.formUnion(path.marks)
        }
        return marks
    }

    /// Whether a path whose last name matches selects an element that begins, or an attribute of the innermost open
    /// element.
    private func leads(_ path: Path, _ ownName: Int?, _ open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        // The chain has compared the last step of an element's path, and that element is not open yet.
        let count = Int(path.count) - (ownName == nil ? 0 : 1)
        guard open.count >= count, !path.isAnchored || open.count == count else { return false }
        return matches(from: Int(path.start), count, open)
    }

    /// Whether the innermost open elements have the names of a run of steps.
    private func matches(from start: Int, _ count: Int, _ open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        let outer = open.count - count
        for index in 0..<count {
            let step = steps[start + index]
            guard step == Self.anyName || Int(step) == open[outer + index].name else { return false }
        }
        return true
    }

    /// Whether the children of the innermost open element are at the place of a record.
    ///
    /// That is below the steps before the last step of a path, or at the depth of an anchored path. A path with a
    /// single name matches anywhere; then the children of the root are the best suggestion.
    func areRecordsLookedFor(in open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        for index in 0..<paths.count where paths[index].marks.contains(.record) && paths[index].count > 0 {
            let path = paths[index]
            let last = Int(path.count) - 1
            let isHere =
                if path.isAnchored {
                    open.count == last
                } else if last == 0 {
                    open.count == 1
                } else {
                    open.count >= last && matches(from: Int(path.start), last, open)
                }
            if isHere { return true }
        }
        return false
    }
}
