extension XMLOptions {
    /// Whether a document can be written back from its value: the options leave nothing out, and show which entry is an
    /// attribute, which an element, and which text.
    ///
    /// White space that is trimmed, comments and the like that are left out, and the order of elements with different names do
    /// not count. Where the property is `false`, a document that is written from the value has less than the first one, or
    /// elements in place of attributes.
    public var isReversible: Bool {
        leavesOutNothing && keepsNames && hasDistinctAttributes && typesByPath.values.allSatisfy { $0 == .string }
    }

    private var leavesOutNothing: Bool {
        let keepsDeclarations = namespaces != .strip && namespaceDeclarations != .drop
        return attributes != .discard && textKey != nil && empty != .omit && keepsDeclarations && select.isEmpty
            && skip.isEmpty
    }

    private var keepsNames: Bool {
        // A separator such as `_` cannot be told from a letter of the name.
        let separates = !prefixSeparator.isEmpty && !prefixSeparator.unicodeScalars.contains(where: Self.isInName)
        return keys == .keep && !unwrapsSiblings && (keepsRoot || elements == .array) && separates
    }

    /// Whether a string under a key cannot be an attribute as well as an element.
    private var hasDistinctAttributes: Bool {
        attributes != .merge || elements == .array || textOnly == .dictionary && empty != .string
    }

    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        XMLPath("a\(scalar)").isValid && scalar != ":"
    }
}
