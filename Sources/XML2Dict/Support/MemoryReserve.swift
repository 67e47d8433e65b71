/// Memory that is kept for the making of an error, as Swift's strings cannot fail.
///
/// Nothing touches its pages, so it costs addresses and no memory.
struct MemoryReserve: ~Copyable {
    private var block: UnsafeMutableRawPointer?

    /// - Throws: `BuildError.outOfMemory`.
    init() throws(BuildError) {
        guard let block = Memory.allocate(Memory.smallRoom) else { throw .outOfMemory }
        self.block = block
    }

    deinit {
        Memory.free(block)
    }

    /// Gives the memory back, for an error that is made next.
    mutating func release() {
        Memory.free(block)
        block = nil
    }
}
