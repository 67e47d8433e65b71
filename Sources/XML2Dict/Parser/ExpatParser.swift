internal import CExpat

/// The owner of one of expat's parsers and of the handler of its events.
///
///     ParserFeed ─▶ buffer, parse ─▶ expat ─▶ callbacks ─▶ ExpatEventHandler ─▶ ValueBuilder ─▶ results
///
/// Expat stops at the end of each record: `hasRecord` is then true, the caller can take the record, and `goOn`
/// continues after it with the rest of expat's buffer. Expat cannot stop in the text of an entity. Records from there,
/// and an error after them, wait until the caller has taken the records before.
///
/// A parser reads one document. After an error it keeps throwing that error.
struct ExpatParser: ~Copyable {
    /// Expat's parser.
    private(set) var expat: XML_Parser
    /// The handler of expat's events, its user data.
    let handler: UnsafeMutablePointer<ExpatEventHandler>
    /// Whether expat has stopped after a record, and can go on.
    private var isSuspended = false
    /// The error to throw after the waiting records.
    private var laterFailure: XMLReaderError?
    let options: XMLOptions

    /// A parser for one document.
    ///
    /// - Parameters:
    ///   - checked: The options, and the path of the records.
    ///   - source: The part of the origin that all records share.
    ///   - isUTF8: Whether the bytes are UTF-8 and override their declaration.
    ///   - start: The place in the input where the document begins.
    init(_ checked: CheckedOptions, source: RecordSource, isUTF8: Bool, from start: TextStart) {
        expat = Self.makeExpat(isUTF8 ? "UTF-8" : nil)
        handler = .allocate(capacity: 1)
        handler.initialize(to: ExpatEventHandler(parser: expat, checked, source, from: start))
        options = checked.options
        Self.configure(expat, handler, options)
    }

    /// A parser of expat for an encoding in the words of expat; `nil` for the one that the document declares.
    static func makeExpat(_ encoding: String?) -> XML_Parser {
        guard let parser = XML_ParserCreate_MM(encoding, nil, nil) else { Memory.isExhausted() }
        return parser
    }

