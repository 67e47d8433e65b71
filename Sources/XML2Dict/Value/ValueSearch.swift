/// Finds the entries at a path, in the order of the document, without recursion: a value may be a million levels deep.
///
/// It visits the entries from the outside in, and compares the keys from the start to an entry with the steps:
///
///     section/pic in {"book": {"section": {"section": {"pic": …}}}}
///
///     keys     book     book section     book section section     book section section pic
///     steps                                                                    section pic     found
///
/// Arrays use up no step: each item is at the path of its array.
struct ValueSearch {
    private let paths: [PathSteps<KeyStep>]
    private let storage: ValueStorage
    private var tree: StorageView { storage.tree }

    /// - Throws: An `XMLReaderError` with the code `invalidPath`.
    init(_ path: XMLPath, in storage: ValueStorage) throws(XMLReaderError) {
        try path.checkForValue()
        self.storage = storage
        paths = path.alternatives.map { PathSteps($0, in: storage) }
    }

    /// The first entry at the first alternative that leads to any; each begins at the start.
    func first(from start: Entry) -> Entry? {
        paths.lazy.compactMap { first(at: $0.steps, from: start) }.first
    }

    private func first(at steps: [KeyStep?], from start: Entry) -> Entry? {
        // An attribute may be in an array with elements of its name.
        let leadsToText = if case .text?? = steps.last { true } else { false }
        var rest: [(entry: Entry, step: Int)] = [(start, 0)]
        while let (entry, step) = rest.popLast() {
            let isAtEnd = step == steps.count
            let isSearched = entry.kind == .array && (!isAtEnd || leadsToText)
            if isAtEnd, !isSearched { return entry }
            guard isSearched || entry.isDictionary else { continue }
            // The items of an array have the key that led to it.
            let next = isSearched ? step : step + 1
            for child in children(of: entry).reversed()
            where isSearched && !isAtEnd || chooses(steps[next - 1], child) {
                rest.append((child, next))
            }
        }
        return nil
    }

    /// All entries at the path, which may begin anywhere unless it is anchored; arrays are represented by their items.
    func all(from start: Entry) -> [Entry] {
        var found: [Entry] = []
        // The entries from the start, without it, to the current one.
        var way: [Entry] = []
        var rest: [(entry: Entry, depth: Int)] = [(start, 0)]
        while let (entry, depth) = rest.popLast() {
            way.removeLast(way.count - max(0, depth - 1))
            if depth > 0 { way.append(entry) }
            guard entry.kind != .array else {
                for item in children(of: entry).reversed() { rest.append((item, depth)) }
                continue
            }
            if paths.contains(where: { $0.lead(toDepth: depth) { chooses($0, way[$1]) } }) { found.append(entry) }
            guard paths.contains(where: { !$0.isAnchored || depth < $0.steps.count }) else { continue }
            for child in children(of: entry).reversed() { rest.append((child, depth + 1)) }
        }
        return found
    }

    private func chooses(_ step: KeyStep?, _ entry: Entry) -> Bool {
        step?.chooses(entry, in: tree, storage.roles) ?? true
    }

    /// The children of an entry; items have the key of their array.
    private func children(of entry: Entry) -> some BidirectionalCollection<Entry> {
        (0..<entry.childCount).lazy.map { [tree] in
            let child = tree.child(of: entry, at: $0)
            return entry.kind == .array ? child.under(key: entry.key) : child
        }
    }
}
