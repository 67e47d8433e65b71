extension XMLOptions {
    /// The prefix of the keys of attributes; empty without one.
    package var attributePrefix: String { if case .prefix(let prefix) = attributes { prefix } else { "" } }

    /// The key of the dictionary of an element's attributes, if they have one.
    package var attributeGroupKey: String? { if case .group(let key) = attributes { key } else { nil } }

    /// These options without those that have no effect on the keys and the form of values.
    var ofValues: XMLOptions {
        var options = self
        // A shape makes numbers and booleans, as types do.
        if shaping != nil { options.infersTypes = true }
        options.shaping = nil
        options.originKey = nil
        options.ancestorsKey = nil
        return options
    }

    /// Whether the white space beside the root is text beside it.
    package var keepsOuterSpace: Bool {
        trim == .none && orderKey != nil && !dropsSpaceBeforeRuns && textKey != nil && keepsRoot
    }

    /// The names of the options that give other keys or another form to values than those of other options.
    ///
    /// What the others leave out of values, and prefixes that nothing separates in them, can have any form.
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

    /// The key of the dictionary of namespace declarations.
    var declarationsKey: String { attributePrefix + "xmlns" }

    /// The keys that have a role by themselves; of two rows with the same key, the first holds.
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
    /// Whether a key shows the end of its prefix: a separator such as `_` could also be a letter of the name.
    package var separatesPrefixes: Bool {
        !prefixSeparator.isEmpty && !prefixSeparator.unicodeScalars.contains(where: Self.isInName)
    }

    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        // Characters beyond ASCII may be letters.
        scalar != ":" && (UInt8(exactly: scalar.value)?.isInName ?? true)
    }
}
