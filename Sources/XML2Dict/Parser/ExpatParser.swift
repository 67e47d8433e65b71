internal import CExpat

/// Owns one expat parser and what its callbacks work on, and moves an input through it, a chunk at a time.
///
///     source ─▶ InputDecoder ─▶ decoded ─▶ expat's own buffer ─▶ callbacks ─▶ ExpatEventHandler ─▶ ValueBuilder
///       └──────────────────────────────────────▲ straight, when expat reads the encoding
///
/// With records, it stops at the end of each one: `hasRecord` is then true, the record can be taken, and the next step goes on
/// behind it, with what expat still has in its buffer. In the text of an entity it cannot stop; records from there, and what
/// is wrong behind them, wait until the ones before have been taken.
///
/// A parser is used once. After an error it stays with that error.
struct ExpatParser: ~Copyable {
    private let parser: XML_Parser
    private let state: UnsafeMutablePointer<ExpatEventHandler>
    private var decoder: InputDecoder
    /// What the decoder has made and expat has not been given yet, from `decodedStart` on.
    private var decoded: [UInt8] = []
    private var decodedStart = 0
    /// What is wrong with the bytes behind those.
    private var problem: InputDecoder.InputError?
    /// How many bytes expat has been given.
    private var fed = 0
    /// How many bytes expat has been given and not understood yet: the beginning of a tag, a comment and the like.
    ///
    /// It is noted after each parse, as expat forgets where it stands when it is asked for a buffer.
    private var pending = 0
    /// How many bytes may be pending: a token that is longer is refused (TOKEN-BOUND).
    private let longestToken: Int
    /// How many bytes expat has had to look at again.
    private(set) var rescanned = 0
    /// The end of the last chunk, when that cut what belongs together: see `IncompleteTail`.
    private var held: [UInt8] = []
    /// Whether the source has nothing more.
    private var isInputComplete = false
    /// Whether expat has been told so.
    private var hasEnded = false
    /// Whether expat waits behind a record.
    private var isSuspended = false
    /// What is wrong behind the records that wait.
    private var laterFailure: XMLReaderError?

    /// Whether a record waits to be taken.
    var hasRecord: Bool { !state.pointee.builder.records.isEmpty }

    static var usualChunkSize: Int { 64 * 1024 }
    private static var largestChunkSize: Int { 64 * 1024 * 1024 }

    /// Fills a buffer with input, as far as it can, and returns how many bytes it wrote: 0 when there is no more for now.
    typealias Source = (UnsafeMutableRawBufferPointer) throws(XMLReaderError) -> Int

