extension ValueBuilder {
    /// Queues a record, or keeps a selected element or attribute until the end of the document.
    ///
    /// `element` is the record, or the element that has the record as an attribute.
    @inline(never)
    mutating func finishRecord(_ entry: Entry, _ element: OpenElement, attribute: Int? = nil) throws(BuildError) {
        var entry = entry
        var ancestors: Entry?
        let path = path(to: element, attribute: attribute)
        if rules.addsToRecords { (entry, ancestors) = try withOrigin(entry, element, attribute: attribute, path) }
        guard !records.areKept else {
            form.nodes.text.finish()
            records.kept.append(entry)
            return
        }
        // Each record is copied as one range of each buffer, so each record needs its own dictionary of declarations.
        form.declarations.forget()
        let shaped = try shaped(entry, record: element, path: path)
        form.nodes.text.finish()
        guard let shaped else { return }
        let end = (form.entries.count, form.nodes.text.bytes.count)
        records.append(shaped, element, path, ancestors: ancestors, endingAt: end)
    }

    /// Adds the origin and the outer elements to a record, and counts their bytes for the limit of amplification.
    private mutating func withOrigin(
        _ record: Entry,
        _ element: OpenElement,
        attribute: Int?,
        _ path: String
    ) throws(BuildError) -> (record: Entry, ancestors: Entry?) {
        let origin = RecordOrigin(
            name: open.names.names[attribute ?? element.key].string,
            path: path,
            line: element.line,
            source: records.source
        )
        let start = (entries: form.entries.count, bytes: form.nodes.text.bytes.count)
        let made = try form.originEntry(origin, &open.names)
        let around = try form.ancestorsEntry(open.elements[0..<open.count], ancestors)
        var byteCount = form.nodes.text.bytes.count - start.bytes
        for index in start.entries..<form.entries.count {
            byteCount += MemoryLayout<Entry>.stride + open.names.names[form.entries[index].key].byteCount
        }
        form.declarations.add(byteCount)
        guard attribute == nil || form.declarations.isWithinRoom else { throw .amplified }
        return (try form.add([made, around], to: record, line: element.line), around)
    }

    /// The complete element in the builder's buffers: the waiting record, or the document.
    mutating func element() throws(BuildError) -> StoredValue {
        if let record { return record }
        let document = try shapedDocument().document
        return StoredValue(entry: document, tree: tree)
    }

    var record: StoredValue? { records.current.map { StoredValue(entry: $0.entry, tree: tree) } }

    /// Copies the complete element to a separate value, and keeps the indices of a record's entries.
    mutating func takeElement() throws(BuildError) -> XMLValue {
        guard let record = records.current else { return try takeDocument() }
        let position = record.element.position, entry = record.entry
        let origin = XMLValue.Origin(line: position.line, column: position.column, path: record.path)
        let blocks = StorageBlocks(copying: record.extent, form.entries, form.nodes.text.bytes, form.lines)
        let storage = ValueStorage(blocks, names: open.names.list, plan.roles, origin: origin, document: (entry, entry))
        storage.ancestors = record.ancestors
        return XMLValue(storage: storage, entry: entry)
    }

    mutating func dropRecord() {
        if records.removeFirst() { forgetContent() }
    }

    /// Forgets the content of all records that have ended.
    mutating func forgetContent() {
        // The content of an unfinished record must stay.
        guard !open.selection.isInsideBuilt else { return }
        form.entries.count = 0
        form.nodes.text.removeAll()
        form.lines.removeAll()
        records.contentEnd = (0, 0)
    }

    /// The number of bytes of the current result: entries, text and names.
    ///
    /// Records in the queue do not count, because the number of queued records depends on the chunks.
    var resultByteCount: Int {
        let waiting = records.contentEnd
        let entryCount = form.entries.count + form.nodes.pending.count + records.kept.count
        let byteCount = form.nodes.text.bytes.count + form.nodes.text.runs.count
        return (entryCount - waiting.entries) * MemoryLayout<Entry>.stride + byteCount - waiting.bytes
            + open.names.list.byteCount
    }

    /// Whether the reader delivers records one by one, and keeps only their names afterwards.
    var deliversRecords: Bool { !open.selection.isWhole && !records.areKept }

