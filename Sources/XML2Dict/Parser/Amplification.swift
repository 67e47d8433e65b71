/// Bounds how many times longer a document may become than it is (AMPLIFY-BOUND).
///
/// The parser has a bound of its own for the text of entities. It does not count the default values of attributes, nor do we have it
/// write namespaces out: one declaration of either kind can be delivered with each of a million tags.
///
/// What was delivered is compared with what was read only when it has grown past `bound`: what is allowed for what had been read
/// when they were last compared. So most of the time it costs an addition, and yet a breach is found at the same place however
/// the document was cut.
struct Amplification {
    /// Up to here, nothing is asked: 8 MiB, as the parser's own bound has it.
    private static let free = 8 * 1024 * 1024

    private let factor: Int
    private var delivered = 0
    private var bound = Self.free

    init(_ limits: XMLReader.Limits) {
        factor = max(0, limits.maxAmplification)
    }

    /// Counts bytes that are delivered.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - read: How many bytes of the document have been read so far.
    /// - Returns: Whether they are allowed.
    @inline(__always)
    mutating func allows(_ count: Int, read: @autoclosure () -> Int) -> Bool {
        delivered = delivered.addingSaturated(count)
        return delivered <= bound || raise(read())
    }

    /// Counts bytes of the document itself: they cannot be too many.
    ///
    /// They are compared with nothing, because they come in pieces of any length.
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
    /// The sum, or the largest number there is.
    @inline(__always)
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
