/// What is remembered while elements at a path are looked for, to tell what may be meant instead when there are none.
struct PathSuggestions {
    /// Whether any element was found yet.
    private(set) var hasFound = false

    /// What may be meant: elements of the name that was looked for, with another prefix or in other letters; or else of one that is
    /// misspelled; or else those that are where a record was looked for.
    func paths(_ names: NameView) -> [String] {
        let found = [same, near, others].first { !$0.isEmpty } ?? []
        return found.map { path in path.map { "/" + XMLPath.step(named: names[$0].string) }.joined() }
    }

    // Paths are names from the root, by their numbers, without repeats.
    private var same: [[Int]] = []
    private var near: [[Int]] = []
    private var others: [[Int]] = []

    /// The last steps without their prefixes, in lower case.
    private let plainNames: Set<String>
    /// How near the names met so far are to one of them, by their numbers.
    private var likenesses: [Int: Likeness] = [:]

    private enum Likeness {
        case same, near, other
    }

    /// More elements than this are not remembered: they are for a message.
    private static let mostOthers = 8

    init(_ paths: [XMLPath]) {
        plainNames = Set(
            paths.compactMap { path in
                switch path.steps.last {
                case .name(let name), .expanded(_, let name): Self.plain(name)
                case .any, nil: nil
                }
            }
        )
    }

    /// A name as people remember it: without its prefix and in lower case.
    private static func plain(_ name: String) -> String {
        name.split(separator: ":").last.map { $0.lowercased() } ?? name
    }

    private func likeness(of name: String) -> Likeness {
        let name = Self.plain(name)
        if plainNames.contains(name) { return .same }
        let isNear = plainNames.contains { wanted in
            let most = min(2, wanted.utf8.count / 2)
            return abs(wanted.utf8.count - name.utf8.count) <= most && editDistance(wanted, name) <= most
        }
        return isNear ? .near : .other
    }

    /// Notes an element that begins outside of records, and whether it is one.
    ///
    /// - Parameters:
    ///   - isRecord: Whether a path leads to it.
    ///   - name: The number of its name.
    ///   - open: The elements that it is in, root first.
    ///   - paths: All paths.
    ///   - names: The names by their numbers.
    @inline(__always)
    mutating func note(
        _ isRecord: Bool,
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        if isRecord {
            hasFound = true
        } else if !hasFound {
            remember(name, in: open, paths, names)
        }
    }

    /// Keeps the path of an element that could be meant.
    @inline(never)
    private mutating func remember(
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        if same.count < Self.mostOthers, !plainNames.isEmpty {
            let likeness = likenesses[name] ?? likeness(of: names[name].string)
            likenesses[name] = likeness
            switch likeness {
            case .same: Self.add(name, in: open, to: &same)
            case .near: if near.count < Self.mostOthers { Self.add(name, in: open, to: &near) }
            case .other: break
            }
        }
        if others.count < Self.mostOthers, paths.areRecordsLookedFor(in: open) {
            Self.add(name, in: open, to: &others)
        }
    }

    private static func add(_ name: Int, in open: borrowing GrowableBuffer<OpenElement>, to paths: inout [[Int]]) {
        var path: [Int] = []
        for index in 0..<open.count {
            path.append(open[index].name)
        }
        path.append(name)
        if !paths.contains(path) { paths.append(path) }
    }
}
