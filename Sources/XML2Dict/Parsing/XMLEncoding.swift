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
        /// By the system's iconv, under the name in the declaration.
        case iconv(name: String)
    }

    let method: Method
    /// How we know, such as "UTF-16 by their byte order mark".
    let reason: String
    /// The names a declaration may give it, in upper case; empty when any will do.
    var names: Set<String>

    var isTranscoded: Bool { method != .direct }

    /// Whether it is UTF-8 by its byte order mark.
    var isMarked: Bool { method == .direct && reason == Self.utf8ByMark.reason }

    func agrees(withDeclaration name: String) -> Bool {
        names.isEmpty || names.contains(name.uppercased())
    }
}

extension XMLEncoding {
    /// Any of the encodings in which a declaration's characters are single bytes; expat tells them apart by the declaration.
    static let byDeclaration = XMLEncoding(method: .direct, reason: "in an encoding that begins with ASCII", names: [])

    fileprivate static let utf8ByMark = XMLEncoding(
        method: .direct,
        reason: "UTF-8 by their byte order mark",
        names: ["UTF-8", "UTF8"]
    )

    private static func utf16(bigEndian: Bool, _ how: String) -> XMLEncoding {
        let order = bigEndian ? "BE" : "LE"
        return XMLEncoding(
            method: .utf16(bigEndian: bigEndian),
            reason: "UTF-16\(order) by their \(how)",
            names: ["UTF-16", "UTF-16\(order)", "ISO-10646-UCS-2", "UCS-2", "UTF16", "CSUNICODE"]
        )
    }

    private static func utf32(bigEndian: Bool, _ how: String) -> XMLEncoding {
        let order = bigEndian ? "BE" : "LE"
        return XMLEncoding(
            method: .utf32(bigEndian: bigEndian),
            reason: "UTF-32\(order) by their \(how)",
            names: ["UTF-32", "UTF-32\(order)", "ISO-10646-UCS-4", "UCS-4", "UCS-4\(order)", "UTF32", "CSUCS4"]
        )
    }

    /// What the first bytes of an input show.
    enum Detection {
        /// The encoding, and how many bytes of byte order mark to pass over.
        case found(XMLEncoding, markLength: Int)
        /// It depends on bytes that have not come.
        case needsMore
    }

    fileprivate static let marks: [(bytes: [UInt8], encoding: XMLEncoding)] = [
        ([0x00, 0x00, 0xFE, 0xFF], utf32(bigEndian: true, "byte order mark")),
        ([0xFF, 0xFE, 0x00, 0x00], utf32(bigEndian: false, "byte order mark")),
        ([0xFE, 0xFF], utf16(bigEndian: true, "byte order mark")),
        ([0xFF, 0xFE], utf16(bigEndian: false, "byte order mark")),
        ([0xEF, 0xBB, 0xBF], utf8ByMark),
    ]

