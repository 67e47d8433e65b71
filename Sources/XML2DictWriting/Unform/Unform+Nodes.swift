import XML2Dict

/// Determines the kind of node that an entry under a key becomes.
///
/// These methods are not on the noncopyable `Unform`, because Swift copies all bytes of a noncopyable value for each
/// call of a method that does not change the value.
extension UnformRules {
    /// Returns `nil` for an entry that becomes no node itself, such as a group of attributes or an empty text.
    ///
    /// If `isText` is false, a string under the text key is an attribute or an element.
    @inline(__always)
    func kind(of entry: Entry, _ key: WrittenNames.Key, isDocument: Bool, isText: Bool) -> Node.Kind? {
        switch key.role {
        case .element: isAttribute(entry, key, isDocument) ? .attribute : childKind
        case .attribute: entry.kind == .array && entry.length == 0 ? nil : .attribute
        default: kind(ofSpecial: entry, key, isDocument, isText)
        }
    }

    private func kind(
        ofSpecial entry: Entry,
        _ key: WrittenNames.Key,
        _ isDocument: Bool,
        _ isText: Bool
    ) -> Node.Kind? {
        let isString = entry.isText
        switch key.role {
        case .text where isString && isText && !isDocument: return entry.isEmptyText ? nil : .text
        case .text where isString && isText && keepsOuterSpace: return .outerSpace
        case .text where entry.kind == .null && !isTextKeyName: return nil
        case .cdata where isString && !isDocument: return .cdata
        case .comment where isString: return .comment
        case .comment where entry.kind == .null: return nil
        case .doctype where isString && isDocument: return .doctype
        case .instruction where entry.isDictionary: return .instruction
        case .attributeGroup where entry.isDictionary && !isDocument: return nil
        case .declarations: return entry.isDictionary && !isDocument ? nil : .attribute
        case .version where isDocument && isString: return .version
        case .encoding where isDocument && isString: return .encoding
        case .standalone where isDocument && isString: return .standalone
        case .order where entry.kind == .array: return nil
        case .text, .version, .encoding, .standalone:
            return isAttribute(entry, key, isDocument) ? .attribute : childKind
        default: return childKind
        }
    }

    @inline(__always)
    func isAttribute(_ entry: Entry, _ key: WrittenNames.Key, _ isDocument: Bool) -> Bool {
        guard sharesKeys, entry.isText, !isDocument else { return false }
        if key.isAttributeName { return true }
        return (hasTypes || entry.isString) && (entry.isEmptyText ? emptyStringsAreAttributes : stringsAreAttributes)
    }
}

extension Unform {
    static func instructions(
        of dictionary: Entry,
        in tree: StorageView,
        _ body: (Name, UnsafeBufferPointer<UInt8>) throws(WriteError) -> Void
    ) throws(WriteError) {
        for index in 0..<dictionary.childCount {
            let entry = tree.child(of: dictionary, at: index)
            for item in 0..<(entry.kind == .array ? entry.length : 1) {
                let content = entry.kind == .array ? tree.entries[entry.offset + item] : entry
                guard content.isText || content.kind == .null else {
                    throw .value("an instruction is a dictionary of its target and its text")
                }
                try body(tree.names[entry.key], tree.text(content))
            }
        }
    }

    /// Whether the whole array is one node or an error, rather than a node for each item.
    @inline(__always)
    mutating func isOneNode(_ array: Entry, _ key: WrittenNames.Key) -> Bool {
        switch key.role {
        case .element where rules.isOrdered: true
        // A reader makes `{"p": ["1", "2"]}` of `<p><a>1</a><a>2</a></p>`, so an array under the only key is the
        // content of one element.
        case .element:
            rules.unwrapsSiblings && rules.itemName != nil && (content.mayBeReplaced || replacesElement(array, key))
        case .attribute, .attributeGroup, .declarations: true
        case .version, .encoding, .standalone: rules.isOrdered
        case .order: isOrder(array)
        default: false
        }
    }
}
