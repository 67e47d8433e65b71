/// Writing elements and the entries in them.
extension XMLTextWriter {
    /// Writes an entry of a dictionary, or begins its array.
    @inline(__always)
    mutating func writeEntry(_ entry: Entry, _ tree: StorageView) throws(Stop) {
        let top = stack.count &- 1
        let key = key(of: entry, tree)
        stack[top].key = key
        // Offsets in an edited value may be negative.
        stack[top].setItems(0..<0)
        let isDocument = stack[top].flags.contains(.isDocument)
        let isOnly = isDocument || stack[top].end &- stack[top].start == 1
        guard entry.kind == .array, !rules.isOneThing(entry, key, isOnly: isOnly, tree) else {
            return try write(rules.part(of: entry, key, isDocument: isDocument, isText: true), entry, key, tree)
        }
        stack[top].setItems(entry.offset..<entry.offset &+ entry.length)
        stack[top].textStart = rules.textStart(of: entry, key, nil)
    }

    /// Writes an item of the array that was begun.
    @inline(__always)
    mutating func writeArrayItem(_ item: Entry, _ tree: StorageView) throws(Stop) {
        let top = stack[stack.count &- 1]
        if top.flags.contains(.isArray) { return try writeItem(item, tree) }
        let isText = top.item > top.textStart
        let isDocument = top.flags.contains(.isDocument)
        try write(rules.part(of: item, top.key, isDocument: isDocument, isText: isText), item, top.key, tree)
    }

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
        case .element: if rules.isOrdered { try writeContent(entry, tree) } else { try writeElement(entry, key, tree) }
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
        case .attribute, .attributes, .declarations:
            guard stack[stack.count - 1].flags.contains(.isDocument) else { return }
            throw .value(.invalidForm, "an attribute can only be in an element")
        case .element, .text, .order, .xmlDeclaration, .nothing: break
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
        let tag = try startTag(nil, Survey(), key, tree)
        if text.isEmpty { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        try putText(text)
        try putEndTag(tag)
        names.leave(stack.count)
    }

    private mutating func beginElement(_ value: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) {
        let content = content(value, tree)
        let survey = try survey(content, tree)
        let tag = try startTag(content, survey, key, tree)
        guard survey.hasContent else { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        // The only entry of an element with only text is in no run of entries.
        if content.order != nil || value.kind == .textOnly {
            return push(tag, try planParts(of: content, tree), hasText: survey.hasText, .isPlanned)
        }
        push(tag, value.offset..<value.offset &+ value.length, hasText: survey.hasText, [])
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
        let tag = try startTag(nil, Survey(), key, tree)
        guard value.length > 0 else { return try endEmptyElement(tag) }
        try put(UInt8(ascii: ">"))
        push(tag, 0..<0, hasText: false, .isArray)
        stack[stack.count - 1].setItems(value.offset..<value.offset + value.length)
    }

    /// Opens an element whose start tag has been written.
    @inline(__always)
    mutating func push(_ tag: StartTag, _ content: Range<Int>, hasText: Bool, _ flags: Flags) {
        var flags = flags
        let isKept = stack.last?.flags.contains(.keepsSpace) ?? false
        if hasText || tag.keepsSpace ?? isKept { flags.insert(.keepsSpace) }
        let element = Element(
            tag: tag,
            next: content.lowerBound,
            end: content.upperBound,
            start: content.lowerBound,
            flags: flags
        )
        stack.append(element)
    }

    /// Ends the innermost element, or the document.
    @inline(__always)
    mutating func endElement() throws(Stop) {
        let element = stack[stack.count &- 1]
        if element.flags.contains(.isDocument) {
            try put(UInt8(ascii: "\n"))
            stack.count &-= 1
            return
        }
        try startLine(depth: stack.count &- 2)
        try putEndTag(element.tag)
        stack.count &-= 1
        if element.flags.contains(.isPlanned) { plan.count = element.start }
        names.leave(stack.count)
    }
}
