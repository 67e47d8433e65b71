/// Parses one or several documents from a source, and delivers their elements to a sink.
///
///     XMLReader, XMLRecords                 a file or memory ──┐
///     XMLPushReader, XMLPushRecords         chunks, fed ───────┼──▶ DocumentStream ──▶ ElementSink
///     XMLAsyncRecords                       chunks, awaited ───┤
///     DocumentParts                         parts of a file ───┘
///
///     parsing ──▶ between                a document of a series is complete, and the next one begins
///        ├──▶ deciding ──▶ searching     after a broken record, until the next record or document begins
///        └──▶ done, failed
struct DocumentStream: ~Copyable {
    // Errors are large.
    indirect enum State {
        case parsing
        /// A document of a series is complete, and the next document begins at this position.
        case between(TextPosition)
        /// The parser has refused a tag that may begin a record, and the whole tag has not arrived.
        case deciding(XMLError)
        /// The text is searched for the next record.
        ///
        /// `cutOff` is the error if the input ended in the broken record.
        case searching(cutOff: XMLError?)
        case done
        case failed(XMLError)
    }

    var state = State.parsing
    private(set) var parser: ExpatParser
    /// Finds the position where reading resumes after a broken record, or is `nil` if any error ends the input.
    private let recovery: RecordRecovery?
    let plan: Plan
    private let name: String?
    private(set) var records: RecordOriginBase
    private(set) var skippedCount = 0
    private(set) var skippedErrors: [XMLError] = []
    /// The error of a record that does not fit the schema, and the number of records to deliver before the error.
    private var delayed: Boxed<(error: XMLError, recordCount: Int)>?
    /// Whether a document begins, so that `drain` must first call `begin` of the sink.
    var isAtBeginning = true
    /// The findings of the threads that read the parts, if the parts were the whole document.
    private(set) var findingsOfParts: ReadingFindings?

    /// Creates a stream that reads a source, or if `source` is `nil`, chunks that the caller feeds.
    @inline(never)
    init(
        _ plan: Plan,
        _ source: (any InputSource)? = nil,
        named name: String? = nil,
        source records: RecordOriginBase = RecordOriginBase(),
        text: InputText = InputText(),
        isUTF8: Bool = false
    ) {
        var records = records
        if plan.input.isConcatenated { records.document = 1 }
        parser = ExpatParser(plan, records, source, text, isUTF8: isUTF8, isSourceLast: source != nil)
        self.name = name
        self.plan = plan
        self.records = records
        recovery = !plan.policy.skips ? nil : RecordRecovery(text, plan)
    }

    init(_ plan: Plan, _ source: XMLSource) throws(XMLError) {
        let records = RecordOriginBase(file: source.name)
        self.init(plan, try source.open(), named: source.name, source: records, isUTF8: source.isUTF8)
    }

    /// Creates a stream of a part of a file, and throws an error for a file of another size, for options that need the
    /// whole document, or for an invalid context.
    static func of(
        _ part: FilePart,
        _ file: FileSource,
        _ plan: Plan,
        source records: RecordOriginBase
    ) throws(XMLError) -> DocumentStream {
        guard file.byteCount == part.size else {
            throw XMLError(
                .inputOutput,
                "the file is not that of the plan, which had \(part.size) bytes; make the plan again"
            )
        }
        guard part.isWhole || plan.canBeReadInParts && !plan.policy.skips else {
            throw XMLError(.invalidOptions, "these options need the whole document, and not a part of it")
        }
        let source = file.source(at: part.offset, count: part.length)
        let text = InputText(at: part.offset)
        var stream = DocumentStream(plan, source, source: records, text: text, isUTF8: part.offset > 0)
        guard !part.isWhole else { return stream }
        // A part that was planned with other options can begin inside a record.
        guard OpenTags.areAll(part.segment.context), (try? stream.parser.begin(part.segment)) != nil else {
            throw XMLError(
                .malformed,
                "the context of the part is not that of a plan with the same options; make the plan again"
            )
        }
        return stream
    }

    /// Creates a stream of a part of a document, or throws an error if the context of the part cannot be read.
    static func of(
        _ part: DocumentPart,
        _ plan: Plan,
        source records: RecordOriginBase,
        isUTF8: Bool
    ) throws(XMLError) -> DocumentStream {
        // Only the first part has an XML declaration, which may name the encoding. The other parts are UTF-8.
        var stream = DocumentStream(plan, source: records, text: part.text, isUTF8: isUTF8 || !part.isFirst)
        stream.finish()
        try stream.parser.begin(part.segment)
        return stream
    }

    var failure: XMLError? { if case .failed(let error) = state { error } else { nil } }

    var hasFailed: Bool { if case .failed = state { true } else { false } }

    /// Whether the caller can feed no more chunks.
    var isFinished: Bool { parser.isSourceLast }

