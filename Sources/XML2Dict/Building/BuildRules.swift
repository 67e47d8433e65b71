/// The options as the builder reads them: plain values, computed once.
///
/// `opensPlainly`, `endsPlainly` and `attributesArePlain` each combine several rules, so most elements need few tests.
/// Only functions that are not inlined test the single rules.
struct BuildRules {
    // MARK: Names

    /// Whether the keys of elements, or of attributes, can differ from the names in the document.
    let resolvesElements: Bool
    let resolvesAttributes: Bool
    /// Whether the builder must know which declarations are in force.
    let tracksNamespaces: Bool
    /// Whether the shape of the options follows the elements: see `ElementFollower`.
    let followsElements: Bool
    /// Whether it adds empty arrays.
    let fillsLists: Bool
    /// Whether output repeats namespace URIs, with each name or with each element.
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
    /// Whether an element that has ended is as its content is, and leaves nothing behind.
    let endsPlainly: Bool
    /// The flags of every element, and those that it gets with its first child.
    let flags: OpenElement.Flags
    let flagsOfParents: OpenElement.Flags
    let isOrdered: Bool
    /// Whether an element, or a run of its text, must know that a child has begun.
    let notesChildren: Bool
    let empty: XMLOptions.Empty
    /// Whether some elements are in an array even alone.
    let hasLists: Bool
    let unwrapsSiblings: Bool
    let dropsRoot: Bool
    /// Whether the document is an array of its nodes, because comments and other nodes may be beside the root.
    let listsNodes: Bool
    let includesXMLDeclaration: Bool
    /// Whether the white space outside the root becomes text beside it.
    let keepsOuterSpace: Bool
    let keepsLines: Bool
    /// Whether each start tag must know its line and column at once.
    let needsPlaces: Bool
    /// Whether records get entries that are not in them: their origin, or the elements around them.
    let addsToRecords: Bool

    let keys: BuildKeys
    /// The roles of keys, which the value stores.
    let roles: KeyRoles
    let attributeGroupKey: Int?
    /// The keys under which a writer takes a string for text, a CDATA section or a comment, and the last one of them.
    let reservedKeys: [Int]
    let lastReservedKey: Int
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

    init(_ options: XMLOptions, _ paths: borrowing PathTable, _ keys: BuildKeys, resolvesPaths: Bool) {
        let renames = options.keys != .keep || options.prefixSeparator != ":"
        let resolves = resolvesPaths || options.namespaces != .keep || !options.namespacePrefixes.isEmpty || renames
        resolvesElements = resolves
        resolvesAttributes = resolves || !keys.attributePrefix.isEmpty
        // Stripped namespaces lose their declarations, unless the options collect them.
        let isStripped = options.namespaces == .strip && options.namespaceDeclarations == .keep
        declarations = isStripped ? .drop : options.namespaceDeclarations
        let collects = declarations.areCollected
        followsElements = options.shaping?.shaper.followsElements == true
        fillsLists = followsElements && options.shaping?.shaper.fillsMissingLists == true
        tracksNamespaces =
            options.namespaces == .expand || !options.namespacePrefixes.isEmpty || options.nilIsNull || collects
            || followsElements || options.keepsNilName
        writesNamespaces = options.namespaces == .expand || declarations == .inherit
        hasElementPaths = paths.hasElements || paths.hasAttributeRecords
        hasAttributePaths = paths.hasAttributes
        selectsAttributes = paths.hasAttributeRecords
        notesAttributePaths = paths.hasAttributes

        keepsAttributes = options.attributes != .discard
        nilIsNull = options.nilIsNull
        honorsXMLSpace = options.honorsXMLSpace && options.trim != .none
        infersTypes = options.infersTypes
        hasTypes = infersTypes || !options.typesByPath.isEmpty || followsElements
        attributesArePlain =
            keepsAttributes && options.attributeGroupKey == nil && declarations == .keep
            && !(keys.ancestors != nil || nilIsNull || resolvesAttributes || hasAttributePaths || hasTypes
                || followsElements)
        keepsTextBeside = options.textKey != nil
        textOnlyIsString = options.textOnly == .string

        isOrdered = options.elements == .array
        let separatesRuns = isOrdered || options.orderKey != nil
        let runs: OpenElement.Flags = separatesRuns ? .hasRuns : []
        let dropsLayout = options.trim == .layout
        flags = runs.union(options.trim == .none ? .preservesSpace : dropsLayout ? .keepsContent : [])
        flagsOfParents = dropsLayout ? [.followsChild, .hasChildren, .hasRuns] : .followsChild
        notesChildren = isOrdered || !options.textSeparator.isEmpty || dropsLayout
        empty = options.empty
        hasLists = !options.forceList.isEmpty || followsElements
        unwrapsSiblings = options.unwrapsSiblings
        dropsRoot = !options.keepsRoot
        listsNodes = options.listsNodes
        includesXMLDeclaration = options.includesXMLDeclaration && options.keepsRoot
        keepsOuterSpace = options.keepsOuterSpace
        keepsLines = options.keepsLines || options.namesLines
        needsPlaces = keepsLines || options.originKey != nil || followsElements
        addsToRecords = keys.origin != nil || keys.ancestors != nil
        opensPlainly = !(tracksNamespaces || resolvesElements || notesChildren)
        endsPlainly = !(tracksNamespaces || keepsLines || hasLists)
        elementByteCount =
            (separatesRuns ? 6 : 3) * MemoryLayout<Entry>.size + (keepsLines ? LineTable.byteCountPerElement : 0)

        self.keys = keys
        roles = KeyRoles(keys.roles, textKey: keys.text, options: options.ofValues)
        attributeGroupKey = roles.attributeGroupKey
        reservedKeys = isOrdered ? [] : keys.roles.filter { [.text, .cdata, .comment].contains($0.role) }.map(\.number)
        lastReservedKey = reservedKeys.max() ?? -1
    }
}

