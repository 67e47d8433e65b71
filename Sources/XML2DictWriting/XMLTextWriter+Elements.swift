import XML2Dict

/// Writing elements and their parts.
extension XMLTextWriter {
    /// Writes an item of an array that has no key.
    mutating func writeItem(_ item: Entry, _ tree: StorageView) throws(WriteError) {
        guard let name = rules.itemName else {
            throw Self.unnamedItems
        }
        try writeElement(item, elementKey(name), tree)
    }

    static var unnamedItems: WriteError {
        .value(.invalidForm, "the items of this array have no name; \(option: "itemName") gives one")
    }

    /// Writes a part of an element or of the document; attributes were written with the start tag.
    @inline(__always)
    mutating func write(_ part: Part, _ entry: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(WriteError) {
        switch part {
        case .element where !rules.form.isOrdered: try writeElement(entry, key, tree)
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
    ) throws(WriteError) {
        switch part {
        case .space: try putSpace(tree.text(entry))
        case .outerSpace: try putOuterSpace(tree.text(entry))
        case .cdata where !rules.form.isOrdered: try putSection(tree.text(entry))
        case .cdata: try writeContent(entry, tree)
        case .comment: try putComment(Self.text(of: entry, tree))
        case .instruction: try writeInstructions(entry, tree)
        case .doctype: try putDoctype(tree.text(entry))
        case .item: try writeItem(entry, tree)
        case .attribute, .attributes, .declarations:
            throw .value(
                .invalidForm,
                "an attribute can only be in an element; \(option: "rootName") makes one of the whole value"
            )
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
    mutating func writeElement(_ value: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(WriteError) {
        try startLine(depth: stack.count &- 1)
        switch value.kind {
        case .dictionary:
            try beginElement(value, key, tree)
        case .textOnly:
            let textKey = names.key(tree.onlyChild(of: value).key, tree)
            if textKey.role == .text {
                try writeTextElement(tree.text(value), key, tree)
            } else {
                try beginElement(value, key, tree)
            }
        case .string, .number, .boolean, .name:
            try writeTextElement(tree.text(value), key, tree)
        case .null:
            if rules.form.nilIsNull { return try writeNil(key, tree) }
            try writeTextElement(UnsafeBufferPointer(start: nil, count: 0), key, tree)
        case .array:
            try beginArray(value, key, tree)
        }
    }

    /// Writes an element that has only text, or nothing.
    @inline(__always)
    private mutating func writeTextElement(
        _ text: UnsafeBufferPointer<UInt8>,
        _ key: WrittenNames.Key,
        _ tree: StorageView
    ) throws(WriteError) {
        let tag = try startTag(Survey(), key, tree)
        if text.isEmpty { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        try putText(text)
        try putEndTag(tag)
        names.leave(stack.count)
    }

    /// Begins an element that has parts, or one that stays open.
    mutating func beginElement(
        _ value: Entry,
        _ key: WrittenNames.Key,
        _ tree: StorageView,
        staysOpen: Bool = false
    ) throws(WriteError) {
        let start = plan.count
        var survey = Survey()
        if value.isDictionary {
            survey = try planDictionary(value, tree)
        } else if value.isText {
            survey.hasText = true
            plan.append(ElementPart(.text, value, .unknown))
        }
        let tag = try startTag(survey, key, tree)
        guard plan.count > start || staysOpen else { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        let dropsLayout = dropsLayout(from: start, tag, tree)
        push(tag, from: start, hasText: survey.hasText || !dropsLayout)
    }

    /// Whether a reader drops the white space that a format adds to the element that has been planned last.
    ///
    /// If the reader drops the white space between elements, it does not where no elements are. It would also drop text
    /// that is only white space, so a reference begins such text.
    private mutating func dropsLayout(from start: Int, _ tag: StartTag, _ tree: StorageView) -> Bool {
        guard rules.dropsLayout else { return true }
        var hasChildren = false, isBlank = true
        var text: Int?
        for place in start..<plan.count {
            let part = plan[place]
            switch part.role {
            case .element, .item: hasChildren = true
            case .text:
                text = text ?? place
                isBlank = isBlank && Self.isBlank(part, tree)
            // Beside a CDATA section, all white space is text.
            case .cdata: return false
            default: break
            }
        }
        guard hasChildren else { return false }
        let isPreserved = rules.honorsXMLSpace && tag.keepsSpace == true
        if isBlank, !isPreserved, let text { plan[text].role = .space }
        return true
    }

    private static func isBlank(_ text: ElementPart, _ tree: StorageView) -> Bool {
        (text.item..<text.itemEnd).allSatisfy { item in
            let entry = text.isRun ? tree.entries[text.entry.offset + item] : text.entry
            return tree.text(entry).allSatisfy(XMLWhitespace.contains)
        }
    }

    /// Begins an element that is an array: its items are its children.
    private mutating func beginArray(_ value: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(WriteError) {
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
    mutating func endElement() throws(WriteError) {
        let element = stack[stack.count &- 1]
        if element.isDocument {
            try endLine()
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

/// Writing elements that are arrays in document order (JsonML): `["name", {"attribute": "x"}, "text", ["child"]]`.
extension XMLTextWriter {
    /// Writes an item of such an array, or a root: an element, another node, or text.
    mutating func writeContent(_ item: Entry, _ tree: StorageView) throws(WriteError) {
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
        rules.form.isOrdered && value.kind == .array && value.length > 0 && tree.entries[value.offset].isString
    }

    private mutating func writeNode(
        _ item: Entry,
        _ role: KeyRole,
        _ isDocument: Bool,
        _ tree: StorageView
    ) throws(WriteError) {
        guard item.length == 2 else {
            throw .value(.invalidForm, "a node such as a comment is an array of its key and its content")
        }
        let content = tree.entries[item.offset + 1]
        switch role {
        case .instruction where content.isDictionary: try writeInstructions(content, tree)
        case .comment where content.isText || content.kind == .null: try putComment(Self.text(of: content, tree))
        case .cdata where content.isText && !isDocument: try putSection(tree.text(content))
        case .doctype where content.isText && isDocument: try putDoctype(tree.text(content))
        default: throw .value(.invalidForm, "a node such as a comment cannot have this content, or be here")
        }
    }

    private mutating func beginOrderedElement(
        _ item: Entry,
        _ key: WrittenNames.Key,
        _ tree: StorageView
    ) throws(WriteError) {
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
        if rules.dropsLayout {
            for place in first..<item.length {
                let role = nodeRole(of: tree.entries[item.offset + place], tree)
                plan.append(ElementPart(role, item, .unknown, items: place..<place + 1))
            }
        } else {
            planItems(.node, of: item, from: first)
        }
        let dropsLayout = dropsLayout(from: start, tag, tree)
        push(tag, from: start, hasText: hasText || !dropsLayout)
    }

    /// The kind of an item of an element in document order: an element, text, a CDATA section, or another node.
    private mutating func nodeRole(of item: Entry, _ tree: StorageView) -> Part {
        guard isElement(item, in: tree) else { return item.isText ? .text : .node }
        let role = names.node(tree.text(tree.entries[item.offset]))
        return role == .cdata ? .cdata : role.isNode ? .node : .element
    }
}
