extension XMLOptions {
    /// The prefix of the keys of attributes; empty without one.
    package var attributePrefix: String { if case .prefix(let prefix) = attributes { prefix } else { "" } }

    /// The key of the dictionary of an element's attributes, if they have one.
    package var attributeGroupKey: String? { if case .group(let key) = attributes { key } else { nil } }

    /// These options without the shape that values are held to.
    var withoutShape: XMLOptions {
        var options = self
        options.shaping = nil
        return options
    }

    /// The names of the options that give other keys or another form to values than those of other options.
    package func differences(from other: XMLOptions) -> [String] {
        let facts = [
            ("attributes", attributes == other.attributes), ("elements", elements == other.elements),
            ("textKey", textKey == other.textKey), ("prefixSeparator", prefixSeparator == other.prefixSeparator),
            ("textOnly", textOnly == other.textOnly || attributes != .merge || elements == .array),
        ]
        return facts.filter { !$0.1 }.map(\.0)
    }

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
