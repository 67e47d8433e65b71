/// The options for text, as the collector reads them.
struct TextRules {
    /// The flags of elements that keep white space which arrives before other text.
    let spaceKeepers: OpenElement.Flags
    let collapses: Bool
    /// The bytes between runs of text that are joined.
    let separator: [UInt8]

    init(_ options: XMLOptions) {
        // Before a run, there may be text of the element already, and white space after that counts.
        spaceKeepers =
            options.orderKey != nil && options.dropsSpaceBeforeRuns
            ? [.preservesSpace, .isInCDATA] : [.preservesSpace, .isInCDATA, .hasRuns]
        collapses = options.trim == .collapse
        separator = Array(options.textSeparator.utf8)
    }
}
