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

    var isTranscoded: Bool { method != .direct }

    /// Whether it is UTF-8 by its byte order mark.
    var isMarked: Bool { method == .direct && reason == Self.utf8ByMark.reason }

    func agrees(withDeclaration name: String) -> Bool {
        isSettled || Self.methods(named: name).contains(method)
    }
}

extension XMLEncoding {
    /// Any of the encodings in which a declaration's characters are single bytes; expat tells them apart by the declaration.
    static let byDeclaration = XMLEncoding(
        method: .direct,
        reason: "in an encoding that begins with ASCII",
        isSettled: true
    )

    /// US-ASCII, which expat reads.
    static let declaredASCII = XMLEncoding(method: .direct, reason: "US-ASCII by the declaration", isSettled: true)

    private static let utf8ByMark = XMLEncoding(
        method: .direct,
        reason: "UTF-8 by their byte order mark",
        isSettled: false
    )

    private static func utf16(bigEndian: Bool, _ how: String) -> XMLEncoding {
        let order = bigEndian ? "BE" : "LE"
        return XMLEncoding(
            method: .utf16(bigEndian: bigEndian),
            reason: "UTF-16\(order) by their \(how)",
            isSettled: false
        )
    }

    private static func utf32(bigEndian: Bool, _ how: String) -> XMLEncoding {
        let order = bigEndian ? "BE" : "LE"
        return XMLEncoding(
            method: .utf32(bigEndian: bigEndian),
            reason: "UTF-32\(order) by their \(how)",
            isSettled: false
        )
    }

    /// What the first bytes of an input show.
    enum Detection {
        /// The encoding, and how many bytes of byte order mark to pass over.
        case found(XMLEncoding, markLength: Int)
        /// It depends on bytes that have not come.
        case needsMore
        /// It is one that cannot be read, for a reason in words.
        case refused(ErrorMessage)
    }

    static let marks: [(bytes: [UInt8], encoding: XMLEncoding)] = [
        ([0x00, 0x00, 0xFE, 0xFF], utf32(bigEndian: true, "byte order mark")),
        ([0xFF, 0xFE, 0x00, 0x00], utf32(bigEndian: false, "byte order mark")),
        ([0xFE, 0xFF], utf16(bigEndian: true, "byte order mark")),
        ([0xFF, 0xFE], utf16(bigEndian: false, "byte order mark")),
        ([0xEF, 0xBB, 0xBF], utf8ByMark),
    ]

    /// Without a mark: how `<` and the byte behind it lie shows the width and the order.
    static let patterns: [(bytes: [UInt8], encoding: XMLEncoding)] = [
        ([0x00, 0x00, 0x00, 0x3C], utf32(bigEndian: true, "first bytes")),
        ([0x3C, 0x00, 0x00, 0x00], utf32(bigEndian: false, "first bytes")),
        ([0x00, 0x3C], utf16(bigEndian: true, "first bytes")),
        ([0x3C, 0x00], utf16(bigEndian: false, "first bytes")),
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
            return .found(pattern.encoding, markLength: 0)
        }
        // White space may stand before `<`. Expat would see it, too, but only if it got both bytes at once.
        if bytes.count >= 2, (bytes[0] == 0) != (bytes[1] == 0) {
            return .found(utf16(bigEndian: bytes[0] == 0, "first bytes"), markLength: 0)
        }
        return detectDeclared(bytes, isAll: isAll)
    }
}
