/// How `Form` makes values: decided once, from the options.
///
/// `formsPlainly` and `placesPlainly` each combine several rules, so that most elements need one test. The single rules are
/// tested in functions that are not inlined.
struct FormRules: Sendable {
    let keys: FormKeys

    // MARK: Text

    let infersTypes: Bool
    /// Whether any text may become a number or a boolean.
    let hasTypes: Bool
    /// Whether an element has text beside attributes and child elements.
    let keepsTextBeside: Bool
    let textOnlyIsString: Bool

    // MARK: Elements

    /// Whether no rule about null, siblings or shapes can change the value of an element.
    let formsPlainly: Bool
    /// Whether a value is pending as it is: without a line, and in no array before it is folded.
    let placesPlainly: Bool
    /// The flags with which elements begin.
    let flags: OpenElement.Flags
    let isOrdered: Bool
    let empty: XMLOptions.Empty
    /// Whether some elements are in an array even alone.
    let hasLists: Bool
    let unwrapsSiblings: Bool
    /// The key of the group of attributes, and the declarations of namespaces beside attributes, if a tag has these.
    let attributeGroup: Int?
    let declarations: XMLOptions.NamespaceDeclarations
    let keepsLines: Bool

    // MARK: Documents

    /// Whether the document is an array of its nodes, because comments and other nodes may be beside the root.
    let listsNodes: Bool
    /// Whether the document has a place for nodes beside the root.
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
        placesPlainly = !(keepsLines || hasLists)
        flags = OpenElement.Flags(options)

        listsNodes = options.listsNodes
        keepsNodesBesideRoot = options.keepsRoot || listsNodes
        self.keys = keys
    }

    /// Whether a tag has more than its attributes one by one: their group, or declarations of namespaces.
    var endsTags: Bool { attributeGroup != nil || declarations.areCollected }
}

/// The keys that options give, as numbers of names; `nil` for those that they do not give.
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

extension OpenElement.Flags {
    /// The flags with which elements begin.
    fileprivate init(_ options: XMLOptions) {
        switch options.trim {
        case .none: self = .preservesSpace
        case .layout: self = .keepsContent
        default: self = []
        }
        // Runs of text stay apart.
        if options.elementsAreArrays || options.orderKey != nil { insert(.hasRuns) }
    }
}
