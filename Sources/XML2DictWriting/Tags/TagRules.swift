package import XML2Dict

package final class TagRules: Sendable {
    let format: XMLWriter.Format
    let usesReferences: Bool
    /// One level of indentation, or `nil` for text on one line.
    let unit: (byte: UInt8, count: Int)?
    let honorsXMLSpace: Bool
    let nilIsNull: Bool
    let trimsComments: Bool
    let includesOuterSpace: Bool

    let expandsNames: Bool
    /// Whether each element of the value repeats the declarations that are in force.
    let inheritsDeclarations: Bool
    let declaresNamespaces: Bool
    let namespaces: [(prefix: String, uri: String)]

    let doctypes: ExpatCheck.Doctypes
    let limits: Limits

    package init(
        _ options: XMLOptions,
        _ format: XMLWriter.Format,
        declaresNamespaces: Bool,
        namespaces: [(prefix: String, uri: String)]? = nil
    ) throws(XMLError) {
        self.format = format
        usesReferences = format.isASCII || format.isForTerminal
        // White space between elements is text if readers trim nothing.
        unit = options.trim == .none ? nil : format.indent.unit
        honorsXMLSpace = options.honorsXMLSpace
        nilIsNull = options.nilIsNull
        // Readers do not trim the comments of an element with an order key.
        trimsComments = options.trim != .none && options.trim != .layout && options.orderKey == nil
        includesOuterSpace = options.keepsOuterSpace
        expandsNames = options.namespaces == .expand
        inheritsDeclarations = options.namespaceDeclarations == .inherit
        self.declaresNamespaces = declaresNamespaces
        self.namespaces =
            namespaces
            ?? options.namespacePrefixes.map { (prefix: $0.value, uri: $0.key) }
            .sorted { ($0.prefix, $0.uri) < ($1.prefix, $1.uri) }
        doctypes = ExpatCheck.Doctypes(options)
        limits = Limits(options.limits)
        guard declaresNamespaces, self.namespaces.count(where: \.prefix.isEmpty) > 1 else { return }
        throw XMLError(
            .invalidOptions,
            "a root declares one default namespace, and several have no prefix (\(option: "namespacePrefixes"))"
        )
    }

    func needsReference(_ scalar: Unicode.Scalar) -> Bool {
        format.isASCII && !scalar.isASCII || format.isForTerminal && scalar.isTerminalControl
    }
}
