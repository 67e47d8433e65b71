/// A document on its way from a source through a parser; all readers use it.
///
///     XMLReader           reads a file or memory to its end
///     XMLRecords          reads a file or memory up to each record
///     XMLPushReader       reads the chunks that the caller has fed so far
///     XMLPushRecords      reads such chunks up to each record; XMLAsyncRecords feeds it from an asynchronous sequence
struct DocumentStream: ~Copyable {
    /// The parser, and the bytes on their way to it.
    private(set) var feed: ParserFeed
    /// The document's bytes.
    private let source: any InputSource
    /// The source while the caller may feed more chunks; `nil` when its end is the end of the document.
    private var chunks: MemorySource?
    /// The error that ended the document.
    private(set) var failure: XMLReaderError?
    /// Whether the input has been read to its end, or to an error.
    private var isDone = false
    /// The source's name, for errors.
    private let name: String?
    private let checked: CheckedOptions
    private let isUTF8: Bool
    /// The end tags of the elements that are open at the end of the source, which is a part of the document; `nil` for
    /// a document to its end.
    private var endTags: [UInt8]?
    /// Whether the parser has taken the start tags around the part.
    private var isContextOpen = true
    /// The part of the origin that all records of the current document share.
    private var records: RecordSource
    /// Whether the current document of a series is complete.
    private var isDocumentComplete = false
    /// Finds where reading goes on after a broken record; `nil` when an error ends the input.
    private let recovery: RecordRecovery?
    /// The state after a broken record.
    private var recoveryState = RecoveryState.parsing

    private enum RecoveryState {
        case parsing
        /// The parser has refused a tag that may begin a record, and the whole tag has not arrived.
        case deciding(XMLReaderError)
        /// The text is searched for the next record. If the input ended in the broken record, the error is reported when
        /// there is another record, and otherwise ends the input.
        case searching(cutOff: XMLReaderError?)
    }
    /// The number of broken records.
    private(set) var skippedCount = 0
    /// The error of a record that does not fit, and how many complete records of the same entity come before it.
    private var delayed: (error: XMLReaderError, recordCount: Int)?
    /// The observer of the content, which is then not kept.
    private var observer: (any ContentObserver)?

    /// A document whose source has all of its bytes.
    @inline(never)
    init(
        _ checked: CheckedOptions,
        _ source: any InputSource,
        named name: String? = nil,
        source records: RecordSource = RecordSource(),
        isUTF8: Bool = false
    ) {
        var records = records
        if checked.isConcatenated { records.document = 1 }
        feed = ParserFeed(checked, source: records, isUTF8: isUTF8)
        self.source = source
        self.name = name
        self.checked = checked
        self.isUTF8 = isUTF8
        self.records = records
        let skips = checked.policy.report != nil
        recovery = skips ? RecordRecovery(feed.text, checked.options.input.limits) : nil
    }

    /// A document of a source that the caller gave.
    ///
    /// - Throws: An `XMLReaderError` of the source, with the code `cannotOpen`.
    init(_ checked: CheckedOptions, _ source: XMLSource) throws(XMLReaderError) {
        let records = RecordSource(file: source.name)
        self.init(checked, try source.open(), named: source.name, source: records, isUTF8: source.isUTF8)
    }

    /// A part of a file.
    ///
    /// - Throws: An `XMLReaderError` when the file is not that of the plan, or these options need the whole document.
    init(
        _ checked: CheckedOptions,
        _ file: FileSource,
        _ part: PlannedPart,
        source records: RecordSource
    ) throws(XMLReaderError) {
        guard file.byteCount == part.size else {
            throw XMLReaderError(
                .readFailed,
                "the file is not that of the plan, which had \(part.size) bytes: make the plan again"
            )
        }
        guard part.isWhole || checked.canBeReadInParts && checked.policy.report == nil else {
            throw XMLReaderError(.invalidOptions, "these options need the whole document, and not a part of it")
        }
        let source = file.source(at: part.offset, count: part.length)
        self.init(checked, source, source: records, isUTF8: part.offset > 0)
        guard !part.isWhole else { return }
        let context = Array(part.context.utf8)
        guard OpenTags.areAll(context), feed.open(context, at: part.place, byteCount: part.length) else {
            isContextOpen = false
            return
        }
        // A plan of other options can begin a part inside a record.
        isContextOpen = feed.parser.depthAroundWhole == nil
        if part.offset + part.length < part.size { endTags = Array(part.ends.utf8) }
    }