    private static func configure(
        _ parser: XML_Parser,
        _ handler: UnsafeMutablePointer<ExpatEventHandler>,
        _ options: XMLOptions
    ) {
        registerCallbacks(parser, handler)
        registerCallbacks(parser, options)
        CExpatDeliverAtOnce(parser)
        CExpatAllocateFreely(parser)
        // Our bound is exact. Expat's also counts the document itself and character references, so it gets a larger
        // factor.
        let factor = 2 + Float(max(0, options.input.limits.value(of: .amplification)))
        XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, factor)
        // Expat's bound begins later than ours, because at its beginning it depends on how the document is cut.
        XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 16 * 1024 * 1024)
    }

    deinit {
        XML_ParserFree(expat)
        handler.deinitialize(count: 1)
        handler.deallocate()
    }

    // MARK: Parsing

    /// Expat's buffer for the next chunk.
    ///
    /// - Throws: The document's error.
    func buffer(byteCount: Int) throws(XMLReaderError) -> UnsafeMutableRawBufferPointer {
        guard let buffer = XML_GetBuffer(expat, Int32(byteCount)) else { throw failure }
        return UnsafeMutableRawBufferPointer(start: buffer, count: byteCount)
    }

    /// Parses the first bytes of the buffer.
    ///
    /// - Throws: The document's error.
    mutating func parse(_ chunk: UnsafeRawBufferPointer) throws(XMLReaderError) {
        if handler.pointee.doctypeCapture != nil { handler.pointee.capture(chunk) }
        try check(XML_ParseBuffer(expat, Int32(chunk.count), 0))
        handler.pointee.placeOpenElements()
    }

    /// Parses the document's last bytes, after which the document must be complete.
    ///
    /// - Throws: The document's error.
    mutating func end(with bytes: [UInt8]) throws(XMLReaderError) {
        try check(bytes.withUnsafeBytes { XML_Parse(expat, $0.baseAddress, Int32($0.count), 1) })
    }

    /// Drops the waiting record, if there is one, and goes on after it.
    ///
    /// - Returns: Whether the parser could go on: with another record, or with bytes in the buffer.
    /// - Throws: The document's error.
    mutating func goOn() throws(XMLReaderError) -> Bool {
        if hasRecord {
            handler.pointee.builder.dropRecord()
            if hasRecord { return true }
        }
        if isSuspended {
            try check(XML_ResumeParser(expat))
            return true
        }
        if let laterFailure { throw laterFailure }
        return false
    }

    private mutating func check(_ status: XML_Status) throws(XMLReaderError) {
        isSuspended = status == XML_STATUS_SUSPENDED
        // A record that waits was within the limit at its end tag.
        if !hasRecord { _ = handler.pointee.keepsResult() }
        guard status == XML_STATUS_ERROR || handler.pointee.isStopped else { return }
        isSuspended = false
        try fail()
    }

    /// Throws the document's error, now or after the waiting records.
    private mutating func fail() throws(XMLReaderError) {
        guard hasRecord else { throw failure }
        laterFailure = failure
    }

    private var failure: XMLReaderError {
        let error = handler.pointee.failure ?? handler.pointee.explain(XML_GetErrorCode(expat))
        let isOfHTML = Self.codesOfHTML.contains(error.code) && handler.pointee.looksLikeHTML
        return isOfHTML ? error.adding("; this looks like an HTML page, not XML") : error
    }

    /// The errors that an HTML page mostly has.
    private static let codesOfHTML: Set<XMLReaderError.Code> = [
        .malformed, .mismatchedTag, .duplicateAttribute, .unexpectedEnd, .contentAfterRoot,
    ]

    /// The number of bytes that expat has parsed; `nil` when it has not seen all bytes in its buffer.
    var understoodByteCount: Int? {
        isSuspended || laterFailure != nil ? nil : Int(clamping: XML_GetCurrentByteIndex(expat))
    }

    /// Refuses a token that is too long.
    mutating func refuseToken() throws(XMLReaderError) {
        handler.pointee.breach(.tokenLength)
        try fail()
    }

    /// An error at the parser's place.
    func error(_ code: XMLReaderError.Code, _ message: ErrorMessage) -> XMLReaderError {
        handler.pointee.error(code, message)
    }

    /// Sets the encoding that the first bytes show, before the first parse.
    func adopt(_ encoding: XMLEncoding, isForced: Bool) {
        handler.pointee.expectedEncoding = encoding
        // Expat counts the byte order mark as a column.
        if encoding.isMarked { handler.pointee.start.columns &-= 1 }
        // After a byte order mark of UTF-8, the handler checks the declaration, whose spelling expat may not know.
        guard encoding.isTranscoded || encoding.isMarked || isForced else { return }
        // Expat allocates a copy of the name, and can fail for no other reason.
        if XML_SetEncoding(expat, "UTF-8") != XML_STATUS_OK { Memory.isExhausted() }
    }

    // MARK: Another parser

    /// Replaces expat's parser by one that has parsed nothing.
    mutating func replaceExpat(by parser: XML_Parser) {
        XML_ParserFree(expat)
        expat = parser
        isSuspended = false
        laterFailure = nil
        Self.configure(parser, handler, options)
    }

    /// Parses text without hearing of it.
    func replay(_ parse: () -> XML_Status) -> XML_Status {
        handler.pointee.beginReplay(by: expat)
        defer { handler.pointee.endReplay() }
        return parse()
    }

    /// Notes what has matched in earlier documents of the input.
    func note(_ earlier: ValueBuilder.Matches) {
        handler.pointee.builder.earlier = earlier
    }

    func moveStart(to start: TextStart) {
        handler.pointee.start = start
    }

    // MARK: Results

    /// Whether a record waits to be taken.
    var hasRecord: Bool { !handler.pointee.builder.records.isEmpty }

    /// Calls a function with the builder that may fail, and adds the parser's place to its error.
    func results<Result>(
        _ body: (inout ValueBuilder) throws(BuildError) -> Result
    ) throws(XMLReaderError) -> Result {
        do throws(BuildError) {
            return try body(&handler.pointee.builder)
        } catch {
            throw handler.pointee.error(error)
        }
    }

    /// Calls a function with the builder.
    func withBuilder<Result>(_ body: (inout ValueBuilder) -> Result) -> Result {
        body(&handler.pointee.builder)
    }

    /// The most bytes that the result has taken, if it has a limit, and those of its names.
    var resultByteCounts: (largest: Int, names: Int) {
        (
            handler.pointee.largestResult,
            handler.pointee.resultLimit < .max ? withBuilder { $0.names.list.byteCount } : 0
        )
    }

    /// Lifts the limit of the result, for an observer that takes the content of a document as it arrives.
    func liftResultLimit() { handler.pointee.resultLimit = .max }

    // MARK: Places

    /// The place from which expat counts.
    var start: TextStart { handler.pointee.start }

    /// The number of bytes of the input before the event that a callback of ours has refused; `nil` when expat has
    /// found the error itself.
    var refusedPlaceOfCallback: Int? { hasFailedInCallback ? handler.pointee.refusedPlace : nil }

    /// Whether a callback of ours has ended the document with an error, and not expat.
    var hasFailedInCallback: Bool { handler.pointee.failure != nil }
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
