/// Elements that are built one by one, while the rest of the document is passed over.
extension ValueBuilder {
    /// A record has ended: it waits to be taken; of selected elements, it waits for the end of the document.
    @inline(never)
    mutating func finishRecord(_ element: OpenElement) {
        guard !collectsRecords, let entry = pending.last else { return }
        pending.count -= 1
        records.append(entry, element)
    }

    /// Notes the path of the last record before the open elements change.
    ///
    /// Mostly the path is asked for before that, as the parser stops at each record; but not in the text of an entity.
    mutating func settleRecord() {
        if let element = records.unsettled { records.settle(path(to: element)) }
    }

    /// The record that waits, where it lies until it is dropped.
    var record: (entry: Entry, tree: StorageView)? {
        guard let record = records.current else { return nil }
        let tree = StorageView(
            entries: UnsafePointer(entries.base),
            bytes: UnsafePointer(text.bytes.base),
            names: names.names,
            textKey: keys.text
        )
        return (record.entry, tree)
    }

    /// Copies the record that waits into a value of its own.
    ///
    /// - Parameter place: Gives the place of an element in the document.
    /// - Returns: The value, or `nil` when no record waits.
    /// - Throws: `outOfMemory`.
    mutating func copyRecord(_ place: (OpenElement) -> (line: Int, column: Int)) throws(BuildError) -> XMLValue? {
        guard let record = records.current else { return nil }
        let (line, column) = place(record.element)
        let origin = XMLValue.Origin(line: line, column: column, path: record.path ?? path(to: record.element))
        let storage = ValueStorage(try copyBlocks(), names: names.list, info, origin: origin)
        return XMLValue(storage: storage, entry: record.entry)
    }

    private mutating func copyBlocks() throws(BuildError) -> StorageBlocks {
        if let shared = records.shared { return shared }
        guard let entries = entries.copy(), let bytes = text.bytes.copy(), let lines = lines.copy() else {
            throw .outOfMemory
        }
        return records.share(StorageBlocks(entries: entries, bytes: bytes, lines: lines))
    }

    /// Forgets the record that waits.
    mutating func dropRecord() {
        // The content of the next record must stay, as far as it has been built.
        guard records.removeFirst(), !selection.isInsideBuilt else { return }
        entries.count = 0
        text.removeAll()
        writtenDeclarations.forget()
        lines.removeAll()
    }

    /// The paths of elements that could be meant where none was selected; `nil` when one was.
    var suggestedPaths: [String]? {
        guard let suggestions = selection.suggestions, !suggestions.hasFound else { return nil }
        return suggestions.paths(names.names)
    }

    // MARK: Paths for people

    private mutating func path(to element: OpenElement) -> String {
        lastPath.show(open, element, names.names)
        return lastPath.text
    }

    /// The open elements from the root, without the middle ones when there are many.
    var path: String {
        var path = ElementPath()
        path.show(open, nil, names.names)
        return path.text
    }

    /// An element's name as the document has it, cut when it is too long to be read.
    func name(of element: OpenElement) -> String {
        names.names[element.writtenName].string.shortened
    }
}
