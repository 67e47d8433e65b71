/// The options as the builder reads them: plain values, computed once.
///
/// `opensPlainly`, `endsPlainly`, `formsPlainly` and `attributesArePlain` each combine several rules, so that most elements
/// need few tests. Most single rules are tested in functions that are not inlined.
struct BuildRules: Sendable {
    // MARK: Names

    /// Whether the keys of elements, or of attributes, can differ from the names in the document.
    let resolvesElements: Bool
    let resolvesAttributes: Bool
    /// Whether any name is resolved, or any prefix.
    var usesNames: Bool { resolvesElements || resolvesAttributes || tracksNamespaces }
    /// Whether the builder must know which declarations are in force.
    let tracksNamespaces: Bool
    /// Whether the shape of the options follows the elements: see `ElementShaper`.
    let followsElements: Bool
    /// Whether it adds empty arrays.
    let fillsLists: Bool
    /// The marks of shapes that these options can express.
    let marksOfShapes: Marks
    /// Whether output repeats namespace URIs, with each name or with each element.
    let writesNamespaces: Bool
    let declarations: XMLOptions.NamespaceDeclarations
    /// Whether the options have paths of elements, or of attributes.
    let hasElementPaths: Bool
    let hasAttributePaths: Bool
    /// Whether attributes can be records.
    let selectsAttributes: Bool

    // MARK: Attributes and text

    let keepsAttributes: Bool
    /// Whether the attributes keep the keys and values of the document.
    let attributesArePlain: Bool
    let nilIsNull: Bool
    let honorsXMLSpace: Bool
    let infersTypes: Bool
    /// Whether any text may become a number or a boolean.
    let hasTypes: Bool
    let keepsTextBeside: Bool
    let textOnlyIsString: Bool

    // MARK: Elements

    /// Whether an element that is built and has no marks needs no look at its name and its parent when it begins.
    let opensPlainly: Bool
    /// Whether an element that has ended leaves nothing behind.
    let endsPlainly: Bool
    /// Whether no rule about null, siblings, attribute groups or shapes can change the value of an element.
    let formsPlainly: Bool
    /// The flags of every element, and those that it gets with its first child.
    let flags: OpenElement.Flags
    let flagsOfParents: OpenElement.Flags
    let isOrdered: Bool
    /// The kinds of other nodes that have a place in the value.
    let otherNodes: OtherNodes
    /// Whether white space between child elements is dropped, and no other.
    let dropsLayout: Bool
    /// Whether an element, or a run of its text, must know that a child has begun.
    let notesChildren: Bool
    let empty: XMLOptions.Empty
    /// Whether elements without content are left out.
    var omitsEmpty: Bool { empty == .omit }
    /// Whether some elements are in an array even alone.
    let hasLists: Bool
    let unwrapsSiblings: Bool
    /// Whether the document is an array of its nodes, because comments and other nodes may be beside the root.
    let listsNodes: Bool
    /// Whether the document has a place for nodes beside the root.
    var keepsNodesBesideRoot: Bool { roles.form.keepsRoot || listsNodes }
    let keepsLines: Bool
    /// Whether each start tag must know its line and column at once.
    let needsPlaces: Bool
    /// Whether records get their origin, or the elements around them.
    let addsOrigin: Bool
    let keepsAncestors: Bool
    var addsToRecords: Bool { addsOrigin || keepsAncestors }

    let keys: BuildKeys
    /// The roles of keys, which the value stores.
    let roles: KeyRoles
    let attributeGroupKey: Int?
    /// The last of the reserved keys, and of those that attributes can have; -1 without one.
    let lastReservedKey: Int
    let lastReservedAttributeKey: Int
    /// Whether the names of attributes are compared with these keys at their first look-up.
    var watchesAttributes: Bool { attributesArePlain && !tracksNamespaces }

    // MARK: Memory

    /// How many bytes of entries an element takes at most, without its attributes; see `entryByteCount`.
    ///
    /// It has an entry, and one for its text. When the options keep document order, it has entries for its name and for
    /// its attributes, too, and for the text after each child; as many when they note the order.
    let elementByteCount: Int

    /// How many bytes an attribute or another node takes: while its parent ends, its entry is pending and finished.
    static let entryByteCount = 2 * MemoryLayout<Entry>.size

