internal import CExpat

extension ExpatParser {
    /// Expat's parser; `nil` when memory is exhausted.
    ///
    /// It takes its memory from the C library by itself, unless a test has allocations fail.
    static func makeParser(encoding: String?) -> XML_Parser? {
        guard AllocationFaults.current != nil else { return XML_ParserCreate_MM(encoding, nil, nil) }
        var suite = XML_Memory_Handling_Suite(
            malloc_fcn: { size in Memory.allocate(size) },
            realloc_fcn: { block, size in block.map { Memory.reallocate($0, size) } ?? Memory.allocate(size) },
            free_fcn: { block in Memory.free(block) }
        )
        return XML_ParserCreate_MM(encoding, &suite, nil)
    }
}
