/// The encoding of an input, which its first bytes show (XML 1.0, appendix F).
final class XMLEncoding: Equatable, Sendable {
    enum Method: Hashable {
        case direct
        /// Each unit is a scalar, or half of a surrogate pair in UTF-16.
        case units(byteCount: Int, bigEndian: Bool)
        /// The system's iconv converts the bytes, and `name` is iconv's name for the encoding.
        case iconv(name: String)

        static let latin1 = units(byteCount: 1, bigEndian: true)
    }

    let method: Method
    /// The declared name, or the name that the first bytes show.
    let name: String
    /// The source of the name, such as "by their byte order mark".
    let evidence: String
    /// Whether to ignore the declaration, because the decoder has checked it, or another encoding overrides it.
    let isSettled: Bool

    init(_ method: Method, _ name: String, _ evidence: String, isSettled: Bool = true) {
        self.method = method
        self.name = name
        self.evidence = evidence
        self.isSettled = isSettled
        isMarked = method == .direct && evidence == Self.byMark
    }

    var unsettled: XMLEncoding { XMLEncoding(method, name, evidence, isSettled: false) }

    static func == (one: XMLEncoding, other: XMLEncoding) -> Bool {
        one === other
            || one.method == other.method && one.name == other.name && one.evidence == other.evidence
                && one.isSettled == other.isSettled
    }

    var reason: String { "\(name) \(evidence)" }

    var isTranscoded: Bool { method != .direct }

    /// Whether a character takes at least two bytes, so that the bytes show the encoding without a declaration.
    var isWide: Bool { Self.unicode.contains { isTranscoded && $0.method == method } }

    let isMarked: Bool

    func agrees(withDeclaration name: String) -> Bool { isSettled || Self.methods(named: name).contains(method) }

    /// The reason why a document without an encoding declaration cannot have the encoding of the previous document.
    var refusalWithoutDeclaration: ErrorMessage? {
        guard !isSettled, isTranscoded, !isWide else { return nil }
        return
            "this document does not declare an encoding, and the one before it is \(reason); read it from an input of its own, or name the encoding of all by \(setting: "encoding")"
    }
}

extension XMLEncoding {
    private static let byMark = "by their byte order mark"
    static let byFirstBytes = "by their first bytes"

    /// Any encoding that extends ASCII, so that expat itself can read the name of the encoding in the declaration.
    static let byDeclaration = XMLEncoding(.direct, "UTF-8", byFirstBytes)

    static let declaredASCII = XMLEncoding(.direct, "US-ASCII", "by the declaration")

    /// The Unicode encodings with their byte order marks; `zeros` shows which bytes of ASCII characters are zero.
    static let unicode: [(name: String, method: Method, mark: [UInt8], zeros: [Bool])] = [
        ("UTF-32BE", .units(byteCount: 4, bigEndian: true), [0x00, 0x00, 0xFE, 0xFF], [true, true, true, false]),
        ("UTF-32LE", .units(byteCount: 4, bigEndian: false), [0xFF, 0xFE, 0x00, 0x00], [false, true, true, true]),
        ("UTF-16BE", .units(byteCount: 2, bigEndian: true), [0xFE, 0xFF], [true, false]),
        ("UTF-16LE", .units(byteCount: 2, bigEndian: false), [0xFF, 0xFE], [false, true]),
        ("UTF-8", .direct, [0xEF, 0xBB, 0xBF], [false, false, false, false]),
    ]

    enum Detection {
        /// The encoding, and the number of bytes of its byte order mark to skip.
        case found(XMLEncoding, markLength: Int = 0)
        case needsMore
        case refused(ErrorMessage)
    }

