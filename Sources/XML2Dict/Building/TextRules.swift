/// The options for text, as the collector reads them.
struct TextRules {
    let trims: Bool
    /// Whether the collector may drop white space before an element's text as it arrives.
    let dropsLeadingSpace: Bool
    let collapses: Bool
    /// The bytes between runs of text that are joined.
    let separator: [UInt8]

    init(_ options: XMLOptions) {
        trims = options.trim != .none
        dropsLeadingSpace =
            trims && options.elements != .array && (options.orderKey == nil || options.dropsSpaceBeforeRuns)
        collapses = options.trim == .collapse
        separator = Array(options.textSeparator.utf8)
    }
}
