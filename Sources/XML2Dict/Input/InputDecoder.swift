/// The decoder of an input: it detects the encoding from the first bytes, and converts all bytes to UTF-8 if need be.
///
///     undetected ──▶ transparent                 expat reads the encoding: the bytes are the text
///        │
///        └─────────▶ transcoder ──▶ text         each chunk becomes UTF-8; an unfinished character waits for the next
///
/// A filter of invalid characters, if the options ask for one, is before the text in both ways.
struct InputDecoder: ~Copyable {
    /// The decoded bytes; before the encoding is known, the bytes of the input.
    let text: InputText
    /// Converts the bytes; `nil` when expat reads them as they are.
    private var transcoder: Transcoder?
    /// Replaces invalid characters; `nil` when they are an error.
    private var filter: InvalidCharacterFilter?
    /// The encoding that the caller names, which overrides the bytes; `nil` without one.
    private let forced: XMLEncoding.Forced?
    /// Whether UTF-8 is checked here, because expat does not look at every character.
    private let checksUTF8: Bool
    /// Whether the encoding was known before the first byte.
    private let isKnown: Bool
    /// The encoding, once it is known.
    private(set) var encoding: XMLEncoding?
    /// The error after the decoded bytes, without a place.
    var problem: XMLError? { boxedProblem?.value }
    var hasProblem: Bool { boxedProblem != nil }
    private var boxedProblem: Boxed<XMLError>?
    /// Whether the input has no more bytes.
    private(set) var isComplete = false
    /// The findings in the decoded bytes, with the byte offset of the first one in the text, until the parser takes them.
    private var found: [(kind: ReadingNotes.Kind, offset: Int, count: Int)] = []
    private var hasControlCharacters = false

    /// Whether no more text follows.
    var hasEnded: Bool { isComplete || hasProblem }

    /// Whether the caller named the encoding, so that the declaration does not count.
    var isForced: Bool { forced != nil }

    /// - Parameters:
    ///   - text: The text that gets the decoded bytes, or that has the bytes of the input already.
    ///   - isUTF8: Whether the bytes are UTF-8 and override their declaration.
    ///   - forced: The encoding that overrides the bytes; with `nil`, the first bytes show the encoding.
    ///   - checksUTF8: Whether UTF-8 is checked here.
    ///   - filter: Replaces invalid characters; `nil` when they are an error.
    init(
        _ text: InputText,
        isUTF8: Bool,
        forced: XMLEncoding.Forced?,
        checksUTF8: Bool,
        filter: InvalidCharacterFilter? = nil
    ) {
        self.text = text
        self.filter = filter
        isKnown = isUTF8
        encoding = isUTF8 ? .byDeclaration : nil
        self.forced = isUTF8 ? nil : forced
        self.checksUTF8 = checksUTF8
        if !isUTF8, !text.unread.isEmpty { detect() }
    }

