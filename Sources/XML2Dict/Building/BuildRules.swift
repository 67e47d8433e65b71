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
    let declarations: XMLReader.NamespaceDeclarations
    /// Whether the options have paths of elements, or of attributes.
    let hasElementPaths: Bool
    let hasAttributePaths: Bool

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
    /// Whether an element must know that a child separates its text.
    let notesChildren: Bool
    let empty: XMLReader.Empty
    /// Whether some elements are in an array even alone, and whether all are.
    let hasLists: Bool
    let listsAll: Bool
    let unwrapsSiblings: Bool
    let refusesCollisions: Bool
    let dropsRoot: Bool
    let includesXMLDeclaration: Bool
    let keepsLines: Bool

    init(_ options: XMLReader.Options, _ paths: borrowing PathTable) {
        let renames = options.keys != .asWritten || options.prefixSeparator != ":"
        let resolves = options.namespaces != .kept || !options.namespacePrefixes.isEmpty || renames
        let hasPrefix = if case .prefixed(let prefix) = options.attributes { !prefix.isEmpty } else { false }
        resolvesElements = resolves
        resolvesAttributes = resolves || hasPrefix
        // Stripped namespaces lose their declarations, unless the options collect them.
        let isStripped = options.namespaces == .stripped && options.namespaceDeclarations == .attributes
        declarations = isStripped ? .discarded : options.namespaceDeclarations
        let collects = declarations == .collected || declarations == .inScope
        tracksNamespaces =
            options.namespaces == .expanded || !options.namespacePrefixes.isEmpty || options.nilIsNull || collects
        writesNamespaces = options.namespaces == .expanded || declarations == .inScope
        hasElementPaths = paths.hasElements
        hasAttributePaths = paths.hasAttributes

        keepsAttributes = options.attributes != .discarded
        nilIsNull = options.nilIsNull
        honorsXMLSpace = options.honorsXMLSpace && options.trimming != .none
        infersTypes = options.types == .inferred
        hasTypes = infersTypes || !options.typesByPath.isEmpty
        keepsTextBeside = options.textKey != nil
        textOnlyIsString = options.textOnly == .string

        isOrdered = options.elements == .arrays
        notesChildren = isOrdered || !options.textSeparator.isEmpty
        empty = options.empty
        listsAll = options.forcesAllLists
        hasLists = listsAll || !options.forceList.isEmpty
        unwrapsSiblings = options.siblings == .array
        refusesCollisions = options.onCollision == .refused
        dropsRoot = options.root == .dropped
        includesXMLDeclaration = options.includesXMLDeclaration && options.root == .kept
        keepsLines = options.keepsLines
    }
}
