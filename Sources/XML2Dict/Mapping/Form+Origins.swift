extension Form {
    /// Adds the entries `additions` to a record: the origin, and the elements around the record.
    ///
    /// | record | result |
    /// |---|---|
    /// | `{"a": 1}`, or `{KEY: 1}` | `{"a": 1, KEY: {…}}`, or `{KEY: [1, {…}]}` |
    /// | `"x"`, a number, a boolean or an array | `{"text": "x", KEY: {…}}` |
    /// | `null` | `{KEY: {…}}` |
    /// | `["a", …]` | `["a", {KEY: {…}}, …]`, where elements are arrays |
    mutating func add(_ additions: [Entry?], to record: Entry, line: UInt) throws(BuildError) -> Entry {
        var result = record
        for case let addition? in additions {
            let isOrdered = result.kind == .array && rules.isOrdered
            result = try isOrdered ? array(result, with: addition) : dictionary(of: result, with: addition)
        }
        return rules.keepsLines ? lines.note(result, line, isOrdered: rules.isOrdered) : result
    }

    mutating func originEntry(
        _ origin: RecordOrigin,
        _ names: inout NameInterner
    ) throws(BuildError) -> Entry? {
        guard let key = rules.keys.origin else { return nil }
        var parts = [textEntry(origin.name, .string, under: names.id(ofOption: "name"))]
        if let file = origin.source.file {
            parts.append(textEntry(file, .string, under: names.id(ofOption: "file")))
        }
        if let document = origin.source.document {
            parts.append(textEntry(String(document), .number, under: names.id(ofOption: "document")))
        }
        parts.append(textEntry(String(origin.line), .number, under: names.id(ofOption: "line")))
        parts.append(textEntry(origin.path, .string, under: names.id(ofOption: "path")))
        return try container(.dictionary, of: parts, key: key)
    }

    /// Creates the array of the elements around a record, outermost first, with their attributes.
    mutating func ancestorsEntry(
        _ around: UnsafeBufferPointer<OpenElement>,
        _ attributes: borrowing AncestorAttributes
    ) throws(BuildError) -> Entry? {
        guard let key = rules.keys.ancestors else { return nil }
        var items: [Entry] = []
        for (depth, element) in around.enumerated() {
            let hasAttributes = element.flags.contains(.hasKeptAttributes)
            let kept =
                hasAttributes
                ? attributes.copy(at: depth, to: &entries, &nodes.text.bytes) : .emptyDictionary(under: element.key)
            items.append(try container(.dictionary, of: [kept], key: key))
        }
        return try container(.array, of: items, key: key)
    }

    /// Adds an entry to the attributes of a JsonML array.
    private mutating func array(_ record: Entry, with origin: Entry) throws(BuildError) -> Entry {
        var items = items(of: record)
        if items.count > 1, items[1].kind == .dictionary {
            items[1] = try dictionary(of: items[1], with: origin)
        } else {
            items.insert(try container(.dictionary, of: [origin], key: rules.keys.text), at: 1)
        }
        return try container(.array, of: items, key: record.key)
    }

    private mutating func dictionary(of record: Entry, with origin: Entry) throws(BuildError) -> Entry {
        var content = content(of: record)
        if let index = content.firstIndex(where: { $0.key == origin.key }) {
            // Entries that share a key are already in one array.
            let known = content[index]
            let items = known.kind == .array ? items(of: known) : [known]
            content[index] = try container(.array, of: items + [origin], key: origin.key)
        } else {
            content.append(origin)
        }
        return try container(.dictionary, of: content, key: record.key)
    }

    /// The entries of a dictionary, or of the dictionary into which `add` puts another value.
    private func content(of value: Entry) -> [Entry] {
        switch value.kind {
        case .dictionary: items(of: value)
        case .null: []
        case .textOnly: [value.kind(.string).under(key: rules.keys.text)]
        case .array, .string, .number, .boolean, .name: [value.under(key: rules.keys.text)]
        }
    }

    private func items(of container: Entry) -> [Entry] {
        // An empty dictionary has no entries, and its offset can be a line number.
        container.length == 0 ? [] : Array(entries[container.offset..<container.offset + container.length])
    }

    private mutating func textEntry(_ content: String, _ kind: Entry.Kind, under key: Int) -> Entry {
        var content = content
        let offset = nodes.text.bytes.count
        content.withUTF8 { nodes.text.bytes.append($0) }
        return Entry(key: key, kind: kind, length: nodes.text.bytes.count - offset, offset: offset)
    }

    private mutating func container(_ kind: Entry.Kind, of content: [Entry], key: Int) throws(BuildError) -> Entry {
        let offset = entries.count
        entries.append(content[...])
        return try whole(kind, from: offset, under: key)
    }
}

struct RecordOrigin {
    let name: String
    let path: String
    let line: UInt
    /// The file and the document, which are the same for all records of the document.
    let source: RecordOriginBase
}
