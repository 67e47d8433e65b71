internal import CExpat

/// Owns one of expat's parsers and the handler of its events.
///
///     ParserFeed ─▶ buffer, parse ─▶ expat ─▶ callbacks ─▶ ExpatEventHandler ─▶ ValueBuilder ─▶ results
///
/// With records, expat stops at the end of each one: `hasRecord` is then true, the record can be taken, and `goOn` continues
/// after it, with what expat still has in its buffer. In the text of an entity expat cannot stop. Records from there, and an error
/// after them, wait until the records before have been taken.
///
/// A parser is used once. After an error it stays with that error.
struct ExpatParser: ~Copyable {
    /// Expat's parser.
    private let parser: XML_Parser
    /// The handler, which expat has as its user data.
    private let handler: UnsafeMutablePointer<ExpatEventHandler>
    /// Whether expat waits after a record.
    private var isSuspended = false
    /// The error after the records that wait.
    private var laterFailure: XMLReaderError?

    /// A parser for one document.
    ///
    /// - Parameters:
    ///   - checked: How XML becomes a value, and the records to stop at.
    ///   - isUTF8: Whether the bytes are UTF-8 whatever their declaration says.
    /// - Throws: An `XMLReaderError` with the code `outOfMemory`.
    init(_ checked: CheckedOptions, isUTF8: Bool) throws(XMLReaderError) {
        guard let parser = XML_ParserCreate_MM(isUTF8 ? "UTF-8" : nil, nil, nil) else { throw .outOfMemory }
        let handler = UnsafeMutablePointer<ExpatEventHandler>.allocate(capacity: 1)
        do throws(BuildError) {
            handler.initialize(to: try ExpatEventHandler(parser: parser, checked))
        } catch {
            handler.deallocate()
            XML_ParserFree(parser)
            throw .outOfMemory
        }
        self.parser = parser
        self.handler = handler
        Self.registerCallbacks(parser, handler)
        Self.registerCallbacks(parser, checked.options)
        CExpatDeliverAtOnce(parser)
        // Ours is exact. Expat's, which bounds the time as well, also counts what was read, and references to characters.
        let factor = 2 + Float(max(0, checked.options.limits.maxAmplification))
        XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, factor)
        // So it is asked later, too: where it begins, its answer depends on how the document is cut.
        XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 16 * 1024 * 1024)
    }

    deinit {
        XML_ParserFree(parser)
        handler.deinitialize(count: 1)
        handler.deallocate()
    }

    // MARK: Parsing

    /// Expat's buffer for the next chunk.
    func buffer(byteCount: Int) throws(XMLReaderError) -> UnsafeMutableRawBufferPointer {
        guard let buffer = XML_GetBuffer(parser, Int32(byteCount)) else { throw failure }
        return UnsafeMutableRawBufferPointer(start: buffer, count: byteCount)
    }

    /// Parses the first bytes of the buffer.
    mutating func parse(_ chunk: UnsafeRawBufferPointer) throws(XMLReaderError) {
        if handler.pointee.doctypeCapture != nil { handler.pointee.capture(chunk) }
        try check(XML_ParseBuffer(parser, Int32(chunk.count), 0))
    }

    /// Parses the document's last bytes, after which the document must be whole.
    mutating func end(with bytes: [UInt8]) throws(XMLReaderError) {
        try check(bytes.withUnsafeBytes { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) })
    }

    /// Leaves the record that waits, if one does, and goes on after it.
    ///
    /// - Returns: Whether there was anything to go on with: another record, or bytes in the buffer.
    /// - Throws: The document's error.
    mutating func goOn() throws(XMLReaderError) -> Bool {
        if hasRecord {
            handler.pointee.builder.dropRecord()
            if hasRecord { return true }
        }
        if isSuspended {
            try check(XML_ResumeParser(parser))
            return true
        }
        if let laterFailure { throw laterFailure }
        return false
    }

    private mutating func check(_ status: XML_Status) throws(XMLReaderError) {
        isSuspended = status == XML_STATUS_SUSPENDED
        guard status == XML_STATUS_ERROR || handler.pointee.isStopped else { return }
        isSuspended = false
        try fail()
    }

    /// Throws the document's error, now or after the records that wait.
    private mutating func fail() throws(XMLReaderError) {
        guard hasRecord else { throw failure }
        laterFailure = failure
    }

    private var failure: XMLReaderError {
        handler.pointee.failure ?? handler.pointee.explain(XML_GetErrorCode(parser))
    }

    /// How many bytes expat has understood; `nil` when it has not looked at all of its buffer.
    var understoodByteCount: Int? {
        isSuspended || laterFailure != nil ? nil : Int(clamping: XML_GetCurrentByteIndex(parser))
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

    /// Tells the handler and expat of the encoding that was found.
    func adopt(_ encoding: XMLEncoding, isForced: Bool) throws(XMLReaderError) {
        handler.pointee.expectedEncoding = encoding
        handler.pointee.isMarked = encoding.isMarked
        // Where a byte order mark shows UTF-8, the declaration is checked, and may have a spelling that expat does not know.
        guard encoding.isTranscoded || encoding.isMarked || isForced else { return }
        // It keeps a copy of the name. There is nothing else that it could fail for.
        guard XML_SetEncoding(parser, "UTF-8") == XML_STATUS_OK else { throw .outOfMemory }
    }

    // MARK: Results

    /// Whether a record waits to be taken.
    var hasRecord: Bool { !handler.pointee.builder.records.isEmpty }

    /// Calls a function with the builder, and gives its error the parser's place.
    func results<Result>(
        _ body: (inout ValueBuilder) throws(BuildError) -> Result
    ) throws(XMLReaderError) -> Result {
        do throws(BuildError) {
            return try body(&handler.pointee.builder)
        } catch {
            throw handler.pointee.error(error)
        }
    }

    /// Calls a function that looks at the builder.
    func withBuilder<Result>(_ body: (borrowing ValueBuilder) -> Result) -> Result {
        body(handler.pointee.builder)
    }

    /// Gives the places of elements in the document.
    var places: (OpenElement) -> (line: Int, column: Int) {
        let isMarked = handler.pointee.isMarked
        return { ExpatEventHandler.place(of: $0, isMarked: isMarked) }
    }
}

/// The version of expat.
extension ExpatParser {
    /// The version, such as `expat_2.5.0`.
    static var version: String {
        XML_ExpatVersion().map { String(cString: $0) } ?? "expat"
    }

    /// Whether expat looks at the form of every character.
    ///
    /// Versions before 2.4.5 let ill-formed UTF-8 pass in names (CVE-2022-25235). Where a distribution mended that without
    /// another number, looking twice does no harm.
    static let checksAllUTF8: Bool = {
        let version = XML_ExpatVersionInfo()
        return (version.major, version.minor, version.micro) >= (2, 4, 5)
    }()
}

extension XMLReaderError {
    static var outOfMemory: XMLReaderError { XMLReaderError(.outOfMemory, "memory is exhausted") }
}