    /// Adds a chunk, which `drain` reads, or throws the error that ended the document.
    @inline(never)
    mutating func feed(_ bytes: some Collection<UInt8>) throws(XMLError) {
        if let failure { throw failure }
        guard !isFinished else { throw XMLError(.finished, "bytes were fed after the document was finished") }
        parser.feed(bytes)
    }

    mutating func finish() {
        parser.isSourceLast = true
    }

    /// Parses the bytes that are ready, and delivers at most `count` complete elements to a sink.
    ///
    /// - Returns: The number of delivered elements, which is less than `count` if the input has ended, or if the caller
    ///   must feed more bytes.
    /// - Throws: An `XMLError`, after all elements before the error were delivered. No element follows.
    @inline(never)
    mutating func drain(into sink: any ElementSink, atMost count: Int = .max) throws(XMLError) -> Int {
        var delivered = 0
        do throws(XMLError) {
            while delivered < count {
                if isAtBeginning {
                    isAtBeginning = false
                    sink.begin(parser)
                }
                guard try step() else { break }
                sink.look(at: &parser.builder)
                if parser.builder.hasMismatches { reportMismatches() }
                if delayed != nil { try countDownToDelayedError() }
                guard parser.hasRecord || isBetween else { continue }
                try deliver(to: sink)
                delivered += 1
            }
            guard delivered < count, isFinished, isOpen else { return delivered }
            if plan.requiresMatch, let message = parser.builder.missingMatch {
                throw XMLError(.noMatch, message)
            }
            state = .done
            guard plan.records == nil else { return delivered }
            try deliver(to: sink)
            return delivered + 1
        } catch {
            throw end(error)
        }
    }

    @inline(__always)
    private mutating func deliver(to sink: any ElementSink) throws(XMLError) {
        try parser.results { builder throws(BuildError) in try sink.receive(&builder) }
        if parser.builder.hasMismatches { reportMismatches() }
    }

    private var isBetween: Bool { if case .between = state { true } else { false } }

    private var isOpen: Bool {
        switch state {
        case .done, .failed: false
        case .parsing, .between, .deciding, .searching: true
        }
    }

    /// Takes the step that the state requires, and returns `false` if the input or the available bytes have ended.
    private mutating func step() throws(XMLError) -> Bool {
        switch state {
        case .done, .failed: return false
        case .between(let position):
            try beginNextDocument(at: position)
            return true
        case .deciding(let error): return try decide(error)
        case .searching(let cutOff): return try search(cutOff)
        case .parsing: break
        }
        do throws(XMLError) {
            let hasStepped = try parser.step()
            if let recovery, let offset = parser.parsedOffset { recovery.forget(upTo: offset) }
            return hasStepped
        } catch {
            if plan.input.isConcatenated, let position = parser.lateBeginning {
                try beginDocument(at: position, isLate: true)
            } else if plan.input.isConcatenated, let position = parser.nextDocument {
                if plan.isSeries { state = .between(position) } else { try beginNextDocument(at: position) }
            } else {
                try skipRecord(error)
            }
            return true
        }
    }

    private mutating func beginNextDocument(at position: TextPosition) throws(XMLError) {
        records.document = records.document.map { $0 + 1 }
        try beginDocument(at: position)
    }

    private mutating func beginDocument(at position: TextPosition, isLate: Bool = false) throws(XMLError) {
        state = .parsing
        let position = try parser.beginNextDocument(records, at: position, isLate: isLate)
        recovery?.beginNextDocument(at: position)
        isAtBeginning = true
    }

    // MARK: Broken records

    /// Skips a broken record, throws an error that must end the input, or waits if the refused tag may begin a record.
    private mutating func skipRecord(_ error: XMLError) throws(XMLError) {
        let isOfInput =
            [.cannotOpen, .inputOutput, .defect].contains(error.code) || parser.hasRefusedBytes
            || parser.hasTooManyNames
        guard let recovery, !isOfInput, recovery.beginToken(at: parser.refusedOffset) else { throw error }
        let isInRecord = parser.builder.open.selection.isInsideBuilt || parser.builder.isInBrokenRecord
        if isInRecord { try beginSearch(error) } else { state = .deciding(error) }
    }

    /// Waits for the whole refused tag, then skips the record that the tag begins, or throws the error.
    private mutating func decide(_ error: XMLError) throws(XMLError) -> Bool {
        while true {
            let isLast = parser.hasWholeText || parser.problem != nil
            if let isRecord = try recovery?.isRecordRefused(by: parser, isLast: isLast) {
                guard isRecord else { throw error }
                try beginSearch(error)
                return true
            }
            guard try parser.readText() else { return false }
        }
    }

