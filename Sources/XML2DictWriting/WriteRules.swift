import XML2Dict

/// The decisions of a writer that depend on its settings alone.
final class WriteRules {
    // MARK: Elements

    /// Whether elements are arrays, in document order.
    let isOrdered: Bool
    /// Whether the value has the root under its name.
    let keepsRoot: Bool
    /// The names of the root and of the items of an array, if they are given.
    let rootName: [UInt8]?
    let itemName: [UInt8]?
    /// Whether an element may have a key with the order of its content.
    let hasOrder: Bool
    let nilIsNull: Bool
    let unwrapsSiblings: Bool

    // MARK: Attributes

    /// The prefix of the keys of attributes; empty when attributes and elements share keys.
    let attributePrefix: [UInt8]
    /// The key of the dictionary of an element's attributes, if they have one.
    let attributeGroup: String?
    /// Whether attributes and elements share keys.
    let sharesKeys: Bool
    /// Whether strings under shared keys are attributes: strings with text, and empty strings.
    let stringsAreAttributes: Bool
    let emptyStringsAreAttributes: Bool
    /// The keys of attributes where a string may also be an element.
    let attributeNames: Set<[UInt8]>

    // MARK: Text

    /// Whether the reader removes white space at the ends of text.
    let trims: Bool
    /// Whether the text key can be the name of an element.
    let isTextKeyName: Bool
    let includesXMLDeclaration: Bool
    /// The entities and the limits of a DOCTYPE.
    let input: XMLOptions.Input

    // MARK: Namespaces

    let declarations: XMLOptions.NamespaceDeclarations
    let defaultNamespaceKey: [UInt8]
    let expandsNamespaces: Bool
    /// Whether the root declares the namespaces of the options.
    let declaresNamespaces: Bool
    /// The text between prefix and name in keys.
    let separator: [UInt8]
    /// The namespaces that the options give: those of names without a prefix, and those of prefixes.
    let defaultNamespaces: [String]
    let fixedNamespaces: [(prefix: String, uri: String)]

    // MARK: Format

    let format: XMLWriter.Format
    /// Whether the format excludes characters that XML has.
    let usesReferences: Bool
    /// The character and the number for each level of indentation; `nil` for one line.
    let unit: (byte: UInt8, count: Int)?

    init(_ writer: XMLWriter) {
        let options = writer.options, format = writer.format
        isOrdered = options.elements == .array
        keepsRoot = options.keepsRoot
        rootName = writer.rootName.map { Array($0.utf8) }
        itemName = writer.itemName.map { Array($0.utf8) }
        hasOrder = options.orderKey != nil
        nilIsNull = options.nilIsNull
        unwrapsSiblings = options.unwrapsSiblings

        attributePrefix = Array(options.attributePrefix.utf8)
        attributeGroup = options.attributeGroupKey
        let sharesKeys = options.attributes == .merge && options.elements == .dictionary
        self.sharesKeys = sharesKeys
        stringsAreAttributes = sharesKeys && options.textOnly == .dictionary
        emptyStringsAreAttributes = sharesKeys && options.empty != .string
        attributeNames = Set(writer.attributeNames.map { Array($0.utf8) })

        trims = options.trim != .none
        isTextKeyName = options.textKey.map { XMLPath($0).isValid } ?? false
        input = options.input
        includesXMLDeclaration = options.includesXMLDeclaration && options.keepsRoot

        declarations = options.namespaceDeclarations
        defaultNamespaceKey = Array(options.defaultNamespaceKey.utf8)
        expandsNamespaces = options.namespaces == .expand
        declaresNamespaces = writer.declaresNamespaces
        separator = Array(options.prefixSeparator.utf8)
        defaultNamespaces = options.namespacePrefixes.filter(\.value.isEmpty).map(\.key).sorted()
        fixedNamespaces = options.namespacePrefixes.filter { !$0.value.isEmpty }
            .map { (prefix: $0.value, uri: $0.key) }
            .sorted { ($0.prefix, $0.uri) < ($1.prefix, $1.uri) }

        self.format = format
        usesReferences = format.isASCII || format.isForTerminal
        // White space between elements is text where nothing is trimmed.
        unit = options.trim == .none ? nil : format.indentation.unit
    }

    /// The namespace of a prefix that the options give; `nil` for other prefixes.
    func fixedNamespace(of prefix: ArraySlice<UInt8>) -> String? {
        fixedNamespaces.first { $0.prefix.utf8.elementsEqual(prefix) }?.uri
    }
}
