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
    /// The decoded bytes that wait for expat.
    let output = MemorySource()
    /// The error after the decoded bytes, without a place.
    private(set) var problem: XMLReaderError?

    /// Whether expat reads all further bytes as they are.
    var isTransparent: Bool { encoding != nil && transcoder == nil }

    /// Whether the caller named the encoding, so that the declaration does not count.
    var isForced: Bool { forced != nil }

    /// - Parameter encoding: The encoding, which is known before the first byte.
    init(encoding: XMLEncoding) {
        self.encoding = encoding
        forced = nil
        checksUTF8 = false
    }

    /// - Parameters:
    ///   - forced: The encoding that overrides the bytes; with `nil`, the first bytes show the encoding.
    ///   - checksUTF8: Whether UTF-8 is checked here.
    init(forced: XMLEncoding.Forced?, checksUTF8: Bool) {
        self.forced = forced
        self.checksUTF8 = checksUTF8
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

    /// Goes on with another document, whose first bytes are UTF-8 if those of the document before were converted.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes.
    ///   - isAll: Whether the input ends after them, and after the output that waits.
    /// - Returns: The reason why the document cannot be read.
    mutating func goOn(_ bytes: [UInt8], isAll: Bool) -> ErrorMessage? {
        guard transcoder != nil, var converted = encoding else {
            bytes.withUnsafeBytes { decode($0) }
            if isAll { finish() }
            return nil
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        output.prepend(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
        guard !isForced else { return nil }
        converted.isSettled = false
        encoding = converted
        guard !converted.isWide, !bytes.starts(with: "<?xml".utf8) else { return nil }
        return
            "this document does not declare an encoding, and the one before it is \(converted.reason): read it from an input of its own, or name the encoding of all by \(setting: "input.encoding")"
    }

    private mutating func detect(isAll: Bool) {
        let detection =
            forced.map { $0.detect(undetected, isAll: isAll) } ?? XMLEncoding.detect(undetected, isAll: isAll)
        switch detection {
        case .found(let found, let markLength): adopt(found, markLength)
        case .needsMore: break
        case .refused(let message): problem = XMLReaderError(.encoding, message)
        }
    }

    private mutating func adopt(_ found: XMLEncoding, _ markLength: Int) {
        if found.isTranscoded || checksUTF8 && found != .declaredASCII {
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
