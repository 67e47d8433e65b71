/// What is counted over the parts of a document: matches of paths, and bytes that a limit bounds.
struct PartSums {
    private var matches: ValueBuilder.Matches?
    /// The bytes that the result has for certain: of whole documents all, of records those of the names.
    private(set) var resultByteCount = 0
    /// The delivered bytes: see `Amplification`.
    private var deliveredByteCount = 0

    /// The counts of one part.
    struct Part {
        let matches: ValueBuilder.Matches
        /// The most bytes that the result has taken, if it has a limit, and those of its names.
        let result: (largest: Int, names: Int)
        let delivered: (count: Int, room: Int)

        init(_ parser: borrowing ExpatParser) {
            matches = parser.builder.matches
            result = parser.resultByteCounts
            delivered = parser.deliveredByteCount
        }
    }

    /// Adds the next part.
    ///
    /// - Returns: `false` when only one parser of the whole document can say whether it keeps the limits.
    mutating func add(_ part: Part, _ checked: CheckedOptions) -> Bool {
        let largest = resultByteCount + part.result.largest
        guard largest <= checked.options.input.limits.value(of: .result) else { return false }
        guard deliveredByteCount <= part.delivered.room else { return false }
        // The names of all parts before stay, so one parser may find more names with a record, but not fewer.
        resultByteCount = checked.records == nil ? largest : resultByteCount + part.result.names
        deliveredByteCount += part.delivered.count
        matches = ValueBuilder.Matches(
            hasFound: matches?.hasFound == true || part.matches.hasFound,
            unmatched: matches?.unmatched.intersection(part.matches.unmatched) ?? part.matches.unmatched,
            undeclared: matches?.undeclared.intersection(part.matches.undeclared) ?? part.matches.undeclared
        )
        return true
    }

    /// Whether everything that the options look for was found; otherwise one parser has to say what was not.
    func areComplete(_ checked: CheckedOptions) -> Bool {
        guard let matches, !checked.selects || matches.hasFound else { return false }
        return !checked.options.requiresMatch || matches.unmatched.isEmpty && matches.undeclared.isEmpty
    }
}
