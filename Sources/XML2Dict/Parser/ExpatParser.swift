internal import CExpat

/// The parser of an input: it feeds the bytes of a source to expat, a chunk at a time.
///
///     source ─▶ InputDecoder ─▶ text [ kept │ unread ] ─▶ expat ─▶ ExpatEventHandler ─▶ ValueBuilder ─▶ results
///
/// One chunk is one call of expat, and `state` is where expat is:
///
///     before ──▶ inside ──▶ after         the end of the document or segment
///                 │  ▲
///                 ▼  │                    a record has ended, and waits: the next step drops it and resumes
///               stopped ──▶ failed        an error after records that wait
///
/// A chunk that ends inside a character or a line break is cut before it, and the rest stays in the text. `FeedBudget`
/// leaves a small chunk of a giant token there, which expat would only read again. Expat cannot stop in the text of an
/// entity. Records from there, and an error after them, wait until the caller has taken the records before.
struct ExpatParser: ~Copyable {
    enum State {
        case before, inside, stopped, after
        /// An error that comes after the records that wait.
        indirect case failed(XMLError)
        /// The bytes after the text are invalid in their encoding, and that error has been thrown.
        case refused
    }

    /// The state of expat in the segment.
    private(set) var state = State.before
    /// The source of the bytes; `nil` when the caller feeds them, or the text has them already.
    let source: (any InputSource)?
    /// Whether the end of the source is the end of the input; `false` while the caller may feed more bytes.
    var isSourceLast: Bool
    /// The decoder of the bytes, which has their text.
    private var decoder: InputDecoder
    /// The budget, which decides how many bytes expat gets at once.
    private(set) var budget: FeedBudget
    /// Whether expat's parser is the first one, and not one after an error.
    private var isFirst = true
    /// The end tags after the segment; `nil` for a document to its end.
    private var endTags: [UInt8]?
    /// Expat's parser.
    private(set) var expat: XML_Parser
    /// The handler of expat's events, its user data.
    let handler: UnsafeMutablePointer<ExpatEventHandler>
    private let plan: Plan
    /// Whether the bytes are UTF-8 and override their declaration.
    let isUTF8: Bool
    /// The notes about the input so far, over all its documents.
    private(set) var notes = ReadingNotes()

    /// A parser of one document, or of several.
    ///
    /// - Parameters:
    ///   - plan: The plan of the document.
    ///   - records: The part of the origin that all records share.
    ///   - source: The source of the bytes; `nil` when the caller feeds them, or the text has them already.
    ///   - text: The text.
    ///   - isUTF8: Whether the bytes are UTF-8 and override their declaration.
    ///   - isSourceLast: Whether the end of the source is that of the input.
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

    /// Adds bytes of the caller, which `step` parses.
    mutating func feed(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { decoder.decode(UnsafeRawBufferPointer($0)) }
        if isContiguous == nil { Array(bytes).withUnsafeBytes { decoder.decode($0) } }
        noteFindings()
    }

    // MARK: Steps

    /// Takes the next step: after a record, with text that waits, with a chunk of the source, or with the end.
    ///
    /// - Returns: Whether there was a step to take.
    /// - Throws: An `XMLError` of the source or the document.
    mutating func step() throws(XMLError) -> Bool {
        if try resumeAfterRecord() { return true }
        if try parseText() { return true }
        if decoder.hasProblem, let problem = decoder.problem {
            state = .refused
            throw error(problem.code, problem.words)
        }
        // A few bytes that become fewer would take many reads.
        if !decoder.isComplete {
            return try read(atMost: max(readsAhead ? 8192 : 1, budget.chunkSize - text.unread.count))
        }
        if case .after = state { return false }
        try end()
        return true
    }

    /// Drops the record that waits, if there is one, and resumes after it.
    ///
    /// - Returns: Whether there is another record, or expat could continue in its buffer.
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

