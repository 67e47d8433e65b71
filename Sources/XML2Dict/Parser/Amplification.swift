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
    /// The number of delivered bytes.
    private var delivered = 0
    /// The number of bytes that were allowed at the last comparison.
    private var bound = Self.free

    init(_ limits: [XMLReaderError.Limit: Int]) {
        factor = max(0, limits.value(of: .amplification))
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
        let (allowed, overflows) = factor.multipliedReportingOverflow(by: max(0, read))
        bound = max(Self.free, overflows ? .max : allowed)
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
}
