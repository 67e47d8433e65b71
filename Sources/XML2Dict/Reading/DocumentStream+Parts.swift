/// Reading a document for an observer of its content, and in parts by several threads.
extension DocumentStream {
    // MARK: Observing

    /// Reads to the end of the input; an observer gets all content.
    ///
    /// - Returns: How many records or documents there were.
    /// - Throws: An `XMLError` of the document or the source.
    mutating func observe(by observer: any ContentObserver) throws(XMLError) -> Int {
        self.observer = observer
        defer { self.observer = nil }
        begin(observer)
        var count = 0
        while try advance() {
            count += 1
            if let record {
                observer.observe(record.entry, in: record.tree)
            } else if plan.isSeries {
                try observeDocument(by: observer)
            }
        }
        guard plan.records == nil, !plan.isSeries else { return count }
        try observeDocument(by: observer)
        return 1
    }

    func begin(_ observer: any ContentObserver) {
        if plan.records == nil { parser.liftResultLimit() }
        observer.beginDocument(parser.builder.rules.roles)
    }

    private mutating func observeDocument(by observer: any ContentObserver) throws(XMLError) {
        let document = try takeDocument()
        observer.observe(document.entry, in: document.storage.tree)
    }

    // MARK: Parts

    /// Begins to read the parts of the document, by several threads.
    ///
    /// - Parameters:
    ///   - threads: The threads.
    ///   - needsLines: Whether records have lines and columns.
    ///   - makeCollector: Makes what collects the content of a part.
    /// - Returns: The contents; `nil` when this stream must read the document.
    func parts<Collector: PartCollector>(
        _ threads: ReadingThreads,
        needsLines: Bool,
        _ makeCollector: @escaping () -> Collector
    ) -> DocumentParts<Collector.Content>? {
        guard threads.count > 1, let source = parser.source?.reopened() else { return nil }
        return DocumentParts(
            source,
            plan,
            records,
            threads: threads.count,
            threads.sizes,
            isUTF8: parser.isUTF8,
            needsLines: needsLines,
            makeCollector
        )
    }

    /// Whether the content is records, and not documents.
    var hasRecords: Bool { plan.records != nil }

    /// Reads the whole document in parts, by several threads; `nil` when this stream must read it.
    mutating func readInParts(_ threads: ReadingThreads, hasRead: (Int) -> Void = { _ in }) -> (
        XMLValue, ReadingFindings
    )? {
        guard threads.count > 1, plan.records == nil else { return nil }
        let joiner = DocumentJoiner(plan)
        guard let parts = parts(threads, needsLines: false, { joiner }) else { return nil }
        while true {
            switch parts.next() {
            case .content(let part, let end):
                guard (try? joiner.join(part)) != nil else { return nil }
                hasRead(end)
            case .end(let findings):
                guard parts.leaveRoom(for: joiner.resultByteCount), let value = try? joiner.takeDocument() else {
                    return nil
                }
                skipAll()
                return (value, findings)
            case .doubt: return nil
            }
        }
    }

    /// Goes past records that were read in parts.
    ///
    /// - Throws: An `XMLError` of the document or the source; with the code `readFailed` when the file has changed
    ///   meanwhile, as its records may be others now.
    mutating func skip(_ count: Int) throws(XMLError) {
        if count > 0, parser.source?.hasChanged == true {
            throw end(XMLError(.readFailed, "the file was changed while it was read"))
        }
        for _ in 0..<count {
            guard try advance() else { return }
        }
    }

    /// Ends the stream, whose content was read in parts.
    mutating func skipAll() {
        parser.source?.skipAll()
        state = .done
    }
}
