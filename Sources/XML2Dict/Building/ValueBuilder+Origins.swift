/// Adding its origin to a record: the file, the line and the path, under a key of the options.
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
    ///   - path: The path of the record.
    /// - Returns: The entry of the record with its origin.
    /// - Throws: `BuildError.tooMany`.
    mutating func addOrigin(
        to record: Entry,
        under key: Int,
        at element: OpenElement,
        _ path: String
    ) throws(BuildError) -> Entry {
        let origin = originEntry(under: key, at: element, path)
        let result: Entry
        switch record.kind {
        case .dictionary:
            result = try add(origin, to: record)
        case .textOnly:
            let text = record.kind(.string).under(key: keys.text)
            result = try add(origin, to: run(of: [text], .dictionary, key: record.key))
        case .null:
            result = run(of: [origin], .dictionary, key: record.key)
        case .array where rules.isOrdered:
            result = try addAttribute(origin, to: record)
        case .array, .string, .number, .boolean, .name:
            let content = record.under(key: keys.text)
            result = try add(origin, to: run(of: [content], .dictionary, key: record.key))
        }
        return rules.keepsLines ? lines.note(result, element.line, isOrdered: rules.isOrdered) : result
    }

    private mutating func originEntry(
        under key: Int,
        at element: OpenElement,
        _ path: String
    ) -> Entry {
        var parts: [Entry] = []
        if let file = source.file { parts.append(textEntry(file, .string, under: "file")) }
        if let document = source.document {
            parts.append(textEntry(String(document), .number, under: "document"))
        }
        parts.append(textEntry(String(element.line), .number, under: "line"))
        parts.append(textEntry(path, .string, under: "path"))
        return run(of: parts, .dictionary, key: key)
    }

    private mutating func textEntry(
        _ content: String,
        _ kind: Entry.Kind,
        under key: String
    ) -> Entry {
        var content = content
        let offset = text.bytes.count
        content.withUTF8 { text.bytes.append($0) }
        let number = names.number(ofOption: key)
        return Entry(key: number, kind: kind, length: text.bytes.count - offset, offset: offset)
    }

    private mutating func run(of parts: [Entry], _ kind: Entry.Kind, key: Int) -> Entry {
        let offset = entries.count
        entries.append(parts[...])
        return Entry(key: key, kind: kind, length: parts.count, offset: offset)
    }

    // MARK: Dictionaries and arrays

    /// Adds the origin to a dictionary: to the entry that has its key, or else to a copy of the entries.
    private mutating func add(_ origin: Entry, to record: Entry) throws(BuildError) -> Entry {
        let run = record.offset..<record.offset + record.length
        if let known = run.first(where: { entries[$0].key == origin.key }) {
            entries[known] = fold(origin, after: entries[known])
            return record
        }
        let offset = copyRun(run)
        entries.append(origin)
        return try whole(record, from: offset)
    }

    /// The array of an entry and the origin; things that share a key are in one array already.
    private mutating func fold(_ origin: Entry, after known: Entry) -> Entry {
        let offset: Int
        if known.kind == .array {
            offset = copyRun(known.offset..<known.offset + known.length)
        } else {
            offset = entries.count
            entries.append(known)
        }
        entries.append(origin)
        return Entry(key: origin.key, kind: .array, length: entries.count - offset, offset: offset)
    }

    /// Adds the origin to the attributes in an array of name, attributes and content.
    private mutating func addAttribute(_ origin: Entry, to record: Entry) throws(BuildError) -> Entry {
        let rest = record.offset + 1..<record.offset + record.length
        var attributes = run(of: [origin], .dictionary, key: keys.text)
        var contentStart = rest.lowerBound
        if let second = rest.first, entries[second].kind == .dictionary {
            attributes = try add(origin, to: entries[second])
            contentStart += 1
        }
        let offset = copyRun(record.offset..<record.offset + 1)
        entries.append(attributes)
        _ = copyRun(contentStart..<rest.upperBound)
        return try whole(record, from: offset)
    }

    /// Copies a run of entries to the end of the buffer, and returns its place there.
    private mutating func copyRun(_ run: Range<Int>) -> Int {
        let offset = entries.count
        // The run must not move while it is read.
        entries.reserve(run.count)
        entries.append(entries.base + run.lowerBound, count: run.count)
        return offset
    }

    /// The record whose entries are the last ones of the buffer.
    private func whole(_ record: Entry, from offset: Int) throws(BuildError) -> Entry {
        let length = entries.count - offset
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: record.key, kind: record.kind, length: length, offset: offset)
    }
}
