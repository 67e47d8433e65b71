extension XMLValue {
    /// The first item of an array; any other value itself.
    public var first: XMLValue? { entry.kind == .array ? self[0] : self }

    /// The first value at a path of keys that begins in this value.
    ///
    /// ```swift
    /// menu.at("items/item/name")?.text
    /// ```
    ///
    /// Arrays use up no key: the search tries their items in order. `*` is any key. A slash at the beginning makes no
    /// difference. Use subscripts for keys that contain slashes.
    ///
    /// It takes time for the keys that it compares, and memory only for the result.
    ///
    /// - Parameter path: The keys, separated by slashes.
    /// - Returns: The value, which may be an array; `nil` when the path matches nothing.
    public func at(_ path: String) -> XMLValue? {
        var path = path
        let found = path.withUTF8 { path in
            let keys = path.first == UInt8(ascii: "/") ? UnsafeBufferPointer(rebasing: path.dropFirst()) : path
            return storage.tree.first(at: keys, in: entry)
        }
        return found.map { XMLValue(storage: storage, entry: $0) }
    }

    /// Every value at a path of keys, in this value and in every value inside it, in the order of the entries.
    ///
    /// ```swift
    /// book.values(at: "section/pic").compactMap(\.text)       // the pictures of all sections, however deep they are
    /// ```
    ///
    /// `section/pic` is any `pic` in a `section`; `/book/section` begins in this value; `*` is any key. Arrays use up
    /// no key, and the result has each item of an array that the path matches. A path has up to 63 keys; a longer one
    /// matches nothing.
    ///
    /// - Parameter path: The keys, separated by slashes.
    /// - Returns: The values, without arrays.
    public func values(at path: String) -> [XMLValue] {
        let isAnchored = path.hasPrefix("/")
        let keys = path.utf8.dropFirst(isAnchored ? 1 : 0).split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        var search = ValueSearch(keys.map { Array($0) }, isAnchored: isAnchored, storage.tree)
        return search.run(entry).map { XMLValue(storage: storage, entry: $0) }
    }
}

extension StorageView {
    /// How many arrays and `*` a search passes at most: each is a call on the stack, and real paths have fewer.
    private static var mostBranches: Int { 128 }

    /// The first entry at a path of keys, looking into arrays.
    ///
    /// It recurses only at an array or `*`, where it has several ways.
    func first(at path: UnsafeBufferPointer<UInt8>, in entry: Entry, branches: Int = 0) -> Entry? {
        var path = path, entry = entry
        while true {
            let end = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            let key = UnsafeBufferPointer(rebasing: path[..<end])
            let isAny = key.count == 1 && key[0] == UInt8(ascii: "*")
            if entry.kind == .array || entry.isDictionary && isAny {
                guard branches < Self.mostBranches else { return nil }
                // An array uses up no key.
                let isLast = entry.kind != .array && end == path.endIndex
                let rest = entry.kind == .array || isLast ? path : UnsafeBufferPointer(rebasing: path[(end + 1)...])
                for place in 0..<entry.childCount {
                    let child = child(of: entry, at: place)
                    if isLast { return child }
                    if let found = first(at: rest, in: child, branches: branches + 1) { return found }
                }
                return nil
            }
            guard entry.isDictionary, let place = index(of: key, in: entry) else { return nil }
            entry = child(of: entry, at: place)
            guard end < path.endIndex else { return entry }
            path = UnsafeBufferPointer(rebasing: path[(end + 1)...])
        }
    }
}

/// Finds all entries at a path of keys, without recursion, as a value may be a million dictionaries deep.
///
/// It visits the entries in order. Bits say how much of the path leads to an entry: bit n means that the last n keys
/// were the first n of the path. For the path `section/pic` in `{"section": {"section": {"pic": …}}}`:
///
///     section    bits 0, 1      section/section    bits 0, 1      …/pic    bits 0, 2: found
struct ValueSearch {
    private let keys: [[UInt8]]
    private let isAnchored: Bool
    private let tree: StorageView
    /// The keys of the path that a name matches, as bits, by the name's number.
    private var matches: [Int: UInt64] = [:]

    /// The longest path that can match, in keys.
    private static let mostKeys = 63

    init(_ keys: [[UInt8]], isAnchored: Bool, _ tree: StorageView) {
        self.keys = keys
        self.isAnchored = isAnchored
        self.tree = tree
    }

    mutating func run(_ start: Entry) -> [Entry] {
        guard keys.count <= Self.mostKeys else { return [] }
        var found: [Entry] = []
        let goal: UInt64 = 1 << UInt64(keys.count)
        var stack: [(entry: Entry, reached: UInt64)] = [(start, 1)]
        while let (entry, reached) = stack.popLast() {
            if entry.kind != .array, reached & goal != 0 { found.append(entry) }
            for place in (0..<entry.childCount).reversed() {
                let child = tree.child(of: entry, at: place)
                if entry.kind == .array {
                    stack.append((child, reached))
                    continue
                }
                // A path that is not anchored can begin anywhere.
                let next = (reached & matched(child.key)) << 1 | (isAnchored ? 0 : 1)
                if next != 0 { stack.append((child, next)) }
            }
        }
        return found
    }

    /// The keys of the path that a name matches, as bits.
    private mutating func matched(_ name: Int) -> UInt64 {
        if let known = matches[name] { return known }
        var bits: UInt64 = 0
        let text = tree.names[name]
        for (place, key) in keys.enumerated() {
            let isMatch = key == [UInt8(ascii: "*")] || key.withUnsafeBufferPointer(text.equals)
            if isMatch { bits |= 1 << UInt64(place) }
        }
        matches[name] = bits
        return bits
    }
}
