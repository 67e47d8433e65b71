/// The encoding of an input, which its first bytes show (XML 1.0, appendix F).
struct XMLEncoding: Hashable {
    /// The way from bytes to UTF-8.
    enum Method: Hashable {
        /// Expat reads the bytes itself: UTF-8 and US-ASCII.
        case direct
        /// One byte for each scalar: ISO-8859-1.
        case latin1
        /// Two bytes for each unit, the high byte first or last.
        case utf16(bigEndian: Bool)
        /// Four bytes for each scalar, the high byte first or last.
        case utf32(bigEndian: Bool)
        /// The system's iconv converts the bytes, by its name for the encoding.
        case iconv(name: String)
    }

    let method: Method
    /// The words for the encoding and its evidence, such as "UTF-16 by their byte order mark".
    let reason: String
    /// Whether the declaration is ignored: its encoding was checked already, or another encoding overrides it.
    var isSettled: Bool

    init(_ method: Method, _ reason: String, isSettled: Bool = true) {
        self.method = method
        self.reason = reason
        self.isSettled = isSettled
    }

    var isTranscoded: Bool { method != .direct }

    /// Whether a character takes at least two bytes, so that the bytes show the encoding without a declaration.
    var isWide: Bool {
        switch method {
        case .utf16, .utf32: true
        case .direct, .latin1, .iconv: false
        }
    }

    /// Whether it is UTF-8 by its byte order mark.
    var isMarked: Bool { method == .direct && reason == Self.utf8ByMark.reason }

    /// The name, when the input's first bytes show it.
    var shownName: String? {
        if reason.hasPrefix("UTF") { return String(reason.prefix { $0 != " " }) }
        return reason == Self.byDeclaration.reason ? "UTF-8" : nil
    }

    func agrees(withDeclaration name: String) -> Bool {
        // Case does not count in the names of iconv.
        isSettled || Self.methods(named: name).contains { "\($0)".uppercased() == "\(method)".uppercased() }
    }
}

extension XMLEncoding {
    /// Any encoding in which a declaration's characters are the bytes of ASCII; expat finds the encoding in the
    /// declaration.
    static let byDeclaration = XMLEncoding(.direct, "in an encoding that begins with ASCII")

    /// US-ASCII, which expat reads.
    static let declaredASCII = XMLEncoding(.direct, "US-ASCII by the declaration")

    private static let utf8ByMark = shown(.direct, "UTF-8", by: "byte order mark")

    /// An encoding that the first bytes of an input show, and that the declaration must not contradict.
    private static func shown(_ method: Method, _ name: String, by how: String) -> XMLEncoding {
        XMLEncoding(method, "\(name) by their \(how)", isSettled: false)
    }

    /// The result of looking at an input's first bytes.
    enum Detection {
        /// The encoding, and the number of bytes of its byte order mark to skip.
        case found(XMLEncoding, markLength: Int = 0)
        /// The encoding depends on bytes that have not arrived.
        case needsMore
        /// The reader cannot read the encoding; the message gives the reason.
        case refused(ErrorMessage)
    }

    static let marks: [(bytes: [UInt8], encoding: XMLEncoding)] = [
        ([0x00, 0x00, 0xFE, 0xFF], shown(.utf32(bigEndian: true), "UTF-32BE", by: "byte order mark")),
        ([0xFF, 0xFE, 0x00, 0x00], shown(.utf32(bigEndian: false), "UTF-32LE", by: "byte order mark")),
        ([0xFE, 0xFF], shown(.utf16(bigEndian: true), "UTF-16BE", by: "byte order mark")),
        ([0xFF, 0xFE], shown(.utf16(bigEndian: false), "UTF-16LE", by: "byte order mark")),
        ([0xEF, 0xBB, 0xBF], utf8ByMark),
    ]

    /// The bytes of `<` without a mark, which show the width and the byte order.
    static let patterns: [(bytes: [UInt8], encoding: XMLEncoding)] = [
        ([0x00, 0x00, 0x00, 0x3C], shown(.utf32(bigEndian: true), "UTF-32BE", by: "first bytes")),
        ([0x3C, 0x00, 0x00, 0x00], shown(.utf32(bigEndian: false), "UTF-32LE", by: "first bytes")),
        ([0x00, 0x3C], shown(.utf16(bigEndian: true), "UTF-16BE", by: "first bytes")),
        ([0x3C, 0x00], shown(.utf16(bigEndian: false), "UTF-16LE", by: "first bytes")),
    ]

