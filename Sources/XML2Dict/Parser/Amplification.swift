/// A counter of delivered bytes, which bounds the growth of a document (AMPLIFY-BOUND).
///
/// Expat has a bound of its own for the text of entities. It does not count the default values of attributes, and we
/// write namespaces out after expat: a document can deliver one declaration of either kind with each of a million tags.
/// Delivered are the names, values and text, and the memory of the result's entries.
///
/// A parser of a part counts what the part delivers, and compares it with all bytes of the document up to there. `room`
/// says how much the parts before may have delivered.
///
/// The counter compares delivered bytes with the bytes read only when they exceed `bound`, and then raises the bound.
/// So a tag usually costs an addition, and yet a breach is found at the same place however the document is cut.
struct Amplification {
    /// The number of bytes that are always allowed: 8 MiB, as in expat.
    private static let free = 8 * 1024 * 1024

    /// The allowed ratio of delivered bytes to bytes read.
    private let factor: Int
    /// The number of delivered bytes.
    private(set) var delivered = 0
    /// The number of bytes that were allowed at the last comparison.
    private var bound = free
    /// The number of bytes of the document that were read when `settle` was called last.
    private var reached = 0
    /// The number of bytes that the parts before may have delivered, so that the whole document keeps its bound here.
    private(set) var room = Int.max

    init(_ limits: [XMLReaderError.Limit: Int]) {
        factor = max(0, limits.value(of: .amplification))
    }

    /// Begins to count at a place, from which the document, a part of it, or the rest is read.
    mutating func begin(at read: Int) { reached = read }

    /// Counts delivered bytes.
    ///
    /// - Parameters:
    ///   - count: Their number.
    ///   - read: The number of bytes of the document that have been read so far.
    /// - Returns: Whether they are allowed.
    @inline(__always)
    mutating func allows(_ count: Int, read: @autoclosure () -> Int) -> Bool {
        delivered = delivered.addingSaturated(count)
        return delivered <= bound || raise(read())
    }

    /// Counts bytes of the document itself, which are always allowed.
    ///
    /// Nothing is compared here, because the length of such pieces depends on how the document is cut.
    @inline(__always)
    mutating func note(_ count: Int) {
        delivered = delivered.addingSaturated(count)
    }

    @inline(never)
    private mutating func raise(_ read: Int) -> Bool {
        bound = allowed(read)
        return delivered <= bound
    }

    private func allowed(_ read: Int) -> Int { max(Self.free, factor.multipliedSaturated(by: max(0, read))) }

    /// Notes, for the parts before, what was delivered since the last call, as if it had all been delivered at once then.
    mutating func settle(read: Int) {
        room = min(room, allowed(reached) - delivered)
        reached = read
    }
}

extension Int {
    /// The sum, or the largest number when it overflows.
    @inline(__always)
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }

    /// The product of two numbers that are not negative, or the largest number when it overflows.
    fileprivate func multipliedSaturated(by other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
