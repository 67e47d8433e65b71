/// Decides which elements to build, the root or the elements at a path, without skipped elements.
struct BuildSelection {
    /// Whether the innermost open element is built, or is inside a built one.
    private(set) var isBuilding: Bool
    /// The number of elements around the built element.
    private(set) var outerDepth = 0
    /// The number of elements around the skipped element, and whether it is inside a built one.
    private var skipped: (depth: Int, wasBuilding: Bool)?
    /// The unmatched paths of earlier documents in the same input.
    var earlier: UnmatchedPaths?
    let isWhole: Bool
    /// Whether a record, an attribute that is a record, or the root was found.
    private(set) var hasFound: Bool

    init(isWhole: Bool) {
        self.isWhole = isWhole
        isBuilding = isWhole
        hasFound = isWhole
    }

    var isSkipping: Bool { skipped != nil }

    /// The number of elements around the element that a cut must not split, or `nil` if none is open.
    ///
    /// Such an element is a record, a selected element, or a skipped element in a document that is built.
    var depthAroundWhole: Int? {
        if isWhole { return skipped?.depth }
        return isInsideBuilt ? outerDepth : nil
    }

    var isInsideBuilt: Bool { isBuilding || skipped?.wasBuilding == true }

    /// Decides whether to build an element inside `depth` others.
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

    @inline(__always)
    mutating func complete() {
        isBuilding = false
    }

    /// Gives up the current record, in which a skipped element may be open.
    mutating func abandon() {
        isBuilding = false
        skipped?.wasBuilding = false
    }

    /// Ends an element inside `depth` others that is not built, and returns whether it was the skipped element.
    mutating func endSkipped(_ depth: Int) -> Bool {
        guard let skipped, skipped.depth == depth else { return false }
        isBuilding = skipped.wasBuilding
        self.skipped = nil
        return true
    }
}
