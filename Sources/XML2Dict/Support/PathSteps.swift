/// The steps of a path, for comparison with the names that lead from the root to an element or an attribute.
///
///     path            steps                     leads to
///     channel/item    channel, item             rss channel item, and channel item
///     /rss/*          rss, any; anchored        rss channel, but not x rss channel
///     item/@id        item, id                  rss channel item id
///
/// A step has a type that the caller can compare, such as the id of a name or the bytes of a key. If the last step
/// names an attribute, the caller must check that the last name in the document is an attribute too.
package struct PathSteps<Step>: Sendable where Step: Sendable {
    /// The names, outermost first, with `nil` for `*`.
    package let steps: [Step?]
    package let isAnchored: Bool

    /// Whether the names end with the steps, or are equal to the steps of an anchored path.
    ///
    /// `isName` compares a step with the name at an index, counted from the root. `depth` counts all names.
    @inline(__always)
    package func lead(dropping dropped: Int = 0, toDepth depth: Int, where isName: (Step, Int) -> Bool) -> Bool {
        let count = steps.count - dropped, outer = depth - count
        guard outer == 0 || outer > 0 && !isAnchored else { return false }
        // The innermost names differ most often, so the loop compares them first.
        for index in (0..<count).reversed() {
            if let step = steps[index], !isName(step, outer + index) { return false }
        }
        return true
    }
}

extension PathSteps where Step: Equatable {
    /// Creates the steps of a path for the names of a document, with `URI:name` in place of `{URI}name`.
    package init(_ path: XMLPath.Alternative, _ step: (String) -> Step) {
        self.init(steps: path.names.map { $0.key(separator: ":").map(step) }, isAnchored: path.isAnchored)
    }

    package func mayEnd(with name: Step) -> Bool { steps.last.map { $0 == nil || $0 == name } ?? false }
}
