/// Building records: elements at a path, one by one, without the rest of the document.
extension ValueBuilder {
    /// Queues a record that has ended; selected elements and attributes stay until the end of the document.
    ///
    /// - Parameters:
    ///   - entry: The record.
    ///   - element: The record, or the element that has it as an attribute.
    ///   - attribute: The number of the attribute's name; `nil` for an element.
    /// - Throws: `BuildError`: `tooMany` or `mismatch`.
    @inline(never)
    mutating func finishRecord(_ entry: Entry, _ element: OpenElement, attribute: Int? = nil) throws(BuildError) {
        var entry = entry
        if let key = rules.keys.origin {
            settleRecord()
            entry = try addOrigin(to: entry, under: key, at: element, path(to: element, attribute: attribute))
        }
        guard !records.areKept else {
            text.finish()
            records.kept.append(entry)
            return
        }
        // The content of a record is one range, so the next one gets a dictionary of declarations of its own.
        writtenDeclarations.forget()
        settleRecord()
        let shaped = try shaped(entry, record: element, attribute: attribute)
        text.finish()
        guard let shaped else { return }
        records.append(shaped, element, attribute: attribute, endingAt: (entries.count, text.bytes.count))
    }

    /// Notes the path of the last record before the open elements change.
    ///
    /// Mostly the caller asks for the path before, as the parser stops after each record; in the text of an entity it
    /// does not stop.
    mutating func settleRecord() {
        if let record = records.unsettled { records.settle(path(to: record)) }
    }

    /// The record that waits, in the builder's own buffers.
    var record: (entry: Entry, tree: StorageView)? {
        guard let record = records.current else { return nil }
        return (record.entry, tree)
    }

    /// Copies the record that waits into a value of its own; `nil` when no record waits.
    mutating func copyRecord() -> XMLValue? {
        guard let record = records.current else { return nil }
        let place = record.element.place
        let origin = XMLValue.Origin(line: place.line, column: place.column, path: record.path ?? path(to: record))
        let blocks = record.extent.copy(entries, text.bytes, lines)
        let entry = record.extent.moved(record.entry)
        let storage = ValueStorage(blocks, names: names.list, rules.roles, origin: origin, document: (entry, entry))
        return XMLValue(storage: storage, entry: entry)
    }

    /// Discards the record that waits.
    mutating func dropRecord() {
        if records.removeFirst() { forgetContent() }
    }

    /// Forgets the content of all records that have ended.
    mutating func forgetContent() {
        // The content of a record that has begun must stay.
        guard !selection.isInsideBuilt else { return }
        entries.count = 0
        text.removeAll()
        lines.removeAll()
        records.contentEnd = (0, 0)
    }

    // MARK: The size of the result

    /// The memory of what is being made, in bytes: entries, text and names.
    ///
    /// How many complete records wait depends on the chunks, so they do not count.
    var resultByteCount: Int {
        let waiting = records.contentEnd
        return (entries.count + pending.count + records.kept.count - waiting.entries) * MemoryLayout<Entry>.stride
            + text.bytes.count + text.runs.count - waiting.bytes + names.list.byteCount
    }

    /// The place and the path of the start tag of what is being made, the record or the root; `nil` before the root.
    mutating func beginningOfResult() -> (place: TextPosition, path: String)? {
        guard hasRootBegun else { return nil }
        let isInRecord = selection.isInsideBuilt && open.count > selection.outerDepth
        let depth = isInRecord ? selection.outerDepth : 0, count = open.count
        defer { open.count = count }
        // The root stays in its place after its end.
        open.count = depth + 1
        return (open[depth].place, path)
    }

    // MARK: Paths for people

    private mutating func path(to record: RecordQueue.Record) -> String {
        path(to: record.element, attribute: record.attribute)
    }

    /// The path of a record that has just ended, or of an attribute of the innermost open element.
    mutating func path(to element: OpenElement, attribute: Int?) -> String {
        records.lastPath.show(open, attribute == nil ? element.writtenName : nil, names.names)
        guard let attribute else { return records.lastPath.text }
        return records.lastPath.text + "/@" + names.names[attribute].string.shortened
    }

    /// The path of the innermost open element.
    ///
    /// A long path leaves out its middle.
    var path: String {
        var path = ElementPath()
        path.show(open, nil, names.names)
        return path.text
    }

    /// An element's name as the document writes it, shortened for messages.
    func name(of element: OpenElement) -> String {
        names.names[element.writtenName].shortened
    }
}
