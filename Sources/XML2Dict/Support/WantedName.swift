/// A name that matches nothing, for comparison with the names that the user may have meant.
///
/// The comparison ignores hyphens, underscores, points, a prefix, and the case of ASCII letters. For each three bytes
/// that remain of the name, the comparison allows one change, but at most two changes in all:
///
///     ENTRY, m:entry, en_try   entry              0 changes
///     etnry, entries           entry              1, 2
///     content                  content:encoded    1: the prefix alone
///     no                       id                 `nil`
package struct WantedName {
    private let letters: [UInt8]
    private let letterSet: UInt64
    private var most: Int { min(2, letters.count / 3) }

    package init(_ name: some StringProtocol) {
        letters = Self.letters(of: Array(name.utf8)).map(Self.lowercased)
        letterSet = Self.letterSet(of: letters)
    }

    /// Returns in linear time the number of changes that turn this name into `name`, or `nil` for more than `most`.
    package func changes(to name: some BidirectionalCollection<UInt8>) -> Int? {
        if name.starts(with: letters), name.dropFirst(letters.count).first == UInt8(ascii: ":") { return 1 }
        let other = Self.letters(of: name)
        guard abs(other.count - letters.count) <= most else { return nil }
        // A change removes at most one letter of the set, and adds at most one letter.
        guard (letterSet ^ Self.letterSet(of: other)).nonzeroBitCount <= 2 * most else { return nil }
        return Self.changes(letters[...], other.map(Self.lowercased)[...], atMost: most)
    }

    /// Returns the name that takes the fewest changes, or the first of several such names.
    package func nearest<Known: StringProtocol>(in known: some Sequence<Known>) -> Known?
    where Known.UTF8View: BidirectionalCollection {
        let near = known.compactMap { name in changes(to: name.utf8).map { (name: name, changes: $0) } }
        return near.min { $0.changes < $1.changes }?.name
    }

    /// Returns the edit distance of two words, where a swap of adjacent letters is one change, or `nil` beyond `most`.
    ///
    /// If `most` is 2, the recursion makes at most 21 calls, and each call skips the equal letters at the start.
    private static func changes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, atMost most: Int) -> Int? {
        var one = one, other = other
        while let letter = one.first, letter == other.first { (one, other) = (one.dropFirst(), other.dropFirst()) }
        if one.isEmpty, other.isEmpty { return 0 }
        guard most > 0 else { return nil }
        var ways = [(one.dropFirst(), other), (one, other.dropFirst()), (one.dropFirst(), other.dropFirst())]
        if one.prefix(2).elementsEqual(other.prefix(2).reversed()) {
            ways.append((one.dropFirst(2), other.dropFirst(2)))
        }
        return ways.lazy.compactMap { changes($0, $1, atMost: most - 1) }.min().map { $0 + 1 }
    }

    private static func letters<Bytes: BidirectionalCollection<UInt8>>(
        of name: Bytes
    ) -> LazyFilterSequence<Bytes.SubSequence> {
        let start = name.lastIndex(of: UInt8(ascii: ":")).map(name.index(after:)) ?? name.startIndex
        return name[start...].lazy.filter { !"-_.".utf8.contains($0) }
    }

    /// Returns the letters of a name as a set of bits, where several letters may share a bit.
    private static func letterSet(of letters: some Sequence<UInt8>) -> UInt64 {
        letters.reduce(0) { $0 | 1 << UInt64(lowercased($1) & 63) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
