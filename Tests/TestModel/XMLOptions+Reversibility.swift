package import XML2Dict

extension XMLOptions {
    /// Whether a document can be written back from its value, because the options leave nothing out, and the value
    /// shows which entry is an attribute, which an element, and which text.
    ///
    /// The property ignores trimmed white space, comments and other nodes, the order of elements with different names,
    /// and names that equal the key of text. If it is `false`, the written document lacks something, or has elements in
    /// place of attributes.
    package var isReversible: Bool {
        leavesOutNothing && namesAllElements && hasDistinctAttributes && typesByPath.values.allSatisfy { $0 == .string }
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

    /// Whether a key has the letters of its name, and shows the end of the prefix, which may be another prefix.
    var keepsSpelling: Bool { keyStyle == .keep && separatesPrefixes }

    /// Whether the value has the name of each element, also of the root and of the items of arrays.
    private var namesAllElements: Bool {
        keepsSpelling && !unwrapsSiblings && (keepsRoot || elementsAreArrays)
    }

    /// Whether the value shows for each string if it is an attribute or an element.
    private var hasDistinctAttributes: Bool {
        guard !elementsAreArrays, textOnlyIsString || empty == .string else { return true }
        return switch attributes {
        case .merge, .discard: false
        // A prefix or a group that could be part of an element's name marks nothing.
        case .prefix(let mark): !XMLPath(unchecked: mark + "a").isValid
        case .group(let key): !XMLPath(unchecked: key).isValid
        }
    }
}
