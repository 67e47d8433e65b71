/// Writing the entries of an element: child elements, text and other nodes.
extension XMLTextWriter {
    /// Writes an entry of a dictionary.
    @inline(__always)
    mutating func writeEntry(_ entry: Entry, _ tree: StorageView) throws(Stop) {
        let number = try lookUp { names throws(BuildError) in try names.number(of: entry.key, tree) }
        let key = try lookUp { names throws(BuildError) in try names.key(number) }
        stack[stack.count &- 1].key = number
        switch key.meaning {
        case .plain: try writePlain(entry, key, number, tree)
        case .attribute, .attributeGroup, .declarations: break
        case .text: try writeTexts(entry, key, number, tree)
        default: try writeNodes(entry, key.meaning, tree)
        }
    }

    /// Writes an element, each of several, or nothing for an attribute.
    @inline(__always)
    private mutating func writePlain(
        _ entry: Entry,
        _ key: WrittenNames.Key,
        _ number: Int,
        _ tree: StorageView
    ) throws(Stop) {
        if entry.kind == .array, !rules.isOrdered {
            begin(entry)
        } else if !isAttribute(entry, key, tree) {
            try writeElement(entry, key, tree)
        }
    }

    /// Goes on with the items of an array.
    private mutating func begin(_ array: Entry) {
        let top = stack.count &- 1
        stack[top].itemStart = array.offset
        stack[top].item = array.offset
        stack[top].itemEnd = array.offset &+ array.length
    }

    /// Writes an item of an array.
    mutating func writeItem(_ item: Entry, key number: Int, _ tree: StorageView) throws(Stop) {
        let key = try lookUp { names throws(BuildError) in try names.key(number) }
        guard key.meaning == .plain else {
            // An element, an attribute or a text with the key of text.
            if item.isText, stack[stack.count &- 1].item == stack[stack.count &- 1].itemEnd {
                return try writeText(item, tree)
            }
            guard !item.isText else { return }
            return try writeElement(item, try lookUp { names throws(BuildError) in try names.element(number) }, tree)
        }
        guard !isAttribute(item, key, tree) else { return }
        guard item.kind != .array else {
            throw .value(.invalidForm, "an array in an array has no form in XML")
        }
        try writeElement(item, key, tree)
    }

    /// Whether an entry is written as an attribute of the start tag.
    @inline(__always)
    func isAttribute(_ entry: Entry, _ key: WrittenNames.Key, _ tree: StorageView) -> Bool {
        guard entry.isText, !stack[stack.count &- 1].flags.contains(.isDocument) else { return false }
        return rules.mergesAttributes || rules.attributePrefix.isEmpty && names.isAlwaysAttribute(Int(key.name))
    }

    // MARK: Elements

    /// Writes an element, or begins it.
    @inline(__always)
    mutating func writeElement(_ value: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) {
        try startLine(depth: stack.count &- 1)
        switch value.kind {
        case .dictionary: try beginElement(value, key, tree)
        case .array: throw .value(.invalidForm, "an array in an array has no form in XML")
        case .null where rules.nilIsNull: try writeNil(key, tree)
        default:
            let text = value.kind == .null ? UnsafeBufferPointer(start: nil, count: 0) : tree.text(value)
            let tag = try startTag(nil, key, tree)
            if text.isEmpty {
                try endEmptyTag(tag)
            } else {
                try put(UInt8(ascii: ">"))
                try putText(text, keepsSpace: stack.last?.flags.contains(.keepsSpace) ?? false)
                try putEndTag(tag)
            }
            names.leave(stack.count)
        }
    }

    private mutating func beginElement(_ value: Entry, _ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) {
        let tag = try startTag(value, key, tree)
        let content = try content(of: value, tree)
        guard content.exists else {
            try endEmptyTag(tag)
            names.leave(stack.count)
            return
        }
        try put(UInt8(ascii: ">"))
        var flags: Flags = []
        let isKept = stack.last?.flags.contains(.keepsSpace) ?? false
        if content.hasText || tag.keepsSpace ?? isKept { flags.insert(.keepsSpace) }
        let element = Element(
            prefix: tag.prefix,
            name: tag.name,
            next: value.offset,
            end: value.offset &+ value.length,
            start: value.offset,
            flags: flags
        )
        guard stack.append(element) else { throw .output(.outOfMemory) }
    }

