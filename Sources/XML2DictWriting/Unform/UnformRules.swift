package import XML2Dict

package final class UnformRules: Sendable {
    let rootName: [UInt8]?
    let itemName: [UInt8]?
    let keepsRoot: Bool
    let includesXMLDeclaration: Bool
    let keepsOuterSpace: Bool

    let isOrdered: Bool
    let childKind: Node.Kind
    let keepsOrder: Bool
    let unwrapsSiblings: Bool

    let sharesKeys: Bool
    let stringsAreAttributes: Bool
    let emptyStringsAreAttributes: Bool
    /// Whether the reader makes numbers and booleans, so that attributes under shared keys may be numbers and booleans.
    let hasTypes: Bool
    let isOfReader: Bool
    let attributeGroupKey: String?

    /// Whether the reader drops only the white space between elements.
    let dropsLayout: Bool
    let isTextKeyName: Bool

    /// The keys with a fixed role, where the first of two equal keys counts.
    let roles: [(key: [UInt8], role: KeyRole)]
    /// Empty if attributes and elements share keys.
    let attributePrefix: [UInt8]
    /// The names whose strings are attributes, if attributes and elements share keys.
    let attributeNames: Set<[UInt8]>
    let defaultNamespaceKey: [UInt8]
    let separator: [UInt8]
    let expandsNamespaces: Bool
    let expandsDeclarations: Bool
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

    var hasItems: Bool { rootName != nil && itemName != nil && (keepsRoot || isOrdered) }
}
