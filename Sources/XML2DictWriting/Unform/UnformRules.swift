package import XML2Dict

/// The conventions of a plan: what the keys of a value mean, and how it represents text, elements and order.
package final class UnformRules: Sendable {
    // MARK: Documents

    /// The names of the root and of the items of an array, if they are given.
    let rootName: [UInt8]?
    let itemName: [UInt8]?
    /// Whether a value includes the name of its root.
    let keepsRoot: Bool
    let includesXMLDeclaration: Bool
    /// Whether a document keeps the white space beside its root, under the key of text.
    let keepsOuterSpace: Bool

    // MARK: Elements

    /// Whether elements are arrays, in document order.
    let isOrdered: Bool
    /// The kind of the nodes that are elements under a key.
    let childKind: Node.Kind
    /// Whether dictionaries note the order of their content.
    let keepsOrder: Bool
    let unwrapsSiblings: Bool

    // MARK: Attributes

    /// Whether attributes and elements share keys.
    let sharesKeys: Bool
    /// Whether strings under shared keys are attributes: strings with text, and empty strings.
    let stringsAreAttributes: Bool
    let emptyStringsAreAttributes: Bool
    /// Whether numbers and booleans may be attributes under shared keys; a reader without types makes no such values.
    let hasTypes: Bool
    /// Whether a reader made the value.
    let isOfReader: Bool
    let attributeGroupKey: String?

    // MARK: Text

    /// Whether the reader removes the white space between elements, and no other.
    let dropsLayout: Bool
    /// Whether the text key can be the name of an element.
    let isTextKeyName: Bool

    // MARK: Keys

    /// The keys that have a role by themselves; of two with the same key, the first holds.
    let roles: [(key: [UInt8], role: KeyRole)]
    /// The prefix of the keys of attributes; empty when attributes and elements share keys.
    let attributePrefix: [UInt8]
    /// The keys of attributes where a string may also be an element.
    let attributeNames: Set<[UInt8]>
    let defaultNamespaceKey: [UInt8]
    /// The text between prefix and name in keys.
    let separator: [UInt8]
    /// Whether keys have the namespace in place of a prefix, and whether those of declarations do, too.
    let expandsNamespaces: Bool
    let expandsDeclarations: Bool
    /// The namespaces of the options, by their prefixes.
    let namespaces: [[UInt8]: String]

    package init(
        _ options: XMLOptions,
        rootName: String?,
        itemName: String?,
        attributeNames: Set<String>,
        isOfReader: Bool
    ) {
        self.rootName = rootName.map { Array($0.utf8) }
        self.itemName = itemName.map { Array($0.utf8) }
        keepsRoot = options.keepsRoot
        includesXMLDeclaration = options.includesXMLDeclaration && options.keepsRoot
        keepsOuterSpace = options.keepsOuterSpace
        isOrdered = options.elementsAreArrays
        childKind = isOrdered ? .ordered : .child
        keepsOrder = options.orderKey != nil
        unwrapsSiblings = options.unwrapsSiblings
        sharesKeys = options.attributes == .merge && !options.elementsAreArrays
        stringsAreAttributes = sharesKeys && !options.textOnlyIsString
        emptyStringsAreAttributes = sharesKeys && options.empty != .string
        hasTypes = options.infersTypes || !options.typesByPath.isEmpty || options.shaping != nil
        self.isOfReader = isOfReader
        attributeGroupKey = options.attributeGroupKey
        dropsLayout = options.trim == .layout
        isTextKeyName = options.textKey.map { XMLPath(unchecked: $0).isValid } ?? false
        roles = options.roles.map { (Array($0.key.utf8), $0.role) }
        attributePrefix = Array(options.attributePrefix.utf8)
        self.attributeNames = Set(attributeNames.map { Array($0.utf8) })
        defaultNamespaceKey = Array(options.defaultNamespaceKey.utf8)
        separator = Array(options.prefixSeparator.utf8)
        expandsNamespaces = options.namespaces == .expand
        expandsDeclarations = expandsNamespaces && options.namespaceDeclarations != .keep
        let named = options.namespacePrefixes.sorted { $0.key < $1.key }.map { (Array($0.value.utf8), $0.key) }
        namespaces = Dictionary(named) { first, _ in first }
    }

    /// Whether one document can have all values as its items: it needs names for the root and the items, and values that
    /// include their root.
    var hasItems: Bool { rootName != nil && itemName != nil && (keepsRoot || isOrdered) }
}
