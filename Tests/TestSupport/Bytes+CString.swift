extension Bytes {
    /// Calls a function of the C library with these bytes and a terminating zero.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        let characters = values.map { CChar(bitPattern: $0) } + [0]
        return try characters.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("an array of one or more has a start") }
            return try body(start)
        }
    }
}