    /// A document whose chunks the caller feeds.
    init(_ checked: CheckedOptions) {
        let chunks = MemorySource()
        self.init(checked, chunks)
        self.chunks = chunks
    }

    /// Whether the caller can feed no more chunks.
    var isFinished: Bool { chunks == nil }

    /// Adds a chunk, which `advance` reads.
    ///
    /// - Throws: The `XMLReaderError` that ended the document, or one with the code `finished`.
    @inline(never)
    func feed(_ bytes: some Collection<UInt8>) throws(XMLReaderError) {
        if let failure { throw failure }
        guard let chunks else { throw XMLReaderError(.finished, "bytes were fed after the document was finished") }
        chunks.append(bytes)
    }

    /// Ends the chunks, and with them the document.
    mutating func finish() {
        chunks = nil
    }

    /// Goes to the next record, or as far as the source allows.
    ///
    /// - Returns: Whether there is a record: `false` at the end of the input, and while more must be fed. In a series
    ///   of documents, each document is a record.
    /// - Throws: An `XMLReaderError` of the document or the source, after all records that were complete before it.
    ///   No record follows an error.
    @inline(never)
    mutating func advance() throws(XMLReaderError) -> Bool {
        guard !isDone else { return false }
        do throws(XMLReaderError) {
            if isDocumentComplete { try beginNextDocument() }
            while chunks.map({ isParsing ? feed.isWorthStep(with: $0.waiting) : true }) ?? true {
                guard try step() else {
                    if isFinished, checked.options.requiresMatch { try feed.parser.checkMatches() }
                    isDone = isFinished
                    isDocumentComplete = isDone && checked.isSeries
                    return isDocumentComplete
                }
                if let observer, checked.records == nil { feed.parser.observeContent(by: observer) }
                if feed.parser.hasMismatches { reportMismatches() }
                if delayed != nil { try approachError() }
                if feed.parser.hasRecord || isDocumentComplete { return true }
            }
            return false
        } catch {
            throw end(error)
        }
    }

    /// Takes a step of the parser, or goes on with the next document.
    ///
    /// - Returns: Whether there was a step to take.
    private mutating func step() throws(XMLReaderError) -> Bool {
        if let recovery {
            switch recoveryState {
            case .parsing: break
            case .deciding(let error): return try decide(error, recovery)
            case .searching(let cutOff): return try search(cutOff, recovery)
            }
        }
        do throws(XMLReaderError) {
            guard isContextOpen else {
                throw XMLReaderError(
                    .malformed,
                    "the context of the part is not that of a plan with the same options: make the plan again"
                )
            }
            var hasStepped = try feed.step(source, isLast: isFinished && endTags == nil)
            if !hasStepped { hasStepped = try endPart() }
            if feed.keepsText, let place = feed.understoodPlace { forgetText(before: place) }
            return hasStepped
        } catch {
            if checked.isConcatenated, feed.parser.isAtNextDocument {
                isDocumentComplete = checked.isSeries
                if !checked.isSeries { try beginNextDocument() }
            } else {
                try skipRecord(error)
            }
            return true
        }
    }

    /// Ends a part of a document.
    ///
    /// - Returns: `false`, as no record follows.
    private mutating func endPart() throws(XMLReaderError) -> Bool {
        guard let tags = endTags, !isDone else { return false }
        do throws(XMLReaderError) {
            try feed.flush()
            if feed.ends(with: tags) { return false }
        } catch {}
        throw XMLReaderError(
            .malformed,
            "the document is broken at the end of this part, or the plan is not that of this file and these options"
        )
    }

