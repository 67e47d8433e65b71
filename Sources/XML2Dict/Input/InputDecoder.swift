/// The decoder of an input, which detects the encoding from the first bytes, and converts the bytes to UTF-8 if needed.
///
///     undetected ──▶ transparent                 expat reads the encoding: the bytes are the text
///        │
///        └─────────▶ transcoder ──▶ text         the decoder converts each chunk to UTF-8
///
/// With and without a transcoder, the filter replaces invalid characters before the bytes become text.
struct InputDecoder: ~Copyable {
    /// The decoded bytes, or the input's bytes until the encoding is detected.
    let text: InputText
    private var transcoder: Transcoder?
    private var filter: InvalidCharacterFilter?
    private let forced: XMLEncoding.Forced?
    /// Whether to check UTF-8 here, because this version of expat does not check every character.
    private let checksUTF8: Bool
    private let isKnown: Bool
    private(set) var encoding: XMLEncoding?
    var problem: XMLError? { boxedProblem?.value }
    var hasProblem: Bool { boxedProblem != nil }
    private var boxedProblem: Boxed<XMLError>?
    private(set) var isComplete = false
    private var found: [(kind: ReadingNotes.Kind, offset: Int, count: Int)] = []
    private var hasControlCharacters = false

    var hasEnded: Bool { isComplete || hasProblem }

    var isForced: Bool { forced != nil }

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

    private static func firstControlCharacter(in bytes: UnsafeRawBufferPointer) -> Int? {
        bytes.indices.first { bytes[$0] == 0xC2 && bytes[$0 + 1] < 0xA0 }
    }

    mutating func takeFindings() -> [(kind: ReadingNotes.Kind, offset: Int, count: Int)] {
        defer { found = [] }
        return found
    }

    var hasFindings: Bool { !found.isEmpty }

    var isAtConvertedMark: Bool { transcoder != nil && text.unread.starts(with: [0xEF, 0xBB, 0xBF]) }

    /// Begins another document at the unread text, or returns the reason why this document cannot be read.
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
        return text.unread.starts(with: "<?xml".utf8) ? nil : encoding?.refusalWithoutDeclaration
    }

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
        // With US-ASCII, expat would refuse the U+FFFD that the filter inserts. So iconv converts the text to UTF-8.
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

package struct CompressedFormat: Sendable {
    package let name: String
    let signatures: [[UInt8]]

    package static let all = [
        CompressedFormat(name: "gzip", signatures: [[0x1F, 0x8B]]),
        CompressedFormat(name: "bzip2", signatures: bzip2),
        CompressedFormat(name: "xz", signatures: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]),
        // pzstd(1) writes a skippable frame first.
        CompressedFormat(name: "zstd", signatures: [[0x28, 0xB5, 0x2F, 0xFD], [0x50, 0x2A, 0x4D, 0x18]]),
    ]

    /// `BZh`, the block size and a magic number: text can also begin with `BZh`, but hardly with all ten bytes.
    private static let bzip2: [[UInt8]] = (UInt8(ascii: "1")...UInt8(ascii: "9")).flatMap { size in
        [[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]].map { "BZh".utf8 + [size] + $0 }
    }

    package static func of(_ bytes: [UInt8]) -> CompressedFormat? {
        all.first { $0.signatures.contains { bytes.starts(with: $0) } }
    }

    package static func needsMore(_ bytes: [UInt8]) -> Bool {
        all.contains { $0.signatures.contains { $0.count > bytes.count && $0.starts(with: bytes) } }
    }
}
