/// Decides which elements are built: the root or the elements at a path, without skipped ones.
struct BuildSelection {
    /// Whether the innermost open element is built, or is inside one that is.
    private(set) var isBuilding: Bool
    /// The number of open elements around the element that is being built.
    private(set) var outerDepth = 0
    /// The number of open elements around the skipped element, and whether it is inside a built one.
    private var skipped: (depth: Int, wasBuilding: Bool)?
    /// What matched nothing in earlier documents of the same input.
    var earlier: UnmatchedPaths?
    /// Whether the whole document is built, and not elements at paths.
    let isWhole: Bool
    /// Whether something to build was found: a record, an attribute that is one, or the root.
    private(set) var hasFound: Bool

    init(isWhole: Bool) {
        self.isWhole = isWhole
        isBuilding = isWhole
        hasFound = isWhole
    }

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
    ///
    /// `depth` elements are open around it.
    @inline(__always)
    mutating func begin(_ marks: Marks, _ depth: Int) {
        guard skipped == nil else { return }
        if marks.contains(.skip) {
            skipped = (depth, isBuilding)
            isBuilding = false
        } else if !isBuilding, marks.contains(.record) {
            isBuilding = true
            hasFound = true
            outerDepth = depth
        }
    }

    /// Decides whether an attribute of an element that is not built is a record.
    mutating func selectsAttribute(_ marks: Marks) -> Bool {
        guard skipped == nil, marks.contains(.record), !marks.contains(.skip) else { return false }
        hasFound = true
        return true
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
