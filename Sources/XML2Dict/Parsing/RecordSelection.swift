/// Finds the elements at a path while a document streams past.
///
/// The path's names are numbers of the parser's own name table, so that a step is one comparison, and only an element
/// whose name is the last step is looked at more closely:
///
///     path     channel/item     steps   [ 4, 7 ]
///     open     rss, channel     keys    [ 3, 4 ]
///     <item>                    key       7: the last step; and channel is its parent: a record
struct RecordSelection {
    /// The number of each step's name, outermost first; `anyName` for `*`.
    private let steps: [Int]
    private let isAnchored: Bool

    /// Whether any element was found yet.
    private(set) var hasFound = false

    /// Elements that are there where nothing was found: their names from the root, without repeats.
    private(set) var others: [[Int]] = []

    private static let anyName = -1

    /// More elements than this are not remembered: they are for a message.
    private static let mostOthers = 8

    init(_ path: XMLPath, _ names: inout NameTable) throws(BuildProblem) {
        var steps: [Int] = []
        for step in path.steps {
            switch step {
            case .name(let name): steps.append(try ValueBuilder.number(of: name, in: &names))
            case .any: steps.append(Self.anyName)
            }
        }
        self.steps = steps
        isAnchored = path.isAnchored
    }

    /// Whether an element that begins is a record.
    ///
    /// - Parameters:
    ///   - key: The number of its name.
    ///   - open: The elements that it is in, root first.
    /// - Returns: Whether the path leads to it.
    mutating func matches(_ key: Int, in open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        let isMatch = isMatch(key, in: open)
        if isMatch {
            hasFound = true
        } else if !hasFound {
            remember(key, in: open)
        }
        return isMatch
    }

    private func isMatch(_ key: Int, in open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        let last = steps.count - 1
        guard steps[last] == key || steps[last] == Self.anyName, open.count >= last else { return false }
        guard !isAnchored || open.count == last else { return false }
        let start = open.count - last
        for index in 0..<last {
            guard steps[index] == open.base[start + index].key || steps[index] == Self.anyName else { return false }
        }
        return true
    }

    /// Keeps the path of an element at the depth at which a record was looked for.
    ///
    /// A path of one name is looked for everywhere; then the children of the root are what one would want to know.
    private mutating func remember(_ key: Int, in open: borrowing GrowableBuffer<OpenElement>) {
        guard others.count < Self.mostOthers, open.count + 1 == max(steps.count, isAnchored ? 1 : 2) else { return }
        var path: [Int] = []
        for index in 0..<open.count {
            path.append(open.base[index].key)
        }
        path.append(key)
        if !others.contains(path) { others.append(path) }
    }
}