    private var isParsing: Bool {
        if case .parsing = recoveryState { true } else { false }
    }

    /// Forgets text that no parser gets again.
    private func forgetText(before place: Int) {
        if let recovery { recovery.forget(upTo: place) } else { feed.text.forget(before: place) }
    }

    private mutating func beginNextDocument() throws(XMLReaderError) {
        try beginNextDocument(at: feed.parser.place)
    }

    private mutating func beginNextDocument(at place: TextPlace) throws(XMLReaderError) {
        isDocumentComplete = false
        recoveryState = .parsing
        records.document = records.document.map { $0 + 1 }
        let place = feed.goBack(toDocumentAt: place)
        recovery?.beginNextDocument(at: place)
        try feed.beginNextDocument(records, at: place)
        if let observer { begin(observer) }
    }

    // MARK: Observing

    /// Reads to the end of the input; an observer gets all content.
    ///
    /// - Returns: How many records or documents there were.
    /// - Throws: An `XMLReaderError` of the document or the source.
    mutating func observe(by observer: any ContentObserver) throws(XMLReaderError) -> Int {
        self.observer = observer
        defer { self.observer = nil }
        begin(observer)
        var count = 0
        while try advance() {
            count += 1
            if let record {
                observer.observe(record.entry, in: record.tree)
            } else if checked.isSeries {
                try observeDocument(by: observer)
            }
        }
        guard checked.records == nil, !checked.isSeries else { return count }
        try observeDocument(by: observer)
        return 1
    }

    private func begin(_ observer: any ContentObserver) {
        if checked.records == nil { feed.parser.liftResultLimit() }
        observer.beginDocument()
    }

    private mutating func observeDocument(by observer: any ContentObserver) throws(XMLReaderError) {
        let document = try takeDocument()
        observer.observe(document.entry, in: document.storage.tree)
    }

    // MARK: Parts

    /// Begins to read the records in parts, by several threads.
    ///
    /// - Parameters:
    ///   - threads: The threads.
    ///   - needsLines: Whether records have lines and columns.
    ///   - makeCollector: Makes what collects the records of a part.
    /// - Returns: The records; `nil` when this stream must read them.
    func parts<Collector: RecordCollector>(
        _ threads: ReadingThreads,
        needsLines: Bool,
        _ makeCollector: @escaping () -> Collector
    ) -> RecordParts<Collector.Content>? {
        guard threads.count > 1, checked.records != nil, let source = source.another() else { return nil }
        return RecordParts(
            source,
            checked,
            records,
            threads,
            isUTF8: isUTF8,
            needsLines: needsLines,
            makeCollector
        )
    }

    /// Reads the whole document in parts, by several threads; `nil` when this stream must read it.
    mutating func readInParts(_ threads: ReadingThreads, hasRead: (Int) -> Void = { _ in }) -> XMLValue? {
        guard threads.count > 1, checked.records == nil, let source = source.another() else { return nil }
        let value = PartedDocument.read(
            source,
            checked,
            records,
            threads: threads.count,
            threads.sizes,
            isUTF8: isUTF8,
            hasRead: hasRead
        )
        if value != nil { skipAll() }
        return value
    }

    /// Goes past records that were read in parts.
    ///
    /// - Throws: An `XMLReaderError` of the document or the source; with the code `readFailed` when the file has changed
    ///   meanwhile, as its records may be others now.
    mutating func skip(_ count: Int) throws(XMLReaderError) {
        if count > 0, source.hasChanged {
            throw end(XMLReaderError(.readFailed, "the file was changed while it was read"))
        }
        for _ in 0..<count {
            guard try advance() else { return }
        }
    }

    /// Ends the stream, whose records were read in parts.
    mutating func skipAll() {
        source.skipAll()
        isDone = true
    }

    // MARK: Broken records