/// The keys that options give, as numbers of names.
struct BuildKeys {
    let text: Int
    let attributePrefix: String
    let declarations: Int
    let defaultNamespace: Int
    let origin: Int?
    let ancestors: Int?
    let order: Int?
    let version: Int
    let encoding: Int
    let standalone: Int
    /// The keys that have a role by themselves.
    let roles: [(number: Int, role: KeyRole)]

    init(_ options: XMLOptions, _ names: inout NameInterner) {
        attributePrefix = options.attributePrefix
        text = names.number(ofOption: options.textKey ?? "")
        declarations = names.number(ofOption: options.declarationsKey)
        defaultNamespace = names.number(ofOption: options.defaultNamespaceKey)
        origin = options.originKey.map { names.number(ofOption: $0) }
        ancestors = options.ancestorsKey.map { names.number(ofOption: $0) }
        order = options.orderKey.map { names.number(ofOption: $0) }
        version = names.number(ofOption: "version")
        encoding = names.number(ofOption: "encoding")
        standalone = options.includesXMLDeclaration ? names.number(ofOption: "standalone") : version
        roles = options.roles.map { (names.number(ofOption: $0.key), $0.role) }
    }

    /// The number of the key that has a role by itself; `nil` where the options have none.
    subscript(role: KeyRole) -> Int? { roles.first { $0.role == role }?.number }
}

/// The options for text, as the collector reads them.
struct TextRules {
    /// The flags of elements that keep white space which arrives before other text.
    let spaceKeepers: OpenElement.Flags
    let collapses: Bool
    /// The bytes between runs of text that are joined.
    let separator: [UInt8]

    init(_ options: XMLOptions) {
        // Before a run, there may be text of the element already, and white space after that counts.
        spaceKeepers =
            options.orderKey != nil && options.dropsSpaceBeforeRuns
            ? [.preservesSpace, .isInCDATA] : [.preservesSpace, .keepsContent, .isInCDATA, .hasRuns]
        collapses = options.trim == .collapse
        separator = Array(options.textSeparator.utf8)
    }
}

/// Finds numbers and booleans in text.
package enum TextTypes {
    /// The kind of a text by the rule of `infersTypes`: a number or a boolean that no reader of JSON changes, else a
    /// string.
    @inline(__always)
    package static func infer(_ text: UnsafeBufferPointer<UInt8>) -> Entry.Kind {
        guard let first = text.first else { return .string }
        return switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            DecimalText.isInferred(text) ? .number : .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8) ? .boolean : .string
        default: .string
        }
    }

    /// How many digits a number of JSON without an exponent has, and whether it has no point; `nil` for other texts, and
    /// for minus zero.
    package static func plainNumber(_ text: UnsafeBufferPointer<UInt8>) -> (digits: Int, isWhole: Bool)? {
        DecimalText.plainNumber(text)
    }

    /// Converts a number of XML Schema to a number of JSON; `nil` when the text is not a number.
    ///
    /// White space around the number does not count (XML Schema part 2, section 4.3.6).
    package static func number(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        DecimalText(XMLWhitespace.trimmed(text))?.json
    }

    /// Converts a number without an exponent, of any length, to a number of JSON; `nil` when the text is not one.
    package static func decimal(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> (json: [UInt8], isWhole: Bool)? {
        DecimalText(text)?.jsonOfAnyLength
    }

    /// Whether a text is a number, which may be out of the range of a `Double`.
    package static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { DecimalText(text) != nil }

    /// Converts a boolean of XML Schema to a boolean of JSON; `nil` when the text is not a boolean.
    package static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        TextNumber.boolean(text).map { Array(($0 ? "true" : "false").utf8) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text is a number as JSON writes it (RFC 8259, section 6), which a `Double` can hold.
    package var isNumberOfJSON: Bool { DecimalText.isJSON(self) }
}
