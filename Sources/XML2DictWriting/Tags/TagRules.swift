package import XML2Dict

/// The markup of a plan: its format, and its namespaces.
package final class TagRules: Sendable {
    let format: XMLWriter.Format
    /// Whether the format excludes characters that XML has.
    let usesReferences: Bool
    /// The character and the number for each level of indentation; `nil` for one line.
    let unit: (byte: UInt8, count: Int)?
    let honorsXMLSpace: Bool
    /// Whether null is an element with `xsi:nil`.
    let nilIsNull: Bool
    /// Whether readers trim comments.
    let trimsComments: Bool
    /// Whether the nodes of a document include the white space beside its root.
    let includesOuterSpace: Bool

    /// Whether names have their namespace in place of a prefix.
    let expandsNames: Bool
    /// Whether each element has all declarations in force around it.
    let inheritsDeclarations: Bool
    /// Whether the root declares the namespaces of the options.
    let declaresNamespaces: Bool
    /// The namespaces of the options; the empty prefix is that of the default namespace.
    let namespaces: [(prefix: String, uri: String)]

    /// Decides whether a text is the content of a DOCTYPE.
    let doctypes: ExpatCheck.Doctypes
    let limits: Limits

    static let xml = "http://www.w3.org/XML/1998/namespace"
    static let schemaInstance = "http://www.w3.org/2001/XMLSchema-instance"

    /// - Throws: An `XMLError` with the code `invalidOptions`.
    package init(
        _ options: XMLOptions,
        _ format: XMLWriter.Format,
        declaresNamespaces: Bool,
        namespaces: [(prefix: String, uri: String)]? = nil
    ) throws(XMLError) {
        self.format = format
        usesReferences = format.isASCII || format.isForTerminal
        // White space between elements is text where nothing is trimmed.
        unit = options.trim == .none ? nil : format.indent.unit
        honorsXMLSpace = options.honorsXMLSpace
        nilIsNull = options.nilIsNull
        // Beside a key of order, readers do not trim comments.
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

    /// Whether the format excludes a character, so that a reference stands for it.
    func needsReference(_ scalar: Unicode.Scalar) -> Bool {
        format.isASCII && !scalar.isASCII || format.isForTerminal && scalar.isTerminalControl
    }
}
