/// Building records: elements at a path, one by one, without the rest of the document.
extension ValueBuilder {
    /// Queues a record that has ended; selected elements stay pending until the end of the document.
    @inline(never)
    mutating func finishRecord(_ element: OpenElement) {
        guard !collectsRecords, let entry = pending.last else { return }
        pending.count -= 1
        records.append(entry, element)
    }

    /// Notes the path of the last record before the open elements change.
    ///
    /// Mostly the caller asks for the path before, as the parser stops after each record; in the text of an entity it
    /// does not stop.
    mutating func settleRecord() {
        if let element = records.unsettled { records.settle(path(to: element)) }
    }

    /// The record that waits, in the builder's own buffers.
    var record: (entry: Entry, tree: StorageView)? {
        guard let record = records.current else { return nil }
        return (record.entry, StorageView(entries, text.bytes, names.names, textKey: keys.text))
    }

    /// Copies the record that waits into a value of its own.
    ///
    /// - Parameter place: Returns the line and column of an element in the document.
    /// - Returns: The value, or `nil` when no record waits.
    /// - Throws: `BuildError.outOfMemory`.
    mutating func copyRecord(_ place: (OpenElement) -> (line: Int, column: Int)) throws(BuildError) -> XMLValue? {
        guard let record = records.current else { return nil }
        let (line, column) = place(record.element)
        let origin = XMLValue.Origin(line: line, column: column, path: record.path ?? path(to: record.element))
        let entry = record.entry
        let storage = ValueStorage(
            try copyBlocks(),
            names: names.list,
            info,
            origin: origin,
            document: (entry, entry)
        )
        return XMLValue(storage: storage, entry: entry)
    }

    private mutating func copyBlocks() throws(BuildError) -> StorageBlocks {
        if let shared = records.shared { return shared }
        guard let entries = entries.copy(), let bytes = text.bytes.copy(), let lines = lines.copy() else {
            throw .outOfMemory
        }
        return records.share(StorageBlocks(entries: entries, bytes: bytes, lines: lines))
    }

    /// Discards the record that waits.
    mutating func dropRecord() {
        // The content of a record that has begun must stay.
        guard records.removeFirst(), !selection.isInsideBuilt else { return }
        entries.count = 0
        text.removeAll()
        writtenDeclarations.forget()
        lines.removeAll()
    }

    /// The paths that the caller may have meant when no element was selected; `nil` when one was.
    var suggestedPaths: [String]? {
        guard let suggestions = selection.suggestions, !suggestions.hasFound else { return nil }
        return suggestions.paths(names.names)
    }

    // MARK: Paths for people

    private mutating func path(to element: OpenElement) -> String {
        lastPath.show(open, element, names.names)
        return lastPath.text
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
        names.names[element.writtenName].string.shortened
    }
}