    /// Skips a broken record.
    ///
    /// - Throws: The error, when it is not the error of a record, or must end the input.
    private mutating func skipRecord(_ error: XMLReaderError) throws(XMLReaderError) {
        let isOfSource = [.cannotOpen, .readFailed, .defect].contains(error.code) || feed.hasRefusedBytes
        guard let recovery, !isOfSource, recovery.beginToken(at: feed.parser.refusedPlace) else { throw error }
        if feed.parser.isInRecord {
            try beginSearch(error, recovery, inside: feed.parser.openNames.first)
        } else {
            recoveryState = .deciding(error)
        }
    }

    /// Decides whether the tag that the parser has refused begins a record, and skips it then.
    ///
    /// - Returns: Whether the whole tag has arrived.
    /// - Throws: The error of the tag, when it begins no record.
    private mutating func decide(_ error: XMLReaderError, _ recovery: RecordRecovery) throws(XMLReaderError) -> Bool {
        while true {
            if let tag = recovery.refusedTag(isLast: feed.hasWholeText || feed.problem != nil) {
                let isAfterRoot = feed.parser.withBuilder { $0.isAfterRoot }
                guard !isAfterRoot, try feed.parser.beginsRecord(WrittenTag(tag)) else { throw error }
                try beginSearch(error, recovery, inside: feed.parser.openNames.first)
                return true
            }
            guard try feed.readText(source, isLast: isFinished) else { return false }
        }
    }

    /// Reports a broken record, and begins to look for the next one.
    private mutating func beginSearch(
        _ error: XMLReaderError,
        _ recovery: RecordRecovery,
        inside root: String?
    ) throws(XMLReaderError) {
        let most = checked.options.input.limits.value(of: .errors)
        guard skippedCount < most else { throw error.last(over: .errors, most) }
        guard !recovery.hasReplayedTooMuch else {
            throw error.adding(" (too much text was read again after the broken records before)")
        }
        // The rest of the line is not worth waiting for.
        let error = feed.completingExcerpt(of: error, source, isLast: isFinished, patience: 0)
        if !feed.hasEnded { report(error) }
        recoveryState = .searching(cutOff: feed.hasEnded ? error : nil)
        let inner = feed.parser.abandonRecord()
        recovery.beginSearch(inside: root, depth: feed.parser.depth, inner)
    }

    /// Reports what does not fit the shape of the options, of a record that is delivered or left out.
    private mutating func reportMismatches() {
        guard let shaping = checked.options.shaping else { return }
        for (error, waitingCount) in feed.parser.takeMismatches() {
            let error = feed.completingExcerpt(of: error, source, isLast: isFinished, patience: 0)
            if shaping.outcome == .skip {
                let most = checked.options.input.limits.value(of: .errors)
                guard skippedCount < most else {
                    delayed = (error.last(over: .errors, most), waitingCount)
                    return
                }
                report(error)
            } else {
                shaping.shaper.report(described(error))
            }
        }
    }

    /// Counts a record before the delayed error, or throws it after the last one.
    @inline(never)
    private mutating func approachError() throws(XMLReaderError) {
        guard let delayed else { return }
        guard delayed.recordCount > 0 else { throw delayed.error }
        self.delayed?.recordCount -= 1
    }

    private mutating func report(_ error: XMLReaderError) {
        skippedCount += 1
        checked.policy.report?(described(error))
    }

    /// Looks for the next record in the text that arrives.
    ///
    /// - Returns: Whether there is one: `false` at the end of the input, and while more must be fed.
    /// - Throws: The error of an input that was cut off, or that has invalid bytes.
    private mutating func search(_ cutOff: XMLReaderError?, _ recovery: RecordRecovery) throws(XMLReaderError) -> Bool {
        while true {
            let isLast = feed.hasWholeText
            while let found = recovery.next(isLast: isLast) {
                if try resume(at: found, cutOff, recovery) { return true }
            }
            if let cutOff { throw cutOff }
            if let problem = feed.problem { throw error(problem.code, problem.words, at: recovery.end()) }
            if isLast, let root = recovery.missingRoot {
                throw error(
                    .unexpectedEnd,
                    "the document ends inside <\(root.shortened)>, after a broken record",
                    at: recovery.end()
                )
            }
            guard !isLast, try feed.readText(source, isLast: isFinished) else { return false }
        }
    }

