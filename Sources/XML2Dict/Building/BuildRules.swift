/// The options as the builder reads them: plain values, computed once.
struct BuildRules {
    // MARK: Names

    /// Whether the keys of elements, or of attributes, can differ from the names in the document.
    let resolvesElements: Bool
    let resolvesAttributes: Bool
    /// Whether the builder must know which declarations are in force.
    let tracksNamespaces: Bool
    /// Whether a namespace is written again with each name in it, or with each element, though declared once.
    let writesNamespaces: Bool
    let declarations: XMLOptions.NamespaceDeclarations
    /// Whether the options have paths of elements, or of attributes.
    let hasElementPaths: Bool
    let hasAttributePaths: Bool
    /// Whether attributes can be records.
    let selectsAttributes: Bool
    /// Whether paths of attributes are also looked for where no attributes are built.
    let notesAttributePaths: Bool

    // MARK: Attributes and text

    let keepsAttributes: Bool
    let nilIsNull: Bool
    let honorsXMLSpace: Bool
    let infersTypes: Bool
    /// Whether any text may become a number or a boolean.
    let hasTypes: Bool
    let keepsTextBeside: Bool
    let textOnlyIsString: Bool

    // MARK: Elements

    let isOrdered: Bool
    /// Whether a dictionary shows the order of its content under a key.
    let notesOrder: Bool
    /// Whether a run of text is by itself, and not joined with the text around it.
    let separatesRuns: Bool
    /// Whether an element must know that a child separates its text.
    let notesChildren: Bool
    let empty: XMLOptions.Empty
    /// Whether some elements are in an array even alone.
    let hasLists: Bool
    let unwrapsSiblings: Bool
    let dropsRoot: Bool
    /// Whether the document is an array of its nodes, as comments and the like may be beside the root.
    let listsNodes: Bool
    let includesXMLDeclaration: Bool
    let keepsLines: Bool
    /// Whether each start tag must know its line and column at once.
    let needsPlaces: Bool

    // MARK: Memory

    /// How many bytes of entries an element takes at most, without its attributes; see `entryByteCount`.
    ///
    /// It has an entry, and one for its text. When the options keep document order, it has entries for its name and for
    /// its attributes, too, and for the text after each child; as many when they note the order.
    let elementByteCount: Int

    /// How many bytes an attribute or another node takes: while its parent ends, its entry is pending and finished.
    static let entryByteCount = 2 * MemoryLayout<Entry>.size

    init(_ options: XMLOptions, _ paths: borrowing PathTable) {
        let renames = options.keys != .keep || options.prefixSeparator != ":"
        let resolves = options.namespaces != .keep || !options.namespacePrefixes.isEmpty || renames
        let hasPrefix = !options.attributePrefix.isEmpty
        resolvesElements = resolves
        resolvesAttributes = resolves || hasPrefix
        // Stripped namespaces lose their declarations, unless the options collect them.
        let isStripped = options.namespaces == .strip && options.namespaceDeclarations == .keep
        declarations = isStripped ? .drop : options.namespaceDeclarations
        let collects = declarations.areCollected
        tracksNamespaces =
            options.namespaces == .expand || !options.namespacePrefixes.isEmpty || options.nilIsNull || collects
        writesNamespaces = options.namespaces == .expand || declarations == .inherit
        hasElementPaths = paths.hasElements || paths.hasAttributeRecords
        hasAttributePaths = paths.hasAttributes
        selectsAttributes = paths.hasAttributeRecords
        notesAttributePaths = options.requiresMatch && paths.hasAttributes

        keepsAttributes = options.attributes != .discard
        nilIsNull = options.nilIsNull
        honorsXMLSpace = options.honorsXMLSpace && options.trim != .none
        infersTypes = options.infersTypes
        hasTypes = infersTypes || !options.typesByPath.isEmpty
        keepsTextBeside = options.textKey != nil
        textOnlyIsString = options.textOnly == .string

        isOrdered = options.elements == .array
        notesOrder = options.orderKey != nil
        separatesRuns = isOrdered || notesOrder
        notesChildren = isOrdered || !options.textSeparator.isEmpty
        empty = options.empty
        hasLists = !options.forceList.isEmpty
        unwrapsSiblings = options.unwrapsSiblings
        dropsRoot = !options.keepsRoot
        listsNodes = options.listsNodes
        includesXMLDeclaration = options.includesXMLDeclaration && options.keepsRoot
        keepsLines = options.keepsLines || options.namesLines
        needsPlaces = keepsLines || options.originKey != nil
        elementByteCount =
            (separatesRuns ? 6 : 3) * MemoryLayout<Entry>.size + (keepsLines ? LineTable.byteCountPerElement : 0)
    }
}
