/// Adding its origin to a record: its name, the file, the line and the path, under a key of the options.
extension ValueBuilder {
    /// Adds the origin of a record.
    ///
    /// | record | result |
    /// |---|---|
    /// | `{"a": 1}` | `{"a": 1, KEY: {…}}`; an entry that has the key already is in an array with the origin |
    /// | `"x"` | `{"text": "x", KEY: {…}}`; so for other values that are not dictionaries |
    /// | `null` | `{KEY: {…}}` |
    /// | `["a", …]` | `["a", {KEY: {…}}, …]`, where elements are arrays |
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - key: The key.
    ///   - element: The record, or the element that has it as an attribute.
    ///   - names: The name and the path of the record.
    /// - Returns: The entry of the record with its origin.
    /// - Throws: `BuildError.tooMany`.
    mutating func addOrigin(
        to record: Entry,
        under key: Int,
        at element: OpenElement,
        _ names: (name: String, path: String)
    ) throws(BuildError) -> Entry {
        let origin = try originEntry(under: key, at: element, names)
        let isOrdered = record.kind == .array && rules.isOrdered
        let result = try isOrdered ? array(record, with: origin) : dictionary(of: record, with: origin)
        return rules.keepsLines ? lines.note(result, element.line, isOrdered: rules.isOrdered) : result
    }

    /// Adds the origin to the attributes in an array of name, attributes and content.
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
        if let place = content.firstIndex(where: { $0.key == origin.key }) {
            // Things that share a key are in one array already.
            let known = content[place]
            let items = known.kind == .array ? items(of: known) : [known]
            content[place] = try container(.array, of: items + [origin], key: origin.key)
        } else {
            content.append(origin)
        }
        return try container(.dictionary, of: content, key: record.key)
    }

    /// The entries of a dictionary, or of the dictionary that replaces another value.
    private func content(of value: Entry) -> [Entry] {
        switch value.kind {
        case .dictionary: items(of: value)
        case .null: []
        case .textOnly: [value.kind(.string).under(key: rules.keys.text)]
        case .array, .string, .number, .boolean, .name: [value.under(key: rules.keys.text)]
        }
    }

    private func items(of container: Entry) -> [Entry] {
        // The offset of an empty dictionary can be a line.
        container.length == 0 ? [] : Array(entries[container.offset..<container.offset + container.length])
    }

    private mutating func originEntry(
        under key: Int,
        at element: OpenElement,
        _ names: (name: String, path: String)
    ) throws(BuildError) -> Entry {
        var parts = [textEntry(names.name, .string, under: "name")]
        if let file = records.source.file { parts.append(textEntry(file, .string, under: "file")) }
        if let document = records.source.document {
            parts.append(textEntry(String(document), .number, under: "document"))
        }
        parts.append(textEntry(String(element.line), .number, under: "line"))
        parts.append(textEntry(names.path, .string, under: "path"))
        return try container(.dictionary, of: parts, key: key)
    }

    private mutating func textEntry(_ content: String, _ kind: Entry.Kind, under key: String) -> Entry {
        var content = content
        let offset = text.bytes.count
        content.withUTF8 { text.bytes.append($0) }
        let number = names.number(ofOption: key)
        return Entry(key: number, kind: kind, length: text.bytes.count - offset, offset: offset)
    }

    private mutating func container(_ kind: Entry.Kind, of content: [Entry], key: Int) throws(BuildError) -> Entry {
        let offset = entries.count
        entries.append(content[...])
        return try whole(Entry(key: key, kind: kind, length: 0, offset: offset))
    }
}
