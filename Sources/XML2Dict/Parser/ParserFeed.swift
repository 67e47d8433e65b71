/// The path of bytes from a source to a parser, a chunk at a time.
///
///     source ─▶ InputDecoder ─▶ output ─┐
///        │                              ├─▶ held + bytes ─▶ expat's own buffer ─▶ ExpatParser
///        └──────────────────────────────┘ straight, when expat reads the encoding
///
/// A chunk that ends inside a character or a line break is cut before it, and the rest is held until the next chunk
/// arrives. `FeedBudget` holds back a small chunk of a giant token, which expat would only read again.
struct ParserFeed: ~Copyable {
    /// The parser that gets the bytes.
    private(set) var parser: ExpatParser
    /// The decoder, which converts the bytes to UTF-8 when they are in another encoding.
    private var decoder: InputDecoder
    /// The budget, which decides how many bytes the parser gets at once.
    private(set) var budget: FeedBudget
    /// The incomplete tail of the last chunk: see `IncompleteTail`.
    private var held: [UInt8] = []
    /// Whether the source has ended.
    private var isInputComplete = false
    /// Whether the parser has got the end of the document.
    private var hasEnded = false
    private let checked: CheckedOptions
    private let isUTF8: Bool
    /// Receives the text that the parser gets; usually `nil`.
    var observer: (any ChunkObserver)?

    /// A feed for one document.
    ///
    /// - Parameters:
    ///   - checked: The options, and the path of the records.
    ///   - source: The part of the origin that all records share.
    ///   - isUTF8: Whether the bytes are UTF-8 and override their declaration, as those of a `String` do.
    /// - Throws: An `XMLReaderError` with the code `outOfMemory`.
    init(_ checked: CheckedOptions, source: RecordSource, isUTF8: Bool) throws(XMLReaderError) {
        parser = try ExpatParser(checked, source: source, isUTF8: isUTF8, from: TextStart())
        budget = FeedBudget(checked.options.input.limits)
        decoder = Self.decoder(checked, isUTF8: isUTF8)
        self.checked = checked
        self.isUTF8 = isUTF8
    }

    private static func decoder(_ checked: CheckedOptions, isUTF8: Bool) -> InputDecoder {
        isUTF8
            ? InputDecoder(encoding: .byDeclaration)
            : InputDecoder(forced: checked.encoding, checksUTF8: !ExpatParser.checksAllUTF8)
    }

    // MARK: Several documents

    /// Whether the document has ended where another one begins.
    var hasNextDocument: Bool { parser.nextDocument != nil }

    /// Goes on with the next document of the input.
    ///
    /// The encoding of each document is found in its own bytes. After a document that was converted to UTF-8, the
    /// bytes of the next one are converted already: it must have the same encoding.
    ///
    /// - Parameter source: The part of the origin that all records of the next document share.
    /// - Throws: An `XMLReaderError` with the code `encoding` or `outOfMemory`.
    mutating func beginNextDocument(_ source: RecordSource) throws(XMLReaderError) {
        guard let rest = parser.nextDocument else { return }
        try beginNextDocument(source, rest, at: parser.place)
    }

    /// Goes on with a document that begins with some text.
    mutating func beginNextDocument(
        _ source: RecordSource,
        _ text: [UInt8],
        at place: TextPlace
    ) throws(XMLReaderError) {
        let matches = parser.withBuilder { $0.matches }
        parser = try ExpatParser(checked, source: source, isUTF8: isUTF8, from: TextStart(place))
        parser.note(matches)
        budget = FeedBudget(checked.options.input.limits)
        hasEnded = false
        let waiting = text + held
        held = []
        if decoder.isTransparent, !isUTF8 { decoder = Self.decoder(checked, isUTF8: false) }
        if let message = decoder.goOn(waiting, isAll: isInputComplete) { throw parser.error(.encoding, message) }
        try adoptEncoding()
    }

    // MARK: Broken records

    /// Goes on after a broken record.
    ///
    /// - Parameters:
    ///   - context: The text that opens the elements around the next record; it ends with a line end.
    ///   - text: The text that comes next.
    ///   - place: Its place in the input.
    /// - Throws: An `XMLReaderError` with the code `outOfMemory`.
    mutating func goOn(after context: [UInt8], with text: [UInt8], at place: TextPlace) throws(XMLReaderError) {
        let encoding = decoder.encoding == .declaredASCII ? "US-ASCII" : "UTF-8"
        try parser.restart(context, encoding: encoding, at: place)
        budget = FeedBudget(checked.options.input.limits)
        budget.give(context.count)
        budget.note(understood: context.count)
        hasEnded = false
        decoder.output.prepend(text + held)
        held = []
    }