    /// A parser for one document.
    ///
    /// - Parameters:
    ///   - checked: How XML becomes a value, and the records to stop at.
    ///   - isUTF8: Whether the bytes are UTF-8 whatever their declaration says, as those of a `String` are.
    /// - Throws: When memory is exhausted.
    init(
        _ checked: CheckedOptions,
        isUTF8: Bool = false
    ) throws(XMLReaderError) {
        let options = checked.options
        guard let parser = XML_ParserCreate_MM(isUTF8 ? "UTF-8" : nil, nil, nil) else { throw .outOfMemory }
        let state = try Self.makeState(parser, checked)
        self.parser = parser
        self.state = state
        longestToken = max(0, options.limits.maxTokenLength)
        decoder =
            if isUTF8 {
                InputDecoder(encoding: .byDeclaration)
            } else {
                InputDecoder(forced: checked.encoding)
            }
        Self.registerCallbacks(parser, state)
        Self.registerCallbacks(parser, options)
        CExpatDeliverAtOnce(parser)
        // Ours is exact. Expat's, which bounds the time as well, also counts what was read, and references to characters.
        let factor = 2 + Float(max(0, options.limits.maxAmplification))
        XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, factor)
        // So it is asked later, too: where it begins, its answer depends on how the document is cut.
        XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 16 * 1024 * 1024)
    }

    private static func makeState(
        _ parser: XML_Parser,
        _ checked: CheckedOptions
    ) throws(XMLReaderError) -> UnsafeMutablePointer<ExpatEventHandler> {
        let state = UnsafeMutablePointer<ExpatEventHandler>.allocate(capacity: 1)
        do throws(BuildError) {
            state.initialize(to: try ExpatEventHandler(parser: parser, checked))
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

    /// Goes on: behind a record, with what has been decoded, or with a chunk from the source.
    ///
    /// - Parameter source: The input.
    /// - Returns: Whether there was anything to go on with: `false` when the source had nothing.
    /// - Throws: What the source throws, and what is wrong with the document.
    mutating func step(_ source: Source) throws(XMLReaderError) -> Bool {
        if hasRecord {
            state.pointee.builder.dropRecord()
            if hasRecord { return true }
        }
        if let laterFailure { throw laterFailure }
        if isSuspended {
            try check(XML_ResumeParser(parser))
            return true
        }
        let waiting = decoded.count - decodedStart
        if waiting > 0, isInputComplete || problem != nil || mayParse(with: waiting) {
            try parseDecoded()
            return true
        }
        if let problem { throw state.pointee.error(problem.code, problem.message) }
        guard !hasEnded else { return false }
        return decoder.isTransparent ? try parse(source) : try decode(source)
    }

    /// Ends the input: what still waits is parsed, and the document must be whole.
    ///
    /// - Returns: Whether all is done: `false` when a record was completed by it, and this is to be called again.
    /// - Throws: What is wrong with the document.
    mutating func end() throws(XMLReaderError) -> Bool {
        if !isInputComplete, !decoder.isTransparent {
            problem = decoder.finish(into: &decoded) ?? problem
            try adoptEncoding()
        }
        isInputComplete = true
        while try step({ _ in 0 }) {
            if hasRecord { return false }
        }
        if !hasEnded {
            hasEnded = true
            try check(held.withUnsafeBytes { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) })
        }
        return !hasRecord && !isSuspended
    }

    private mutating func decode(_ source: Source) throws(XMLReaderError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.usualChunkSize, alignment: 16)
        defer { buffer.deallocate() }
        let count = try source(buffer)
        guard count > 0 else { return false }
        if decodedStart > 0 {
            decoded.removeSubrange(..<decodedStart)
            decodedStart = 0
        }
        problem = decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &decoded)
        try adoptEncoding()
        return true
    }

    /// Tells the callbacks and expat of the encoding when it has been found, before expat is given anything.
    private func adoptEncoding() throws(XMLReaderError) {
        guard fed == 0, let encoding = decoder.encoding else { return }
        state.pointee.expectedEncoding = encoding
        state.pointee.isMarked = encoding.isMarked
        // Where a byte order mark shows UTF-8, the declaration is checked, and may have a spelling that expat does not know.
        guard encoding.isTranscoded || encoding.isMarked || decoder.isForced else { return }
        // It keeps a copy of the name. There is nothing else that it could fail for.
        guard XML_SetEncoding(parser, "UTF-8") == XML_STATUS_OK else { throw .outOfMemory }
    }

    // MARK: Results

    /// The value of the document, after `end`.
    ///
    /// - Returns: A dictionary with one key.
    /// - Throws: When memory is exhausted, or what stands beside the root breaks a rule of the options.
    mutating func takeDocument() throws(XMLReaderError) -> XMLValue {
        do throws(BuildError) {
            return try state.pointee.builder.takeDocument()
        } catch {
            throw state.pointee.error(error)
        }
    }

    /// The record that waits, as a value of its own.
    ///
    /// - Returns: The value, or `nil` when there is no record.
    /// - Throws: When memory is exhausted.
    func takeRecord() throws(XMLReaderError) -> XMLValue? {
        do throws(BuildError) {
            return try state.pointee.copyRecord()
        } catch {
            throw .outOfMemory
        }
    }

    /// The record that waits, where it lies: good until the next step.
    var record: (entry: Entry, tree: StorageView)? { state.pointee.builder.record }

    /// What to say when no record was found: the paths of elements that may be meant.
    ///
    /// `nil` when one was found.
    var suggestedPaths: [String]? {
        state.pointee.builder.suggestedPaths
    }

    // MARK: Expat

    private mutating func parse(_ source: Source) throws(XMLReaderError) -> Bool {
        let size = chunkSize
        guard let buffer = XML_GetBuffer(parser, Int32(size)) else { throw failure() }
        var count = copyHeld(to: buffer, size)
        let heldCount = count
        while count < size, count == heldCount || !mayParse(with: count) {
            let read = try source(UnsafeMutableRawBufferPointer(start: buffer + count, count: size - count))
            if read == 0 { break }
            count += read
        }
        guard count > heldCount || count == size else { return false }
        try parse(UnsafeRawBufferPointer(start: buffer, count: count), isFull: count == size)
        return true
    }

    private mutating func parseDecoded() throws(XMLReaderError) {
        let largest = chunkSize
        let size = min(largest, held.count + decoded.count - decodedStart)
        guard let buffer = XML_GetBuffer(parser, Int32(size)) else { throw failure() }
        let heldCount = copyHeld(to: buffer, size)
        let count = size - heldCount
        decoded.withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: buffer + heldCount, count: count)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[decodedStart..<decodedStart + count]))
        }
        decodedStart += count
        try parse(UnsafeRawBufferPointer(start: buffer, count: size), isFull: size == largest)
    }

    /// Puts what was held back at the start of the next chunk, as far as there is room for it.
    private func copyHeld(to buffer: UnsafeMutableRawPointer, _ size: Int) -> Int {
        guard !held.isEmpty else { return 0 }
        let count = min(held.count, size)
        UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: held.prefix(count))
        return count
    }

    /// Has expat parse what was put into its buffer, but for an end that cuts what belongs together.
    ///
    /// When such an end is all that may come before the limit of a token, nothing is gained by waiting: the token has no end within it.
    ///
    /// - Parameters:
    ///   - all: The bytes, what was held back first.
    ///   - isFull: Whether there can be no more of them at once.
    /// - Throws: What is wrong with the document.
    private mutating func parse(_ all: UnsafeRawBufferPointer, isFull: Bool) throws(XMLReaderError) {
        let rest = held.dropFirst(all.count)
        let cut = rest.isEmpty ? IncompleteTail.length(of: all) : 0
        let count = cut == all.count && isFull ? 0 : cut
        let chunk = UnsafeRawBufferPointer(rebasing: all.dropLast(count))
        if count > 0 || !held.isEmpty { held = Array(all.suffix(count)) + rest }
        guard chunk.count > 0 else { return }
        if fed == 0, Self.looksWide(chunk) {
            throw state.pointee.error(.malformed, "the document begins with bytes that are not UTF-8")
        }
        rescanned += pending
        fed += chunk.count
        if state.pointee.prolog != nil { keepProlog(chunk) }
        try check(XML_ParseBuffer(parser, Int32(chunk.count), 0))
    }

    private func keepProlog(_ chunk: UnsafeRawBufferPointer) {
        if state.pointee.builder.hasRootBegun {
            // The root has begun, and there was no DOCTYPE.
            state.pointee.prolog = nil
        } else {
            state.pointee.prolog?.append(chunk)
        }
    }

    private mutating func check(_ status: XML_Status) throws(XMLReaderError) {
        if status == XML_STATUS_ERROR || state.pointee.failure != nil {
            guard hasRecord else { throw failure() }
            laterFailure = failure()
            isSuspended = false
            return
        }
        isSuspended = status == XML_STATUS_SUSPENDED
        // Of a parser that waits behind a record, the rest of its buffer is not looked at yet, and so not pending.
        guard !isSuspended else { return }
        pending = max(0, fed - Int(clamping: XML_GetCurrentByteIndex(parser)))
        if pending > 0, pending >= longestToken { try refuseToken() }
    }

    private mutating func refuseToken() throws(XMLReaderError) {
        state.pointee.breach(.tokenLength)
        guard hasRecord else { throw failure() }
        laterFailure = failure()
    }

    /// How many bytes to give expat at once.
    ///
    /// Usually that is a chunk, and as much as is pending when that is more; but never so much that a token which is too long could
    /// end in it. So such a token is found however the input is cut, and nobody has to measure tokens.
    private var chunkSize: Int {
        let usual = min(max(pending, Self.usualChunkSize), Self.largestChunkSize)
        return max(1, min(usual, longestToken - pending))
    }

    /// Whether so many more bytes are worth a try.
    ///
    /// Older versions of expat look at an unfinished token again from its start with every piece of it, which is quadratic in
    /// its length when the pieces are small. So there is a budget: what is looked at again must stay in proportion to all
    /// that has come. It is wide enough that a document's tags are always tried at once, and only a giant one that trickles in has to
    /// wait until as much has come again as is pending.
    private func mayParse(with count: Int) -> Bool {
        guard fed > 0 || count > 1 else { return false }
        return count >= pending || rescanned + pending <= 16 * (fed + count) + 1_048_576
    }

    /// Whether expat would take a document's first two bytes for the beginning of UTF-16, whatever it was told of its encoding.
    ///
    /// It is only given UTF-8, in which none of this can be.
    private static func looksWide(_ chunk: UnsafeRawBufferPointer) -> Bool {
        let start = chunk.prefix(2)
        return start.contains(0) || start.elementsEqual([0xFE, 0xFF]) || start.elementsEqual([0xFF, 0xFE])
    }

    /// Whether to step when so many bytes have been handed over and more may come: not while they are few beside what is
    /// pending.
    func isWorthStep(with waiting: Int) -> Bool {
        waiting == 0 || mayParse(with: waiting)
    }

    /// Whether expat looks at the form of every character.
    ///
    /// Versions before 2.4.5 let ill-formed UTF-8 pass in names (CVE-2022-25235). Where a distribution mended that without
    /// another number, looking twice does no harm.
    static let checksAllUTF8: Bool = {
        let version = XML_ExpatVersionInfo()
        return (version.major, version.minor, version.micro) >= (2, 4, 5)
    }()

    // MARK: Faults

    private func failure() -> XMLReaderError {
        state.pointee.failure ?? state.pointee.explain(XML_GetErrorCode(parser))
    }
}

extension XMLReaderError {
    static var outOfMemory: XMLReaderError { XMLReaderError(.outOfMemory, "memory is exhausted") }
}
