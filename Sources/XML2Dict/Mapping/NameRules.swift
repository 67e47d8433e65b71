/// The rules that turn names of a document into keys, and into names that paths match.
final class NameRules: Sendable {
    let form: ValueForm
    /// The prefixes that the options give to namespaces, by the ID of the URI.
    let fixedPrefixes: [Int32: String]
    /// The prefixes that paths use for namespaces, which may differ from the document's prefixes.
    let pathPrefixes: [Int32: String]
    let requiredNamespaces: Set<Int32>
    let keepsNilName: Bool
    /// Whether each value lists all declarations in force.
    let inherits: Bool
    var isStrict: Bool { form.expandsNamespaces }
    /// The ID of the namespace of `xsi:nil` and `xsi:type`.
    let instanceURI: Int

    init(_ options: XMLOptions, _ form: ValueForm, _ prefixes: [String: String], _ names: inout NameInterner) {
        let scope = NamespaceScope(&names)
        var fixed: [Int32: String] = [:], ofPaths: [Int32: String] = [:]
        for (uri, prefix) in options.namespacePrefixes { fixed[Int32(names.id(ofOption: uri))] = prefix }
        for (uri, prefix) in prefixes { ofPaths[Int32(names.id(ofOption: uri))] = prefix }
        instanceURI = names.id(ofOption: NamespaceURI.schemaInstance)
        self.form = form
        keepsNilName = options.keepsNilName
        inherits = options.namespaceDeclarations == .inherit
        requiredNamespaces =
            options.requiresMatch ? Set(fixed.keys).subtracting([Int32(scope.xmlNamespace)]) : []
        fixedPrefixes = fixed
        pathPrefixes = ofPaths
    }
}
