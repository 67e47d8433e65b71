/// The form of the values that a reader makes: their keys, and what stands for a text, an empty element or a record.
///
/// A shape needs it without a document: under which key is this name, and what is an element of that type?
package struct ValueForm: Sendable {
    /// Whether documents have their root under its name.
    package let keepsRoot: Bool
    /// The paths of the selected elements; `nil` for whole documents and records.
    package let selected: XMLPath?
    /// Whether elements or attributes are left out by their paths.
    package let skips: Bool
    /// Whether records get entries that are not in them.
    package let addsToRecords: Bool
    package let includesXMLDeclaration: Bool
    package let keepsAttributes: Bool
    package let attributePrefix: String
    package let attributeGroupKey: String?
    package let textKey: String?
    /// The keys of other nodes than elements, attributes and text.
    package let otherKeys: [String]
    package let keepsOrder: Bool
    /// Whether comments or processing instructions have keys.
    package let keepsNodes: Bool
    package let textOnlyIsString: Bool
    package let empty: XMLOptions.Empty
    package private(set) var namespaces: XMLOptions.Namespaces
    /// The prefixes that the options give to namespaces, by URI.
    package let prefixes: [String: String]
    package private(set) var style: XMLOptions.KeyStyle
    private(set) var prefixSeparator: String

    package init(_ options: XMLOptions) {
        keepsRoot = options.keepsRoot
        let paths = options.select.map(\.description).joined(separator: "|")
        selected = options.select.isEmpty ? nil : XMLPath(paths)
        skips = !options.skip.isEmpty
        addsToRecords = options.originKey != nil || options.ancestorsKey != nil
        includesXMLDeclaration = options.includesXMLDeclaration
        keepsAttributes = options.attributes != .discard
        attributePrefix = options.attributePrefix
        attributeGroupKey = options.attributeGroupKey
        textKey = options.textKey
        otherKeys = options.roles.filter { ![.text, .attributeGroup].contains($0.role) }.map(\.key)
        keepsOrder = options.orderKey != nil
        keepsNodes = options.commentKey != nil || options.processingInstructionKey != nil
        textOnlyIsString = options.textOnly == .string
        empty = options.empty
        namespaces = options.namespaces
        prefixes = options.namespacePrefixes
        style = options.keys
        prefixSeparator = options.prefixSeparator
    }

    /// The form whose keys are the names of paths.
    package var ofPaths: ValueForm {
        var form = self
        (form.style, form.prefixSeparator) = (.keep, ":")
        return form
    }

    /// The form whose prefixes are different for different namespaces.
    package var withDistinctPrefixes: ValueForm {
        var form = self
        if namespaces == .keep { form.namespaces = .expand }
        return form
    }

    /// The key of a name: its prefix, or its URI, which no style spells, and its local name.
    package func key(_ local: String, prefix: String, isURI: Bool = false, isAttribute: Bool) -> String {
        let written = prefix.isEmpty || isURI ? local : prefix + prefixSeparator + local
        let key = (isURI ? prefix + prefixSeparator : "") + KeySpelling.spell(written, style)
        return isAttribute ? attributePrefix + key : key
    }
}
