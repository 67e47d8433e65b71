extension JSONReader {
    static var shownCount: Int { 25 }

    func error(_ fault: JSONFault, at index: Int) -> XMLError {
        let offset = earlierCount + index
        let found = Array(text[index..<text.count].prefix(Self.shownCount).prefix { $0 != 0x0A && $0 != 0x0D })
        let fault = isEncoding(found, at: offset, fault) ? .encoding : fault
        var excerpt = Excerpt(around: index, in: bytesOfText, isFromStart: earlierCount == 0)
        if isFinished { excerpt?.end() }
        var error =
            switch fault {
            case .depth: XMLError(over: .depth, depthLimit, "arrays and objects are nested more than # deep")
            case .nameLength: XMLError(over: .nameLength, nameLimit)
            case .numberLength: XMLError(over: .tokenLength, numberLimit, "a number is longer than # bytes")
            default: XMLError(fault.code, message(of: fault, found))
            }
        (error.line, error.column, error.byteOffset) = (line.index + 1, line.column(of: offset), offset)
        error.path = path
        return excerpt.map { error.with($0) } ?? error
    }

    var resultError: XMLError {
        var error = XMLError(over: .result, resultLimit)
        (error.line, error.column, error.byteOffset) = valueStart
        return error
    }

    private func isEncoding(_ found: [UInt8], at offset: Int, _ fault: JSONFault) -> Bool {
        // JSON begins with an ASCII character, and in UTF-16, one of the two bytes of this character is zero.
        if offset <= 1, let byte = found.first, byte == 0 || offset == 0 && byte >= 0xFE { return true }
        let isReplaced = String(decoding: found, as: UTF8.self).unicodeScalars.first == "\u{FFFD}"
        return fault == .unexpected && isReplaced && !found.starts(with: "\u{FFFD}".utf8)
    }

    private func message(of fault: JSONFault, _ bytes: [UInt8]) -> ErrorMessage {
        let found = Self.shown(bytes)
        return switch fault {
        case .unexpected where expectation == .topValue && found == "'<'": "this looks like XML or HTML, not JSON"
        case .unexpected where ["'#'", "'/'"].contains(found): "JSON has no comments; remove this one"
        case .unexpected where expectation == .key && found == "'}'" || expectation == .item && found == "']'":
            "a comma before \(found) has no value after it; remove the comma"
        case .unexpected: "expected \(expected), not \(found)"
        case .number: "a number cannot continue with \(found); write it as 0, -1.5 or 2e10, or in double quotes"
        case .control: "a string contains \(found); write it as an escape, such as \\n or \\u001F"
        case .escape:
            "\(Self.escape(bytes)) is not an escape of JSON, such as \\n, \\u00E9 and the pair \\uD83D\\uDE00; write \\\\ for a backslash"
        case .encoding:
            "the byte \(bytes.first?.hexadecimal ?? "") is not UTF-8, which JSON requires; convert the input first, as with iconv"
        case .end where unreadIndex == text.count: "the input ends, and \(expected) is missing"
        case .end where text[unreadIndex] == UInt8(ascii: "\""):
            "the input ends inside a string; close it with a double quote"
        case .end: "the input ends inside a number or a word"
        case .repeatedKey: "the object that ends here has a key twice"
        // The other limits have their own messages.
        case .tooMany, .depth, .nameLength, .numberLength:
            "the document has more than 268,435,456 different names, or a text of 64 GiB"
        }
    }

    private var expected: String {
        switch expectation {
        case .topValue, .item, .firstItem, .memberValue:
            "a value (text in double quotes, a number, true, false, null, [ or {)"
        case .key, .firstKey: "a key in double quotes"
        case .colon: "a colon after the key \"\(names.names[key].shortened)\""
        case .memberEnd: "a comma or }"
        case .itemEnd: "a comma or ]"
        case .nothing: "the end of the input"
        }
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        let word = bytes.prefix { $0.isInJSONWord && $0 < 0x80 }
        if !word.isEmpty { return "'\(String(decoding: word, as: UTF8.self))\(word.count == shownCount ? "…" : "")'" }
        let first = String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\n"
        let isVisible = first.value > 0x20 && first.value != 0x7F && !first.properties.isWhitespace
        return isVisible ? "'\(first)'" : XMLCharacters.name(of: first.value)
    }

    private static func escape(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(6).prefix { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    /// The JSON pointer (RFC 6901) to the value or container with the error, with `…` inside a path of over 40 steps.
    private var path: String {
        guard open.count > 0 else { return "" }
        func step(to key: Int) -> String { "/" + names.names[key].shortened.asPointerStep }
        let containers = (1..<open.count).map { open[$0] } + [innermost]
        var steps = zip(containers, containers.dropFirst()).map { outer, inner in
            outer.isArray ? "/\(inner.start - outer.start)" : step(to: inner.key)
        }
        switch expectation {
        case .item, .firstItem: steps.append("/\(pending.count - innermost.start)")
        case .colon, .memberValue: steps.append(step(to: key))
        case .topValue, .key, .firstKey, .memberEnd, .itemEnd, .nothing: break
        }
        if steps.count > 40 { steps.replaceSubrange(20..<steps.count - 20, with: ["/…"]) }
        return steps.joined()
    }
}

/// The reason why text is not JSON, or cannot be read.
enum JSONFault: Error {
    /// Another byte or word is expected, or a number cannot continue with the byte.
    case unexpected, number
    /// A string contains a control character, or a backslash that begins no escape.
    case control, escape
    case encoding
    case end
    /// An object has a key twice, and the caller refuses such objects.
    case repeatedKey
    case depth, nameLength, numberLength
    /// There are more names, items or bytes than an entry can count.
    case tooMany

    var code: XMLError.Code {
        switch self {
        case .encoding: .encoding
        case .end: .unexpectedEnd
        case .depth, .nameLength, .numberLength, .tooMany: .limit
        case .unexpected, .number, .control, .escape, .repeatedKey: .malformed
        }
    }
}

/// The line that the reader is in.
///
/// A string cannot contain a line break, so lines end only in white space, where the reader checks every byte. The
/// reader counts continuation bytes of UTF-8 only where it checks characters beyond ASCII. So lines and columns cost
/// nothing for other bytes.
struct JSONLine: BitwiseCopyable {
    private(set) var index = 0
    /// The number of bytes of the input before the line, including a byte order mark.
    var start = 0
    var continuationCount = 0
    /// Whether the line begins after a carriage return, so that a line feed at `start` belongs to the same line break.
    private var isAfterReturn = false

    @inline(__always)
    mutating func end(_ byte: UInt8, at offset: Int) {
        if byte == 0x0A, isAfterReturn, offset == start {
            start = offset &+ 1
        } else {
            index &+= 1
            start = offset &+ 1
            continuationCount = 0
        }
        isAfterReturn = byte == 0x0D
    }

    func column(of offset: Int) -> Int { max(1, offset - start - continuationCount + 1) }
}
