import XML2Dict

/// The compiled settings of an encoder, which all values share.
///
///     XMLEncoder ──▶ EncodingPlan ─┬ names   in the paths, with smaller ids than the names of a value
///                                  ├ paths   to attributes
///                                  ├ values  a writer for each `XMLValue` in a type
///                                  └ markup  the declarations of the root, and how nodes become text
final class EncodingPlan: Sendable {
    let names: PlannedNames
    /// The ids of `xml:space` and of `_0`.
    let spaceName: Int32
    let associatedValueName: Int32
    let nilName: Int32
    let paths: [PathSteps<Int32>]
    let pathTexts: [String]
    let namedPaths: Set<Int>
    let style: XMLOptions.KeyStyle
    let textCodingKey: String?
    let isASCII: Bool
    let marksSpace: Bool
    let hasFunctions: Bool
    let markup: TagRules
    let values = XMLWriter()

    init(_ encoder: XMLEncoder) throws {
        let declared = try encoder.declaredNamespaces()
        var interner = TagNames.planned.names.begun()
        var paths: [PathSteps<Int32>] = [], pathTexts: [String] = []
        for path in encoder.attributePaths {
            try path.check(allowsAttribute: true)
            for alternative in path.alternatives {
                guard alternative.attribute != nil, !alternative.isExpanded else {
                    throw XMLError(
                        .invalidPath,
                        "'\(path.description)' does not lead to attributes; such paths look like item/@id or @id"
                    )
                }
                paths.append(PathSteps(alternative) { Int32(interner.id(ofOption: $0)) })
                pathTexts.append(alternative.text)
            }
        }
        self.paths = paths
        self.pathTexts = pathTexts
        namedPaths = Set(paths.indices.filter { paths[$0].steps.dropLast().contains { $0 != nil } })
        spaceName = Int32(interner.id(ofOption: "xml:space"))
        associatedValueName = Int32(interner.id(ofOption: "_0"))
        nilName = Int32(interner.id(ofOption: declared.nilPrefix + ":nil"))
        names = PlannedNames(interner)
        style = encoder.keyStyle
        textCodingKey = encoder.textKey
        isASCII = encoder.format.isASCII
        marksSpace = encoder.writesXMLSpace
        hasFunctions = encoder.hasFunctions
        markup = try TagRules(.xmltodict, encoder.format, declaresNamespaces: true, namespaces: declared.namespaces)
    }

    private var namespaces: [(prefix: String, uri: String)] { markup.namespaces + [("xml", NamespaceURI.xml)] }

    func declares(_ prefix: String) -> Bool { namespaces.contains { $0.prefix == prefix } }

    func name(_ local: String, in uri: String, isAttribute: Bool) -> String? {
        // The default namespace does not apply to attributes (Namespaces in XML 1.0, section 6.2).
        let declared = namespaces.filter { !isAttribute || !$0.prefix.isEmpty }
        guard !uri.isEmpty else { return declared.contains(where: \.prefix.isEmpty) ? nil : local }
        return declared.first { $0.uri == uri }.map { $0.prefix.isEmpty ? local : "\($0.prefix):\(local)" }
    }
}
