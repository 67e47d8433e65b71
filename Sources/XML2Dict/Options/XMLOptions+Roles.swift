extension XMLOptions {
    /// The prefix of the keys of attributes; empty without one.
    package var attributePrefix: String { if case .prefix(let prefix) = attributes { prefix } else { "" } }

    /// The key of the dictionary of an element's attributes, if they have one.
    package var attributeGroupKey: String? { if case .group(let key) = attributes { key } else { nil } }

    /// The key of the dictionary of namespace declarations.
    var declarationsKey: String { attributePrefix + "xmlns" }

    /// The keys that have a role by themselves; of two rows with the same key, the first holds.
    package var roles: [(key: String, role: KeyRole)] {
        let hasXMLDeclaration = includesXMLDeclaration && keepsRoot
        let rows: [(key: String?, role: KeyRole)] = [
            (textKey, .text), (cdataKey, .cdata), (commentKey, .comment), (processingInstructionKey, .instruction),
            (doctypeKey, .doctype), (orderKey, .order), (attributeGroupKey, .attributeGroup),
            (namespaceDeclarations.areCollected ? declarationsKey : nil, .declarations),
            (hasXMLDeclaration ? "version" : nil, .version), (hasXMLDeclaration ? "encoding" : nil, .encoding),
        ]
        return rows.compactMap { key, role in key.map { ($0, role) } }
    }
}
