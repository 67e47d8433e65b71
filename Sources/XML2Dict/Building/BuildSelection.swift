/// Decides which elements to build: the root or the elements at a path, but no skipped elements.
struct BuildSelection {
    private(set) var isBuilding: Bool
    /// The number of elements around the built element.
    private(set) var outerDepth = 0
    /// The number of elements around the skipped element, and whether the skipped element is inside a built element.
    private var skipped: (depth: Int, wasBuilding: Bool)?
    /// The unmatched paths of earlier documents in the same input.
    var earlier: UnmatchedPaths?
    let isWhole: Bool
    /// Whether a record (an element or attribute) was found, which is always `true` for a whole document.
    private(set) var hasFound: Bool

    init(isWhole: Bool) {
        self.isWhole = isWhole
        isBuilding = isWhole
        hasFound = isWhole
    }

    var isSkipping: Bool { skipped != nil }

    /// The number of elements around the open element that a cut must not split, or `nil` if no such element is open.
    ///
    /// Such an element is a record, a selected element, or a skipped element in a whole document.
    var depthAroundWhole: Int? {
        if isWhole { return skipped?.depth }
        return isInsideBuilt ? outerDepth : nil
    }

    var isInsideBuilt: Bool { isBuilding || skipped?.wasBuilding == true }

    /// Decides whether to build an element inside `depth` open elements.
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

    /// Stops building the current record, even inside a skipped element of the record.
    mutating func abandon() {
        isBuilding = false
        skipped?.wasBuilding = false
    }

    /// Ends an unbuilt element inside `depth` open elements, and returns whether this element was the skipped element.
    mutating func endSkipped(_ depth: Int) -> Bool {
        guard let skipped, skipped.depth == depth else { return false }
        isBuilding = skipped.wasBuilding
        self.skipped = nil
        return true
    }
}
