/// Building the value of an element at its end tag.
extension ValueBuilder {
    /// Makes the value of an element that ends, under its key; `nil` when the options omit it.
    @inline(__always)
    mutating func value(of element: OpenElement) throws(BuildError) -> Entry? {
        if rules.notesOrder { return try valueInOrder(of: element) }
        let content = try text.take(of: element, under: keys.text)
        if rules.isOrdered { return try array(of: element) }
        return try value(of: element, content)
    }

    /// Makes the value of an element that ends, whose text is known.
    @inline(__always)
    mutating func value(of element: OpenElement, _ content: Entry?) throws(BuildError) -> Entry? {
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
            return empty(under: element.key)
        }
        let dictionary = try fold(from: element.pendingStart, under: element.key)
        return rules.unwrapsSiblings && !hasText ? unwrapped(dictionary, of: element) : dictionary
    }

    /// Adds an element that has ended to the one around it.
    @inline(__always)
    mutating func add(_ value: Entry, of element: OpenElement) {
        var value = value
        if rules.keepsLines { value = lines.note(value, element.line, isOrdered: rules.isOrdered) }
        // The root and a record have no siblings to be listed with.
        if rules.hasLists, element.marks.contains(.list), open.count > selection.outerDepth {
            value = value.listed
        }
        push(value)
    }

    /// The value of an element with only text; `nil` for a dictionary that `Entry.Kind.textOnly` cannot express.
    @inline(__always)
    private func textOnly(_ value: Entry, of element: OpenElement) -> Entry? {
        if rules.textOnlyIsString, !element.marks.contains(.dictionary) { return value.under(key: element.key) }
        guard value.kind == .string else { return nil }
        return Entry(key: element.key, kind: .textOnly, length: value.length, offset: value.offset)
    }

    private func empty(under key: Int) -> Entry? {
        switch rules.empty {
        case .dictionary: emptyDictionary(under: key)
        case .null: .null(under: key)
        case .string: Entry(key: key, kind: .string, length: 0, offset: 0)
        // The options cannot omit the root or a record.
        case .omit: open.count - 1 > selection.outerDepth ? nil : emptyDictionary(under: key)
        }
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
    private mutating func fold(_ run: Range<Int>, under key: Int) throws(BuildError) -> Entry {
        let offset = entries.count
        let length = try folding.appendDictionary(of: pending, run, nameCount: names.count, to: &entries)
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
    private mutating func array(of element: OpenElement) throws(BuildError) -> Entry {
        let contentStart = element.pendingStart + Int(element.attributeCount)
        var attributes: Entry?
        if element.attributeCount > 0 {
            attributes = try fold(element.pendingStart..<contentStart, under: keys.text)
        }
        let offset = entries.count
        entries.append(.name(element.key, key: keys.text))
        if let attributes {
            entries.append(attributes)
        }
        entries.append(pending, contentStart..<pending.count)
        let length = entries.count - offset
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: element.key, kind: .array, length: length, offset: offset)
    }
}
