internal import CExpat

/// The parser of an input, which feeds the bytes of a source to expat, a chunk at a time.
///
///     source ─▶ InputDecoder ─▶ text [ kept │ unread ] ─▶ expat ─▶ ExpatEventHandler ─▶ ValueBuilder ─▶ results
///
/// One chunk is one call of expat. `state` is the state of expat:
///
///     before ──▶ inside ──▶ after         the end of the document or segment
///                 │  ▲
///                 ▼  │                    a record has ended, and waits: the next step drops it and resumes
///               stopped ──▶ failed        an error after records that wait
///
/// A chunk ends before an incomplete character or line break, and the rest stays unread. Small chunks of a giant token
/// also stay unread until `FeedBudget` joins them, because expat reads the token again with each chunk. Expat cannot
/// stop in the text of an entity, so records in an entity, and an error after these records, wait until the caller has
/// taken earlier records.
struct ExpatParser: ~Copyable {
    enum State {
        case before, inside, stopped, after
        /// An error that comes after the records that wait.
        indirect case failed(XMLError)
        /// The bytes after the text are invalid in their encoding, and that error has been thrown.
        case refused
    }

    private(set) var state = State.before
    /// The source of the bytes, or `nil` if the caller feeds the bytes or the text has all bytes.
    let source: (any InputSource)?
    /// Whether the end of the source is the end of the input, so that the caller feeds no more bytes.
    var isSourceLast: Bool
    private var decoder: InputDecoder
    private(set) var budget: FeedBudget
    private var isFirst = true
    /// The end tags after the segment, or `nil` if it extends to the end of the document.
    private var endTags: [UInt8]?
    private(set) var expat: XML_Parser
    let handler: UnsafeMutablePointer<ExpatEventHandler>
    private let plan: Plan
    /// Whether the bytes are UTF-8, even if the declaration names another encoding.
    let isUTF8: Bool
    private(set) var notes = ReadingNotes()

    /// Creates a parser of a source, of bytes that the caller feeds, or of the bytes in `text`.
    init(
        _ plan: Plan,
        _ records: RecordOriginBase,
        _ source: (any InputSource)?,
        _ text: InputText = InputText(),
        isUTF8: Bool,
        isSourceLast: Bool = true
    ) {
        self.plan = plan
        self.source = source
        self.isUTF8 = isUTF8
        self.isSourceLast = isSourceLast
        budget = FeedBudget(plan.limits)
        decoder = InputDecoder(
            text,
            isUTF8: isUTF8,
            forced: plan.input.encoding,
            checksUTF8: !Self.checksAllUTF8,
            filter: plan.input.replacesInvalidCharacters ? InvalidCharacterFilter() : nil
        )
        let (parser, memory) = ExpatPool.shared.take(isUTF8 ? "UTF-8" : nil)
        expat = parser
        handler = memory
        memory.initialize(to: ExpatEventHandler(parser: parser, plan, records, at: TextPosition()))
        Self.configure(parser, memory, plan)
    }

    deinit {
        let isReusable = isReusable
        handler.deinitialize(count: 1)
        ExpatPool.shared.put((expat, handler), isReusable: isReusable)
    }

    mutating func feed(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { decoder.decode(UnsafeRawBufferPointer($0)) }
        if isContiguous == nil { Array(bytes).withUnsafeBytes { decoder.decode($0) } }
        noteFindings()
    }

    // MARK: Steps

    /// Takes the next step: resumes after a record, parses a chunk of the text, reads the source, or ends the document.
    ///
    /// - Returns: Whether there was a step to take.
    mutating func step() throws(XMLError) -> Bool {
        if try resumeAfterRecord() { return true }
        if try parseText() { return true }
        if decoder.hasProblem, let problem = decoder.problem {
            state = .refused
            throw error(problem.code, problem.words)
        }
        // Without the minimum of 8192 bytes, reads of a few bytes would fill the rest of a chunk.
        if !decoder.isComplete {
            return try read(atMost: max(readsAhead ? 8192 : 1, budget.chunkSize - text.unread.count))
        }
        if case .after = state { return false }
        try end()
        return true
    }

    /// Drops the record that waits, and returns whether another record waits or expat has resumed.
    private mutating func resumeAfterRecord() throws(XMLError) -> Bool {
        if hasRecord {
            builder.dropRecord()
            if hasRecord { return true }
        }
        switch state {
        case .stopped:
            try check(XML_ResumeParser(expat))
            return true
        case .failed(let error): throw error
        case .before, .inside, .after, .refused: return false
        }
    }

