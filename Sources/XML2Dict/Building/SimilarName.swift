/// A name that others are compared with, for suggestions: without its prefix, and without regard to the case of ASCII.
///
/// Most names differ by their length or their letters, and are dismissed without an allocation.
struct SimilarName {
    private let letters: [UInt8]
    private let letterSet: UInt64
    /// The largest distance of a similar name.
    private let mostChanges: Int

    /// The largest distance of names that are similar to any name.
    static let mostChanges = 2

    init(_ name: String) {
        letters = Self.local(Array(name.utf8)).map(Self.lowercased)
        letterSet = Self.letterSet(of: letters)
        mostChanges = min(Self.mostChanges, letters.count / 2)
    }

    /// The number of changes that make one name of the other; `nil` for a name that is not similar.
    func distance(to name: Name) -> Int? {
        let other = Self.local(name.utf8)
        guard abs(other.count - letters.count) <= mostChanges else { return nil }
        if other.lazy.map(Self.lowercased).elementsEqual(letters) { return 0 }
        // A change takes at most one letter away and adds at most one.
        let difference = letterSet ^ Self.letterSet(of: other)
        guard mostChanges > 0, difference.nonzeroBitCount <= 2 * mostChanges else { return nil }
        let distance = editDistance(letters, other.map(Self.lowercased))
        return distance <= mostChanges ? distance : nil
    }

    private static func local<Bytes: BidirectionalCollection<UInt8>>(_ name: Bytes) -> Bytes.SubSequence {
        guard let colon = name.lastIndex(of: UInt8(ascii: ":")) else { return name[...] }
        return name[name.index(after: colon)...]
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The letters of a name as bits; different letters may share a bit.
    private static func letterSet(of letters: some Sequence<UInt8>) -> UInt64 {
        letters.reduce(0) { $0 | 1 << UInt64(lowercased($1) & 63) }
    }
}