    /// Whether a dictionary has content beside its attributes, and text among it.
    private mutating func content(of value: Entry, _ tree: StorageView) throws(Stop) -> (exists: Bool, hasText: Bool) {
        var exists = false
        for place in 0..<value.length {
            let entry = tree.entries[value.offset &+ place]
            let key = try lookUp { names throws(BuildError) in try names.key(names.number(of: entry.key, tree)) }
            switch key.meaning {
            case .attribute, .attributeGroup, .declarations: continue
            case .text, .cdata: return (true, true)
            case .plain:
                if entry.kind == .array, !rules.isOrdered {
                    for item in 0..<entry.length {
                        let item = tree.entries[entry.offset &+ item]
                        if !(item.isText && rules.mergesAttributes) { exists = true }
                    }
                } else if !isAttributeInElement(entry, key) {
                    exists = true
                }
            default: exists = true
            }
        }
        return (exists, false)
    }

    private func isAttributeInElement(_ entry: Entry, _ key: WrittenNames.Key) -> Bool {
        entry.isText
            && (rules.mergesAttributes || rules.attributePrefix.isEmpty && names.isAlwaysAttribute(Int(key.name)))
    }

    /// Ends the innermost element, or the document.
    mutating func endElement() throws(Stop) {
        let element = stack[stack.count &- 1]
        guard !element.flags.contains(.isDocument) else {
            if rules.unit != nil { try put(UInt8(ascii: "\n")) }
            stack.count &-= 1
            return
        }
        if element.end > element.start || element.flags.contains(.isOrdered) {
            try startLine(depth: stack.count &- 2)
        }
        try putEndTag(StartTag(prefix: element.prefix, name: element.name))
        stack.count &-= 1
        names.leave(stack.count)
    }

    // MARK: Content in document order

    /// Writes an item of an array in document order: an element, a node or text (JsonML).
    mutating func writeContent(_ item: Entry, _ tree: StorageView) throws(Stop) {
        guard item.kind == .array else {
            if item.isText { return try putText(tree.text(item), keepsSpace: true) }
            throw .value(.invalidForm, "an element is an array here, and its content is text and such arrays")
        }
        guard item.length > 0, tree.entries[item.offset].isString else {
            throw .value(.invalidForm, "the first item of an element is its name")
        }
        let number = try lookUp { names throws(BuildError) in try names.number(of: tree.text(tree.entries[item.offset])) }
        let key = try lookUp { names throws(BuildError) in try names.key(number) }
        if [.cdata, .comment, .instruction, .doctype].contains(key.meaning) {
            guard item.length == 2 else { throw .value(.invalidForm, "a node is an array of its key and its content") }
            return try writeNodes(tree.entries[item.offset + 1], key.meaning, tree)
        }
        let element = try lookUp { names throws(BuildError) in try names.element(number) }
        let attributes = item.length > 1 && tree.entries[item.offset + 1].kind == .dictionary
        try startLine(depth: stack.count - 1)
        let tag = try startTag(attributes ? tree.entries[item.offset + 1] : nil, element, tree)
        let start = item.offset + (attributes ? 2 : 1)
        guard start < item.offset + item.length else {
            try endEmptyTag(tag)
            names.leave(stack.count)
            return
        }
        try put(UInt8(ascii: ">"))
        var flags: Flags = .isOrdered
        let hasText = (start..<item.offset + item.length).contains { tree.entries[$0].isText }
        if hasText || tag.keepsSpace ?? (stack.last?.flags.contains(.keepsSpace) ?? false) { flags.insert(.keepsSpace) }
        let new = Element(
            prefix: tag.prefix,
            name: tag.name,
            next: start,
            end: item.offset + item.length,
            start: item.offset,
            flags: flags
        )
        guard stack.append(new) else { throw .output(.outOfMemory) }
    }
}
