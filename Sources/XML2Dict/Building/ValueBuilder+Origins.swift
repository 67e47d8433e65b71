/// Adds the origin of a record (name, file, line, path) and the elements around it, under keys of the options.
extension ValueBuilder {
    /// Adds the origin of a record, and the elements around it.
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
    ///   - element: The record, or the element that has it as an attribute.
    ///   - attribute: The number of the attribute's name; `nil` for an element.
    /// - Returns: The entry of the record with its origin, and the entry of the elements around it.
    /// - Throws: `BuildError`: `tooMany` or `amplified`.
    mutating func addOrigin(
        to record: Entry,
        _ element: OpenElement,
        attribute: Int?
    ) throws(BuildError) -> (record: Entry, ancestors: Entry?) {
        let start = (entries: entries.count, bytes: text.bytes.count)
        let name = open.names.names[attribute ?? element.key].string, path = path(to: element, attribute: attribute)
        let origin = try rules.keys.origin.map { key throws(BuildError) in
            try originEntry(under: key, at: element, (name, path))
        }
        let ancestors = try rules.keys.ancestors.map { key throws(BuildError) in try ancestorsEntry(under: key) }
        var byteCount = text.bytes.count - start.bytes
        for index in start.entries..<entries.count {
            byteCount += MemoryLayout<Entry>.stride + open.names.names[entries[index].key].byteCount
        }
        declarationCache.add(byteCount)
        guard attribute == nil || declarationCache.isWithinRoom else { throw .amplified }
        var result = record
        for addition in [origin, ancestors] {
            guard let addition else { continue }
            let isOrdered = result.kind == .array && rules.isOrdered
            result = try isOrdered ? array(result, with: addition) : dictionary(of: result, with: addition)
        }
        return (rules.keepsLines ? lines.note(result, element.line, isOrdered: rules.isOrdered) : result, ancestors)
    }

    /// The open elements, each with its attributes, outermost first.
    private mutating func ancestorsEntry(under key: Int) throws(BuildError) -> Entry {
        var items: [Entry] = []
        for depth in 0..<open.count {
            let element = open[depth]
            let hasAttributes = element.flags.contains(.hasKeptAttributes)
            let attributes =
                hasAttributes
                ? ancestors.copy(at: depth, to: &entries, &text.bytes) : emptyDictionary(under: element.key)
            items.append(try container(.dictionary, of: [attributes], key: key))
        }
        return try container(.array, of: items, key: key)
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
        let number = open.names.number(ofOption: key)
        return Entry(key: number, kind: kind, length: text.bytes.count - offset, offset: offset)
    }

    private mutating func container(_ kind: Entry.Kind, of content: [Entry], key: Int) throws(BuildError) -> Entry {
        let offset = entries.count
        entries.append(content[...])
        return try whole(Entry(key: key, kind: kind, length: 0, offset: offset))
    }
}
