/// A counter of delivered bytes, which bounds the growth of a document (AMPLIFY-BOUND).
///
/// Expat has a bound of its own for the text of entities. It does not count the default values of attributes, and we
/// write namespaces out after expat: a document can deliver one declaration of either kind with each of a million tags.
/// Delivered are the names, values and text, and the memory of the result's entries.
///
/// The counter compares delivered bytes with the bytes read only when they exceed `bound`, and then raises the bound.
/// So a tag usually costs an addition, and yet a breach is found at the same place however the document is cut.
struct Amplification {
    /// The number of bytes that are always allowed: 8 MiB, as in expat.
    private static let free = 8 * 1024 * 1024

    /// The allowed ratio of delivered bytes to bytes read.
    private let factor: Int
    /// The number of bytes that are always allowed here.
    private let free: Int
    /// The number of bytes of the document before the first one that counts here.
    private let start: Int
    /// The number of delivered bytes.
    private var delivered = 0
    /// The number of bytes that were allowed at the last comparison.
    private var bound: Int

    init(_ limits: [XMLReaderError.Limit: Int]) {
        factor = max(0, limits.value(of: .amplification))
        free = Self.free
        start = 0
        bound = free
    }

    /// A counter for a part of a document, which is stricter.
    ///
    /// Each part may deliver half of what its bytes allow. Before it has read them, it may deliver as much as the parts
    /// before it have left, or the whole document is allowed at its beginning. So when all parts keep their bounds, the
    /// document keeps its own.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - place: The number of bytes before the part.
    ///   - byteCount: The number of its bytes.
    init(_ limits: [XMLReaderError.Limit: Int], partAt place: Int, byteCount: Int) {
        factor = max(0, limits.value(of: .amplification)) / 2
        let before = place == 0 ? Self.free : factor.multipliedSaturated(by: place)
        free = min(factor.multipliedSaturated(by: byteCount), before)
        start = place
        bound = free
    }

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
        bound = max(free, factor.multipliedSaturated(by: max(0, read - start)))
        return delivered <= bound
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
