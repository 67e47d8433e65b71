/// Turns an input's bytes into bytes that expat reads, once its first bytes have shown the encoding.
///
///     waiting ──▶ transparent         expat reads the encoding: bytes pass as they are
///        │
///        └──────▶ transcoder          each chunk becomes UTF-8; an unfinished character waits for the next
struct InputDecoder: ~Copyable {
    /// What cannot be decoded, in words.
    struct InputError: Error {
        let code: XMLReaderError.Code
        let message: ErrorMessage
    }

    /// What came before the encoding was known.
    private var waiting: [UInt8] = []
    private var transcoder: Transcoder?

    /// The encoding, once it is known.
    private(set) var encoding: XMLEncoding?

    /// Whether bytes pass as they are from now on.
    var isTransparent: Bool { encoding != nil && transcoder == nil }

    /// The encoding that the bytes are in whatever they say.
    private let forced: XMLEncoding.Forced?

    /// Whether the declaration does not count.
    var isForced: Bool { forced != nil }

    /// - Parameter encoding: The encoding of bytes that need not be looked at.
    init(encoding: XMLEncoding) {
        self.encoding = encoding
        forced = nil
    }

    /// - Parameter forced: The encoding whatever the bytes say; `nil` finds it.
    init(forced: XMLEncoding.Forced?) {
        self.forced = forced
    }

    /// Decodes a chunk.
    ///
    /// - Parameters:
    ///   - bytes: The chunk.
    ///   - output: Receives what was decoded: everything before a problem, too.
    /// - Returns: What could not be decoded.
    mutating func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> InputError? {
        guard encoding == nil else { return convert(bytes, into: &output) }
        waiting.append(contentsOf: bytes)
        return detect(isAll: false, into: &output)
    }

    /// Ends the input: what still waits is decoded, or is a problem.
    mutating func finish(into output: inout [UInt8]) -> InputError? {
        if encoding == nil, let problem = detect(isAll: true, into: &output) { return problem }
        return transcoder?.finish(into: &output)
    }

    private mutating func detect(isAll: Bool, into output: inout [UInt8]) -> InputError? {
        let detection =
            forced.map { $0.detect(waiting, isAll: isAll) } ?? XMLEncoding.detect(waiting, isAll: isAll)
        let found: XMLEncoding, markLength: Int
        switch detection {
        case .found(let encoding, let length): (found, markLength) = (encoding, length)
        case .needsMore: return nil
        case .refused(let message): return InputError(code: .encoding, message: message)
        }
        if found.isTranscoded || !ExpatParser.checksAllUTF8 && found != .declaredASCII {
            guard let transcoder = Transcoder(found.method) else {
                return InputError(
                    code: .encoding,
                    message: "the encoding is \(found.reason), and \(XMLEncoding.cannotConvert)"
                )
            }
            self.transcoder = transcoder
        }
        encoding = found
        let bytes = waiting.dropFirst(markLength)
        waiting = []
        return bytes.withUnsafeBytes { convert($0, into: &output) }
    }

    private func convert(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) -> InputError? {
        guard let transcoder else {
            output.append(contentsOf: bytes)
            return nil
        }
        return transcoder.transcode(bytes, into: &output)
    }
}
