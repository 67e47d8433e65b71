/// The steps of a path, compared with the names that lead from the root to an element or an attribute.
///
///     path            steps                     leads to
///     channel/item    channel, item             rss channel item, and channel item
///     /rss/*          rss, any; anchored        rss channel, but not x rss channel
///     item/@id        item, id                  rss channel item id
///
/// A step has the form that its user compares: the number of a name in a document, the bytes of a key in a value. The
/// name of an attribute is the last step; the user knows whether a name is that of an attribute.
package struct PathSteps<Step>: Sendable where Step: Sendable {
    /// The names, outermost first; `nil` for any name.
    package let steps: [Step?]
    /// Whether the first step is the root.
    package let isAnchored: Bool

    /// Whether the steps lead to an element or an attribute.
    ///
    /// - Parameters:
    ///   - dropped: How many of the last steps are left out.
    ///   - depth: How many names lead from the root to it; its own is the last one.
    ///   - isName: Whether a step is the name at a place, counted from the root.
    /// - Returns: Whether the names end with the steps; for an anchored path, whether they equal them.
    @inline(__always)
    package func lead(dropping dropped: Int = 0, toDepth depth: Int, where isName: (Step, Int) -> Bool) -> Bool {
        let count = steps.count - dropped, outer = depth - count
        guard outer == 0 || outer > 0 && !isAnchored else { return false }
        // From the inside out, because the innermost names differ most.
        for place in (0..<count).reversed() {
            if let step = steps[place], !isName(step, outer + place) { return false }
        }
        return true
    }
}

extension PathSteps where Step: Equatable {
    /// The steps of a path of a document.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - step: Makes a step of a name, which has its namespace before a colon.
    package init(_ path: XMLPath.Alternative, _ step: (String) -> Step) {
        self.init(steps: path.names.map { $0.key(separator: ":").map(step) }, isAnchored: path.isAnchored)
    }

    /// Whether the steps may lead to an element or an attribute with a name.
    package func mayEnd(with name: Step) -> Bool { steps.last.map { $0 == nil || $0 == name } ?? false }
}
