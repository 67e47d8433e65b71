internal import CThread

/// Lets a test have an allocation fail, one of expat's or one of our own buffers, to see that all goes well all the same.
///
/// It concerns what is done on the same task, so tests beside it are not disturbed. To everybody else, it costs a look at a flag for
/// each of our allocations, and for each parser; expat allocates without it.
package final class AllocationFaults: @unchecked Sendable {
    /// How many allocations were asked for.
    package private(set) var requests = 0
    /// How many blocks were allocated and have not been freed.
    package private(set) var blocks = 0
    /// Which allocation fails, counted from 1.
    private let number: Int
    /// Whether all that come after it fail too.
    private let isLasting: Bool

    /// - Parameters:
    ///   - number: Which allocation fails, counted from 1.
    ///   - isLasting: Whether all that come after it fail too.
    package init(at number: Int, isLasting: Bool) {
        self.number = number
        self.isLasting = isLasting
    }

    /// Whether an allocation has failed.
    package var hasFailed: Bool { requests >= number }

    /// Does something with allocations that may fail.
    package func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        CThreadSetFlag(Self.isUsed)
        return try Self.$ofTask.withValue(self, operation: body)
    }

    // MARK: Allocation

    /// Set by the first test, and never taken back: without one it is `false`, and so nothing is looked up.
    nonisolated(unsafe) private static let isUsed: UnsafeMutablePointer<Bool> = {
        let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        flag.initialize(to: false)
        return flag
    }()
    @TaskLocal private static var ofTask: AllocationFaults?

    /// What is to be asked, if anything.
    @inline(__always)
    static var current: AllocationFaults? {
        CThreadReadFlag(isUsed) ? ofTask : nil
    }

    /// Whether an allocation may succeed.
    ///
    /// - Parameter isNew: Whether it is a new block, and not an old one of another size.
    /// - Returns: Whether it may.
    func allows(isNew: Bool) -> Bool {
        requests += 1
        guard isLasting ? requests < number : requests != number else { return false }
        if isNew { blocks += 1 }
        return true
    }

    /// A block cannot be refused: it is only counted.
    func add() {
        blocks += 1
    }

    func remove() {
        blocks -= 1
    }
}
