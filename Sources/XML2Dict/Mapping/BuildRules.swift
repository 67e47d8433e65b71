/// The rules that events follow, decided once from the options.
///
/// These rules say how to find names, whether paths can match, and which nodes to keep.
/// `FormRules` covers values. `opensPlainly`, `endsPlainly` and `attributesArePlain` each combine several rules, so
/// most elements need few tests. Most other rules are tested in functions that are not inlined.
struct BuildRules: Sendable {

    /// Whether the keys of elements can differ from their names in the document.
    let resolvesElements: Bool
    let resolvesAttributes: Bool
    var usesNames: Bool { resolvesElements || resolvesAttributes || tracksNamespaces }
    let tracksNamespaces: Bool
    /// Whether declarations of namespaces are left out of attributes.
    let dropsDeclarations: Bool
    /// Whether values repeat namespace URIs, in each name or in each element.
    let writesNamespaces: Bool
    /// Whether the limit of a tag counts the keys of elements, because keys can be longer than names.
    var countsElementKeys: Bool { writesNamespaces && resolvesElements }

    let hasElementPaths: Bool
    let hasAttributePaths: Bool
    let selectsAttributes: Bool
    let followsElements: Bool
    /// Whether a shape adds the empty arrays that elements lack, and whether the options omit empty elements.
    let fillsLists: Bool
    let omitsEmpty: Bool
    /// The marks of shapes that these options can express.
    let marksOfShapes: Marks

    /// Whether the start tag of an element without marks needs no rule about its name or its parent.
    let opensPlainly: Bool
    /// Whether the builder has nothing to do after the value of an element, such as to leave a namespace scope.
    let endsPlainly: Bool
    let keepsAttributes: Bool
    let attributesArePlain: Bool
    /// Whether even a start tag without attributes makes entries, because each element lists the declarations in force.
    let endsEachTag: Bool
    let nilIsNull: Bool
    let honorsXMLSpace: Bool
    /// The flags of elements at their start, and the flags that the first child adds.
    let flags: OpenElement.Flags
    let flagsOfParents: OpenElement.Flags
    /// Whether the start tag of a child adds `flagsOfParents` to the parent.
    let notesChildren: Bool
    /// The largest ID of the reserved keys, and of the reserved keys that attributes can have, or -1 without such keys.
    let lastReservedKey: Int
    let lastReservedAttributeKey: Int
    var watchesAttributes: Bool { attributesArePlain && !tracksNamespaces }

    let otherNodes: OtherNodes
    let keepsNodesBesideRoot: Bool
    /// Whether the options drop white space only between child elements.
    let dropsLayout: Bool
    let keepsLines: Bool
    /// Whether each start tag needs its line and column at once.
    let needsPositions: Bool
    let addsOrigin: Bool
    let keepsAncestors: Bool
    var addsToRecords: Bool { addsOrigin || keepsAncestors }

    /// The most bytes of entries that an element takes, without its attributes: see `entryByteCount`.
    ///
    /// An element takes an entry for itself and an entry for its text. If elements are arrays, it also takes entries
    /// for its name, its attributes, and the text after it. With an order key, an element takes as many as an array.
    let elementByteCount: Int

    /// The bytes of an attribute or another node: a pending entry and, while the parent ends, also a finished entry.
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
        needsPositions = keepsLines || addsOrigin || followsElements
        let entryCount = flags.contains(.hasRuns) ? 6 : 3
        elementByteCount = entryCount * MemoryLayout<Entry>.size + (keepsLines ? LineTable.byteCountPerElement : 0)
    }
}

/// The kinds of nodes, besides attributes, text and elements, that the value keeps.
struct OtherNodes: OptionSet {
    let rawValue: UInt8

    static let cdata = OtherNodes(rawValue: 1)
    static let comments = OtherNodes(rawValue: 2)
    static let instructions = OtherNodes(rawValue: 4)
    static let doctype = OtherNodes(rawValue: 8)
    static let declaration = OtherNodes(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

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

struct TextRules: Sendable {
    /// The flags of elements that keep white space before their text.
    let spaceKeepers: OpenElement.Flags
    let collapses: Bool
    let separator: [UInt8]

    init(_ options: XMLOptions) {
        // An element with a run already has text, and white space after that text counts.
        spaceKeepers =
            options.orderKey != nil && options.dropsSpaceBeforeRuns
            ? [.preservesSpace, .isInCDATA] : [.preservesSpace, .keepsContent, .isInCDATA, .hasRuns]
        collapses = options.trim == .collapse
        separator = Array(options.textSeparator.utf8)
    }
}