    /// Decodes a chunk of a source.
    ///
    /// - Returns: Whether there was one.
    mutating func read(_ source: any InputSource, atMost count: Int) throws(XMLError) -> Bool {
        guard transcoder != nil || filter != nil else {
            let filled = try text.fill(from: source, atMost: count)
            if encoding == nil { detect() }
            return filled > 0
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        let filled = try source.fill(buffer)
        decode(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
        return filled > 0
    }

    /// Decodes a chunk.
    mutating func decode(_ bytes: UnsafeRawBufferPointer) {
        guard !hasProblem else { return }
        if let transcoder {
            convert { transcoder.transcode(bytes, into: &$0) }
        } else if filter != nil, encoding != nil {
            convert {
                $0 += bytes
                return nil
            }
        } else {
            text.append(bytes)
            if encoding == nil { detect() }
        }
    }

    /// Ends the input: decodes the bytes that still wait, or sets `problem`.
    mutating func finish() {
        isComplete = true
        if encoding == nil { detect() }
        guard !hasProblem, transcoder != nil || filter != nil else { return }
        let transcoder = transcoder
        convert(isLast: true) { transcoder?.finish(into: &$0) }
    }

    private mutating func convert(isLast: Bool = false, _ body: (inout [UInt8]) -> XMLError?) {
        var converted: [UInt8] = []
        boxedProblem = body(&converted).map { Boxed($0) }
        let isLast = isLast || hasProblem
        filter?.filter(&converted, at: text.end, isLast: isLast)
        if let replaced = filter?.replaced, replaced.count > 0 {
            found.append((.invalidCharacters, replaced.offset, replaced.count))
        }
        converted.withUnsafeBytes { bytes in
            if encoding?.method == .latin1, !hasControlCharacters, let offset = Self.firstControlCharacter(in: bytes) {
                hasControlCharacters = true
                found.append((.controlCharacters, text.end + offset, 1))
            }
            text.append(bytes)
        }
    }

    /// The offset of the first character from U+0080 to U+009F in UTF-8.
    private static func firstControlCharacter(in bytes: UnsafeRawBufferPointer) -> Int? {
        bytes.indices.first { bytes[$0] == 0xC2 && bytes[$0 + 1] < 0xA0 }
    }

    /// Takes the findings since the last call, with their byte offsets in the text.
    mutating func takeFindings() -> [(kind: ReadingNotes.Kind, offset: Int, count: Int)] {
        defer { found = [] }
        return found
    }

    var hasFindings: Bool { !found.isEmpty }

    // MARK: Documents of a series

    /// Whether a byte order mark is next, after bytes that were converted to UTF-8: expat needs none.
    var isAtConvertedMark: Bool { transcoder != nil && text.unread.starts(with: [0xEF, 0xBB, 0xBF]) }

    /// Continues with another document, which begins with the text that has not been read.
    ///
    /// The bytes of the document are UTF-8 already if those of the document before were converted.
    ///
    /// - Returns: The reason why the document cannot be read.
    mutating func beginNextDocument() -> ErrorMessage? {
        guard !isKnown else { return nil }
        guard transcoder != nil || filter != nil, let converted = encoding else {
            encoding = nil
            detect()
            if isComplete { finish() }
            return nil
        }
        guard !isForced else { return nil }
        encoding = converted.unsettled
        guard converted.isTranscoded, !converted.isWide, !text.unread.starts(with: "<?xml".utf8) else { return nil }
        return
            "this document does not declare an encoding, and the one before it is \(converted.reason); read it from an input of its own, or name the encoding of all by \(setting: "encoding")"
    }

    // MARK: Detection

    /// Detects the encoding of the text, which is not converted yet.
    private mutating func detect() {
        if forced == nil, XMLEncoding.isUsual(text.unread) { return adopt(.byDeclaration, 0) }
        let first = Array(text.unread.prefix(XMLEncoding.longestDeclaration))
        let isAll = isComplete && first.count == text.unread.count
        let detection =
            XMLEncoding.detectForeign(first, isAll: isAll) ?? XMLEncoding.detect(first, isAll: isAll, forced: forced)
        switch detection {
        case .found(let found, let markLength): adopt(found, markLength)
        case .needsMore: break
        case .refused(let message): boxedProblem = Boxed(XMLError(.encoding, message))
        }
    }

    private mutating func adopt(_ found: XMLEncoding, _ markLength: Int) {
        let isASCII = found === XMLEncoding.declaredASCII
        guard found.isTranscoded || checksUTF8 && !isASCII || filter != nil else { return encoding = found }
        // In US-ASCII, expat would refuse U+FFFD.
        let found = isASCII ? XMLEncoding(.iconv(name: "US-ASCII"), found.name, found.evidence) : found
        if found.isTranscoded || checksUTF8 {
            transcoder = Transcoder(found)
            guard transcoder != nil else {
                let message: ErrorMessage = "the encoding \(found.name) \(XMLEncoding.refusal(of: found.name))"
                return boxedProblem = Boxed(XMLError(.encoding, message))
            }
        }
        encoding = found
        let bytes = text.takeUnread().dropFirst(markLength)
        bytes.withUnsafeBytes { decode($0) }
    }
}

/// A format of compressed data, which its first bytes show.
package struct CompressedFormat: Sendable {
    /// The name of the format, which is also the name of the program for it.
    package let name: String
    /// The first bytes of data in this format: each form is enough.
    let signatures: [[UInt8]]

    /// All formats that the reader recognizes.
    package static let all = [
        CompressedFormat(name: "gzip", signatures: [[0x1F, 0x8B]]),
        CompressedFormat(name: "bzip2", signatures: bzip2),
        CompressedFormat(name: "xz", signatures: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]),
        // pzstd(1) begins with a special frame.
        CompressedFormat(name: "zstd", signatures: [[0x28, 0xB5, 0x2F, 0xFD], [0x50, 0x2A, 0x4D, 0x18]]),
    ]

    /// Data begins with `BZh`, the size of a block, and the number that begins a block or ends data without blocks.
    ///
    /// Text can begin with `BZh`, but hardly with all ten bytes.
    private static let bzip2: [[UInt8]] = (UInt8(ascii: "1")...UInt8(ascii: "9")).flatMap { size in
        [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]].map { "BZh".utf8 + [size] + $0 }
    }

    /// The format of data that begins with these bytes; `nil` for any other data.
    package static func of(_ bytes: [UInt8]) -> CompressedFormat? {
        all.first { $0.signatures.contains { bytes.starts(with: $0) } }
    }

    /// Whether these bytes could be the first ones of a signature, and are not a whole one.
    package static func needsMore(_ bytes: [UInt8]) -> Bool {
        all.contains { $0.signatures.contains { $0.count > bytes.count && $0.starts(with: bytes) } }
    }
}
