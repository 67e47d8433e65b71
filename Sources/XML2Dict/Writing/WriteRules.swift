/// The decisions of a writer that depend on the options alone.
struct WriteRules {
    /// Whether elements are arrays, in document order.
    let isOrdered: Bool
    /// Whether the value has the root under its name.
    let keepsRoot: Bool
    /// The prefix of the keys of attributes; empty when attributes and elements share keys.
    let attributePrefix: [UInt8]
    /// Whether strings under plain keys are attributes.
    let mergesAttributes: Bool
    let nilIsNull: Bool
    /// Whether the reader removes white space at the ends of text.
    let trims: Bool
    let protectsCDATA: Bool
    let unwrapsSiblings: Bool
    let declarations: XMLOptions.NamespaceDeclarations
    let defaultNamespaceKey: [UInt8]
    let includesXMLDeclaration: Bool
    let expandsNamespaces: Bool
    /// The text between prefix and name in keys; `nil` when it is a colon, or cannot be told from the name.
    let separator: [UInt8]?
    /// The namespaces of prefixes that the options give.
    let fixedNamespaces: [String: String]
    let format: XMLWriter.Format
    /// The character and the number for each level of indentation; `nil` for one line.
    let unit: (byte: UInt8, count: Int)?

    init(_ options: XMLOptions, _ format: XMLWriter.Format) {
        isOrdered = options.elements == .array
        keepsRoot = options.keepsRoot
        attributePrefix = if case .prefix(let prefix) = options.attributes { Array(prefix.utf8) } else { [] }
        mergesAttributes = options.attributes == .merge && options.textOnly == .dictionary
        nilIsNull = options.nilIsNull
        trims = options.trim != .none
        protectsCDATA = options.protectsCDATA
        unwrapsSiblings = options.unwrapsSiblings
        declarations = options.namespaceDeclarations
        defaultNamespaceKey = Array(options.defaultNamespaceKey.utf8)
        includesXMLDeclaration = options.includesXMLDeclaration
        expandsNamespaces = options.namespaces == .expand
        let separates = !options.prefixSeparator.isEmpty && !XMLPath("a\(options.prefixSeparator)a").isValid
        separator = separates ? Array(options.prefixSeparator.utf8) : nil
        fixedNamespaces = Dictionary(
            options.namespacePrefixes.filter { !$0.value.isEmpty }.map { ($0.value, $0.key) },
            uniquingKeysWith: { first, _ in first }
        )
        self.format = format
        // White space between elements is text where nothing is trimmed.
        unit =
            switch format.indentation {
            case .none: nil
            case _ where options.trim == .none: nil
            case .spaces(let count): (UInt8(ascii: " "), min(max(0, count), XMLValue.JSONFormat.mostSpaces))
            case .tab: (UInt8(ascii: "\t"), 1)
            }
    }
}
