/// The decoder of an input: it detects the encoding from the first bytes, and converts all bytes to UTF-8 if need be.
///
///     undetected ──▶ transparent                 expat reads the encoding: bytes need not go through here
///        │
///        └─────────▶ transcoder ──▶ output       each chunk becomes UTF-8; an unfinished character waits for the next
struct InputDecoder: ~Copyable {
    /// The bytes that arrived before the encoding was known.
    private var undetected: [UInt8] = []
    /// Converts the bytes; `nil` when expat reads them as they are.
    private var transcoder: Transcoder?
    /// The encoding that the caller names, which overrides the bytes; `nil` without one.
    private let forced: XMLEncoding.Forced?
    /// Whether UTF-8 is checked here, because expat does not look at every character.
    private let checksUTF8: Bool
    /// The encoding, once it is known.
    private(set) var encoding: XMLEncoding?
    /// The decoded bytes that wait for expat, and those that it may get again.
    let output: MemorySource
    /// The error after the decoded bytes, without a place.
    private(set) var problem: XMLReaderError?

    /// Whether expat reads all further bytes as they are.
    var isTransparent: Bool { encoding != nil && transcoder == nil }

    /// Whether the caller named the encoding, so that the declaration does not count.
    var isForced: Bool { forced != nil }

    /// Whether the encoding was known before the first byte.
    private let isKnown: Bool

    /// - Parameters:
    ///   - encoding: The encoding, which is known before the first byte.
    ///   - keepsRead: Whether the output keeps bytes that expat may get again.
    init(encoding: XMLEncoding, keepsRead: Bool) {
        self.encoding = encoding
        isKnown = true
        forced = nil
        checksUTF8 = false
        output = MemorySource(keepsRead: keepsRead)
    }

    /// - Parameters:
    ///   - forced: The encoding that overrides the bytes; with `nil`, the first bytes show the encoding.
    ///   - checksUTF8: Whether UTF-8 is checked here.
    ///   - keepsRead: Whether the output keeps bytes that expat may get again.
    init(forced: XMLEncoding.Forced?, checksUTF8: Bool, keepsRead: Bool) {
        isKnown = false
        self.forced = forced
        self.checksUTF8 = checksUTF8
        output = MemorySource(keepsRead: keepsRead)
    }

    /// Decodes a chunk.
    mutating func decode(_ bytes: UnsafeRawBufferPointer) {
        guard encoding == nil else { return convert(bytes) }
        undetected.append(contentsOf: bytes)
        detect(isAll: false)
    }

    /// Ends the input: decodes the bytes that still wait, or sets `problem`.
    mutating func finish() {
        if encoding == nil { detect(isAll: true) }
        guard problem == nil, let transcoder else { return }
        problem = output.append { transcoder.finish(into: &$0) }
    }

    /// Whether a byte order mark is next, after bytes that were converted to UTF-8: expat needs none.
    var isAtConvertedMark: Bool { transcoder != nil && output.unread.starts(with: [0xEF, 0xBB, 0xBF]) }

    /// Goes on with another document, which begins with the output that has not been read.
    ///
    /// The bytes of the document are UTF-8 already if those of the document before were converted.
    ///
    /// - Parameter isAll: Whether the input ends after the output.
    /// - Returns: The reason why the document cannot be read.
    mutating func beginNextDocument(isAll: Bool) -> ErrorMessage? {
        guard !isKnown else { return nil }
        guard transcoder != nil, var converted = encoding else {
            detectAgain(isAll: isAll)
            return nil
        }
        guard !isForced else { return nil }
        converted.isSettled = false
        encoding = converted
        guard !converted.isWide, !output.unread.starts(with: "<?xml".utf8) else { return nil }
        return
            "this document does not declare an encoding, and the one before it is \(converted.reason): read it from an input of its own, or name the encoding of all by \(setting: "input.encoding")"
    }

    /// Detects the encoding of output that is not converted.
    private mutating func detectAgain(isAll: Bool) {
        encoding = nil
        let first = Array(output.unread.prefix(XMLEncoding.longestDeclaration))
        switch detection(first, isAll: isAll && first.count == output.waiting) {
        case .found(let found, _) where !isTranscoded(found): encoding = found
        default:
            undetected = output.takeUnread()
            detect(isAll: isAll)
            if isAll { finish() }
        }
    }

    private mutating func detect(isAll: Bool) {
        switch detection(undetected, isAll: isAll) {
        case .found(let found, let markLength): adopt(found, markLength)
        case .needsMore: break
        case .refused(let message): problem = XMLReaderError(.encoding, message)
        }
    }

    private func detection(_ bytes: [UInt8], isAll: Bool) -> XMLEncoding.Detection {
        if let foreign = XMLEncoding.detectForeign(bytes, isAll: isAll) { return foreign }
        return forced.map { $0.detect(bytes, isAll: isAll) } ?? XMLEncoding.detect(bytes, isAll: isAll)
    }

    private func isTranscoded(_ encoding: XMLEncoding) -> Bool {
        encoding.isTranscoded || checksUTF8 && encoding != .declaredASCII
    }

    private mutating func adopt(_ found: XMLEncoding, _ markLength: Int) {
        if isTranscoded(found) {
            transcoder = Transcoder(found.method)
            guard transcoder != nil else {
                let message: ErrorMessage = "the encoding is \(found.reason), and \(XMLEncoding.cannotConvert)"
                return problem = XMLReaderError(.encoding, message)
            }
        }
        encoding = found
        let bytes = undetected.dropFirst(markLength)
        undetected = []
        bytes.withUnsafeBytes { convert($0) }
    }

    private mutating func convert(_ bytes: UnsafeRawBufferPointer) {
        guard let transcoder else { return output.append(bytes) }
        problem = output.append { transcoder.transcode(bytes, into: &$0) }
    }
}
