/// The steps of a path, compared with the names that lead from the root to an element or an attribute.
///
///     path            steps                     leads to
///     channel/item    channel, item             rss channel item, and channel item
///     /rss/*          rss, any; anchored        rss channel, but not x rss channel
///     item/@id        item, id                  rss channel item id
///
/// A step has the form that the caller compares, such as the id of a name or the bytes of a key. The name of an
/// attribute is the last step, and the caller distinguishes it from an element.
package struct PathSteps<Step>: Sendable where Step: Sendable {
    /// The names, outermost first, with `nil` for any name.
    package let steps: [Step?]
    package let isAnchored: Bool

    /// Whether the names end with the steps, or for an anchored path, equal them.
    ///
    /// `isName` compares a step with the name at an index, counted from the root. `depth` counts all names.
    @inline(__always)
    package func lead(dropping dropped: Int = 0, toDepth depth: Int, where isName: (Step, Int) -> Bool) -> Bool {
        let count = steps.count - dropped, outer = depth - count
        guard outer == 0 || outer > 0 && !isAnchored else { return false }
        // From the inside out, because the innermost names differ most.
        for index in (0..<count).reversed() {
            if let step = steps[index], !isName(step, outer + index) { return false }
        }
        return true
    }
}

extension PathSteps where Step: Equatable {
    /// Creates the steps of a path of a document, from names with their namespaces before a colon.
    package init(_ path: XMLPath.Alternative, _ step: (String) -> Step) {
        self.init(steps: path.names.map { $0.key(separator: ":").map(step) }, isAnchored: path.isAnchored)
    }

    package func mayEnd(with name: Step) -> Bool { steps.last.map { $0 == nil || $0 == name } ?? false }
}
