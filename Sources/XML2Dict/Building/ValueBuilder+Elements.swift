/// Building the value of an element at its end tag.
extension ValueBuilder {
    /// Makes the value of an element that ends.
    ///
    /// - Parameters:
    ///   - element: The element, which has no runs of text among its pending entries.
    ///   - content: Its text; `nil` without text.
    /// - Returns: The value under the element's key; `nil` when the options omit it.
    /// - Throws: `BuildError.tooMany`.
    @inline(__always)
    mutating func value(of element: OpenElement, _ content: Entry?) throws(BuildError) -> Entry? {
        var content = content
        if rules.followsElements {
            if rules.fillsLists { try addMissingLists(to: element) }
            if let text = content, element.preservesSpace, element.marks.contains(.shaped) {
                content = shapedBlank(text)
            }
        }
        let found = pending.count &- element.pendingStart
        var hasText = false
        if let content {
            let value = typed(content, element.marks)
            if found == 0, let entry = textOnly(value, of: element) { return entry }
            hasText = found == 0 || rules.keepsTextBeside
            if hasText { push(value) }
        } else if element.flags.contains(.isNil), found == Int(element.attributeCount) {
            return .null(under: element.key)
        } else if found == 0 {
            return element.marks.contains(.shaped) ? try shapedEmpty(element) : empty(under: element.key)
        } else if element.marks.contains(.shaped), found == Int(element.attributeCount) || element.lacksWholeText {
            // The attributes and comments stay, also where the type needs a text beside them.
            _ = try shapedEmpty(element)
        }
        let dictionary = try fold(from: element.pendingStart, under: element.key)
        return rules.unwrapsSiblings && !hasText ? unwrapped(dictionary, of: element) : dictionary
    }

    /// The value of an element with only text; `nil` for a dictionary that `Entry.Kind.textOnly` cannot express.
    @inline(__always)
    private mutating func textOnly(_ value: Entry, of element: OpenElement) -> Entry? {
        if rules.textOnlyIsString, !element.marks.contains(.dictionary) {
            if element.key <= rules.lastReservedKey { noteString(under: element.key, isElement: true) }
            return value.under(key: element.key)
        }
        guard value.kind == .string else { return nil }
        return Entry(key: element.key, kind: .textOnly, length: value.length, offset: value.offset)
    }

    mutating func empty(under key: Int) -> Entry? {
        if rules.empty == .string { noteString(under: key, isElement: true) }
        return switch rules.empty {
        case .dictionary: emptyDictionary(under: key)
        case .null: .null(under: key)
        case .string: Entry(key: key, kind: .string, length: 0, offset: 0)
        // The options cannot omit the root or a record.
        case .omit: open.count - 1 > open.selection.outerDepth ? nil : emptyDictionary(under: key)
        }
    }

    /// Makes text a number or a boolean, if the options ask for that and the text fits.
    @inline(__always)
    mutating func typed(_ entry: Entry, _ marks: PathMarks) -> Entry {
        rules.hasTypes ? marks.contains(.shaped) ? shapedText(entry, marks) : typed(entry, as: marks) : entry
    }

    @inline(never)
    mutating func typed(_ entry: Entry, as marks: PathMarks) -> Entry {
        let found = text.bytes[entry.place], bare = XMLWhitespace.trimmed(found)
        let inferred = TextTypes.infer(UnsafeBufferPointer(rebasing: bare))
        // White space around a number or a boolean does not count.
        let value = Entry(key: entry.key, kind: inferred, length: bare.count, offset: entry.offset + bare.startIndex)
        if marks.isDisjoint(with: .types) { return rules.infersTypes && inferred != .string ? value : entry }
        let kind: Entry.Kind = marks.contains(.number) ? .number : marks.contains(.boolean) ? .boolean : .string
        // Most numbers and booleans are JSON already; only the others are written again.
        if kind == .string { return entry }
        if inferred == kind { return value }
        guard let written = kind == .number ? TextTypes.number(found) : TextTypes.boolean(found) else { return entry }
        let offset = text.bytes.count
        text.bytes.append(written[...])
        text.finish()
        return Entry(key: entry.key, kind: kind, length: written.count, offset: offset)
    }

    func emptyDictionary(under key: Int) -> Entry {
        Entry(key: key, kind: .dictionary, length: 0, offset: 0)
    }

    // MARK: Dictionaries and arrays

    /// Folds the pending entries from a place on into a dictionary.
    @inline(__always)
    mutating func fold(from start: Int, under key: Int) throws(BuildError) -> Entry {
        try fold(start..<pending.count, under: key)
    }