    init(
        _ options: XMLOptions,
        _ paths: PathTable,
        _ keys: BuildKeys,
        _ roles: KeyRoles,
        reservedKeys: [Int],
        resolvesPaths: Bool
    ) {
        let renames = options.keys != .keep || options.prefixSeparator != ":"
        let resolves = resolvesPaths || options.namespaces != .keep || !options.namespacePrefixes.isEmpty || renames
        resolvesElements = resolves
        resolvesAttributes = resolves || !options.attributePrefix.isEmpty
        // Stripped namespaces lose their declarations, unless the options collect them.
        let isStripped = options.namespaces == .strip && options.namespaceDeclarations == .keep
        declarations = isStripped ? .drop : options.namespaceDeclarations
        let collects = declarations.areCollected
        followsElements = options.shaping?.shaper.followsElements == true
        fillsLists =
            followsElements && options.shaping?.shaper.fillsMissingLists == true && options.elements != .array
        let lostMarks: Marks = options.elements == .array ? .list : []
        marksOfShapes = Marks(rawValue: .max).subtracting(lostMarks)
        tracksNamespaces =
            options.namespaces == .expand || !options.namespacePrefixes.isEmpty || options.nilIsNull || collects
            || followsElements || options.keepsNilName
        writesNamespaces = options.namespaces == .expand || declarations == .inherit
        hasElementPaths = paths.hasElements || paths.hasAttributeRecords
        hasAttributePaths = paths.hasAttributes
        selectsAttributes = paths.hasAttributeRecords

        keepsAttributes = options.attributes != .discard
        nilIsNull = options.nilIsNull
        honorsXMLSpace = options.honorsXMLSpace && options.trim != .none
        infersTypes = options.infersTypes
        hasTypes = infersTypes || !options.typesByPath.isEmpty || followsElements
        attributesArePlain =
            keepsAttributes && options.attributeGroupKey == nil && declarations == .keep
            && !(keys.ancestors != nil || nilIsNull || resolvesAttributes || hasAttributePaths || hasTypes)
        keepsTextBeside = options.textKey != nil
        textOnlyIsString = options.textOnly == .string

        isOrdered = options.elements == .array
        let separatesRuns = isOrdered || options.orderKey != nil
        let runs: OpenElement.Flags = separatesRuns ? .hasRuns : []
        otherNodes = OtherNodes(options, roles.form)
        dropsLayout = options.trim == .layout
        flags = runs.union(options.trim == .none ? .preservesSpace : dropsLayout ? .keepsContent : [])
        flagsOfParents = dropsLayout ? [.followsChild, .hasChildren, .hasRuns] : .followsChild
        notesChildren = isOrdered || !options.textSeparator.isEmpty || dropsLayout
        empty = options.empty
        hasLists = !options.forceList.isEmpty || followsElements
        unwrapsSiblings = options.unwrapsSiblings
        listsNodes = options.listsNodes
        keepsLines = options.keepsLines || options.namesLines
        needsPlaces = keepsLines || keys.origin != nil || followsElements
        keepsAncestors = keys.ancestors != nil
        addsOrigin = keys.origin != nil
        opensPlainly = !(tracksNamespaces || resolvesElements || notesChildren)
        endsPlainly = !(tracksNamespaces || keepsLines || hasLists)
        formsPlainly = !(followsElements || nilIsNull || unwrapsSiblings || options.attributeGroupKey != nil)
        elementByteCount =
            (separatesRuns ? 6 : 3) * MemoryLayout<Entry>.size + (keepsLines ? LineTable.byteCountPerElement : 0)

        self.keys = keys
        self.roles = roles
        attributeGroupKey = roles.attributeGroupKey
        lastReservedKey = reservedKeys.max() ?? -1
        lastReservedAttributeKey = attributeGroupKey == nil ? lastReservedKey : -1
    }
}

/// The keys that options give, as numbers of names; `nil` for those that they do not give.
struct BuildKeys: BitwiseCopyable, Sendable {
    let text: Int
    let declarations: Int
    let defaultNamespace: Int
    let origin: Int?
    let ancestors: Int?
    let order: Int?
    let cdata: Int?
    let comment: Int?
    let instruction: Int?
    let doctype: Int?

    init(_ options: XMLOptions, _ names: inout NameInterner) {
        func number(_ key: String?) -> Int? { key.map { names.number(ofOption: $0) } }
        text = names.number(ofOption: options.textKey ?? "")
        declarations = names.number(ofOption: options.declarationsKey)
        defaultNamespace = names.number(ofOption: options.defaultNamespaceKey)
        origin = number(options.originKey)
        ancestors = number(options.ancestorsKey)
        order = number(options.orderKey)
        cdata = number(options.cdataKey)
        comment = number(options.commentKey)
        instruction = number(options.processingInstructionKey)
        doctype = number(options.doctypeKey)
    }
}

/// The kinds of nodes, besides attributes, text and elements, that have a place in the value.
struct OtherNodes: OptionSet {
    let rawValue: UInt8

    static let cdata = OtherNodes(rawValue: 1)
    static let comments = OtherNodes(rawValue: 2)
    static let instructions = OtherNodes(rawValue: 4)
    static let doctype = OtherNodes(rawValue: 8)
    static let declaration = OtherNodes(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ options: XMLOptions, _ form: ValueForm) {
        let kinds: [(kind: OtherNodes, isKept: Bool)] = [
            (.cdata, options.cdataKey != nil), (.comments, options.commentKey != nil),
            (.instructions, options.processingInstructionKey != nil), (.doctype, options.doctypeKey != nil),
            (.declaration, form.includesXMLDeclaration),
        ]
        self = kinds.reduce([]) { $1.isKept ? $0.union($1.kind) : $0 }
    }
}

/// The options for text, as the collector reads them.
struct TextRules: Sendable {
    /// The flags of elements that keep white space which arrives before other text.
    let spaceKeepers: OpenElement.Flags
    let collapses: Bool
    /// The bytes between runs of text that are joined.
    let separator: [UInt8]

    init(_ options: XMLOptions) {
        // An element with a run has text already; white space after that text counts.
        spaceKeepers =
            options.orderKey != nil && options.dropsSpaceBeforeRuns
            ? [.preservesSpace, .isInCDATA] : [.preservesSpace, .keepsContent, .isInCDATA, .hasRuns]
        collapses = options.trim == .collapse
        separator = Array(options.textSeparator.utf8)
    }
}
