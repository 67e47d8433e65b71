/// What the paths of the options have matched in the parts of a document so far.
struct PartMatches {
    private var matches: ValueBuilder.Matches?

    /// The matches before the first part.
    init() {}

    init(_ matches: ValueBuilder.Matches) {
        self.matches = matches
    }

    /// What has matched in the part of a parser.
    init(_ parser: borrowing ExpatParser) {
        matches = parser.withBuilder { $0.matches }
    }

    /// Adds what has matched in another part.
    mutating func add(_ other: PartMatches) {
        guard let matches, let more = other.matches else { return self = self.matches == nil ? other : self }
        self.matches = ValueBuilder.Matches(
            hasFound: matches.hasFound || more.hasFound,
            unmatched: matches.unmatched.intersection(more.unmatched),
            undeclared: matches.undeclared.intersection(more.undeclared)
        )
    }

    /// Whether everything that the options look for was found; otherwise one parser has to say what was not.
    func areComplete(_ checked: CheckedOptions) -> Bool {
        guard let matches, !checked.selects || matches.hasFound else { return false }
        return !checked.options.requiresMatch || matches.unmatched.isEmpty && matches.undeclared.isEmpty
    }
}
