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

    /// Elements of nearly the name that was looked for: their names from the root, without repeats.
    private(set) var similar: [[Int]] = []

    /// Elements that are there where nothing was found, likewise.
    private(set) var others: [[Int]] = []

    /// The last step without its prefix, in lower case.
    private let plainName: String?
    /// Whether the names met so far are nearly that one, by their numbers.
    private var isSimilar: [Int: Bool] = [:]

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
        if case .name(let name) = path.steps.last {
            plainName = Self.plain(name)
        } else {
            plainName = nil
        }
    }

    /// A name as people remember it: without its prefix and in lower case.
    private static func plain(_ name: String) -> String {
        name.split(separator: ":").last.map { $0.lowercased() } ?? name
    }

    /// Whether an element that begins is a record.
    ///
    /// - Parameters:
    ///   - key: The number of its name.
    ///   - open: The elements that it is in, root first.
    ///   - names: The names by their numbers.
    /// - Returns: Whether the path leads to it.
    mutating func matches(
        _ key: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ names: NameNumbers
    ) -> Bool {
        let isMatch = isMatch(key, in: open)
        if isMatch {
            hasFound = true
        } else if !hasFound {
            remember(key, in: open, names)
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

    /// Keeps the path of an element that could be meant: one of nearly that name, and one that is where a record was looked for.
    private mutating func remember(_ key: Int, in open: borrowing GrowableBuffer<OpenElement>, _ names: NameNumbers) {
        if similar.count < Self.mostOthers, let plainName {
            let isSimilar = self.isSimilar[key] ?? (Self.plain(names[key].string) == plainName)
            self.isSimilar[key] = isSimilar
            if isSimilar { Self.add(key, in: open, to: &similar) }
        }
        if others.count < Self.mostOthers, isWhereLookedFor(open) {
            Self.add(key, in: open, to: &others)
        }
    }

    /// Whether the children of the innermost open element are where a record would be: with a path of several names, below those before
    /// the last one, or at the path's depth if it is anchored; a single name is looked for everywhere, and then the children of
    /// the root are what one would want to know.
    private func isWhereLookedFor(_ open: borrowing GrowableBuffer<OpenElement>) -> Bool {
        let last = steps.count - 1
        if isAnchored { return open.count == last }
        if last == 0 { return open.count == 1 }
        guard open.count >= last else { return false }
        for index in 0..<last {
            let key = open.base[open.count - last + index].key
            guard steps[index] == key || steps[index] == Self.anyName else { return false }
        }
        return true
    }

    private static func add(_ key: Int, in open: borrowing GrowableBuffer<OpenElement>, to paths: inout [[Int]]) {
        var path: [Int] = []
        for index in 0..<open.count {
            path.append(open.base[index].key)
        }
        path.append(key)
        if !paths.contains(path) { paths.append(path) }
    }
}
