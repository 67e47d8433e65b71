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
    private let alternatives: [Alternative]
    private let storage: ValueStorage
    private var tree: StorageView { storage.tree }

    /// An alternative of the path, with the names as the value has them.
    private struct Alternative {
        let isAnchored: Bool
        let steps: [Step]
        let attribute: Step?

        /// Whether keys from the start lead to the entry, or to the element that has the attribute.
        func leads(to keys: [Int], _ names: NameView) -> Bool {
            guard isAnchored ? keys.count == steps.count : keys.count >= steps.count else { return false }
            return zip(steps, keys.suffix(steps.count)).reversed().allSatisfy { $0.matches(names[$1]) }
        }
    }

    private enum Step {
        case any
        case key([UInt8])

        init(_ step: XMLPath.Step, separator: String) {
            self = step.key(separator: separator).map { .key(Array($0.utf8)) } ?? .any
        }

        func matches(_ name: Name) -> Bool {
            switch self {
            case .any: true
            case .key(let bytes): bytes.withUnsafeBufferPointer(name.equals)
            }
        }
    }

    /// - Throws: An `XMLReaderError` with the code `invalidPath`.
    init(_ path: XMLPath, in storage: ValueStorage) throws(XMLReaderError) {
        try path.checkForValue()
        self.storage = storage
        let separator = storage.roles.prefixSeparator
        alternatives = path.alternatives.map { path in
            Alternative(
                isAnchored: path.isAnchored,
                steps: path.steps.map { Step($0, separator: separator) },
                attribute: path.attribute.map { Step($0, separator: separator) }
            )
        }
    }

    // MARK: From the start

    /// The first entry at the first alternative that leads to any; each begins at the start.
    func first(from start: Entry) -> Entry? {
        alternatives.lazy.compactMap { first(at: $0, from: start) }.first
    }

    private func first(at path: Alternative, from start: Entry) -> Entry? {
        var rest: [(entry: Entry, step: Int)] = [(start, 0)]
        while let (entry, step) = rest.popLast() {
            if step == path.steps.count, path.attribute == nil { return entry }
            if entry.kind == .array {
                for child in children(of: entry).reversed() { rest.append((child, step)) }
            } else if step == path.steps.count, let attribute = path.attribute {
                if let found = attributes(of: entry, at: [attribute]).first { return found }
            } else {
                for child in children(of: entry, at: [path.steps[step]]).reversed() { rest.append((child, step + 1)) }
            }
        }
        return nil
    }

    // MARK: Everywhere

    /// All entries at the path, which may begin anywhere unless it is anchored; arrays are represented by their items.
    func all(from start: Entry) -> [Entry] {
        var found: [Entry] = []
        var keys: [Int] = []
        var rest: [(entry: Entry, depth: Int)] = [(start, 0)]
        while let (entry, depth) = rest.popLast() {
            keys.removeLast(keys.count - max(0, depth - 1))
            if depth > 0 { keys.append(entry.key) }
            guard entry.kind != .array else {
                // An item has the key of its array.
                for item in children(of: entry).reversed() { rest.append((item.under(key: entry.key), depth)) }
                continue
            }
            found += matches(entry, keys)
            guard alternatives.contains(where: { !$0.isAnchored || depth < $0.steps.count }) else { continue }
            for child in children(of: entry).reversed() { rest.append((child, depth + 1)) }
        }
        return found
    }

    /// The entry if an alternative leads to it, and those of its attributes to which one leads.
    private func matches(_ entry: Entry, _ keys: [Int]) -> [Entry] {
        let paths = alternatives.filter { $0.leads(to: keys, tree.names) }
        let steps = paths.compactMap(\.attribute)
        let attributes = steps.isEmpty ? [] : attributes(of: entry, at: steps)
        return (paths.count > steps.count ? [entry] : []) + attributes
    }

    // MARK: Entries

    private func children(of entry: Entry) -> some BidirectionalCollection<Entry> {
        (0..<entry.childCount).lazy.map { [tree] in tree.child(of: entry, at: $0) }
    }

    private func children(of entry: Entry, at steps: [Step]) -> [Entry] {
        guard entry.isDictionary else { return [] }
        return children(of: entry).filter { child in steps.contains { $0.matches(tree.names[child.key]) } }
    }

    /// The attributes of an element that steps name, as its convention writes them.
    private func attributes(of entry: Entry, at steps: [Step]) -> [Entry] {
        guard entry.isDictionary else { return [] }
        let roles = storage.roles
        if let group = roles.attributeGroupKey {
            return tree.child(of: entry, under: group).map { children(of: $0, at: steps) } ?? []
        }
        let prefix = roles.attributePrefix
        if !prefix.isEmpty {
            return children(of: entry).filter { child in
                let name = tree.names[child.key].utf8
                guard name.starts(with: prefix) else { return false }
                return steps.contains { step in
                    switch step {
                    case .any: roles.isElementOrAttribute(child)
                    case .key(let bytes): name.dropFirst(prefix.count).elementsEqual(bytes)
                    }
                }
            }
        }
        guard !roles.hasMarkedAttributes else { return [] }
        // Attributes are text among child elements; one that shares its key with a child is in an array with it.
        return children(of: entry, at: steps).filter(roles.isElementOrAttribute).flatMap { child in
            child.kind == .array ? Array(children(of: child)) : [child]
        }
        .filter(\.isText)
    }
}
