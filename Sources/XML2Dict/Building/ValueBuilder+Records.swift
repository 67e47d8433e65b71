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
    var record: (entry: Entry, tree: StorageView)? {
        guard hasRecord else { return nil }
        let tree = StorageView(
            entries: UnsafePointer(entries.base),
            bytes: UnsafePointer(bytes.base),
            names: names.names,
            textKey: keys.text
        )
        return (finished[firstFinished].entry, tree)
    }

    /// The record that waits, as a value of its own.
    ///
    /// - Parameter place: Gives the place of an element in the document.
    /// - Returns: The value, or `nil` when no record waits.
    /// - Throws: When there is no room for it.
    mutating func copyRecord(_ place: (OpenElement) -> (line: Int, column: Int)) throws(BuildError) -> XMLValue? {
        guard hasRecord else { return nil }
        let record = finished[firstFinished]
        let (line, column) = place(record.element)
        let origin = XMLValue.Origin(line: line, column: column, path: record.path ?? path(to: record.element))
        let storage = ValueStorage(try copyBlocks(), names: names.list, shape, origin: origin)
        return XMLValue(storage: storage, entry: record.entry)
    }

    /// The stores as they are now.
    ///
    /// Records that wait together share one copy, as each could need all of it.
    private mutating func copyBlocks() throws(BuildError) -> StorageBlocks {
        if let shared { return shared }
        guard let entries = entries.copy(), let bytes = bytes.copy(), let lines = lines.copy() else {
            throw .outOfMemory
        }
        let blocks = StorageBlocks(entries: entries, bytes: bytes, lines: lines)
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
    /// That of a record is mostly that of the record before: then it is the same text, of which there may be a million in an entity.
    private mutating func path(to element: OpenElement) -> String {
        if isLastPath(to: element) { return lastPath.text }
        let shown = shownPlaces
        let names = (Array(shown.outer) + Array(shown.inner)).map { open.base[$0].writtenName } + [element.writtenName]
        lastPath = (names, shown.isCut, path + "/" + name(of: element))
        return lastPath.text
    }

    private func isLastPath(to element: OpenElement) -> Bool {
        let shown = shownPlaces, names = lastPath.names
        guard lastPath.isCut == shown.isCut, names.count == shown.outer.count + shown.inner.count + 1,
            names.last == element.writtenName
        else { return false }
        for place in shown.outer where names[place] != open.base[place].writtenName { return false }
        for (index, place) in shown.inner.enumerated()
        where names[shown.outer.count + index] != open.base[place].writtenName {
            return false
        }
        return true
    }

    /// The open elements from the root, the middle ones left out when there are many.
    var path: String {
        let shown = shownPlaces
        var path = ""
        for place in shown.outer { path += "/" + name(of: open.base[place]) }
        if shown.isCut { path += "/…" }
        for place in shown.inner { path += "/" + name(of: open.base[place]) }
        return path
    }

    /// Which of the open elements a path shows: the outermost and innermost ones, and whether some between them are left out.
    private var shownPlaces: (outer: Range<Int>, inner: Range<Int>, isCut: Bool) {
        let count = open.count
        return count <= 40 ? (0..<count, count..<count, false) : (0..<20, (count - 20)..<count, true)
    }

    /// An element's name as the document has it, cut when nobody would read it.
    func name(of element: OpenElement) -> String {
        names.names[element.writtenName].string.shortened
    }
}