    /// Without a mark: how `<` and the byte behind it lie shows the width and the order.
    fileprivate static let patterns: [(bytes: [UInt8], encoding: XMLEncoding)] = [
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

    /// The names that expat reads by itself, and those that cannot be meant, as the declaration was read byte by byte: there expat
    /// gives the error.
    private static let directNames: Set<String> = ["UTF-8", "US-ASCII", "UTF-16", "UTF-16BE", "UTF-16LE"]

    /// A declaration is not looked for beyond this many bytes.
    private static let longestDeclaration = 1024

    private static func detectDeclared(_ bytes: [UInt8], isAll: Bool) -> Detection {
        let opening = Array("<?xml".utf8)
        if bytes.count <= opening.count, opening.starts(with: bytes) || bytes.starts(with: opening), !isAll {
            return .needsMore
        }
        // A processing instruction such as <?xml-stylesheet …?> is no declaration.
        guard bytes.starts(with: opening), bytes.count > opening.count, XMLSpace.isSpace(bytes[opening.count]) else {
            return .found(byDeclaration, markLength: 0)
        }
        let start = bytes.prefix(longestDeclaration)
        guard let end = start.firstIndex(of: UInt8(ascii: ">")) else {
            return isAll || start.count == longestDeclaration ? .found(byDeclaration, markLength: 0) : .needsMore
        }
        guard let name = declaredName(in: bytes[opening.count..<end]), !directNames.contains(name.uppercased()) else {
            return .found(byDeclaration, markLength: 0)
        }
        let method: Method = name.uppercased() == "ISO-8859-1" ? .latin1 : .iconv(name: name)
        return .found(XMLEncoding(method: method, reason: "\(name) by the declaration", names: []), markLength: 0)
    }

    /// The encoding's name in an XML declaration (XML 1.0, productions 23, 80 and 81), if it has the form of one.
    ///
    /// - Parameter declaration: What stands behind `<?xml`.
    /// - Returns: The name.
    private static func declaredName(in declaration: ArraySlice<UInt8>) -> String? {
        var rest = declaration
        while true {
            rest = rest.drop(while: XMLSpace.isSpace)
            let key = rest.prefix(while: isNameByte)
            rest = rest.dropFirst(key.count).drop(while: XMLSpace.isSpace)
            guard !key.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
            rest = rest.drop(while: XMLSpace.isSpace)
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return nil
            }
            let value = rest.prefix { $0 != quote }
            guard value.count < rest.count else { return nil }
            rest = rest.dropFirst(value.count + 1)
            guard key.elementsEqual("encoding".utf8) else { continue }
            guard let first = value.first, isLetter(first), value.allSatisfy(isNameByte) else { return nil }
            return String(decoding: value, as: UTF8.self)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || Array("._-".utf8).contains(byte)
    }
}

extension XMLEncoding {
    /// An encoding that somebody named for bytes, whatever they and their declaration say.
    struct Forced {
        /// The encodings it can be: several where the byte order is not said.
        private let candidates: [XMLEncoding]

        /// Looks at an input's first bytes, for a byte order mark and the byte order.
        func detect(_ bytes: [UInt8], isAll: Bool) -> Detection {
            if !isAll, bytes.count < 4 { return .needsMore }
            let methods = candidates.map(\.method)
            if let mark = marks.first(where: { bytes.starts(with: $0.bytes) && methods.contains($0.encoding.method) }) {
                var encoding = mark.encoding
                encoding.names = []
                return .found(encoding, markLength: encoding.isTranscoded ? mark.bytes.count : 0)
            }
            let pattern = patterns.first { bytes.starts(with: $0.bytes) && methods.contains($0.encoding.method) }
            var encoding = pattern?.encoding ?? candidates[0]
            encoding.names = []
            return .found(encoding, markLength: 0)
        }

        fileprivate init(_ methods: [Method], _ name: String) {
            candidates = methods.map { XMLEncoding(method: $0, reason: "\(name) as was said", names: []) }
        }
    }

    /// The encoding of a name; `nil` when this system does not know it.
    ///
    /// Without a byte order in the name or in the bytes, it is the big-endian one (RFC 2781, section 4.3).
    static func named(_ name: String) -> Forced? {
        switch name.uppercased() {
        case "UTF-8", "UTF8": Forced([.direct], name)
        case "ISO-8859-1", "LATIN1", "LATIN-1": Forced([.latin1], name)
        case "UTF-16", "UTF16": Forced([.utf16(bigEndian: true), .utf16(bigEndian: false)], name)
        case "UTF-16BE": Forced([.utf16(bigEndian: true)], name)
        case "UTF-16LE": Forced([.utf16(bigEndian: false)], name)
        case "UTF-32", "UTF32": Forced([.utf32(bigEndian: true), .utf32(bigEndian: false)], name)
        case "UTF-32BE": Forced([.utf32(bigEndian: true)], name)
        case "UTF-32LE": Forced([.utf32(bigEndian: false)], name)
        default: isPlausible(name) && Transcoder(.iconv(name: name)) != nil ? Forced([.iconv(name: name)], name) : nil
        }
    }

    /// Whether iconv takes a name as it is: it drops characters that it does not like, and without any left takes the encoding of the
    /// locale.
    private static func isPlausible(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return false }
        return name.utf8.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    }
}
