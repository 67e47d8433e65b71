/// Collects the elements that the caller may have meant, for a path that matches nothing.
struct PathSuggestions {
    /// Whether an element at a path has been found.
    private(set) var hasFound = false

    /// The paths that the caller may have meant: elements with the same name but for its prefix or case; without those,
    /// elements with a similar name; without those, elements at the place of a record.
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
    /// How similar the names met so far are to one of them, by their numbers.
    private var likenesses: [Int: Likeness] = [:]

    private enum Likeness {
        case same, near, other
    }

    /// How many elements are kept at most: a message shows no more.
    private static let mostOthers = 8

    init(_ paths: [XMLPath.Alternative]) {
        plainNames = Set(
            paths.compactMap { path in
                switch path.steps.last {
                case .name(let name), .expanded(_, let name): Self.plain(name)
                case .any, nil: nil
                }
            }
        )
    }

    /// A name without its prefix, in lower case.
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

    /// Notes a record that is not an element.
    mutating func noteRecord() {
        hasFound = true
    }

    /// Notes an element that begins outside of records.
    ///
    /// - Parameters:
    ///   - isRecord: Whether a path selects it.
    ///   - name: The number of its name.
    ///   - open: The elements around it, root first.
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

    /// Keeps the path of an element that the caller may have meant.
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