    private mutating func beginSearch(_ error: XMLError) throws(XMLError) {
        guard let recovery else { throw error }
        let most = plan.limits[.errors]
        guard skippedCount < most else { throw error.last(over: .errors, most) }
        guard !recovery.hasReplayedTooMuch else {
            throw error.adding(" (too much text was read again after the broken records before)")
        }
        // Waits at most 100 ms for the rest of the line, and for the end of a pipe, which may arrive after the bytes.
        let error = parser.completingExcerpt(of: error, patience: 100)
        if !parser.hasEnded { report(error) }
        state = .searching(cutOff: parser.hasEnded ? error : nil)
        recovery.beginSearch(in: parser)
    }

    private mutating func reportMismatches() {
        guard let shaping = plan.shaping else { return }
        for mismatch in parser.builder.takeMismatches() {
            let begun = parser.error(mismatch), error = parser.completingExcerpt(of: begun, patience: 0)
            if shaping.outcome == .skip {
                let most = plan.limits[.errors]
                guard skippedCount < most else {
                    delayed = Boxed((error.last(over: .errors, most), mismatch.waitingCount))
                    return
                }
                report(error)
            } else {
                shaping.shaper.report(described(error))
            }
        }
    }

    /// Counts down the records before the delayed error, and throws the error after the last of these records.
    @inline(never)
    private mutating func countDownToDelayedError() throws(XMLError) {
        guard let (error, recordCount) = delayed?.value else { return }
        guard recordCount > 0 else { throw error }
        delayed = Boxed((error, recordCount - 1))
    }

    /// Reports a record that did not decode, or ends the document if too many records were skipped before.
    mutating func skip(_ error: DecodingError) throws(XMLError) {
        let position = error.position
        var fact = error.summary(hasPosition: false)
        // A type can throw the error with its own message, which does not end with the remedy.
        let remedy = position?.remedy.flatMap { fact.hasSuffix("; \($0)") ? $0 : nil }
        if let remedy { fact.removeLast("; \(remedy)".count) }
        let error = XMLError(
            .mismatch,
            ErrorMessage(fact, remedy: remedy),
            line: position?.line,
            path: position?.record?.path ?? ""
        )
        let most = plan.limits[.errors]
        guard skippedCount < most else { throw end(error.last(over: .errors, most)) }
        report(error)
    }

    private mutating func report(_ error: XMLError) {
        skippedCount += 1
        let error = described(error)
        plan.policy.report?(error)
        if plan.policy.collects { skippedErrors.append(error) }
    }

    /// Resumes at the next record or document in the available text, or returns `false` if the text has neither.
    private mutating func search(_ cutOff: XMLError?) throws(XMLError) -> Bool {
        guard let recovery else { return false }
        while true {
            let isLast = parser.hasWholeText
            if let found = try recovery.search(parser, isLast: isLast) {
                if let cutOff { report(cutOff) }
                switch found {
                case .record(let segment):
                    try parser.resume(segment)
                    state = .parsing
                case .document(let position): try beginNextDocument(at: position)
                }
                return true
            }
            if let cutOff { throw cutOff }
            if let problem = parser.problem { throw error(problem.code, problem.words, at: recovery.end()) }
            if isLast, let root = recovery.missingRoot {
                let message: ErrorMessage = "the document ends inside <\(root.shortened)>, after a broken record"
                throw error(.unexpectedEnd, message, at: recovery.end())
            }
            guard !isLast, try parser.readText() else { return false }
        }
    }

    private func error(_ code: XMLError.Code, _ words: ErrorMessage, at position: TextPosition) -> XMLError {
        XMLError(
            code,
            words,
            line: position.line,
            column: position.column,
            byteOffset: position.bytes,
            path: parser.builder.path
        )
    }

    /// Ends the document with an error, because a later result would silently lack the text with the error.
    mutating func end(_ error: XMLError) -> XMLError {
        let error = described(parser.completingExcerpt(of: error, patience: 1_000))
        state = .failed(error)
        return error
    }

    private func described(_ error: XMLError) -> XMLError {
        var error = error
        error.file = name ?? error.file
        // The error `noMatch` is about all documents of the input, because a path may match in any of them.
        if let document = records.document, error.code != .noMatch {
            error.words = "document \(document): \(error.words)"
        }
        return error
    }

    @inline(never)
    mutating func document() throws(XMLError) -> XMLValue {
        let sink = RecordSink.ofValues
        guard try drain(into: sink) > 0 else { throw failure ?? XMLError(.finished, "the document was read before") }
        return sink.takeValue(from: &parser.builder)
    }

    mutating func end(withFindings findings: ReadingFindings) {
        parser.source?.skipAll()
        findingsOfParts = findings
        state = .done
    }

    var findings: ReadingFindings {
        findingsOfParts ?? ReadingFindings(unmatched: parser.builder.unmatched, notes: parser.notes)
    }
}
