/// The options, as the building of values needs them: plain values, decided once.
struct BuildRules {
    // MARK: Names

    /// Whether names of elements are not their keys as they stand.
    let resolvesElements: Bool
    /// Whether those of attributes are not.
    let resolvesAttributes: Bool
    /// Whether declarations must be known where they are in force.
    let tracksNamespaces: Bool
    /// Whether a namespace that is declared once is written with each name in it, or with each element.
    let writesNamespaces: Bool
    /// Whether elements have to be compared with paths, and attributes.
    let hasElementPaths: Bool
    let hasAttributePaths: Bool
    let declarations: XMLReader.NamespaceDeclarations
    let nilIsNull: Bool

    // MARK: Attributes and text

    let attributes: XMLReader.Attributes
    /// Whether attributes are entries under their names as they stand.
    let hasPlainAttributes: Bool
    let trims: Bool
    /// Whether white space at the beginning of text can be dropped as it comes.
    let dropsLeadingSpace: Bool
    let collapses: Bool
    let honorsXMLSpace: Bool
    let protectsCDATA: Bool
    /// Whether nothing but trimming happens to text.
    let hasPlainText: Bool
    let textSeparator: [UInt8]
    /// Whether white space in the separator is hidden from the collapsing of text.
    let hidesSeparator: Bool
    let infersTypes: Bool
    let keepsTextBeside: Bool
    let textOnlyIsString: Bool

    // MARK: Elements

    let isOrdered: Bool
    let empty: XMLReader.Empty
    let listsAll: Bool
    let unwrapsSiblings: Bool
    let refusesCollisions: Bool
    let dropsRoot: Bool
    let includesXMLDeclaration: Bool
    let keepsLines: Bool

    /// Whether start tags need nothing but their names and attributes.
    let hasPlainStarts: Bool
    /// Whether end tags need nothing but text and what was found.
    let hasPlainEnds: Bool

    init(_ options: XMLReader.Options, _ paths: borrowing PathTable) {
        let renames = options.keys != .asWritten || options.prefixSeparator != ":"
        let resolves = options.namespaces != .kept || !options.namespacePrefixes.isEmpty || renames
        let hasPrefix = if case .prefixed(let prefix) = options.attributes { !prefix.isEmpty } else { false }
        resolvesElements = resolves
        resolvesAttributes = resolves || hasPrefix
        // Those of stripped namespaces are left out, unless somebody wants to have them together.
        let declarations =
            options.namespaces == .stripped && options.namespaceDeclarations == .attributes
            ? .discarded : options.namespaceDeclarations
        self.declarations = declarations
        nilIsNull = options.nilIsNull
        tracksNamespaces =
            options.namespaces == .expanded || !options.namespacePrefixes.isEmpty || options.nilIsNull
            || declarations == .collected || declarations == .inScope
        writesNamespaces = options.namespaces == .expanded || declarations == .inScope
        hasElementPaths = paths.hasElements
        hasAttributePaths = paths.hasAttributes

        attributes = options.attributes
        infersTypes = options.types == .inferred
        let areMerged = options.attributes == .merged || options.attributes == .prefixed("")
        hasPlainAttributes =
            areMerged && !resolvesAttributes && declarations == .attributes && !nilIsNull && !infersTypes
            && !hasAttributePaths && options.onCollision == .folded && options.elements == .dictionaries
            && options.siblings == .folded
        trims = options.trimming != .none
        dropsLeadingSpace = options.trimming != .none && options.elements != .arrays
        hasPlainText = options.trimming != .collapse && !options.protectsCDATA && options.textSeparator.isEmpty
        collapses = options.trimming == .collapse
        honorsXMLSpace = options.honorsXMLSpace && options.trimming != .none
        protectsCDATA = options.protectsCDATA && options.trimming != .none
        var textSeparator = Array(options.textSeparator.utf8)
        hidesSeparator = options.trimming == .collapse && textSeparator.contains(where: XMLWhitespace.isSpace)
        if hidesSeparator { XMLWhitespace.protect(&textSeparator, 0, textSeparator.count) }
        self.textSeparator = textSeparator
        keepsTextBeside = options.textKey != nil
        textOnlyIsString = options.textOnly == .string

        isOrdered = options.elements == .arrays
        empty = options.empty
        listsAll = options.forcesAllLists
        unwrapsSiblings = options.siblings == .array
        refusesCollisions = options.onCollision == .refused
        dropsRoot = options.root == .dropped
        includesXMLDeclaration = options.includesXMLDeclaration && options.root == .kept

        keepsLines = options.keepsLines

        hasPlainStarts =
            !resolvesElements && !tracksNamespaces && !hasElementPaths && textSeparator.isEmpty
        hasPlainEnds =
            !isOrdered && options.forceList.isEmpty && options.forceText.isEmpty && options.typesByPath.isEmpty
            && !tracksNamespaces && !infersTypes
            && !unwrapsSiblings && !refusesCollisions && !listsAll && keepsTextBeside && !keepsLines
    }
}