    @inline(__always)
    mutating func fold(_ run: Range<Int>, under key: Int) throws(BuildError) -> Entry {
        let offset = entries.count
        let length = try folding.appendDictionary(of: pending, run, nameCount: open.names.count, to: &entries)
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: key, kind: .dictionary, length: length, offset: offset)
    }

    /// The array that replaces an element with only siblings of one name, or else its dictionary.
    @inline(never)
    private mutating func unwrapped(_ dictionary: Entry, of element: OpenElement) -> Entry {
        guard dictionary.length == 1, hasOnlySiblings(element) else { return dictionary }
        return entries[dictionary.offset].under(key: element.key)
    }

    /// Whether an element has only child elements that form an array.
    private mutating func hasOnlySiblings(_ element: OpenElement) -> Bool {
        guard element.attributeCount == 0, !element.flags.contains(.hasNonElementNodes) else { return false }
        return pending.count - element.pendingStart > 1 || pending[element.pendingStart].isListed
    }

    /// Makes the array of an element whose order is kept: its name, its attributes if it has any, and its content.
    @inline(never)
    mutating func array(of element: OpenElement) throws(BuildError) -> Entry {
        let contentStart = element.contentStart
        var attributes: Entry?
        if element.attributeCount > 0 {
            attributes = try fold(element.pendingStart..<contentStart, under: rules.keys.text)
        }
        let offset = entries.count
        entries.append(.name(element.key, key: rules.keys.text))
        if let attributes {
            entries.append(attributes)
        }
        entries.append(pending, contentStart..<pending.count)
        return try whole(Entry(key: element.key, kind: .array, length: 0, offset: offset))
    }

    /// A dictionary or an array, whose entries are the last ones of the buffer.
    func whole(_ beginning: Entry) throws(BuildError) -> Entry {
        let length = entries.count - beginning.offset
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: beginning.key, kind: beginning.kind, length: length, offset: beginning.offset)
    }
}

/// Building nodes under keys of their own: CDATA sections, comments, processing instructions, the document type
/// declaration and the XML declaration.
extension ValueBuilder {
    // MARK: Events of the parser

    mutating func startCDATA() throws(BuildError) {
        guard open.selection.isBuilding else { return }
        noteContent()
        guard rules.keys.cdata != nil, open.last?.flags.contains(.isWhole) == false else { return }
        if text.isCollecting { try noteRun() }
        open[open.count - 1].flags.insert(.isInCDATA)
    }

    mutating func endCDATA() throws(BuildError) {
        guard let key = rules.keys.cdata, open.selection.isBuilding, open.last?.flags.contains(.isInCDATA) == true
        else {
            return
        }
        open[open.count - 1].flags.remove(.isInCDATA)
        try pushNode(text.takeNode(under: key))
    }

    mutating func comment(_ content: CString) throws(BuildError) {
        guard let key = rules.keys.comment, try beginNode() else { return }
        try text.append(content)
        let flags = open.last?.flags ?? rules.flags
        // With a key of order, only text loses white space.
        let trims = flags.isDisjoint(with: [.preservesSpace, .keepsContent]) && rules.keys.order == nil
        try pushNode(text.takeNode(trims: trims, under: key))
    }

    mutating func processingInstruction(_ target: CString, _ data: CString) throws(BuildError) {
        guard let key = rules.keys.instruction, try beginNode() else { return }
        let name = try open.names.checked(open.names.number(of: target))
        try text.append(data)
        let content = try text.takeNode(under: name)
        let offset = entries.count
        entries.append(content)
        let instruction = Entry(key: key, kind: .dictionary, length: 1, offset: offset)
        pushNode(instruction)
    }

    /// The document type declaration, as its source without `<!DOCTYPE` and `>`.
    mutating func doctype(_ source: ArraySlice<UInt8>) throws(BuildError) {
        guard let key = rules.keys.doctype, try beginNode() else { return }
        text.bytes.append(source)
        try pushNode(text.takeNode(under: key))
    }

    mutating func xmlDeclaration(version: CString?, encoding: CString?, standalone: CString?) throws(BuildError) {
        guard rules.roles.form.includesXMLDeclaration, try beginNode() else { return }
        let keys = rules.keys
        for (key, value) in [(keys.version, version), (keys.encoding, encoding), (keys.standalone, standalone)] {
            guard let value else { continue }
            try text.append(value)
            try pushNode(text.takeNode(under: key))
        }
    }

    // MARK: Making entries

    /// - Returns: Whether the value has a place for the node.
    private mutating func beginNode() throws(BuildError) -> Bool {
        // A value without the root's name has no place beside the root.
        let isOuter = open.count == 0
        guard
            isOuter
                ? open.selection.isWhole && (rules.roles.form.keepsRoot || rules.listsNodes) : open.selection.isBuilding
        else {
            return false
        }
        if text.isCollecting { try noteRun() }
        return true
    }

    /// Adds a node to the innermost open element, or beside the root.
    ///
    /// When the options keep document order, a node is an array of its key and its content, as an element is; beside a
    /// root under its name, it is an entry of the document's dictionary.
    private mutating func pushNode(_ entry: Entry) {
        if open.count > 0 { open[open.count &- 1].flags.insert(.hasNonElementNodes) }
        guard rules.isOrdered, open.count > 0 || rules.listsNodes else { return push(entry) }
        let offset = entries.count
        entries.append(.name(entry.key, key: entry.key))
        entries.append(entry)
        push(Entry(key: entry.key, kind: .array, length: 2, offset: offset))
    }
}
