/// Collects the elements that the caller may have meant, for a path that matches nothing.
///
/// It compares each name once, and keeps a few paths, whose length is bounded: an element costs a look at its name's
/// likeness, until a path has matched.
struct PathSuggestions {
    /// Whether an element at a path has been found.
    private(set) var hasFound = false
    /// The first path of `skip` that left out an element at a path, by its number; `nil` without one.
    private(set) var skippingPath: Int?

    /// The paths that the caller may have meant: elements with the same name but for its prefix or case; without those,
    /// elements with a similar name; without those, elements at the place of a record.
    var paths: [String] {
        let found = [same, near, others].first { !$0.isEmpty } ?? []
        return found.map(\.text)
    }

    // Without repeats.
    private var same: [ElementPath] = []
    private var near: [ElementPath] = []
    private var others: [ElementPath] = []

    /// The last steps of the paths.
    private let wanted: [SimilarName]
    /// How similar the names met so far are to one of them, by their numbers.
    private var likenesses: [Likeness] = []

    private enum Likeness: UInt8 {
        case unknown, same, near, other
    }

    /// How many elements of each kind are kept: a message shows no more.
    private static let mostPaths = 8

    init(_ paths: [XMLPath.Alternative]) {
        wanted = paths.compactMap { path in
            switch path.steps.last {
            case .name(let name), .expanded(_, let name): SimilarName(name)
            case .any, nil: nil
            }
        }
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

    /// Notes that an element at a path is left out, by itself or with an element around it.
    ///
    /// - Parameters:
    ///   - name: The number of the name of the element that a path of `skip` names.
    ///   - depth: How many elements are around it.
    ///   - open: The open elements.
    ///   - paths: All paths.
    @inline(never)
    mutating func noteSkipped(
        _ name: Int,
        depth: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable
    ) {
        guard !hasFound, skippingPath == nil else { return }
        skippingPath = paths.firstPath(marked: .skip, ofElement: name, in: open, depth: depth)
    }

    /// Keeps the path of an element that the caller may have meant.
    @inline(never)
    private mutating func remember(
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameView
    ) {
        if same.count < Self.mostPaths, !wanted.isEmpty {
            switch likeness(of: name, names) {
            case .same: Self.add(name, in: open, to: &same, names)
            case .near: Self.add(name, in: open, to: &near, names)
            case .other, .unknown: break
            }
        }
        if others.count < Self.mostPaths, paths.areRecordsLookedFor(in: open) {
            Self.add(name, in: open, to: &others, names)
        }
    }

    private mutating func likeness(of name: Int, _ names: NameView) -> Likeness {
        while likenesses.count <= name { likenesses.append(.unknown) }
        if likenesses[name] == .unknown {
            let distance = wanted.lazy.compactMap { $0.distance(to: names[name]) }.min()
            likenesses[name] = distance.map { $0 == 0 ? .same : .near } ?? .other
        }
        return likenesses[name]
    }

    private static func add(
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        to paths: inout [ElementPath],
        _ names: NameView
    ) {
        guard paths.count < mostPaths else { return }
        for path in paths where path.shows(open, name) { return }
        var path = ElementPath(isForOptions: true)
        path.show(open, name, names)
        paths.append(path)
    }
}
