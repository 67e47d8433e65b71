import XML2Dict

/// Writing elements that are arrays in document order (JsonML): `["name", {"attribute": "x"}, "text", ["child"]]`.
extension XMLTextWriter {
    /// Writes an item of such an array, or a root: an element, another node, or text.
    mutating func writeContent(_ item: Entry, _ tree: StorageView) throws(Stop) {
        let isDocument = stack[stack.count - 1].isDocument
        guard item.kind == .array else {
            if item.isText, !isDocument { return try putText(tree.text(item)) }
            throw .value(.invalidForm, "an element is an array here, and its content is text and such arrays")
        }
        guard item.length > 0, tree.entries[item.offset].isString else {
            throw .value(.invalidForm, "the first item of an element is its name")
        }
        let key = names.element(tree.text(tree.entries[item.offset]))
        switch key.role {
        case .cdata, .comment, .instruction, .doctype: try writeNode(item, key.role, isDocument, tree)
        default: try beginOrderedElement(item, key, tree)
        }
    }

    /// Whether an array is an element in document order, or another node, and not an array of such nodes.
    func isElement(_ value: Entry, in tree: StorageView) -> Bool {
        rules.isOrdered && value.kind == .array && value.length > 0 && tree.entries[value.offset].isString
    }

    private mutating func writeNode(
        _ item: Entry,
        _ role: KeyRole,
        _ isDocument: Bool,
        _ tree: StorageView
    ) throws(Stop) {
        guard item.length == 2 else {
            throw .value(.invalidForm, "a comment or the like is an array of its key and its content")
        }
        let content = tree.entries[item.offset + 1]
        switch role {
        case .instruction where content.isDictionary: try writeInstructions(content, tree)
        case .comment where content.isText || content.kind == .null: try putComment(Self.text(of: content, tree))
        case .cdata where content.isText && !isDocument: try putSection(tree.text(content))
        case .doctype where content.isText && isDocument: try putDoctype(tree.text(content))
        default: throw .value(.invalidForm, "a comment or the like cannot have this content, or be in this place")
        }
    }

    private mutating func beginOrderedElement(
        _ item: Entry,
        _ key: WrittenNames.Key,
        _ tree: StorageView
    ) throws(Stop) {
        let second = item.length > 1 ? tree.entries[item.offset + 1] : nil
        let attributes = second.flatMap { $0.isDictionary ? $0 : nil }
        try startLine(depth: stack.count - 1)
        var survey = Survey()
        self.attributes.count = 0
        if let attributes, attributes.childCount > 0 { planAttributes(of: attributes, &survey, tree) }
        let tag = try startTag(survey, key, tree)
        let first = attributes == nil ? 1 : 2
        guard first < item.length else { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        var hasText = false
        for place in first..<item.length where tree.entries[item.offset + place].isText { hasText = true }
        let start = plan.count
        planItems(.node, of: item, from: first)
        push(tag, from: start, hasText: hasText)
    }
}
