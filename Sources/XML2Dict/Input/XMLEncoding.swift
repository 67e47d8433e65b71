/// The encoding of an input, as its first bytes show it (XML 1.0, appendix F).
struct XMLEncoding: Hashable {
    /// How bytes become UTF-8.
    enum Method: Hashable {
        /// Expat reads it: UTF-8 and US-ASCII.
        case direct
        /// One byte a scalar: ISO-8859-1.
        case latin1
        /// Two bytes a unit, the high one first or last.
        case utf16(bigEndian: Bool)
        /// Four bytes a scalar, the high one first or last.
        case utf32(bigEndian: Bool)
        /// By the system's iconv, under its name for it.
        case iconv(name: String)
    }

    let method: Method
    /// How we know, such as "UTF-16 by their byte order mark".
    let reason: String
    /// Whether a declaration may name any encoding: it was looked at already, or does not count.
    var isSettled: Bool

    init(_ method: Method, _ reason: String, isSettled: Bool = true) {
        self.method = method
        self.reason = reason
        self.isSettled = isSettled
    }

    var isTranscoded: Bool { method != .direct }

    /// Whether it is UTF-8 by its byte order mark.
    var isMarked: Bool { method == .direct && reason == Self.utf8ByMark.reason }

    func agrees(withDeclaration name: String) -> Bool {
        isSettled || Self.methods(named: name).contains(method)
    }
}

extension XMLEncoding {
    /// Any of the encodings in which a declaration's characters are single bytes; expat tells them apart by the declaration.
    static let byDeclaration = XMLEncoding(.direct, "in an encoding that begins with ASCII")

    /// US-ASCII, which expat reads.
    static let declaredASCII = XMLEncoding(.direct, "US-ASCII by the declaration")

    private static let utf8ByMark = shown(.direct, "UTF-8", by: "byte order mark")

    /// An encoding that the first bytes of an input show, whatever the declaration says.
    private static func shown(_ method: Method, _ name: String, by how: String) -> XMLEncoding {
        XMLEncoding(method, "\(name) by their \(how)", isSettled: false)
    }

    /// The encoding, as far as an input's first bytes show it.
    enum Detection {
        /// The encoding, and how many bytes of byte order mark to pass over.
        case found(XMLEncoding, markLength: Int = 0)
        /// It depends on bytes that have not come.
        case needsMore
        /// The encoding cannot be read, for a reason in words.
        case refused(ErrorMessage)
    }

    static let marks: [(bytes: [UInt8], encoding: XMLEncoding)] = [
        ([0x00, 0x00, 0xFE, 0xFF], shown(.utf32(bigEndian: true), "UTF-32BE", by: "byte order mark")),
        ([0xFF, 0xFE, 0x00, 0x00], shown(.utf32(bigEndian: false), "UTF-32LE", by: "byte order mark")),
        ([0xFE, 0xFF], shown(.utf16(bigEndian: true), "UTF-16BE", by: "byte order mark")),
        ([0xFF, 0xFE], shown(.utf16(bigEndian: false), "UTF-16LE", by: "byte order mark")),
        ([0xEF, 0xBB, 0xBF], utf8ByMark),
    ]

    /// Without a mark, `<` and the byte after it show the width and the order.
    static let patterns: [(bytes: [UInt8], encoding: XMLEncoding)] = [
        ([0x00, 0x00, 0x00, 0x3C], shown(.utf32(bigEndian: true), "UTF-32BE", by: "first bytes")),
        ([0x3C, 0x00, 0x00, 0x00], shown(.utf32(bigEndian: false), "UTF-32LE", by: "first bytes")),
        ([0x00, 0x3C], shown(.utf16(bigEndian: true), "UTF-16BE", by: "first bytes")),
        ([0x3C, 0x00], shown(.utf16(bigEndian: false), "UTF-16LE", by: "first bytes")),
    ]

    /// Looks at an input's first bytes.
    ///
    /// - Parameters:
    ///   - bytes: All that has come so far.
    ///   - isAll: Whether no more will come.
    /// - Returns: The encoding, if it is clear by now.
    static func detect(_ bytes: [UInt8], isAll: Bool) -> Detection {
        if !isAll, bytes.count < 4, (marks + patterns).contains(where: { $0.bytes.starts(with: bytes) }) {
            return .needsMore
        }
        // The zero byte beside any character shows UTF-16.
        if !isAll, bytes.count < 2 { return .needsMore }
        if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) {
            // Expat passes over the mark of UTF-8 itself, and over one more if it were not given the first.
            return .found(mark.encoding, markLength: mark.encoding.isTranscoded ? mark.bytes.count : 0)
        }
        if let pattern = patterns.first(where: { bytes.starts(with: $0.bytes) }) {
            return .found(pattern.encoding)
        }
        // White space may stand before `<`. Expat would see it, too, but only if it got both bytes at once.
        if bytes.count >= 2, (bytes[0] == 0) != (bytes[1] == 0) {
            let isBigEndian = bytes[0] == 0
            let name = isBigEndian ? "UTF-16BE" : "UTF-16LE"
            return .found(shown(.utf16(bigEndian: isBigEndian), name, by: "first bytes"))
        }
        return detectDeclared(bytes, isAll: isAll)
    }
}
