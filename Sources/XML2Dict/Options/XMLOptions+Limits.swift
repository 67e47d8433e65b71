extension [XMLReaderError.Limit: Int] {
    /// The value of a limit: its own, or the default.
    package func value(of limit: XMLReaderError.Limit) -> Int { self[limit] ?? limit.defaultValue }
}
