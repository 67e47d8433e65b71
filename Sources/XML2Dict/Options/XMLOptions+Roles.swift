extension XMLOptions {
    package var attributePrefix: String { if case .prefix(let prefix) = attributes { prefix } else { "" } }

    package var attributeGroupKey: String? { if case .group(let key) = attributes { key } else { nil } }

    /// The copy of these options that each value stores, without a shape, an origin and ancestors.
    var ofValues: XMLOptions {
        var options = self
        // A shape makes numbers and booleans, as inferred types do.
        if shaping != nil { options.infersTypes = true }
        options.shaping = nil
        options.originKey = nil
        options.ancestorsKey = nil
        return options
    }

    /// Whether white space beside the root becomes text beside the root.
    package var keepsOuterSpace: Bool {
        trim == .none && orderKey != nil && !dropsSpaceBeforeRuns && textKey != nil && keepsRoot
    }

    /// Returns the names of options that give values another form than `other`, but ignores content that `other` omits.
    package func differences(from other: XMLOptions) -> [String] {
        let hasSameSeparator = prefixSeparator == other.prefixSeparator || !other.separatesPrefixes
        let facts = [
            ("attributes", attributes == other.attributes || other.attributes == .discard),
            ("jsonml", elementsAreArrays == other.elementsAreArrays),
            ("textKey", textKey == other.textKey || other.textKey == nil),
            ("prefixSeparator", hasSameSeparator),
            (
                "textOnlyIsString",
                textOnlyIsString == other.textOnlyIsString || attributes != .merge || elementsAreArrays
            ),
        ]
        return facts.filter { !$0.1 }.map(\.0)
    }

    var declarationsKey: String { attributePrefix + "xmlns" }

    /// The keys with their roles, where the first role of a repeated key applies.
    package var roles: [(key: String, role: KeyRole)] {
        func declared(_ key: String) -> String? { includesXMLDeclaration && keepsRoot ? key : nil }
        let rows: [(key: String?, role: KeyRole)] = [
            (textKey, .text), (cdataKey, .cdata), (commentKey, .comment), (processingInstructionKey, .instruction),
            (doctypeKey, .doctype), (orderKey, .order), (attributeGroupKey, .attributeGroup),
            (namespaceDeclarations.areCollected ? declarationsKey : nil, .declarations),
            (declared("version"), .version), (declared("encoding"), .encoding), (declared("standalone"), .standalone),
        ]
        return rows.compactMap { key, role in key.map { ($0, role) } }
    }
}

extension XMLOptions {
    package var separatesPrefixes: Bool {
        // `isInName` is `true` for every byte beyond ASCII.
        !prefixSeparator.isEmpty && prefixSeparator.utf8.allSatisfy { $0 == UInt8(ascii: ":") || !$0.isInName }
    }
}