    /// Parses a chunk of the text, except an incomplete tail.
    ///
    /// A chunk may be nothing but such a tail, and as long as a token can be. Then it is parsed as it is, so that expat
    /// or the limit refuses it.
    ///
    /// - Returns: Whether it parsed a chunk.
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
        if !isRest { handler.pointee.placeOpenElements() }
        return true
    }

    /// Whether the last chunk can be marked as final, which saves the lines that expat counts after any other chunk.
    private var canEndWithText: Bool {
        hasWholeText && endTags == nil && plan.records == nil && !plan.input.isConcatenated
    }

    /// Whether more of the input is read before expat gets a chunk that is not full, because reading never waits.
    private var readsAhead: Bool {
        !decoder.isComplete && isSourceLast && plan.records == nil && source?.neverWaits == true
    }

    /// Sets the encoding that the first bytes show, before expat gets them.
    private mutating func begin(with chunk: UnsafeRawBufferPointer) throws(XMLError) {
        // Expat would take these bytes for UTF-16, even if it was set to UTF-8; UTF-8 cannot begin so.
        let first = chunk[0], second = chunk.count > 1 ? chunk[1] : 1
        guard first != 0, second != 0, (first, second) != (0xFE, 0xFF), (first, second) != (0xFF, 0xFE) else {
            throw error(.malformed, "the document begins with bytes that are not UTF-8")
        }
        state = .inside
        guard let encoding = decoder.encoding else { return }
        handler.pointee.expectedEncoding = encoding
        // Expat counts the byte order mark as a column.
        if encoding.isMarked, chunk.starts(with: TextPosition.mark) { handler.pointee.start.columns &-= 1 }
        // After a byte order mark of UTF-8, the handler checks the declaration, whose spelling expat may not know.
        guard encoding.isTranscoded || encoding.isMarked || decoder.isForced else { return }
        // Expat allocates a copy of the name, and can fail for no other reason.
        if XML_SetEncoding(expat, "UTF-8") != XML_STATUS_OK { Memory.isExhausted() }
    }

    /// Reads a chunk of the source, or finds the end of the input.
    ///
    /// - Returns: Whether there was either.
    private mutating func read(atMost count: Int) throws(XMLError) -> Bool {
        let hasRead = if let source { try decoder.read(source, atMost: count) } else { false }
        if hasRead { noteFindings() }
        if hasRead, source?.hasEnded == false { return true }
        guard isSourceLast else { return hasRead }
        decoder.finish()
        noteFindings()
        return true
    }

    /// Notes the findings of the decoder, at their positions in the text.
    private mutating func noteFindings() {
        guard decoder.hasFindings else { return }
        let start = handler.pointee.byteIndex < 0 ? handler.pointee.start : handler.pointee.place
        let text = text
        for (kind, offset, count) in decoder.takeFindings() {
            notes.add(kind, count, at: text.position(of: offset, after: start))
        }
    }

    /// Parses the end of the document or segment.
    private mutating func end() throws(XMLError) {
        state = .after
        let rest = Array(text.unread)
        text.pass(rest.count)
        guard let endTags else { return try check(parse(rest, isLast: true)) }
        // Expat gets the end tags for its comparison, and delivers the text that it has held back before them.
        handler.pointee.hearing = .text
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

    /// Notes a name that is a key of the options; that of an open record waits, because the record may be broken.
    private mutating func noteReservedKey() {
        guard let (key, start) = builder.reserved, plan.records == nil || !builder.open.selection.isInsideBuilt else {
            return
        }
        builder.reserved = nil
        let found = (name: builder.open.names.names[key].string, option: builder.plan.roles[key].option ?? "")
        notes.add(.reservedKey, at: handler.pointee.position(of: start), key: found)
    }

    /// Notes how far expat has come, and throws an error, now or after the records that wait.
    private mutating func check(_ status: XML_Status) throws(XMLError) {
        if builder.reserved != nil { noteReservedKey() }
        // A record that waits was within the limit at its end tag.
        if !hasRecord { _ = handler.pointee.keepsResult() }
        if status == XML_STATUS_ERROR || hasFailedInCallback { return try fail() }
        handler.pointee.settle()
        if case .after = state { return }
        state = status == XML_STATUS_SUSPENDED ? .stopped : .inside
        guard let parsed = parsedOffset else { return }
        budget.note(understood: parsed - start.bytes)
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

    /// The text of the input, from the first kept byte on; it is UTF-8 once the encoding is known.
    ///
    /// If records are read after a broken one, the caller decides what the text forgets.
    var text: InputText { decoder.text }

    /// The error after the text, without a place, of bytes that are invalid in their encoding.
    var problem: XMLError? { decoder.problem }

    /// Whether all of the input is in the text.
    var hasWholeText: Bool { decoder.isComplete && !decoder.hasProblem }

    /// Adds more of the input to the text, without parsing it.
    ///
    /// - Returns: Whether there is more text, or the input has ended: `false` when the source has nothing yet.
    /// - Throws: An `XMLError` of the source.
    mutating func readText() throws(XMLError) -> Bool {
        guard !decoder.hasProblem else { return false }
        return try read(atMost: FeedBudget.usualChunkSize)
    }

    /// Completes the source line of an error with bytes that expat has not got.
    ///
    /// It reads ahead in the source, unless the source would have to wait long, and keeps the bytes.
    ///
    /// - Parameters:
    ///   - error: An error.
    ///   - patience: How long the source may wait for the bytes, in milliseconds.
    /// - Returns: The error; without the line, if that cannot be completed.
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
        // Our bound is exact. Expat's also counts the document itself and character references, so it gets a larger
        // factor.
        let factor = 2 + Float(max(0, plan.limits[.amplification]))
        XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, factor)
        // Expat's bound begins later than ours, because at its beginning it depends on how the document is cut.
        XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 16 * 1024 * 1024)
    }

    /// Whether the parser has parsed a small document to its end, without an error: see `ExpatPool`.
    private var isReusable: Bool {
        guard case .after = state, isFirst, !hasFailedInCallback, XML_GetErrorCode(expat) == XML_ERROR_NONE else {
            return false
        }
        let ownNames = builder.open.names.count - plan.names.count
        return budget.fed <= ExpatPool.mostBytes && builder.open.elements.capacity <= ExpatPool.mostDepth
            && ownNames <= ExpatPool.mostNames && handler.pointee.entityCheck.count == 0
    }

    // MARK: Segments

    /// Begins with a part of a document, which this parser, another one or another process cuts.
    ///
    /// - Throws: An `XMLError` when the context cannot be read, or a record is open in it.
    mutating func begin(_ part: Segment) throws(XMLError) {
        endTags = part.endTags
        try open(part, .startTags)
        guard builder.open.selection.depthAroundWhole == nil else {
            throw error(.malformed, "a record is open around the part")
        }
    }

    /// Resumes after a broken record, with another parser of expat and the same builder.
    ///
    /// - Parameter rest: The text from the next record on, which is kept.
    /// - Throws: An `XMLError` with the code `malformed` for an invalid name in the context: no parser has read
    ///   the tags that the search has passed.
    mutating func resume(_ rest: Segment) throws(XMLError) {
        let encoding = decoder.encoding == .declaredASCII ? "US-ASCII" : "UTF-8"
        replaceExpat(encoding: encoding)
        do throws(XMLError) {
            try open(rest, rest.bareContext == nil ? .nothing : .attributes)
        } catch {
            guard let bare = rest.bareContext else { throw error }
            replaceExpat(encoding: encoding)
            try open(Segment(context: bare, place: rest.place), .nothing)
        }
        text.rewind(to: rest.place.bytes)
    }

    /// Continues with another document of the input, with another parser of expat and another builder.
    ///
    /// The encoding of each document is found in its own bytes. After a document that was converted to UTF-8, the
    /// bytes of the next one are converted already: it must have the same encoding.
    ///
    /// - Parameters:
    ///   - records: The part of the origin that all records of the document share.
    ///   - place: The place of the document, whose bytes are kept.
    ///   - isLate: Whether only white space is before it, perhaps after a byte order mark, which counts.
    /// - Returns: The place after a byte order mark that was converted with the text: expat needs none.
    /// - Throws: An `XMLError` with the code `encoding`.
    mutating func beginNextDocument(
        _ records: RecordOriginBase,
        at place: TextPosition,
        isLate: Bool
    ) throws(XMLError) -> TextPosition {
        var place = place
        text.rewind(to: place.bytes)
        if decoder.isAtConvertedMark { place.passMark() }
        text.forget(before: place.bytes)
        let unmatched = builder.unmatched
        replaceExpat(encoding: isUTF8 ? "UTF-8" : nil)
        handler.pointee = ExpatEventHandler(parser: expat, plan, records, at: place)
        builder.open.selection.earlier = unmatched
        if isLate, decoder.encoding?.isMarked == true { return place }
        let refusal = decoder.beginNextDocument()
        noteFindings()
        if let refusal { throw error(.encoding, refusal) }
        return place
    }

    /// Replaces expat's parser by one that has parsed nothing.
    private mutating func replaceExpat(encoding: String?) {
        isFirst = false
        XML_ParserFree(expat)
        builder.open.names.forgetAddresses()
        expat = ExpatPool.make(encoding)
        Self.configure(expat, handler, plan)
        state = .before
        budget = FeedBudget(plan.limits, beginsSmall: true)
    }

    /// Parses the context of a segment, and counts from the place of the segment.
    private mutating func open(_ segment: Segment, _ hearing: ExpatEventHandler.Hearing) throws(XMLError) {
        // The line break separates the context from the text in messages that quote a line.
        let context = segment.context.isEmpty ? [] : segment.context + [0x0A]
        handler.pointee.hear(expat, hearing)
        if !context.isEmpty, parse(context, isLast: false) != XML_STATUS_OK || hasFailedInCallback {
            throw handler.pointee.failure ?? handler.pointee.explain(XML_GetErrorCode(expat))
        }
        handler.pointee.hear(expat, .all)
        var end = TextPosition()
        context.withUnsafeBytes { end.pass($0[...]) }
        handler.pointee.begin(at: segment.place, after: end)
        guard !context.isEmpty else { return }
        state = .inside
        budget.give(context.count)
        budget.note(understood: context.count)
    }
}

