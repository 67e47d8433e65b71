/// Elements that are built one by one, while the rest of the document is passed over.
extension ValueBuilder {
    @inline(never)
    mutating func beginRecord(_ isRecord: Bool, _ name: Int) {
        settleRecord()
        search?.note(isRecord, name, in: open, paths, names.names)
        guard isRecord else { return }
        isBuilding = true
        outerDepth = open.count
    }

    /// A record has ended: it waits to be taken; of selected elements, it waits for the end of the document.
    @inline(never)
    mutating func finishRecord(_ element: OpenElement) {
        guard !collectsRecords, let entry = pending.last else { return }
        pending.count -= 1
        finished.append(FinishedRecord(entry: entry, element: element))
    }

    /// Notes the path of the last record before the open elements change.
    ///
    /// Mostly it is asked for before that, as the parser is stopped at each record; but not in the text of an entity.
    mutating func settleRecord() {
        guard let last = finished.indices.last, finished[last].path == nil else { return }
        finished[last].path = path(to: finished[last].element)
    }

    /// Whether a record waits to be taken.
    var hasRecord: Bool { firstFinished < finished.count }

    /// The record that waits, where it lies until it is dropped.
    var record: (entry: Entry, tree: ValueTree)? {
        guard hasRecord else { return nil }
        let tree = ValueTree(
            entries: UnsafePointer(entries.base),
            bytes: UnsafePointer(bytes.base),
            names: names.names,
            textKey: keys.text
        )
        return (finished[firstFinished].entry, tree)
    }

    /// The record that waits, as a value of its own.
    ///
    /// - Parameter origin: Makes its origin from its element and the path that leads to it.
    /// - Returns: The value, or `nil` when no record waits.
    /// - Throws: When there is no room for it.
    mutating func copyRecord(_ origin: (OpenElement, String) -> XMLValue.Origin) throws(BuildProblem) -> XMLValue? {
        guard hasRecord else { return nil }
        let record = finished[firstFinished]
        let storage = ValueStorage(
            try copyBlocks(),
            names: names.list,
            shape,
            origin: origin(record.element, record.path ?? path(to: record.element))
        )
        return XMLValue(storage: storage, entry: record.entry)
    }

    /// The stores as they are now.
    ///
    /// Records that wait together share one copy, as each could need all of it.
    private mutating func copyBlocks() throws(BuildProblem) -> ValueBlocks {
        if let shared { return shared }
        guard let entries = entries.copy(), let bytes = bytes.copy(), let lines = lines.copy() else {
            throw .outOfMemory
        }
        let blocks = ValueBlocks(entries: entries, bytes: bytes, lines: lines)
        if finished.count > 1 { shared = blocks }
        return blocks
    }

    /// Forgets the record that waits.
    mutating func dropRecord() {
        firstFinished += 1
        guard !hasRecord else { return }
        shared = nil
        finished.removeAll(keepingCapacity: true)
        firstFinished = 0
        // What the next record has already been given must stay.
        guard !isBuilding, skipped?.wasBuilding != true else { return }
        entries.count = 0
        bytes.count = 0
        textStart = 0
        scopeEntry = nil
        lines.removeAll()
    }

    // MARK: Paths for people

    /// The names from the root to an element that is, or was, in the innermost open one.
    ///
    /// That of a record is mostly that of the record before.
    private mutating func path(to element: OpenElement) -> String {
        if isLastPath(to: element) { return lastPath.text }
        let path = path + "/" + name(of: element)
        lastPath =
            open.count < 40
            ? ((0..<open.count).map { open.base[$0].writtenName } + [element.writtenName], path) : ([], "")
        return path
    }

    private func isLastPath(to element: OpenElement) -> Bool {
        let count = open.count
        guard lastPath.names.count == count + 1, lastPath.names[count] == element.writtenName else { return false }
        for index in 0..<count where lastPath.names[index] != open.base[index].writtenName { return false }
        return true
    }

    /// The open elements from the root, the middle ones left out when there are many.
    var path: String {
        let count = open.count
        var path = ""
        for index in 0..<count where count <= 40 || index < 20 || index >= count - 20 {
            if count > 40, index == count - 20 { path += "/…" }
            path += "/" + name(of: open.base[index])
        }
        return path
    }

    /// An element's name as the document has it, cut when nobody would read it.
    func name(of element: OpenElement) -> String {
        let name = names.names[element.writtenName].string
        return name.utf8.count <= 200 ? name : String(name.prefix(100)) + "…"
    }
}