    /// Parses a chunk of the text without its incomplete tail, and returns whether there was a chunk.
    ///
    /// A tail that fills the largest chunk is parsed, so that expat or the limit refuses the tail.
    private mutating func parseText() throws(XMLError) -> Bool {
        let unread = text.unread, most = budget.chunkSize
        guard unread.count > 0, decoder.encoding != nil,
            unread.count >= most || decoder.hasEnded || !readsAhead && budget.mayParse(with: unread.count)
        else { return false }
        var chunk = UnsafeRawBufferPointer(rebasing: unread.prefix(most))
        let tail = IncompleteTail.length(of: chunk)
        if tail < most { chunk = UnsafeRawBufferPointer(rebasing: chunk.dropLast(tail)) }
        guard chunk.count > 0 else { return false }
        if case .before = state { try begin(with: chunk) }
        budget.give(chunk.count)
        handler.pointee.capture(chunk)
        let isRest = chunk.count == unread.count && chunk.count < most && canEndWithText
        if isRest { state = .after }
        let status = XML_Parse(expat, chunk.baseAddress, Int32(chunk.count), isRest ? 1 : 0)
        text.pass(chunk.count)
        try check(status)
        if !isRest { handler.pointee.locateOpenElements() }
        return true
    }

    /// Whether the last chunk can be marked as final, so that expat need not count the lines of the chunk.
    private var canEndWithText: Bool {
        hasWholeText && endTags == nil && plan.records == nil && !plan.input.isConcatenated
    }

    /// Whether to read more of the input before expat gets a chunk that is not full, because reading never waits.
    private var readsAhead: Bool {
        !decoder.isComplete && isSourceLast && plan.records == nil && source?.neverWaits == true
    }

    /// Sets the encoding that the first bytes show, before expat gets them.
    private mutating func begin(with chunk: UnsafeRawBufferPointer) throws(XMLError) {
        // Expat would take these bytes for UTF-16, even if it is set to UTF-8. XML in UTF-8 cannot begin so.
        let first = chunk[0], second = chunk.count > 1 ? chunk[1] : 1
        guard first != 0, second != 0, (first, second) != (0xFE, 0xFF), (first, second) != (0xFF, 0xFE) else {
            throw error(.malformed, "the document begins with bytes that are not UTF-8")
        }
        state = .inside
        guard let encoding = decoder.encoding else { return }
        handler.pointee.expectedEncoding = encoding
        // Expat counts the byte order mark as a column.
        if encoding.isMarked, chunk.starts(with: TextPosition.mark) { handler.pointee.start.columns &-= 1 }
        // After a byte order mark, the handler checks the declared name, because expat may not accept the spelling.
        guard encoding.isTranscoded || encoding.isMarked || decoder.isForced else { return }
        // `XML_SetEncoding` fails only if expat cannot allocate a copy of the name.
        if XML_SetEncoding(expat, "UTF-8") != XML_STATUS_OK { Memory.isExhausted() }
    }

    /// Reads a chunk of the source or finds the end of the input, and returns `false` if it can do neither.
    private mutating func read(atMost count: Int) throws(XMLError) -> Bool {
        let hasRead = if let source { try decoder.read(source, atMost: count) } else { false }
        if hasRead { noteFindings() }
        if hasRead, source?.hasEnded == false { return true }
        guard isSourceLast else { return hasRead }
        decoder.finish()
        noteFindings()
        return true
    }

    private mutating func noteFindings() {
        guard decoder.hasFindings else { return }
        let start = handler.pointee.byteIndex < 0 ? handler.pointee.start : handler.pointee.expatPosition
        let text = text
        for (kind, offset, count) in decoder.takeFindings() {
            notes.add(kind, count, at: text.position(of: offset, after: start))
        }
    }

    private mutating func end() throws(XMLError) {
        state = .after
        let rest = Array(text.unread)
        text.pass(rest.count)
        guard let endTags else { return try check(parse(rest, isLast: true)) }
        // Expat compares the end tags with the start tags, and before that delivers the text that it has held back.
        handler.pointee.passedEvents = .text
        let status = parse(rest + endTags, isLast: true)
        if builder.reserved != nil { noteReservedKey() }
        if !hasRecord { _ = handler.pointee.keepsResult() }
        guard status == XML_STATUS_OK, !hasFailedInCallback else {
            throw XMLError(
                .malformed,
                "the document is broken at the end of this part, or the plan is not that of this file and these options"
            )
        }
    }

