import XML2Dict

/// Decides which entries of a dictionary are attributes, elements, text and other parts.
///
/// These methods are not on the noncopyable writer, because Swift copies all bytes of a noncopyable value for a call
/// that does not change it.
extension WriteRules {
    /// Whether an array as a whole is one part, or an error; otherwise each item is a part.
    @inline(__always)
    func isOneThing(_ array: Entry, _ key: WrittenNames.Key, isOnly: Bool, _ tree: StorageView) -> Bool {
        switch key.role {
        // An array that took the place of an element is its parent's only entry, or the order has its key once; other
        // arrays are repeated elements.
        case .element: isOrdered || unwrapsSiblings && isOnly && itemName != nil
        case .attribute, .attributeGroup, .declarations: true
        case .version, .encoding: isOrdered
        case .order: (0..<array.length).allSatisfy { tree.entries[array.offset + $0].isString }
        default: false
        }
    }

    /// The place in an array from which strings are text; strings before it are elements or attributes with the name of
    /// the key of text.
    @inline(__always)
    func textStart(of array: Entry, _ key: WrittenNames.Key, textCount: Int) -> Int {
        guard key.role == .text, isTextKeyName else { return 0 }
        // An attribute with the key of text comes before the text, and without an order, elements do, too.
        return max(0, array.length &- textCount)
    }

    /// What an entry becomes.
    ///
    /// - Parameters:
    ///   - entry: The entry, or an item of an array.
    ///   - key: Its key, or that of the array.
    ///   - isDocument: Whether it is beside the root, or the root.
    ///   - isText: Whether a string under the key of text is text.
    /// - Returns: What it becomes.
    @inline(__always)
    func part(
        of entry: Entry,
        _ key: WrittenNames.Key,
        isDocument: Bool,
        isText: Bool
    ) -> XMLTextWriter.Part {
        switch key.role {
        case .element: isAttribute(entry, key, isDocument) ? .attribute : .element
        case .attribute: entry.kind == .array && entry.length == 0 ? .nothing : .attribute
        default: specialPart(of: entry, key, isDocument, isText)
        }
    }

    private func specialPart(
        of entry: Entry,
        _ key: WrittenNames.Key,
        _ isDocument: Bool,
        _ isText: Bool
    ) -> XMLTextWriter.Part {
        let isString = entry.isText
        switch key.role {
        case .text where isString:
            if isText, !isDocument { return entry.isEmptyText ? .nothing : .text }
            return isAttribute(entry, key, isDocument) ? .attribute : .element
        case .text: return entry.kind == .null && !isTextKeyName ? .nothing : .element
        case .cdata where isString && !isDocument: return .cdata
        case .comment where isString: return .comment
        case .comment where entry.kind == .null: return .nothing
        case .doctype where isString && isDocument: return .doctype
        case .instruction where entry.isDictionary: return .instruction
        case .attributeGroup where entry.isDictionary && !isDocument: return .attributes
        case .declarations: return entry.isDictionary && !isDocument ? .declarations : .attribute
        case .version, .encoding:
            if isDocument, isString { return .xmlDeclaration }
            return isAttribute(entry, key, isDocument) ? .attribute : .element
        case .order where entry.kind == .array: return .order
        default: return .element
        }
    }

    /// Whether an entry is an attribute where elements have the same keys.
    @inline(__always)
    func isAttribute(_ entry: Entry, _ key: WrittenNames.Key, _ isDocument: Bool) -> Bool {
        guard sharesKeys, entry.isText, !isDocument else { return false }
        return key.isAttributeName || (entry.isEmptyText ? emptyStringsAreAttributes : stringsAreAttributes)
    }

    // MARK: Text

    /// Whether the format excludes a character, so that a reference stands for it.
    func needsReference(_ scalar: Unicode.Scalar) -> Bool {
        format.isASCII && !scalar.isASCII || format.isForTerminal && scalar.isTerminalControl
    }
}
