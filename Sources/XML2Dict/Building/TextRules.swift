/// What the options say about text.
struct TextRules {
    let trims: Bool
    /// Whether white space before an element's text can be dropped as it arrives.
    let dropsLeadingSpace: Bool
    let collapses: Bool
    let protectsCDATA: Bool
    /// What separates runs of text when they are joined.
    let separator: [UInt8]
    /// Whether white space in the separator is hidden from collapsing.
    let hidesSeparator: Bool
    /// Whether nothing but trimming changes text.
    let isPlain: Bool

    init(_ options: XMLReader.Options) {
        trims = options.trimming != .none
        dropsLeadingSpace = trims && options.elements != .arrays
        collapses = options.trimming == .collapse
        protectsCDATA = options.protectsCDATA && trims
        var separator = Array(options.textSeparator.utf8)
        hidesSeparator = collapses && separator.contains(where: XMLWhitespace.contains)
        if hidesSeparator { XMLWhitespace.protect(&separator, 0, separator.count) }
        self.separator = separator
        isPlain = !collapses && !options.protectsCDATA && separator.isEmpty
    }
}
