extension XMLValue {
    /// The first item of an array; any other value itself.
    public var first: XMLValue? { entry.kind == .array ? self[0] : self }

    /// The first value at a path of keys that begins in this value.
    ///
    /// ```swift
    /// menu.at("items/item/name")?.text
    /// ```
    ///
    /// Arrays do not count: where one stands, its items are tried in order. `*` is any key. Keys with slashes in them are reached by subscripts.
    ///
    /// It takes time for the keys it looks at, and memory for nothing but the result.
    ///
    /// - Parameter path: The keys, parted by slashes.
    /// - Returns: The value, an array if it is one; `nil` when there is none.
    public func at(_ path: String) -> XMLValue? {
        var path = path
        let found = path.withUTF8 { path in
            storage.tree.first(at: path, in: entry)
        }
        return found.map { XMLValue(storage: storage, entry: $0) }
    }

    /// Every value at a path of keys, in this value and in everything inside it, in document order as far as a value has it.
    ///
    /// ```swift
    /// book.values(at: "section/pic").compactMap(\.text)       // the pictures of all sections, however deep they are
    /// ```
    ///
    /// `section/pic` is any `pic` in a `section`; `/book/section` begins in this value; `*` is any key. Arrays do not count, and of
    /// those found each item is given.
    ///
    /// - Parameter path: The keys, parted by slashes.
    /// - Returns: The values, none of them an array.
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

extension ValueTree {
    /// Arrays in arrays are looked into as deep as this: only JsonML has more, and that has no keys to follow.
    private static var mostArrays: Int { 8 }

    /// The first entry at a path of keys, looking into arrays.
    ///
    /// It calls itself for each key, and for so many arrays between two keys.
    func first(at path: UnsafeBufferPointer<UInt8>, in entry: Entry, arrays: Int = 0) -> Entry? {
        if entry.kind == .array {
            guard arrays < Self.mostArrays else { return nil }
            for place in 0..<entry.length {
                if let found = first(at: path, in: child(of: entry, at: place), arrays: arrays + 1) { return found }
            }
            return nil
        }
        guard entry.isDictionary else { return nil }
        let end = path.firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        let key = UnsafeBufferPointer(rebasing: path[..<end])
        let rest = end < path.endIndex ? UnsafeBufferPointer(rebasing: path[(end + 1)...]) : nil
        if key.count == 1, key[0] == UInt8(ascii: "*") {
            for place in 0..<entry.childCount {
                let child = child(of: entry, at: place)
                guard let rest else { return child }
                if let found = first(at: rest, in: child) { return found }
            }
            return nil
        }
        guard let place = index(of: key, in: entry) else { return nil }
        let child = child(of: entry, at: place)
        guard let rest else { return child }
        return first(at: rest, in: child)
    }
}

/// Finds all entries at a path of keys, without recursion: a value may be a million dictionaries deep.
///
/// It goes through the entries in order. Each one carries how far the path has been followed to it, as bits: bit n means that the last
/// keys were the first n of the path. For the path `section/pic` in `{"section": {"section": {"pic": …}}}`:
///
///     section    bits 0, 1      section/section    bits 0, 1      …/pic    bits 0, 2: found
struct ValueSearch {
    private let keys: [[UInt8]]
    private let isAnchored: Bool
    private let tree: ValueTree
    /// Which keys of the path a name is, as bits, by the name's number.
    private var matches: [Int: UInt64] = [:]

    /// More keys than this no path has that can be found.
    private static let mostKeys = 63

    init(_ keys: [[UInt8]], isAnchored: Bool, _ tree: ValueTree) {
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

    /// The places of the path at which a name can stand.
    private mutating func matched(_ name: Int) -> UInt64 {
        if let known = matches[name] { return known }
        var bits: UInt64 = 0
        let text = tree.names[name]
        for (place, key) in keys.enumerated() {
            let isMatch =
                key == [UInt8(ascii: "*")]
                || key.withUnsafeBufferPointer { buffer in
                    buffer.baseAddress.map { text.equals($0, count: buffer.count) } ?? (text.byteCount == 0)
                }
            if isMatch { bits |= 1 << UInt64(place) }
        }
        matches[name] = bits
        return bits
    }
}