    /// Whether all text of the input has been taken.
    var isAtEnd: Bool { isInputComplete && held.isEmpty && decoder.output.waiting == 0 && decoder.problem == nil }

    /// Whether the bytes that come next are invalid in their encoding.
    var hasProblem: Bool { decoder.problem != nil && decoder.output.waiting == 0 }

    /// The next text of the input, which the parser does not get.
    ///
    /// - Parameters:
    ///   - source: The input.
    ///   - isLast: Whether the end of the source is the end of the input.
    /// - Returns: The text; `nil` when the input has ended, or when the source has nothing yet.
    /// - Throws: An `XMLReaderError` of the source, or with the code `encoding`.
    mutating func nextText(_ source: any InputSource, isLast: Bool) throws(XMLReaderError) -> [UInt8]? {
        while true {
            if !held.isEmpty {
                defer { held = [] }
                return held
            }
            if decoder.output.waiting > 0 { return decoder.output.takeAll() }
            if let problem = decoder.problem { throw parser.error(problem.code, problem.words) }
            guard !isInputComplete else { return nil }
            if try decoder.isTransparent ? readText(source) : decode(source) { continue }
            guard isLast else { return nil }
            isInputComplete = true
            if !decoder.isTransparent { decoder.finish() }
        }
    }

    private func readText(_ source: any InputSource) throws(XMLReaderError) -> Bool {
        var text = [UInt8](repeating: 0, count: FeedBudget.usualChunkSize)
        var result = Result<Int, XMLReaderError>.success(0)
        text.withUnsafeMutableBytes { buffer in
            result = Result { () throws(XMLReaderError) in try source.fill(buffer) }
        }
        let count = try result.get()
        decoder.output.append(text[..<count])
        return count > 0
    }

    // MARK: Steps

    /// Whether to step now, when this many bytes wait in a source and more may arrive.
    ///
    /// The bytes wait while they are few compared with the pending ones.
    func isWorthStep(with waiting: Int) -> Bool {
        parser.hasRecord || waiting == 0 || budget.mayParse(with: waiting)
    }

    /// Takes the next step: after a record, with decoded bytes, with a chunk from the source, or with the end of the
    /// document.
    ///
    /// - Parameters:
    ///   - source: The input.
    ///   - isLast: Whether the end of the source is the end of the document.
    /// - Returns: Whether there was a step to take.
    /// - Throws: An `XMLReaderError` of the source or the document.
    mutating func step(_ source: any InputSource, isLast: Bool) throws(XMLReaderError) -> Bool {
        if try parser.goOn() {
            try notePending()
            return true
        }
        let waiting = decoder.output.waiting
        if waiting > 0, isInputComplete || decoder.problem != nil || budget.mayParse(with: waiting) {
            return try parse(decoder.output)
        }
        if let problem = decoder.problem { throw parser.error(problem.code, problem.words) }
        if !isInputComplete {
            if try decoder.isTransparent ? parse(source) : decode(source) { return true }
            guard isLast else { return false }
            isInputComplete = true
            if !decoder.isTransparent {
                decoder.finish()
                try adoptEncoding()
            }
            return true
        }
        guard !hasEnded else { return false }
        hasEnded = true
        held.withUnsafeBytes { observer?.note($0) }
        try parser.end(with: held)
        return true
    }

    /// Completes the source line of an error with bytes that the parser has not got.
    ///
    /// It looks ahead in the source, unless the source would have to wait long, and keeps the bytes.
    ///
    /// - Parameters:
    ///   - error: The error that `step` has thrown.
    ///   - source: The input.
    ///   - isLast: Whether the end of the source is the end of the document.
    ///   - looksAhead: Whether the source may be read.
    /// - Returns: The error; without the line, if that cannot be completed.
    mutating func completingExcerpt(
        of error: XMLReaderError,
        _ source: any InputSource,
        isLast: Bool,
        looksAhead: Bool = true
    ) -> XMLReaderError {
        guard var excerpt = error.unfinishedExcerpt else { return error }
        if !hasEnded { excerpt.append(held) }
        excerpt.append(decoder.output.unread)
        while looksAhead, !excerpt.isComplete, !isInputComplete, decoder.problem == nil, source.isReady {
            guard let bytes = lookAhead(source, isLast: isLast) else { break }
            excerpt.append(bytes)
        }
        if isInputComplete || decoder.problem != nil { excerpt.end() }
        return error.with(excerpt)
    }

