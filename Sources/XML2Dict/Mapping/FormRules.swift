/// The rules by which `Form` creates values, decided once from the options.
///
/// `formsPlainly` and `appendsPlainly` each combine several rules, so most elements need one test. Functions that are
/// not inlined test the other rules.
struct FormRules: Sendable {
    let keys: FormKeys

    let infersTypes: Bool
    let hasTypes: Bool
    /// Whether an element keeps text beside attributes and child elements.
    let keepsTextBeside: Bool
    let textOnlyIsString: Bool

    /// Whether no rule about null, siblings or shapes can change the value of an element.
    let formsPlainly: Bool
    /// Whether the value of an element becomes a node unchanged, because no rule notes its line or makes it an array.
    let appendsPlainly: Bool
    let flags: OpenElement.Flags
    let isOrdered: Bool
    let empty: XMLOptions.Empty
    let hasLists: Bool
    let unwrapsSiblings: Bool
    /// The key of the group of attributes, or `nil` if the options do not group attributes.
    let attributeGroup: Int?
    let declarations: XMLOptions.NamespaceDeclarations
    let keepsLines: Bool

    /// Whether the document is an array, because comments and other nodes may be beside the root.
    let listsNodes: Bool
    let keepsNodesBesideRoot: Bool

    init(_ options: XMLOptions, _ keys: FormKeys, _ roles: KeyRoles) {
        let isShaped = options.shaping?.shaper.followsElements == true
        infersTypes = options.infersTypes
        hasTypes = infersTypes || !options.typesByPath.isEmpty || isShaped
        keepsTextBeside = options.textKey != nil
        textOnlyIsString = options.textOnlyIsString

        isOrdered = options.elementsAreArrays
        empty = options.empty
        hasLists = !options.forceList.isEmpty || isShaped
        unwrapsSiblings = options.unwrapsSiblings
        attributeGroup = roles.attributeGroupKey
        declarations = options.heldDeclarations
        keepsLines = options.keepsLines || options.namesLines
        formsPlainly = !(isShaped || options.nilIsNull || unwrapsSiblings)
        appendsPlainly = !(keepsLines || hasLists)
        flags = OpenElement.Flags(options)

        listsNodes = options.listsNodes
        keepsNodesBesideRoot = options.keepsRoot || listsNodes
        self.keys = keys
    }

    /// Whether to group attributes or collect namespace declarations after the last attribute of a start tag.
    var endsTags: Bool { attributeGroup != nil || declarations.areCollected }
}

/// The IDs of the keys that options set, or `nil` for an option that is not set.
struct FormKeys: BitwiseCopyable, Sendable {
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
        func id(_ key: String?) -> Int? { key.map { names.id(ofOption: $0) } }
        text = names.id(ofOption: options.textKey ?? "")
        declarations = names.id(ofOption: options.declarationsKey)
        defaultNamespace = names.id(ofOption: options.defaultNamespaceKey)
        origin = id(options.originKey)
        ancestors = id(options.ancestorsKey)
        order = id(options.orderKey)
        cdata = id(options.cdataKey)
        comment = id(options.commentKey)
        instruction = id(options.processingInstructionKey)
        doctype = id(options.doctypeKey)
    }
}

extension OpenElement.Flags {
    fileprivate init(_ options: XMLOptions) {
        switch options.trim {
        case .none: self = .preservesSpace
        case .layout: self = .keepsContent
        default: self = []
        }
        // Runs of text stay separate.
        if options.elementsAreArrays || options.orderKey != nil { insert(.hasRuns) }
    }
}