    /// Detects the encoding from an input's first bytes.
    ///
    /// - Parameters:
    ///   - bytes: All bytes so far.
    ///   - isAll: Whether the input ends after them.
    /// - Returns: The encoding, when the bytes are enough to know it.
    static func detect(_ bytes: [UInt8], isAll: Bool) -> Detection {
        if !isAll, bytes.count < 4, (marks + patterns).contains(where: { $0.bytes.starts(with: bytes) }) {
            return .needsMore
        }
        // The first two bytes show UTF-16: one of them is zero.
        if !isAll, bytes.count < 2 { return .needsMore }
        if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) {
            // Expat skips the mark of UTF-8 itself; if we removed it, expat would skip a second one.
            return .found(mark.encoding, markLength: mark.encoding.isTranscoded ? mark.bytes.count : 0)
        }
        if let pattern = patterns.first(where: { bytes.starts(with: $0.bytes) }) {
            return .found(pattern.encoding)
        }
        // The document begins with white space. Expat would detect that only if it got both bytes at once.
        if bytes.count >= 2, (bytes[0] == 0) != (bytes[1] == 0) {
            let isBigEndian = bytes[0] == 0
            let name = isBigEndian ? "UTF-16BE" : "UTF-16LE"
            return .found(shown(.utf16(bigEndian: isBigEndian), name, by: "first bytes"))
        }
        return detectDeclared(bytes, isAll: isAll)
    }
}

extension XMLEncoding {
    /// An encoding that the caller names, which overrides the bytes and their declaration.
    struct Forced {
        /// The encodings of the name: two when it names no byte order.
        private let candidates: [XMLEncoding]

        /// The encoding of a name; `nil` when the reader cannot read it.
        init?(name: String) {
            candidates = XMLEncoding.methods(named: name).map {
                XMLEncoding($0, "\(name) as was said")
            }
            if candidates.isEmpty { return nil }
        }

        /// Finds the byte order mark and the byte order in an input's first bytes.
        ///
        /// When neither the name nor the bytes show the byte order, it is big-endian (RFC 2781, section 4.3).
        func detect(_ bytes: [UInt8], isAll: Bool) -> Detection {
            if !isAll, bytes.count < 4 { return .needsMore }
            let methods = candidates.map(\.method)
            if bytes.starts(with: TextPosition.mark), !methods.contains(.direct) {
                return .refused(
                    "the bytes are \(utf8ByMark.reason); \(setting: "input.encoding", "\"UTF-8\"") reads them"
                )
            }
            let isCandidate = { (row: (bytes: [UInt8], encoding: XMLEncoding)) in
                bytes.starts(with: row.bytes) && methods.contains(row.encoding.method)
            }
            let mark = marks.first(where: isCandidate)
            var encoding = (mark ?? patterns.first(where: isCandidate))?.encoding ?? candidates[0]
            encoding.isSettled = true
            return .found(encoding, markLength: encoding.isTranscoded ? mark?.bytes.count ?? 0 : 0)
        }
    }
}

extension XMLEncoding {
    /// Recognizes data that is not XML but may contain it, by its first bytes.
    ///
    /// A document in any encoding begins with other bytes.
    ///
    /// - Parameters:
    ///   - bytes: All bytes so far.
    ///   - isAll: Whether the input ends after them.
    /// - Returns: The refusal; `needsMore` while more bytes could lead to one; `nil` for anything else.
    static func detectForeign(_ bytes: [UInt8], isAll: Bool) -> Detection? {
        guard let first = bytes.first, first != UInt8(ascii: "<") else { return nil }
        if let format = foreignFormats.first(where: { bytes.starts(with: $0.bytes) }) {
            return .refused(format.message)
        }
        return !isAll && foreignFormats.contains { $0.bytes.starts(with: bytes) } ? .needsMore : nil
    }

    /// The first bytes of data that is not XML, with the messages for it.
    private static let foreignFormats: [(bytes: [UInt8], message: ErrorMessage)] =
        CompressedFormat.all.flatMap { format in
            format.signatures.map {
                (
                    $0,
                    "this is compressed with \(format.name), not XML; decompress it first, as with \(format.name) -dc"
                )
            }
        }
        // Zip archives: one with members, an empty one, a part of one.
        + [[0x03, 0x04], [0x05, 0x06], [0x07, 0x08]].map {
            (
                "PK".utf8 + $0,
                "this is a zip archive, as .xlsx, .docx and .kmz are, not XML; extract a document first, as with unzip -p FILE MEMBER | xml2dict"
            )
        }
        + [
            (Array("%PDF-".utf8), "this is a PDF file, not XML; pdftotext extracts its text"),
            (
                Array("bplist0".utf8),
                "this is a binary property list, not XML; convert it first, as with plutil -convert xml1 -o - FILE | xml2dict"
            ),
            (
                [0x03, 0x00, 0x08, 0x00],
                "this is Android's binary XML, not text; decode it first, as with apktool d FILE.apk"
            ),
            (
                Array("\u{EF}\u{BB}\u{BF}".utf8),
                "this begins with ï»¿, a byte order mark that was converted to UTF-8 twice; convert the file back, as with iconv -f UTF-8 -t WINDOWS-1252 FILE | xml2dict"
            ),
        ]
}
