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
    private(set) var hasEnded = false
    /// Whether `step` has thrown an error of bytes that are invalid in their encoding.
    private(set) var hasRefusedBytes = false
    private let checked: CheckedOptions
    private let isUTF8: Bool
    /// Whether all bytes go through the decoder's output, which keeps them until `forget`.
    let keepsText: Bool

    /// A feed for one document, or for several.
    ///
    /// - Parameters:
    ///   - checked: The options, and the path of the records.
    ///   - source: The part of the origin that all records share.
    ///   - isUTF8: Whether the bytes are UTF-8 and override their declaration, as those of a `String` do.
    init(_ checked: CheckedOptions, source: RecordSource, isUTF8: Bool) {
        parser = ExpatParser(checked, source: source, isUTF8: isUTF8, from: TextStart())
        budget = FeedBudget(checked.options.input.limits)
        keepsText = checked.isConcatenated || checked.policy.report != nil
        decoder =
            isUTF8
            ? InputDecoder(encoding: .byDeclaration, keepsRead: keepsText)
            : InputDecoder(forced: checked.encoding, checksUTF8: !ExpatParser.checksAllUTF8, keepsRead: keepsText)
        self.checked = checked
        self.isUTF8 = isUTF8
    }

    // MARK: Kept text

    /// The text of the input, from the first kept byte on; it is UTF-8 once the encoding is known.
    var text: MemorySource { decoder.output }

    /// The place in the text up to which the parser has parsed; `nil` when the parser has not seen its whole buffer.
    var understoodPlace: Int? { parser.understoodByteCount.map { parser.start.bytes + $0 } }

    /// Whether all of the input is in the text.
    var hasWholeText: Bool { isInputComplete && decoder.problem == nil }

    /// The error after the text, without a place, of bytes that are invalid in their encoding.
    var problem: XMLReaderError? { decoder.problem }

    /// Adds more of the input to the text, which the parser does not get.
    ///
    /// - Parameters:
    ///   - source: The input.
    ///   - isLast: Whether the end of the source is the end of the input.
    /// - Returns: Whether there is more text, or the input has ended: `false` when the source has nothing yet.
    /// - Throws: An `XMLReaderError` of the source.
    mutating func readText(_ source: any InputSource, isLast: Bool) throws(XMLReaderError) -> Bool {
        guard decoder.problem == nil else { return false }
        return try read(source, isLast: isLast)
    }

    /// Goes back to the beginning of another document, whose bytes are kept.
    ///
    /// - Parameter place: The place of the document.
    /// - Returns: The place after a byte order mark that was converted with the text: expat needs none.
    mutating func goBack(toDocumentAt place: TextPlace) -> TextPlace {
        var place = place
        text.goBack(to: place.bytes)
        if decoder.isAtConvertedMark {
            place.passMark()
            text.forget(before: place.bytes)
        }
        return place
    }

    /// Goes on with another document of the input, after `goBack(toDocumentAt:)`.
    ///
    /// The encoding of each document is found in its own bytes. After a document that was converted to UTF-8, the
    /// bytes of the next one are converted already: it must have the same encoding.
    ///
    /// - Parameters:
    ///   - source: The part of the origin that all records of the document share.
    ///   - place: The place.
    /// - Throws: An `XMLReaderError` with the code `encoding`.
    mutating func beginNextDocument(_ source: RecordSource, at place: TextPlace) throws(XMLReaderError) {
        let matches = parser.withBuilder { $0.matches }
        parser = ExpatParser(checked, source: source, isUTF8: isUTF8, from: TextStart(place))
        parser.note(matches)
        begin()
        if let message = decoder.beginNextDocument(isAll: isInputComplete) { throw parser.error(.encoding, message) }
        adoptEncoding()
    }

    /// Resumes after a broken record.
    ///
    /// - Parameters:
    ///   - context: The text that opens the elements around the next record; it ends with a line end.
    ///   - place: The place of the next record, whose bytes are kept.
    /// - Throws: An `XMLReaderError` with the code `malformed` for an invalid name.
    mutating func resume(after context: [UInt8], at place: TextPlace) throws(XMLReaderError) {
        let encoding = decoder.encoding == .declaredASCII ? "US-ASCII" : "UTF-8"
        try parser.restart(context, encoding: encoding, at: place)
        begin()
        budget.give(context.count)
        budget.note(understood: context.count)
        text.goBack(to: place.bytes)
    }

    /// Begins to feed a new parser.
    private mutating func begin() {
        budget = FeedBudget(checked.options.input.limits, beginsSmall: true)
        hasEnded = false
        held = []
    }

    // MARK: Parts

    /// Opens the elements around a part of a document, whose bytes come next.
    ///
    /// - Parameters:
    ///   - tags: Their start tags.
    ///   - place: Where the part begins in the document.
    ///   - byteCount: How many bytes the part has.
    /// - Returns: `false` when expat refuses the tags.
    mutating func open(_ tags: [UInt8], at place: TextPlace, byteCount: Int) -> Bool {
        guard parser.open(tags, at: place, byteCount: byteCount) else { return false }
        guard !tags.isEmpty else { return true }
        // One line end follows them.
        budget.give(tags.count + 1)
        budget.note(understood: tags.count + 1)
        return true
    }

    /// Gives the parser all text that it has got, so that none waits for the bytes after the part.
    mutating func flush() throws(XMLReaderError) {
        parser.ignoreComments()
        let comment = CollectionSource(Array("<!---->".utf8))
        while try step(comment, isLast: false) {}
    }

    /// Whether the document is well-formed when these end tags follow the part.
    mutating func ends(with tags: [UInt8]) -> Bool { parser.ends(with: tags) }

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
        if let problem = decoder.problem {
            hasRefusedBytes = true
            throw parser.error(problem.code, problem.words)
        }
        if !isInputComplete {
            guard isStraight else { return try read(source, isLast: isLast) }
            if try parse(source) { return true }
            return endInput(isLast)
        }
        guard !hasEnded else { return false }
        hasEnded = true
        try parser.end(with: held)
        return true
    }

    /// Whether bytes go straight from the source to the parser.
    private var isStraight: Bool { decoder.isTransparent && !keepsText }

    /// Decodes a chunk from the source, or the end of the input.
    ///
    /// - Returns: Whether there was either.
    private mutating func read(_ source: any InputSource, isLast: Bool) throws(XMLReaderError) -> Bool {
        if try decode(source) { return true }
        return endInput(isLast)
    }

    /// Ends the input at the end of the source.
    ///
    /// - Returns: Whether the end of the source is that of the input.
    private mutating func endInput(_ isLast: Bool) -> Bool {
        guard isLast else { return false }
        isInputComplete = true
        if !decoder.isTransparent {
            decoder.finish()
            adoptEncoding()
        }
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
    ///   - patience: How long the source may wait for the bytes, in milliseconds.
    /// - Returns: The error; without the line, if that cannot be completed.
    mutating func completingExcerpt(
        of error: XMLReaderError,
        _ source: any InputSource,
        isLast: Bool,
        patience: Int32
    ) -> XMLReaderError {
        guard var excerpt = error.unfinishedExcerpt else { return error }
        if !hasEnded { excerpt.append(held) }
        excerpt.append(decoder.output.unread)
        while !excerpt.isComplete, !isInputComplete, decoder.problem == nil, source.isReady(within: patience) {
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
        let isStraight = isStraight, known = isStraight ? held.count : decoder.output.waiting
        if count > 0 {
            if isStraight {
                held += bytes[..<count]
            } else {
                bytes.withUnsafeBytes { decoder.decode(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
        } else {
            guard isLast else { return nil }
            isInputComplete = true
            if !decoder.isTransparent { decoder.finish() }
        }
        return (isStraight ? held[...] : decoder.output.unread).dropFirst(known)
    }

    /// Decodes a chunk from the source.
    ///
    /// - Returns: Whether there was a chunk.
    private mutating func decode(_ source: any InputSource) throws(XMLReaderError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FeedBudget.usualChunkSize, alignment: 16)
        defer { buffer.deallocate() }
        let count = try source.fill(buffer)
        guard count > 0 else { return false }
        decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        adoptEncoding()
        return true
    }

    /// Sets the parser's encoding once it is known, before the parser gets any bytes.
    private func adoptEncoding() {
        guard budget.fed == 0, let encoding = decoder.encoding else { return }
        parser.adopt(encoding, isForced: decoder.isForced)
    }

    /// Parses a chunk of UTF-8 from a source.
    ///
    /// - Returns: Whether there was a chunk.
    private mutating func parse(_ source: any InputSource) throws(XMLReaderError) -> Bool {
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
