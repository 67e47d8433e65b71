/// What is remembered while elements at a path are looked for, to tell what may be meant instead when there are none.
struct RecordSearch {
    /// Whether any element was found yet.
    private(set) var hasFound = false

    /// Elements of nearly the name that was looked for: their names from the root, without repeats.
    private(set) var similar: [[Int]] = []

    /// Elements that are there where nothing was found, likewise.
    private(set) var others: [[Int]] = []

    /// The last steps without their prefixes, in lower case.
    private let plainNames: Set<String>
    /// Whether the names met so far are nearly one of them, by their numbers.
    private var isSimilar: [Int: Bool] = [:]

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
        _ names: NameNumbers
    ) {
        if isRecord {
            hasFound = true
        } else if !hasFound {
            remember(name, in: open, paths, names)
        }
    }

    /// Keeps the path of an element that could be meant: one of nearly that name, and one that is where a record was looked for.
    @inline(never)
    private mutating func remember(
        _ name: Int,
        in open: borrowing GrowableBuffer<OpenElement>,
        _ paths: borrowing PathTable,
        _ names: NameNumbers
    ) {
        if similar.count < Self.mostOthers, !plainNames.isEmpty {
            let isSimilar = self.isSimilar[name] ?? plainNames.contains(Self.plain(names[name].string))
            self.isSimilar[name] = isSimilar
            if isSimilar { Self.add(name, in: open, to: &similar) }
        }
        if others.count < Self.mostOthers, paths.areRecordsLookedFor(in: open) {
            Self.add(name, in: open, to: &others)
        }
    }

    private static func add(_ name: Int, in open: borrowing GrowableBuffer<OpenElement>, to paths: inout [[Int]]) {
        var path: [Int] = []
        for index in 0..<open.count {
            path.append(open.base[index].name)
        }
        path.append(name)
        if !paths.contains(path) { paths.append(path) }
    }
}
