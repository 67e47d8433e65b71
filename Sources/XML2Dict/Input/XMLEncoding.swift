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
    /// Whether the declaration may name any encoding, because it was checked already or does not count.
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
        isSettled || Self.methods(named: name).contains(method)
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