    private func parse(_ bytes: [UInt8], isLast: Bool) -> XML_Status {
        bytes.withUnsafeBytes { XML_Parse(expat, $0.baseAddress, Int32(clamping: $0.count), isLast ? 1 : 0) }
    }

    /// Notes a name that is a key of the options, unless an open record has the name, because the record may be broken.
    private mutating func noteReservedKey() {
        guard let (key, start) = builder.reserved, plan.records == nil || !builder.open.selection.isInsideBuilt else {
            return
        }
        builder.reserved = nil
        let found = (name: builder.open.names.names[key].string, option: builder.plan.roles[key].option ?? "")
        notes.add(.reservedKey, at: handler.pointee.position(of: start), key: found)
    }

    private mutating func check(_ status: XML_Status) throws(XMLError) {
        if builder.reserved != nil { noteReservedKey() }
        // A record that waits was within the limit at its end tag.
        if !hasRecord { _ = handler.pointee.keepsResult() }
        if status == XML_STATUS_ERROR || hasFailedInCallback { return try fail() }
        handler.pointee.settle()
        if case .after = state { return }
        state = status == XML_STATUS_SUSPENDED ? .stopped : .inside
        guard let parsed = parsedOffset else { return }
        budget.note(parsed: parsed - start.bytes)
        if budget.isOverdrawn {
            handler.pointee.breach(.tokenLength)
            try fail()
        }
        if !plan.policy.skips { text.forget(before: parsed) }
    }

    private mutating func fail() throws(XMLError) {
        guard hasRecord else { throw failure }
        state = .failed(failure)
    }

    private var failure: XMLError {
        let error = handler.pointee.failure ?? handler.pointee.explain(XML_GetErrorCode(expat))
        let isOfHTML = [.malformed, .unexpectedEnd].contains(error.code) && handler.pointee.looksLikeHTML
        return isOfHTML ? error.adding(" (this looks like an HTML page, not XML)") : error
    }

    // MARK: Text

    /// The text from the first kept byte on, in UTF-8 once the encoding is detected.
    var text: InputText { decoder.text }

    /// The error, without a position, if the bytes after the text are invalid in their encoding.
    var problem: XMLError? { decoder.problem }

    var hasWholeText: Bool { decoder.isComplete && !decoder.hasProblem }

    /// Adds more of the input to the text, and returns `false` if the source has no more bytes yet.
    mutating func readText() throws(XMLError) -> Bool {
        guard !decoder.hasProblem else { return false }
        return try read(atMost: FeedBudget.usualChunkSize)
    }

    /// Completes the source line of an error, or removes the line.
    ///
    /// The parser reads ahead and keeps the bytes, unless the source needs more than `patience` milliseconds.
    mutating func completingExcerpt(of error: XMLError, patience: Int32) -> XMLError {
        guard let begun = error.unfinishedExcerpt else { return error }
        while true {
            var excerpt = begun
            excerpt.append(text.unread)
            if !excerpt.isComplete, !decoder.hasEnded, source?.isReady(within: patience) ?? true,
                (try? read(atMost: 256)) ?? false
            {
                continue
            }
            if decoder.hasEnded, endTags == nil { excerpt.end() }
            return error.with(excerpt)
        }
    }

    // MARK: Expat

