import CAllocationFaults

/// Lets one allocation of this thread fail, of libexpat or of the library, or all from that one on.
struct AllocationFaults {
    /// Whether an allocation has failed.
    private(set) var hasFailed = false
    /// How many blocks were allocated and not freed.
    private(set) var blocks = 0
    /// How many allocations there were.
    private(set) var count = 0
    /// Which allocation fails, counted from 1.
    private let number: Int
    /// Whether all that follow fail too.
    private let isLasting: Bool

    init(at number: Int, isLasting: Bool) {
        self.number = number
        self.isLasting = isLasting
    }

    /// Whether this system lets allocations fail.
    static var arePossible: Bool { allocation_faults_are_possible() }

    /// Calls a function whose allocations may fail; it stays on this thread.
    mutating func during<Result>(_ body: () -> Result) -> Result {
        allocation_faults_begin(number, isLasting)
        let result = body()
        count = allocation_faults_end()
        hasFailed = count >= number
        blocks = allocation_faults_blocks()
        return result
    }
}
