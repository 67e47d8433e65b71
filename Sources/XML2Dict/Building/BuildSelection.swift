/// Decides which elements are built: the root or the elements at a path, without skipped ones.
struct BuildSelection {
    /// Whether the innermost open element is built, or is inside one that is.
    private(set) var isBuilding: Bool
    /// The number of open elements around the element that is being built.
    private(set) var outerDepth = 0
    /// The number of open elements around the skipped element, and whether it is inside a built one.
    private var skipped: (depth: Int, wasBuilding: Bool)?
    /// The paths of the options, in the order of the table.
    let marked: [MarkedPath]
    /// Whether a path that matches nothing is an error.
    let requiresMatch: Bool
    /// The number of names that the options have; those of the document follow.
    let optionNameCount: Int
    /// The matches in earlier documents of the same input.
    var earlier: ValueBuilder.Matches?
    /// Suggestions for a path that selects no element; `nil` when the root is built.
    private(set) var suggestions: PathSuggestions?

    init(_ marked: [MarkedPath], optionNameCount: Int, requiresMatch: Bool) {
        self.requiresMatch = requiresMatch
        self.marked = marked
        self.optionNameCount = optionNameCount
        let paths = marked.filter { $0.marks == .record }.map(\.path)
        isBuilding = paths.isEmpty
        if !paths.isEmpty { suggestions = PathSuggestions(paths) }
    }

    /// Whether the whole document is built.
    var isWhole: Bool { suggestions == nil }

    /// Whether the innermost open element is skipped, or inside one that is.
    var isSkipping: Bool { skipped != nil }

    /// The number of ancestors of the open element that a cut must not split: a record, a selected element, or a skipped
    /// element where the rest is built; `nil` when none is open.
    var depthAroundWhole: Int? {
        if isWhole { return skipped?.depth }
        return isInsideBuilt ? outerDepth : nil
    }

    /// Whether the innermost open element is built, or skipped inside a built one.
    var isInsideBuilt: Bool { isBuilding || skipped?.wasBuilding == true }

    /// Decides whether to build an element that begins: `marks` is the result of comparing it with the paths.
    @inline(__always)
    mutating func begin(
        _ marks: PathMarks,
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        if let skipped {
            guard marks.contains(.record), !skipped.wasBuilding else { return }
            suggestions?.noteSkipped(open[skipped.depth].name, depth: skipped.depth, in: open, paths)
            return
        }
        if marks.contains(.skip) {
            if marks.contains(.record), !isBuilding {
                suggestions?.noteSkipped(name, depth: open.count, in: open, paths)
            }
            skipped = (open.count, isBuilding)
            isBuilding = false
        } else if !isBuilding {
            suggestions?.note(marks.contains(.record), name, in: open, paths, names)
            guard marks.contains(.record) else { return }
            isBuilding = true
            outerDepth = open.count
        }
    }

    /// Notes an attribute of the innermost open element, which is not inside a record.
    ///
    /// `marks` is the result of comparing it with the paths.
    mutating func noteAttribute(
        _ marks: PathMarks,
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        if !marks.contains(.record) {
            if skipped == nil { suggestions?.noteAttribute(name, in: open, names) }
        } else if let skipped {
            guard !skipped.wasBuilding else { return }
            suggestions?.noteSkipped(open[skipped.depth].name, depth: skipped.depth, in: open, paths)
        } else if marks.contains(.skip) {
            suggestions?.noteSkipped(name, isAttribute: true, depth: open.count, in: open, paths)
        } else {
            suggestions?.noteRecord()
        }
    }

    /// Notes that the root or record is complete.
    @inline(__always)
    mutating func complete() {
        isBuilding = false
    }

    /// Notes that the record that was being built is given up; a skipped element in it is still open.
    mutating func abandon() {
        isBuilding = false
        skipped?.wasBuilding = false
    }

    /// Notes that an element ends that was not built.
    ///
    /// `depth` elements stay open.
    ///
    /// - Returns: Whether it was the skipped element.
    mutating func endSkipped(_ depth: Int) -> Bool {
        guard let skipped, skipped.depth == depth else { return false }
        isBuilding = skipped.wasBuilding
        self.skipped = nil
        return true
    }
}
