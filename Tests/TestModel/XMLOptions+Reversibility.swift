package import XML2Dict

extension XMLOptions {
    /// Whether a document can be written back from its value: the options leave nothing out, and show which entry is an
    /// attribute, which an element, and which text.
    ///
    /// White space that is trimmed, comments and other nodes that are left out, and the order of elements with
    /// different names do not count, nor do elements and attributes with the name of the key of text. Where the
    /// property is `false`, a document that is written from the value has less than the first one, or elements in place
    /// of attributes.
    package var isReversible: Bool {
        leavesOutNothing && keepsNames && hasDistinctAttributes && typesByPath.values.allSatisfy { $0 == .string }
    }

    private var leavesOutNothing: Bool {
        let keepsDeclarations = namespaces != .strip && namespaceDeclarations != .drop
        let prefixes = namespacePrefixes.values
        let keepsNamespaces = !prefixes.contains("") && Set(prefixes).count == prefixes.count
        let keys = [textKey, cdataKey, commentKey, processingInstructionKey, doctypeKey].compactMap(\.self)
        return attributes != .discard && keepsNamespaces && Set(keys).count == keys.count && textKey != nil
            && empty != .omit && keepsDeclarations && select.isEmpty && skip.isEmpty && originKey == nil
            && ancestorsKey == nil
    }

    private var keepsNames: Bool {
        keyStyle == .keep && !unwrapsSiblings && (keepsRoot || elementsAreArrays) && separatesPrefixes
    }

    /// Whether a string under a key cannot be an attribute as well as an element.
    private var hasDistinctAttributes: Bool {
        guard !elementsAreArrays, textOnlyIsString || empty == .string else { return true }
        return switch attributes {
        case .merge, .discard: false
        // A mark that could begin, or be, the name of an element marks nothing.
        case .prefix(let mark): !XMLPath(unchecked: mark + "a").isValid
        case .group(let key): !XMLPath(unchecked: key).isValid
        }
    }
}
