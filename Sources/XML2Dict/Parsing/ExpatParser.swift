internal import CExpat

/// Owns one expat parser and what its callbacks work on, and pushes bytes through it.
///
///     receive(bytes) ─▶ InputDecoder ─▶ expat's own buffer ─▶ callbacks ─▶ ParsingState ─▶ ValueBuilder
///     fill(by reading) ──────────────────▲ straight, when the input is in an encoding expat reads
///
/// A parser is used once. After an error it stays with that error.
struct ExpatParser: ~Copyable {
    private let parser: XML_Parser
    private let state: UnsafeMutablePointer<ParsingState>
    private var decoder: InputDecoder
    /// How many bytes expat has been given.
    private var fed = 0
    /// How many bytes to give expat at once.
    private var chunkSize = Self.usualChunkSize

    static var usualChunkSize: Int { 64 * 1024 }
    private static var largestChunkSize: Int { 64 * 1024 * 1024 }

    /// A parser for one document.
    ///
    /// - Parameters:
    ///   - options: How XML becomes a value.
    ///   - isUTF8: Whether the bytes are UTF-8 whatever their declaration says, as those of a `String` are.
    /// - Throws: When memory is exhausted.
    init(_ options: XMLReader.Options, isUTF8: Bool = false) throws(XMLReaderError) {
        guard let parser = XML_ParserCreate_MM(isUTF8 ? "UTF-8" : nil, nil, nil) else { throw .outOfMemory }
        let state = try Self.makeState(parser, options)
        self.parser = parser
        self.state = state
        decoder = InputDecoder(encoding: isUTF8 ? .byDeclaration : nil)
        Self.registerCallbacks(parser, state)
    }

    private static func makeState(
        _ parser: XML_Parser,
        _ options: XMLReader.Options
    ) throws(XMLReaderError) -> UnsafeMutablePointer<ParsingState> {
        let state = UnsafeMutablePointer<ParsingState>.allocate(capacity: 1)
        do throws(BuildProblem) {
            state.initialize(to: try ParsingState(parser: parser, options: options))
            return state
        } catch {
            state.deallocate()
            XML_ParserFree(parser)
            throw .outOfMemory
        }
    }

    deinit {
        XML_ParserFree(parser)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    // MARK: Input

    /// Parses bytes.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(XMLReaderError) {
        if decoder.isTransparent { return try parse(copying: bytes) }
        var decoded: [UInt8] = []
        let problem = decoder.decode(bytes, into: &decoded)
        try parse(decoded, endingWith: problem)
    }

    /// Parses what `read` puts into a buffer.
    ///
    /// - Parameter read: Fills the buffer it is given, as far as it can, and returns how many bytes it wrote: 0 at the end of
    ///   the input.
    /// - Returns: Whether there was anything: `false` at the end of the input.
    /// - Throws: What `read` throws, and what is wrong with the document.
    mutating func fill(
        _ read: (UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int
    ) throws(XMLReaderError) -> Bool {
        guard decoder.isTransparent else { return try fillDecoding(read) }
        let size = chunkSize
        guard let buffer = XML_GetBuffer(parser, Int32(size)) else { throw failure() }
        let count = try read(UnsafeMutableRawBufferPointer(start: buffer, count: size))
        guard count > 0 else { return false }
        try parse(inBuffer: count)
        return true
    }

    private mutating func fillDecoding(
        _ read: (UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int
    ) throws(XMLReaderError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.usualChunkSize, alignment: 16)
        defer { buffer.deallocate() }
        let count = try read(buffer)
        guard count > 0 else { return false }
        try receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
    }

    /// Ends the document.
    ///
    /// - Returns: Its value.
    consuming func finish() throws(XMLReaderError) -> XMLValue {
        var decoded: [UInt8] = []
        let problem = decoder.finish(into: &decoded)
        try parse(decoded, endingWith: problem)
        guard XML_Parse(parser, nil, 0, 1) == XML_STATUS_OK else { throw failure() }
        if let failure = state.pointee.failure { throw failure }
        do throws(BuildProblem) {
            return try state.pointee.builder.takeDocument()
        } catch {
            throw .outOfMemory
        }
    }

    // MARK: Expat

    /// Parses what was decoded, and then fails if there was a problem with what comes behind it.
    private mutating func parse(_ decoded: [UInt8], endingWith problem: InputDecoder.Problem?) throws(XMLReaderError) {
        if fed == 0, let encoding = decoder.encoding {
            state.pointee.expectedEncoding = encoding
            if encoding.isTranscoded { XML_SetEncoding(parser, "UTF-8") }
        }
        let result = decoded.withUnsafeBytes { bytes in
            Result { () throws(XMLReaderError) in try parse(copying: bytes) }
        }
        try result.get()
        if let problem { throw state.pointee.error(.encoding, problem.message) }
    }

    private mutating func parse(copying bytes: UnsafeRawBufferPointer) throws(XMLReaderError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(chunkSize)
            guard let buffer = XML_GetBuffer(parser, Int32(piece.count)) else { throw failure() }
            UnsafeMutableRawBufferPointer(start: buffer, count: piece.count).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: piece)
            )
            try parse(inBuffer: piece.count)
            rest = rest.dropFirst(piece.count)
        }
    }

    private mutating func parse(inBuffer count: Int) throws(XMLReaderError) {
        fed += count
        guard XML_ParseBuffer(parser, Int32(count), 0) == XML_STATUS_OK else { throw failure() }
        if let failure = state.pointee.failure { throw failure }
        chooseChunkSize(after: count)
    }

    /// Older versions of expat look at an unfinished token again from its start with every piece of it, which is
    /// quadratic in the token's length.
    ///
    /// When most of what was given is still pending, the next piece is as long as all that is pending.
    private mutating func chooseChunkSize(after count: Int) {
        let pending = fed - Int(clamping: XML_GetCurrentByteIndex(parser))
        chunkSize =
            pending > count / 2 ? min(max(pending, Self.usualChunkSize), Self.largestChunkSize) : Self.usualChunkSize
    }

    // MARK: Faults

    private func failure() -> XMLReaderError {
        state.pointee.failure ?? state.pointee.explain(XML_GetErrorCode(parser))
    }
}

extension XMLReaderError {
    static var outOfMemory: XMLReaderError { XMLReaderError(.outOfMemory, "memory is exhausted") }
}