    /// Detects the encoding from the first bytes of an input.
    ///
    /// - Parameters:
    ///   - bytes: All bytes so far.
    ///   - isAll: Whether the input ends after these bytes.
    ///   - forced: The encoding that overrides the bytes and their declaration.
    /// - Returns: The encoding, if the bytes are enough.
    static func detect(_ bytes: [UInt8], isAll: Bool, forced: Forced?) -> Detection {
        // No document is shorter than `<a/>`.
        if !isAll, bytes.count < 4 { return .needsMore }
        let mark = unicode.first { bytes.starts(with: $0.mark) }
        let shown = mark ?? unicode.first { bytes.prefix(4).map { $0 == 0 }.starts(with: $0.zeros) }
        // Expat skips the mark of UTF-8 itself. If the decoder removed the mark, expat would skip a second mark.
        let markLength = shown?.method == .direct ? 0 : mark?.mark.count ?? 0
        if let forced {
            if mark?.method == .direct, !forced.methods.contains(.direct) {
                return .refused("the bytes are UTF-8 \(byMark); \(setting: "encoding", "\"UTF-8\"") reads them")
            }
            // If neither the name nor the bytes show the byte order, use big-endian (RFC 2781, section 4.3).
            guard let shown, forced.methods.contains(shown.method) else {
                return .found(XMLEncoding(forced.methods[0], forced.name, "by the caller's choice"))
            }
            return .found(
                XMLEncoding(shown.method, forced.name, mark == nil ? "by the caller's choice" : byMark),
                markLength: markLength
            )
        }
        guard let shown, mark != nil || shown.method != .direct else { return detectDeclared(bytes, isAll: isAll) }
        let evidence = mark == nil ? byFirstBytes : byMark
        return .found(XMLEncoding(shown.method, shown.name, evidence, isSettled: false), markLength: markLength)
    }

    /// Whether expat can read the bytes without more detection, because they begin with a usual declaration or tag.
    static func isUsual(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= 4, bytes[0] == UInt8(ascii: "<") else { return false }
        return bytes[1] != UInt8(ascii: "?")
            ? bytes[1] != 0
            : usualDeclarations.contains {
                bytes.starts(with: UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount))
            }
    }

    private static let usualDeclarations: [StaticString] = [
        #"<?xml version="1.0" encoding="UTF-8""#, #"<?xml version="1.0" encoding="utf-8""#, #"<?xml version="1.0"?>"#,
    ]

    struct Forced {
        let name: String
        let methods: [Method]

        init?(name: String) {
            self.name = name
            methods = XMLEncoding.methods(named: name)
            if methods.isEmpty { return nil }
        }
    }
}

extension XMLEncoding {
    /// Recognizes formats that are not XML but may contain XML, such as zip, by their first bytes.
    ///
    /// - Returns: A refusal, `needsMore` while more bytes could lead to a refusal, or `nil` for other bytes.
    static func detectForeign(_ bytes: [UInt8], isAll: Bool) -> Detection? {
        guard let first = bytes.first, first != UInt8(ascii: "<") else { return nil }
        if let format = foreignFormats.first(where: { bytes.starts(with: $0.bytes) }) {
            return .refused(format.message)
        }
        return !isAll && foreignFormats.contains { $0.bytes.starts(with: bytes) } ? .needsMore : nil
    }

    private static let foreignFormats: [(bytes: [UInt8], message: ErrorMessage)] =
        (CompressedFormat.all.flatMap { format in
            format.signatures.map { ($0, "compressed with \(format.name)", "\(format.name) -dc FILE") }
        }
        // Zip archives with members, empty archives, and parts of archives.
        + [[0x03, 0x04], [0x05, 0x06], [0x07, 0x08]].map {
            ("PK".utf8 + $0, "a zip archive, as .xlsx, .docx and .kmz are", "unzip -p FILE MEMBER")
        }
        + [
            (Array("%PDF-".utf8), "a PDF file", "pdftotext FILE"),
            (Array("bplist0".utf8), "a binary property list", "plutil -convert xml1 -o - FILE"),
            ([0x03, 0x00, 0x08, 0x00], "Android's binary form", "apktool d FILE.apk"),
            (
                Array("\u{EF}\u{BB}\u{BF}".utf8), "text that was converted to UTF-8 twice",
                "iconv -f UTF-8 -t WINDOWS-1252 FILE"
            ),
        ]).map { bytes, name, command in (bytes, "this is \(name), not XML; convert it first, as with \(command)") }
}