    /// The position and the path of the start tag of the current record or root.
    mutating func beginningOfResult() -> (position: TextPosition, path: String)? {
        guard open.hasRootBegun else { return nil }
        let isInRecord = open.selection.isInsideBuilt && open.count > open.selection.outerDepth
        let depth = isInRecord ? open.selection.outerDepth : 0, count = open.count
        defer { open.count = count }
        // The root stays in the buffer after its end.
        open.count = depth + 1
        return (open[depth].position, path)
    }

    mutating func path(to element: OpenElement, attribute: Int?) -> String {
        records.lastPath.show(open.elements, attribute == nil ? element.writtenName : nil, open.names.names)
        guard let attribute else { return records.lastPath.text }
        return records.lastPath.text + "/@" + open.names.names[attribute].string.shortened
    }

    /// The path of the innermost open element, without the middle of a long path.
    var path: String {
        var path = ElementPath()
        path.show(open.elements, nil, open.names.names)
        return path.text
    }

    func name(of element: OpenElement) -> String {
        open.names.names[element.writtenName].shortened
    }
}

/// The complete records that wait for the caller, or the selected elements that stay until the document ends.
///
/// The parser stops after each record, so usually no more than one record waits. Several records wait if the text of
/// one entity contains the records, or if the records are attributes of one tag.
struct RecordQueue: ~Copyable {
    struct Record {
        let entry: Entry
        /// The record, or the element that has the record as an attribute.
        let element: OpenElement
        /// The elements around the record with their attributes, if the options keep these elements.
        let ancestors: Entry?
        let extent: ContentExtent
        let path: String
    }

    /// Whether records stay until the document ends, as the items of an array.
    let areKept: Bool
    var kept = GrowableBuffer<Entry>()
    /// The part of the origin that all records share.
    var source = RecordOriginBase()
    /// The path of the last record, kept because the next record usually has the same path.
    var lastPath = ElementPath()

    private var records: [Record] = []
    /// The index of the first record that waits.
    private var first = 0
    /// The end of the content of all waiting records in the builder's buffers, in entries and in bytes.
    var contentEnd = (entries: 0, bytes: 0)

    init(areKept: Bool) {
        self.areKept = areKept
    }

    /// The record that has waited longest.
    var current: Record? { first < records.count ? records[first] : nil }

    var count: Int { records.count - first }

    var isEmpty: Bool { first == records.count }

    /// Appends a record, whose content is at the end of the builder's buffers.
    mutating func append(
        _ entry: Entry,
        _ element: OpenElement,
        _ path: String,
        ancestors: Entry?,
        endingAt end: (entries: Int, bytes: Int)
    ) {
        let extent = ContentExtent(
            entries: contentEnd.entries..<end.entries,
            bytes: contentEnd.bytes..<end.bytes
        )
        records.append(
            Record(entry: entry, element: element, ancestors: ancestors, extent: extent, path: path)
        )
        contentEnd = end
    }

    /// Removes the current record, and returns whether no more records wait.
    mutating func removeFirst() -> Bool {
        first += 1
        guard isEmpty else { return false }
        records.removeAll(keepingCapacity: true)
        first = 0
        return true
    }
}

extension StorageBlocks {
    /// Copies a range of a builder's content to the same offsets.
    fileprivate convenience init(
        copying extent: ContentExtent,
        _ allEntries: borrowing GrowableBuffer<Entry>,
        _ allBytes: borrowing GrowableBuffer<UInt8>,
        _ allLines: borrowing LineTable
    ) {
        self.init(from: (extent.entries.lowerBound, extent.bytes.lowerBound))
        entries.append(allEntries, extent.entries)
        bytes.append(allBytes, extent.bytes)
        lines.append(allLines, extent.entries, extent.bytes)
        shrinkToFit()
    }
}

/// The range of a record's content in the builder's buffers, so that a copy leaves out other records.
///
/// Elements end in the order of their content, so the content of a record is one range of each buffer:
///
///     entries  [ … │ entries of the record │ … ]        bytes  [ … │ text of the record │ … ]
struct ContentExtent {
    let entries: Range<Int>
    let bytes: Range<Int>
}
