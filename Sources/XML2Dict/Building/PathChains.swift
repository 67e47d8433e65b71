/// Chains of paths that end with the same two names, by the numbers of these names: a hash table with open addressing.
///
///     chains  0: item in channel, paths 0 to 3     1: item in any, path 2
///     slots   [ -  1  -  0 ]                       the chain, at the hash of its names
///
/// A chain knows its last path, so adding a path takes the same time however long the chain is.
struct PathChains: ~Copyable {
    /// A chain of paths in the order of the options.
    struct Chain: BitwiseCopyable {
        /// The number of the last name, and of the name before it; `anyName` for `*`, and for no name before it.
        let last: Int32
        let parent: Int32
        let firstPath: Int32
        var lastPath: Int32
    }

    /// The number of `*`.
    static var anyName: Int32 { -1 }

    private var chains = GrowableBuffer<Chain>()
    /// The chain at each hash, or -1; their number is a power of two.
    private var slots = GrowableBuffer<Int32>()
    /// Whether a path ends with a name, by its number.
    private var isLast = GrowableBuffer<Bool>()
    /// Whether a path ends with `*`.
    private var hasAnyLast = false

    /// Whether a path may end with a name.
    @inline(__always)
    func mayEnd(with name: Int) -> Bool {
        hasAnyLast || name < isLast.count && isLast[name]
    }

    /// Adds a path at the end of a chain.
    ///
    /// - Returns: The path before it, or -1.
    mutating func append(_ path: Int32, last: Int32, parent: Int32) -> Int32 {
        if last == Self.anyName {
            hasAnyLast = true
        } else {
            isLast.extend(to: Int(last) + 1, with: false)
            isLast[Int(last)] = true
        }
        growIfHalfFull()
        let slot = slot(last, parent)
        guard slots[slot] < 0 else {
            let chain = Int(slots[slot]), previous = chains[chain].lastPath
            chains[chain].lastPath = path
            return previous
        }
        let new = Chain(last: last, parent: parent, firstPath: path, lastPath: path)
        chains.append(new)
        slots[slot] = Int32(chains.count - 1)
        return -1
    }

    /// The forms of the last two steps of a path that may match.
    enum Ending: CaseIterable {
        case names, nameInAny, anyInName, any
    }

    /// The first path whose last two steps have a form, or -1.
    ///
    /// - Parameters:
    ///   - ending: The form.
    ///   - last: The number of the last name.
    ///   - parent: The number of the name before it; `anyName` without one.
    /// - Returns: The number of the path.
    @inline(__always)
    func firstPath(_ ending: Ending, last: Int32, parent: Int32) -> Int32 {
        switch ending {
        case .names: parent == Self.anyName ? -1 : firstPath(last: last, parent: parent)
        case .nameInAny: firstPath(last: last, parent: Self.anyName)
        case .anyInName: parent == Self.anyName ? -1 : firstPath(last: Self.anyName, parent: parent)
        case .any: firstPath(last: Self.anyName, parent: Self.anyName)
        }
    }

    /// The first path of a chain, or -1.
    private func firstPath(last: Int32, parent: Int32) -> Int32 {
        guard slots.count > 0 else { return -1 }
        let chain = slots[slot(last, parent)]
        return chain < 0 ? -1 : chains[Int(chain)].firstPath
    }

    /// The slot of a chain, or the free slot where it would be.
    private func slot(_ last: Int32, _ parent: Int32) -> Int {
        let names = UInt64(UInt32(bitPattern: last)) << 32 | UInt64(UInt32(bitPattern: parent))
        // The upper half of the product depends on all bits of both numbers.
        var slot = Int((names &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
        while slots[slot] >= 0 {
            let chain = chains[Int(slots[slot])]
            if chain.last == last, chain.parent == parent { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func growIfHalfFull() {
        guard chains.count * 2 >= slots.count else { return }
        let count = max(16, slots.count * 2)
        slots.count = 0
        slots.extend(to: count, with: -1)
        for chain in 0..<chains.count {
            slots[slot(chains[chain].last, chains[chain].parent)] = Int32(chain)
        }
    }
}
