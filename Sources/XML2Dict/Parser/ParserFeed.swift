/// Feeds a parser with the bytes of a source, a chunk at a time.
///
///     source ─▶ InputDecoder ─▶ output ─┐
///        │                              ├─▶ held + bytes ─▶ expat's own buffer ─▶ ExpatParser
///        └──────────────────────────────┘ straight, when expat reads the encoding
///
/// A chunk that ends inside a character or a line break is cut before that, and the rest is held until the next chunk arrives. A chunk
/// that would only have expat look at a giant token again waits for more: `FeedBudget` decides.
struct ParserFeed: ~Copyable {
    /// The parser that is fed.
    private(set) var parser: ExpatParser
    /// Makes UTF-8 of the bytes, when they are in another encoding.
    private var decoder: InputDecoder
    /// How much the parser is given at once.
    private(set) var budget: FeedBudget
    /// The end of the last chunk, when that was cut: see `IncompleteTail`.
    private var held: [UInt8] = []
    /// Whether the source has nothing more.
    private var isInputComplete = false
    /// Whether expat knows that.
    private var hasEnded = false

    /// A feed for one document.
    ///
    /// - Parameters:
    ///   - checked: How XML becomes a value, and the records to stop at.
    ///   - isUTF8: Whether the bytes are UTF-8 whatever their declaration says, as those of a `String` are.
    /// - Throws: An `XMLReaderError` with the code `outOfMemory`, or `invalidOptions` for options that contradict each other.
    init(_ checked: CheckedOptions, isUTF8: Bool) throws(XMLReaderError) {
        parser = try ExpatParser(checked, isUTF8: isUTF8)
        budget = FeedBudget(checked.options.limits)
        decoder =
            if isUTF8 {
                InputDecoder(encoding: .byDeclaration)
            } else {
                InputDecoder(
                    forced: checked.encoding,
                    checksUTF8: !ExpatParser.checksAllUTF8
                )
            }
    }

    /// Whether to step when so many bytes wait in a source to which more may come: not while they are few beside what is pending.
    func isWorthStep(with waiting: Int) -> Bool {
        parser.hasRecord || waiting == 0 || budget.mayParse(with: waiting)
    }

    /// Goes on: after a record, with decoded bytes, with a chunk from the source, or with the end of the document.
    ///
    /// - Parameters:
    ///   - source: The input.
    ///   - isLast: Whether the document ends where the source has nothing.
    /// - Returns: Whether there was anything to go on with.
    /// - Throws: The source's error, or the document's.
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
        try parser.end(with: held)
        return true
    }

    /// Decodes a chunk from the source.
    ///
    /// - Returns: Whether there was one.
    private mutating func decode(_ source: any InputSource) throws(XMLReaderError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FeedBudget.usualChunkSize, alignment: 16)
        defer { buffer.deallocate() }
        let count = try source.fill(buffer)
        guard count > 0 else { return false }
        decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        try adoptEncoding()
        return true
    }

    /// Tells the parser of the encoding once it is known, before the parser is given anything.
    private func adoptEncoding() throws(XMLReaderError) {
        guard budget.fed == 0, let encoding = decoder.encoding else { return }
        try parser.adopt(encoding, isForced: decoder.isForced)
    }

    /// Has the parser parse a chunk of UTF-8 from a source.
    ///
    /// - Returns: Whether there was one.
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

    /// Has the parser parse the bytes in its buffer, but for an incomplete tail.
    ///
    /// When such a tail is all that may come before the limit of a token, nothing is gained by waiting: the token has no end within it.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, those that were held first.
    ///   - isFull: Whether there can be no more of them at once.
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

    /// Notes which bytes the parser has not understood, unless it has not looked at all of them.
    private mutating func notePending() throws(XMLReaderError) {
        guard let understood = parser.understoodByteCount else { return }
        budget.note(understood: understood)
        if budget.isOverdrawn { try parser.refuseToken() }
    }

    /// Whether expat would take a document's first two bytes for the beginning of UTF-16, whatever encoding it was given.
    ///
    /// It is only given UTF-8, in which none of this can be.
    private static func looksWide(_ chunk: UnsafeRawBufferPointer) -> Bool {
        let start = chunk.prefix(2)
        return start.contains(0) || start.elementsEqual([0xFE, 0xFF]) || start.elementsEqual([0xFF, 0xFE])
    }
}