    private func error(_ code: XMLReaderError.Code, _ words: ErrorMessage, at place: TextPlace) -> XMLReaderError {
        XMLReaderError(
            code,
            words,
            line: Int(clamping: place.lines &+ 1),
            column: Int(clamping: place.columns &+ 1),
            byteOffset: place.bytes,
            path: feed.parser.path
        )
    }

    /// Resumes at a start tag that begins a record, or at another document; passes other tags.
    ///
    /// - Returns: Whether it resumes.
    private mutating func resume(
        at found: RecordRecovery.Found,
        _ cutOff: XMLReaderError?,
        _ recovery: RecordRecovery
    ) throws(XMLReaderError) -> Bool {
        let depth = feed.parser.depth
        switch found {
        case .endTag(let name):
            recovery.close(name, in: feed.parser)
            return false
        case .startTag(let tag, let place):
            let beginsRecord = feed.parser.isSkipping ? false : try feed.parser.beginsRecord(tag)
            // After a broken root, the next one begins another document.
            if checked.isConcatenated, recovery.isAfterRoot(depth) || depth == 0 && beginsRecord { break }
            guard beginsRecord, depth > 0 else {
                let isOpened = !tag.isEmpty && depth > 0 && depth < checked.options.input.limits.value(of: .depth)
                if isOpened { try feed.parser.open(tag, at: place) }
                return false
            }
            if let cutOff { report(cutOff) }
            let (context, place) = recovery.resume(inside: feed.parser.openNames)
            try feed.resume(after: context, at: place)
            recoveryState = .parsing
            return true
        case .document:
            guard checked.isConcatenated else { return false }
        }
        if let cutOff { report(cutOff) }
        try beginNextDocument(at: recovery.resume())
        return true
    }

    /// Ends the document with an error: to go on would silently leave out the part with the error.
    private mutating func end(_ error: XMLReaderError) -> XMLReaderError {
        let error = described(feed.completingExcerpt(of: error, source, isLast: isFinished, patience: 1_000))
        failure = error
        isDone = true
        return error
    }

    /// An error with the name of the file and the number of the document.
    private func described(_ error: XMLReaderError) -> XMLReaderError {
        let error = name.map(error.inFile) ?? error
        // Paths and namespaces may match in any document.
        guard let document = records.document, error.code != .noMatch else { return error }
        return error.inDocument(document)
    }

    /// Reads to the end of the document.
    ///
    /// - Returns: The document's value.
    /// - Throws: An `XMLReaderError` of the document or the source.
    @inline(never)
    mutating func document() throws(XMLReaderError) -> XMLValue {
        _ = try advance()
        return try takeDocument()
    }

    private mutating func takeDocument() throws(XMLReaderError) -> XMLValue {
        do throws(XMLReaderError) {
            let document = try feed.parser.takeDocument()
            if feed.parser.hasMismatches { reportMismatches() }
            return document
        } catch {
            throw end(error)
        }
    }

    /// The record that `advance` found, as a value of its own.
    @inline(never)
    func takeRecord() -> XMLValue? { feed.parser.takeRecord() }

    /// The next record, as a value of its own; `nil` where `advance` finds none.
    ///
    /// - Throws: An `XMLReaderError` of the document or the source.
    mutating func nextRecord() throws(XMLReaderError) -> XMLValue? {
        guard try advance() else { return nil }
        return checked.isSeries ? try takeDocument() : takeRecord()
    }

    /// The record that `advance` found, in the parser's memory; it is valid until the next call of `advance`.
    var record: (entry: Entry, tree: StorageView)? { feed.parser.record }

    /// Suggestions for a path that matched nothing; `nil` when it matched an element.
    var suggestedPaths: [String]? { feed.parser.suggestedPaths }

    /// The number of the current document, when the input may be several documents.
    var documentNumber: Int? { records.document }

    /// The message about a path that matched nothing; `nil` when it matched an element.
    var nothingFound: ErrorMessage? { feed.parser.nothingFound }
}