/// The version of expat.
extension ExpatParser {
    /// The version, such as `expat_2.5.0`.
    static var version: String {
        XML_ExpatVersion().map { String(cString: $0) } ?? "expat"
    }

    /// Whether expat checks every character.
    ///
    /// Versions before 2.4.5 accept ill-formed UTF-8 in names (CVE-2022-25235). Some distributions have fixed such
    /// versions without a new number; then two checks do no harm.
    static let checksAllUTF8: Bool = {
        let version = XML_ExpatVersionInfo()
        return (version.major, version.minor, version.micro) >= (2, 4, 5)
    }()
}

/// A segment of an input, which one parser of expat reads: a document, a part of one, or what follows a broken record.
///
///     <rss><channel><item>1</item> │ <item>2</item> │ <item>3</item></channel></rss>
///                                  └ segment ───────┘
///     context      <rss><channel>        the start tags of the elements around it
///     end tags     </channel></rss>      of the elements that are open at its end
///
/// Expat gets the context, the segment and the end tags, and so compares each tag of a part with its partner.
struct Segment {
    /// The text that opens the elements around it.
    var context: [UInt8] = []
    /// The context with the names of its start tags alone, if the tags may not be well-formed.
    var bareContext: [UInt8]?
    /// Its position in the input; without lines and columns, if nothing asks for them.
    var place = TextPosition()
    /// The end tags of the elements that are open at its end; `nil` when it extends to the end of the document.
    var endTags: [UInt8]?
}