    /// Reads a few bytes in advance; `nil` when there are none.
    private mutating func lookAhead(_ source: any InputSource, isLast: Bool) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: 256)
        guard let count = try? bytes.withUnsafeMutableBytes({ try source.fill($0) }) else { return nil }
        let known = decoder.isTransparent ? held.count : decoder.output.waiting
        if count > 0 {
            if decoder.isTransparent {
                held += bytes[..<count]
            } else {
                bytes.withUnsafeBytes { decoder.decode(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
        } else {
            guard isLast else { return nil }
            isInputComplete = true
            if !decoder.isTransparent { decoder.finish() }
        }
        return (decoder.isTransparent ? held[...] : decoder.output.unread).dropFirst(known)
    }

    /// Decodes a chunk from the source.
    ///
    /// - Returns: Whether there was a chunk.
    private mutating func decode(_ source: any InputSource) throws(XMLReaderError) -> Bool {
        // Text becomes at most three times as long, and the array that it is appended to may double.
        // The first chunk, by which the encoding is found, is mostly not converted.
        let room = budget.fed == 0 ? 0 : 2 * decoder.output.waiting + 8 * FeedBudget.usualChunkSize
        guard Memory.hasRoom(Memory.smallRoom + room) else { throw parser.error(.outOfMemory, "memory is exhausted") }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FeedBudget.usualChunkSize, alignment: 16)
        defer { buffer.deallocate() }
        let count = try source.fill(buffer)
        guard count > 0 else { return false }
        decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        try adoptEncoding()
        return true
    }

    /// Sets the parser's encoding once it is known, before the parser gets any bytes.
    private func adoptEncoding() throws(XMLReaderError) {
        guard budget.fed == 0, let encoding = decoder.encoding else { return }
        try parser.adopt(encoding, isForced: decoder.isForced)
    }

    /// Parses a chunk of UTF-8 from a source.
    ///
    /// - Returns: Whether there was a chunk.
    private mutating func parse(_ source: any InputSource) throws(XMLReaderError) -> Bool {
        guard Memory.hasRoom(Memory.smallRoom) else { throw parser.error(.outOfMemory, "memory is exhausted") }
        let buffer = try parser.buffer(byteCount: budget.chunkSize)
        let heldCount = min(held.count, buffer.count)
        buffer.copyBytes(from: held.prefix(heldCount))
        var count = heldCount
        while count < buffer.count, count == heldCount || !budget.mayParse(with: count) {
            let read = try source.fill(UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if read == 0 { break }
            count += read
        }
        guard count > heldCount || count == buffer.count else { return false }
        try parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isFull: count == buffer.count)
        return true
    }

    /// Parses the bytes in the parser's buffer, except an incomplete tail.
    ///
    /// A buffer that holds nothing but such a tail and has no room is parsed as it is: the token has reached its limit
    /// without an end.
    ///
    /// - Parameters:
    ///   - bytes: The held bytes, and then the bytes of the source.
    ///   - isFull: Whether the buffer has no room for more.
    /// - Throws: The document's error.
    private mutating func parse(_ bytes: UnsafeRawBufferPointer, isFull: Bool) throws(XMLReaderError) {
        let rest = held.dropFirst(bytes.count)
        let cut = rest.isEmpty ? IncompleteTail.length(of: bytes) : 0
        let count = cut == bytes.count && isFull ? 0 : cut
        let chunk = UnsafeRawBufferPointer(rebasing: bytes.dropLast(count))
        if count > 0 || !held.isEmpty { held = Array(bytes.suffix(count)) + rest }
        guard chunk.count > 0 else { return }
        if budget.fed == 0, Self.looksWide(chunk) {
            throw parser.error(.malformed, "the document begins with bytes that are not UTF-8")
        }
        budget.give(chunk.count)
        observer?.note(chunk)
        try parser.parse(chunk)
        try notePending()
    }

    /// Updates the pending bytes, unless the parser has not seen its whole buffer, and refuses a token that is too
    /// long.
    private mutating func notePending() throws(XMLReaderError) {
        guard let understood = parser.understoodByteCount else { return }
        budget.note(understood: understood)
        if budget.isOverdrawn { try parser.refuseToken() }
    }

    /// Whether expat would take a document's first two bytes for UTF-16, even though it was set to UTF-8.
    ///
    /// A document in UTF-8 cannot begin with such bytes.
    private static func looksWide(_ chunk: UnsafeRawBufferPointer) -> Bool {
        let start = chunk.prefix(2)
        return start.contains(0) || start.elementsEqual([0xFE, 0xFF]) || start.elementsEqual([0xFF, 0xFE])
    }
}
