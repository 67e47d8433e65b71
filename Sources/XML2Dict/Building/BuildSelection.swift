/// Decides which elements are built: the root, or the elements at a path, and nothing that is skipped.
struct BuildSelection {
    /// Whether the innermost open element is built, or is inside one that is.
    private(set) var isBuilding: Bool
    /// How many elements are open around the one that is being built.
    private(set) var outerDepth = 0
    /// How many elements are open around the one that is skipped, and whether that one is inside one that is built.
    private var skipped: (depth: Int, wasBuilding: Bool)?
    /// What could be meant when no element is selected; `nil` when the root is built.
    private(set) var suggestions: PathSuggestions?

    init(_ paths: [XMLPath]) {
        isBuilding = paths.isEmpty
        if !paths.isEmpty { suggestions = PathSuggestions(paths) }
    }

    /// Whether the whole document is built.
    var isWhole: Bool { suggestions == nil }

    /// Whether something is being built that a skipped element interrupts, or not.
    var isInsideBuilt: Bool { isBuilding || skipped?.wasBuilding == true }

    /// An element begins for which the paths have these marks.
    @inline(__always)
    mutating func begin(
        _ marks: PathMarks,
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        guard skipped == nil else { return }
        if marks.contains(.skip) {
            skipped = (open.count, isBuilding)
            isBuilding = false
        } else if !isBuilding {
            suggestions?.note(marks.contains(.record), name, in: open, paths, names)
            guard marks.contains(.record) else { return }
            isBuilding = true
            outerDepth = open.count
        }
    }

    /// What was being built is complete.
    @inline(__always)
    mutating func complete() {
        isBuilding = false
    }

    /// An element ends that was not built, and so many stay open.
    ///
    /// - Returns: Whether it was the one that was skipped.
    mutating func endSkipped(_ depth: Int) -> Bool {
        guard let skipped, skipped.depth == depth else { return false }
        isBuilding = skipped.wasBuilding
        self.skipped = nil
        return true
    }
}
