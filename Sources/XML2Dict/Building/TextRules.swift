/// The options for text, as the collector reads them.
struct TextRules {
    let trims: Bool
    /// Whether the collector may drop white space before an element's text as it arrives.
    let dropsLeadingSpace: Bool
    let collapses: Bool
    let protectsCDATA: Bool
    /// The bytes between runs of text that are joined.
    let separator: [UInt8]
    /// Whether collapsing must leave white space in the separator alone.
    let hidesSeparator: Bool
    /// Whether only trimming changes text.
    let isPlain: Bool

    init(_ options: XMLOptions) {
        trims = options.trim != .none
        dropsLeadingSpace =
            trims && options.elements != .array && (options.orderKey == nil || options.dropsSpaceBeforeRuns)
        collapses = options.trim == .collapse
        protectsCDATA = options.protectsCDATA && trims
        var separator = Array(options.textSeparator.utf8)
        hidesSeparator = collapses && separator.contains(where: XMLWhitespace.contains)
        if hidesSeparator { XMLWhitespace.protect(&separator, 0, separator.count) }
        self.separator = separator
        isPlain = !collapses && !options.protectsCDATA && separator.isEmpty
    }
}