    private static func configure(
        _ parser: XML_Parser,
        _ handler: UnsafeMutablePointer<ExpatEventHandler>,
        _ plan: Plan
    ) {
        registerCallbacks(parser, handler)
        registerCallbacks(parser, plan)
        CExpatDeliverAtOnce(parser)
        CExpatAllocateFreely(parser)
        // Our bound is exact. Expat's bound also counts the document and character references, so its factor is larger.
        let factor = 2 + Float(max(0, plan.limits[.amplification]))
        XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, factor)
        // Expat's bound begins later than ours, because the exact beginning of expat's bound depends on the chunks.
        XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 16 * 1024 * 1024)
    }

    private var isReusable: Bool {
        guard case .after = state, isFirst, !hasFailedInCallback, XML_GetErrorCode(expat) == XML_ERROR_NONE else {
            return false
        }
        let ownNames = builder.open.names.count - plan.names.count
        return budget.fed <= ExpatPool.mostBytes && builder.open.elements.capacity <= ExpatPool.mostDepth
            && ownNames <= ExpatPool.mostNames && handler.pointee.entityCheck.count == 0
    }

    // MARK: Segments

    mutating func begin(_ part: Segment) throws(XMLError) {
        endTags = part.endTags
        try open(part, .startTags)
        guard builder.open.selection.depthAroundWhole == nil else {
            throw error(.malformed, "a record is open around the part")
        }
    }

    /// Resumes at the next record after a broken record, with another parser of expat and the same builder.
    ///
    /// - Throws: An `XMLError` for an invalid name in the context, because no parser has read the tags before `rest`.
    mutating func resume(_ rest: Segment) throws(XMLError) {
        let encoding = decoder.encoding == .declaredASCII ? "US-ASCII" : "UTF-8"
        replaceExpat(encoding: encoding)
        do throws(XMLError) {
            try open(rest, rest.bareContext == nil ? .nothing : .attributes)
        } catch {
            guard let bare = rest.bareContext else { throw error }
            replaceExpat(encoding: encoding)
            try open(Segment(context: bare, position: rest.position), .nothing)
        }
        text.rewind(to: rest.position.bytes)
    }

    /// Continues with another document of the input, with another parser of expat and another builder.
    ///
    /// The encoding of each document is detected in its bytes. But if the reader converted the previous document to
    /// UTF-8, the text of this document is already converted, and must have the encoding of the previous document.
    ///
    /// - Returns: `position`, or the position after a converted byte order mark there, because expat needs no mark.
    mutating func beginNextDocument(
        _ records: RecordOriginBase,
        at position: TextPosition,
        isLate: Bool
    ) throws(XMLError) -> TextPosition {
        var position = position
        text.rewind(to: position.bytes)
        if decoder.isAtConvertedMark { position.passMark() }
        text.forget(before: position.bytes)
        let unmatched = builder.unmatched
        replaceExpat(encoding: isUTF8 ? "UTF-8" : nil)
        handler.pointee = ExpatEventHandler(parser: expat, plan, records, at: position)
        builder.open.selection.earlier = unmatched
        if isLate, decoder.encoding?.isMarked == true { return position }
        let refusal = decoder.beginNextDocument()
        noteFindings()
        if let refusal { throw error(.encoding, refusal) }
        return position
    }

    private mutating func replaceExpat(encoding: String?) {
        isFirst = false
        XML_ParserFree(expat)
        builder.open.names.forgetAddresses()
        expat = ExpatPool.make(encoding)
        Self.configure(expat, handler, plan)
        state = .before
        budget = FeedBudget(plan.limits, beginsSmall: true)
    }

    /// Parses the context of a segment, and makes the handler count bytes and lines from the segment's position.
    private mutating func open(_ segment: Segment, _ passedEvents: ExpatEventHandler.PassedEvents) throws(XMLError) {
        // The line break separates the context from the text in messages that quote a line.
        let context = segment.context.isEmpty ? [] : segment.context + [0x0A]
        handler.pointee.use(expat, passing: passedEvents)
        if !context.isEmpty, parse(context, isLast: false) != XML_STATUS_OK || hasFailedInCallback {
            throw handler.pointee.failure ?? handler.pointee.explain(XML_GetErrorCode(expat))
        }
        handler.pointee.use(expat, passing: .all)
        var end = TextPosition()
        context.withUnsafeBytes { end.pass($0[...]) }
        handler.pointee.begin(at: segment.position, after: end)
        guard !context.isEmpty else { return }
        state = .inside
        budget.give(context.count)
        budget.note(parsed: context.count)
    }
}

extension ExpatParser {
    static var version: String {
        XML_ExpatVersion().map { String(cString: $0) } ?? "expat"
    }

    /// Whether expat checks every character: versions before 2.4.5 accept ill-formed UTF-8 in names (CVE-2022-25235).
    ///
    /// Some distributions have fixed such versions without a new number. There, a second check does no harm.
    static let checksAllUTF8: Bool = {
        let version = XML_ExpatVersionInfo()
        return (version.major, version.minor, version.micro) >= (2, 4, 5)
    }()
}

/// A segment of an input, which one parser of expat reads: a document, a part, or the text after a broken record.
///
///     <rss><channel><item>1</item> │ <item>2</item> │ <item>3</item></channel></rss>
///                                  └ segment ───────┘
///     context      <rss><channel>        the start tags of the elements around it
///     end tags     </channel></rss>      of the elements that are open at its end
///
/// Expat gets the context, the segment and the end tags, and so compares every start tag with an end tag.
struct Segment {
    var context: [UInt8] = []
    /// The context with only the names of its start tags, if the tags may not be well-formed.
    var bareContext: [UInt8]?
    /// The position of the segment's beginning, without lines and columns if nothing asks for them.
    var position = TextPosition()
    /// The end tags of the elements that are open at the segment's end, or `nil` at the end of the document.
    var endTags: [UInt8]?
}
