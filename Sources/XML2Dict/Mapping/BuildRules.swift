/// What the events of a document have to know, decided once from the options.
///
/// It says how names are found, which elements and attributes paths can lead to, and which nodes are wanted. Values are the business of `FormRules`. `opensPlainly`, `endsPlainly` and `attributesArePlain` each combine several
/// rules, so that most elements need few tests. Most single rules are tested in functions that are not inlined.
struct BuildRules: Sendable {
    // MARK: Names

    /// Whether the keys of elements, or of attributes, can differ from the names in the document.
    let resolvesElements: Bool
    let resolvesAttributes: Bool
    /// Whether any name is resolved, or any prefix.
    var usesNames: Bool { resolvesElements || resolvesAttributes || tracksNamespaces }
    /// Whether the builder must know which declarations are in force.
    let tracksNamespaces: Bool
    /// Whether declarations of namespaces are no attributes.
    let dropsDeclarations: Bool
    /// Whether output repeats namespace URIs, with each name or with each element.
    let writesNamespaces: Bool

    // MARK: Paths and shapes

    /// Whether the options have paths of elements, or of attributes.
    let hasElementPaths: Bool
    let hasAttributePaths: Bool
    /// Whether attributes can be records.
    let selectsAttributes: Bool
    /// Whether the shape of the options follows the elements: see `ElementShaper`.
    let followsElements: Bool
    /// Whether it adds empty arrays, and whether elements that the document has may lack, too.
    let fillsLists: Bool
    let omitsEmpty: Bool
    /// The marks of shapes that these options can express.
    let marksOfShapes: Marks

    // MARK: Tags

    /// Whether an element that is built and has no marks needs no look at its name and its parent when it begins.
    let opensPlainly: Bool
    /// Whether an element that has ended leaves nothing behind.
    let endsPlainly: Bool
    let keepsAttributes: Bool
    /// Whether the attributes keep the keys and values of the document.
    let attributesArePlain: Bool
    /// Whether a start tag without attributes has entries, too: the declarations in force.
    let endsEachTag: Bool
    /// Whether `xsi:nil` makes any element null.
    let nilIsNull: Bool
    /// Whether `xml:space` has an effect.
    let honorsXMLSpace: Bool
    /// The flags with which elements begin, and those that one gets with its first child.
    let flags: OpenElement.Flags
    let flagsOfParents: OpenElement.Flags
    /// Whether an element, or a run of its text, must know that a child has begun.
    let notesChildren: Bool
    /// The last of the reserved keys, and of those that attributes can have; -1 without one.
    let lastReservedKey: Int
    let lastReservedAttributeKey: Int
    /// Whether the names of attributes are compared with these keys at their first look-up.
    var watchesAttributes: Bool { attributesArePlain && !tracksNamespaces }

    // MARK: Nodes and places

    /// The kinds of other nodes that have a place in the value.
    let otherNodes: OtherNodes
    /// Whether nodes beside the root are wanted.
    let keepsNodesBesideRoot: Bool
    /// Whether white space between child elements is dropped, and no other.
    let dropsLayout: Bool
    let keepsLines: Bool
    /// Whether each start tag must know its line and column at once.
    let needsPlaces: Bool
    /// Whether records get their origin, or the elements around them.
    let addsOrigin: Bool
    let keepsAncestors: Bool
    var addsToRecords: Bool { addsOrigin || keepsAncestors }

    // MARK: Memory

    /// How many bytes of entries an element takes at most, without its attributes; see `entryByteCount`.
    ///
    /// It has an entry, and one for its text. When the options keep document order, it has entries for its name and for
    /// its attributes, too, and for the text after each child; as many when they note the order.
    let elementByteCount: Int

    /// How many bytes an attribute or another node takes: while its parent ends, its entry is pending and finished.
    static let entryByteCount = 2 * MemoryLayout<Entry>.size

    init(_ options: XMLOptions, _ paths: PathTable, _ forming: FormRules, reservedKeys: [Int], resolves: Bool) {
        resolvesElements = resolves
        resolvesAttributes = resolves || !options.attributePrefix.isEmpty
        let shaper = options.shaping.flatMap { $0.shaper.followsElements ? $0.shaper : nil }
        followsElements = shaper != nil
        fillsLists = shaper?.fillsMissingLists == true && !forming.isOrdered
        omitsEmpty = forming.empty == .omit
        marksOfShapes = Marks(rawValue: .max).subtracting(forming.isOrdered ? .list : [])
        tracksNamespaces = followsElements || options.usesNamespaces
        dropsDeclarations = forming.declarations != .keep
        writesNamespaces = options.namespaces == .expand || forming.declarations == .inherit
        hasElementPaths = paths.hasElements || paths.hasAttributeRecords
        hasAttributePaths = paths.hasAttributes
        selectsAttributes = paths.hasAttributeRecords

        keepsAttributes = options.attributes != .discard
        nilIsNull = options.nilIsNull
        honorsXMLSpace = options.honorsXMLSpace && options.trim != .none
        endsEachTag = forming.declarations == .inherit
        keepsAncestors = options.ancestorsKey != nil
        let asksAttributes = resolvesAttributes || hasAttributePaths || keepsAncestors || nilIsNull
        attributesArePlain =
            keepsAttributes && !(asksAttributes || dropsDeclarations || forming.endsTags || forming.hasTypes)

        dropsLayout = options.trim == .layout
        flags = forming.flags
        flagsOfParents = dropsLayout ? [.followsChild, .hasChildren, .hasRuns] : .followsChild
        notesChildren = forming.isOrdered || !options.textSeparator.isEmpty || dropsLayout
        opensPlainly = !(tracksNamespaces || resolvesElements || notesChildren)
        endsPlainly = !tracksNamespaces
        lastReservedKey = reservedKeys.max() ?? -1
        lastReservedAttributeKey = forming.attributeGroup == nil ? lastReservedKey : -1

        otherNodes = OtherNodes(options.roles.map(\.role))
        keepsNodesBesideRoot = forming.keepsNodesBesideRoot
        keepsLines = forming.keepsLines
        addsOrigin = options.originKey != nil
        needsPlaces = keepsLines || addsOrigin || followsElements
        let entryCount = flags.contains(.hasRuns) ? 6 : 3
        elementByteCount = entryCount * MemoryLayout<Entry>.size + (keepsLines ? LineTable.byteCountPerElement : 0)
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

    /// The kinds whose keys a plan has.
    init(_ roles: [KeyRole]) {
        self = roles.reduce([]) { $0.union(OtherNodes($1)) }
    }

    private init(_ role: KeyRole) {
        self =
            switch role {
            case .cdata: .cdata
            case .comment: .comments
            case .instruction: .instructions
            case .doctype: .doctype
            case .version: .declaration
            default: []
            }
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
