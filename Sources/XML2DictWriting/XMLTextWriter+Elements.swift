import XML2Dict

/// Writing elements and their parts.
extension XMLTextWriter {
    /// Writes an item of an array that has no key.
    mutating func writeItem(_ item: Entry, _ tree: StorageView) throws(Stop) {
        guard let name = rules.itemName else {
            throw Self.unnamedItems
        }
        try writeElement(item, elementKey(name), tree)
    }

    static var unnamedItems: Stop {
        .value(.invalidForm, "the items of this array have no name; \(option: "itemName") gives one")
    }

    /// Writes a part of an element or of the document; attributes were written with the start tag.
    @inline(__always)
    mutating func write(_ part: Part, _ entry: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) {
        switch part {
        case .element where !rules.isOrdered: try writeElement(entry, key, tree)
        case .element, .node: try writeContent(entry, tree)
        case .text: try putText(tree.text(entry))
        default: try writeOther(part, entry, key, tree)
        }
    }

    @inline(never)
    private mutating func writeOther(
        _ part: Part,
        _ entry: Entry,
        _ key: WrittenNames.Key,
        _ tree: StorageView
    ) throws(Stop) {
        switch part {
        case .cdata: try putSection(tree.text(entry))
        case .comment: try putComment(Self.text(of: entry, tree))
        case .instruction: try writeInstructions(entry, tree)
        case .doctype: try putDoctype(tree.text(entry))
        case .item: try writeItem(entry, tree)
        case .attribute, .attributes, .declarations:
            throw .value(.invalidForm, "an attribute can only be in an element")
        case .element, .node, .text, .order, .xmlDeclaration, .nothing: break
        }
    }

    /// The text of an entry, which is empty for null.
    static func text(of entry: Entry, _ tree: StorageView) -> UnsafeBufferPointer<UInt8> {
        entry.kind == .null ? UnsafeBufferPointer(start: nil, count: 0) : tree.text(entry)
    }

    // MARK: Elements

    /// Writes an element, or begins it.
    @inline(__always)
    mutating func writeElement(_ value: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) {
        try startLine(depth: stack.count &- 1)
        switch value.kind {
        case .dictionary:
            try beginElement(value, key, tree)
        case .textOnly:
            let textKey = self.key(of: tree.onlyChild(of: value), tree)
            if textKey.role == .text {
                try writeTextElement(tree.text(value), key, tree)
            } else {
                try beginElement(value, key, tree)
            }
        case .string, .number, .boolean, .name:
            try writeTextElement(tree.text(value), key, tree)
        case .null:
            if rules.nilIsNull { return try writeNil(key, tree) }
            try writeTextElement(UnsafeBufferPointer(start: nil, count: 0), key, tree)
        case .array:
            try beginArrayElement(value, key, tree)
        }
    }

    /// Writes an element that has only text, or nothing.
    @inline(__always)
    private mutating func writeTextElement(
        _ text: UnsafeBufferPointer<UInt8>,
        _ key: WrittenNames.Key,
        _ tree: StorageView
    ) throws(Stop) {
        let tag = try startTag(Survey(), key, tree)
        if text.isEmpty { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        try putText(text)
        try putEndTag(tag)
        names.leave(stack.count)
    }

    /// Begins an element with parts of its own; one that stays open is begun even if it has none.
    mutating func beginElement(
        _ value: Entry,
        _ key: WrittenNames.Key,
        _ tree: StorageView,
        staysOpen: Bool = false
    ) throws(Stop) {
        let start = plan.count
        var survey = Survey()
        if value.isDictionary {
            survey = planDictionary(value, tree)
        } else if value.isText {
            survey.hasText = true
            plan.append(ElementPart(.text, value, .unknown))
        }
        let tag = try startTag(survey, key, tree)
        guard plan.count > start || staysOpen else { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        push(tag, from: start, hasText: survey.hasText)
    }

    /// Begins an element that is an array: its items are its children.
    private mutating func beginArrayElement(_ value: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) {
        guard rules.itemName != nil || value.length == 0 else {
            throw stack.count == 1
                ? Self.unnamedItems
                : .value(
                    .invalidForm,
                    "an array in an array has no form in XML; \(option: "itemName") makes an element of it"
                )
        }
        let tag = try startTag(Survey(), key, tree)
        guard value.length > 0 else { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        let start = plan.count
        planItems(.item, of: value)
        push(tag, from: start)
    }

    /// Opens an element whose start tag has been written, and whose parts are the end of the plan.
    @inline(__always)
    mutating func push(_ tag: StartTag, from start: Int, hasText: Bool = false) {
        let isKept = hasText || tag.keepsSpace ?? stack[stack.count &- 1].keepsSpace
        stack.append(Element(tag: tag, start: start, next: start, end: plan.count, keepsSpace: isKept))
    }

    /// Ends the innermost element, or the document.
    @inline(__always)
    mutating func endElement() throws(Stop) {
        let element = stack[stack.count &- 1]
        if element.isDocument {
            try put(UInt8(ascii: "\n"))
            stack.count &-= 1
            return
        }
        try startLine(depth: stack.count &- 2)
        try putEndTag(element.tag)
        stack.count &-= 1
        plan.count = element.start
        names.leave(stack.count)
    }
}
