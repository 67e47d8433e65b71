extension Form {
    /// Makes text a number or a boolean, if the options ask for that type and the text fits.
    @inline(__always)
    mutating func typed(_ entry: Entry, _ marks: Marks, _ names: inout NameInterner) -> Entry {
        guard rules.hasTypes else { return entry }
        return marks.contains(.shaped) ? shaped(entry, nil, marks, &names) ?? entry : typed(entry, as: marks)
    }

    @inline(never)
    mutating func typed(_ entry: Entry, as marks: Marks) -> Entry {
        let found = nodes.text.bytes[entry.byteRange], bare = XMLWhitespace.trimmed(found)
        let inferred = TextTypes.infer(UnsafeBufferPointer(rebasing: bare))
        // White space around a number or a boolean does not count.
        let value = Entry(key: entry.key, kind: inferred, length: bare.count, offset: entry.offset + bare.startIndex)
        if marks.isDisjoint(with: .types) { return rules.infersTypes && inferred != .string ? value : entry }
        let kind: Entry.Kind = marks.contains(.number) ? .number : marks.contains(.boolean) ? .boolean : .string
        if kind == .string { return entry }
        // Most numbers and booleans are valid JSON and stay unchanged.
        if inferred == kind { return value }
        guard let written = kind == .number ? TextTypes.number(found) : TextTypes.boolean(found) else { return entry }
        let offset = nodes.text.bytes.count
        nodes.text.bytes.append(written[...])
        nodes.text.finish()
        return Entry(key: entry.key, kind: kind, length: written.count, offset: offset)
    }

    @inline(__always)
    var hasFaults: Bool { shaping.map { !$0.found.isEmpty } ?? false }

    /// Converts the text or an attribute of the innermost element to the type of a path, or else of the shape.
    ///
    /// Returns `nil` for an attribute that gets no entry.
    @inline(never)
    mutating func shaped(
        _ entry: Entry,
        _ attribute: ExpandedName?,
        _ marks: Marks,
        _ names: inout NameInterner
    ) -> Entry? {
        guard let shaping, let shaper = shaping.shaper, let shape = shapes.last else { return entry }
        let result = ShapingSpace.with(&entries, &nodes.text.bytes, &names, rules.keys.text) { space in
            attribute.map { shaper.attribute(entry, $0, of: shape, in: &space) }
                ?? shaper.convert(entry, of: shape, in: &space)
        }
        nodes.text.finish()
        switch result {
        case .nothing: return nil
        case .fault(let fault):
            shaping.found.append(fault)
            return entry
        case .entry(let value):
            let value = rules.isOrdered ? value.unlisted : value
            guard value.unlisted.isText, !marks.isDisjoint(with: .types) else { return value }
            let typed = typed(entry, as: marks)
            return value.isListed ? typed.listed : typed
        }
    }

    mutating func shapedEmpty(_ element: OpenElement, _ names: inout NameInterner) -> Entry? {
        switch shapes.last?.whenEmpty ?? .ofOptions {
        case .ofOptions: return empty(under: element.key)
        case .string: return .emptyString(under: element.key)
        case .dictionary: return .emptyDictionary(under: element.key)
        case .list: return Entry(key: element.key, kind: .array, length: 0, offset: 0)
        case .null: return .null(under: element.key)
        case .fault:
            _ = shaped(.emptyString(under: element.key), nil, [], &names)
            return empty(under: element.key)
        }
    }

    /// Applies `whenBlank` of the shape to text, and returns `nil` if white space became a pending node, or is dropped.
    mutating func shapedBlank(_ text: Entry) -> Entry? {
        guard nodes.text.bytes[text.byteRange].allSatisfy(XMLWhitespace.contains) else { return text }
        switch shapes.last?.whenBlank ?? .text {
        case .text: return text
        case .layout: if rules.keepsTextBeside { nodes.append(text) }
        case .nothing: break
        }
        return nil
    }

    /// Appends each missing list, unless a node of the element has the key of the list.
    mutating func addMissingLists(to element: OpenElement, _ nameCount: Int) {
        folding.note(nodes.pending, element.pendingStart..<nodes.pending.count, nameCount: nameCount)
        for list in missingLists where folding.isNew(list.key, nameCount: nameCount) { nodes.append(list) }
        missingLists = []
    }
}

extension Folding {
    fileprivate mutating func note(_ pending: borrowing GrowableBuffer<Entry>, _ run: Range<Int>, nameCount: Int) {
        beginFold(nameCount)
        for index in run { notes[pending[index].key].fold = fold }
    }

    /// Notes a key, and returns whether it is new.
    fileprivate mutating func isNew(_ key: Int, nameCount: Int) -> Bool {
        if key >= notes.count { notes.extend(to: nameCount, with: Note(fold: 0, slot: 0)) }
        defer { notes[key].fold = fold }
        return notes[key].fold != fold
    }
}
