/// Making errors: the position, the path, and the sentence with the remedy.
extension JSONReader {
    private typealias Limit = XMLOptions.Limit

    /// How many bytes after an error its excerpt and its message show.
    static var shownCount: Int { 25 }

    /// The error of a fault at a place of the text.
    func error(_ fault: JSONFault, at place: Int) -> XMLError {
        let offset = earlierCount + place
        let shown = text[place..<text.count].prefix(Self.shownCount).prefix { $0 != 0x0A && $0 != 0x0D }
        let found = JSONFoundText(bytes: Array(shown))
        let fault = refined(fault, at: offset, found)
        var excerpt = Excerpt(around: place, in: bytesOfText, isFromStart: earlierCount == 0)
        if isFinished { excerpt?.end() }
        var error = XMLError(
            fault.code,
            message(of: fault, at: place, found),
            line: line.number + 1,
            column: line.column(of: offset),
            byteOffset: offset,
            path: path
        )
        error.limit = fault.limit
        return excerpt.map { error.with($0) } ?? error
    }

    /// The error of a value that exceeds the limit of its memory, at the place where it begins.
    var resultError: XMLError {
        var error = XMLError(
            .limit,
            Limit.result.message(resultLimit),
            line: valueStart.line,
            column: valueStart.column,
            byteOffset: valueStart.offset
        )
        error.limit = .result
        return error
    }

    /// The fault that the error names: the encoding, if another encoding than UTF-8 causes the fault.
    private func refined(_ fault: JSONFault, at offset: Int, _ found: JSONFoundText) -> JSONFault {
        // JSON begins with an ASCII character, one half of which is zero in UTF-16.
        if offset <= 1, let byte = found.bytes.first, byte == 0 || offset == 0 && byte >= 0xFE { return .otherEncoding }
        let isReplaced = found.first == "\u{FFFD}" && !found.bytes.starts(with: "\u{FFFD}".utf8)
        return fault.isOutside && isReplaced ? .encoding : fault
    }

    // MARK: The message

    private func message(of fault: JSONFault, at place: Int, _ found: JSONFoundText) -> ErrorMessage {
        if fault.isOutside, let message = foreign(found) { return message }
        return switch (fault, found.first) {
        case (.noValue, "]") where expectation == .topValue, (.noValue, "}") where expectation == .topValue:
            "\(found.first) closes nothing; remove it"
        case (.noValue, ",") where expectation == .topValue: "no comma may separate whole values; remove it"
        case (.noValue, "]") where expectation == .item, (.noKey, "}"):
            "a comma before \(found.first) has no value after it; remove the comma"
        case (.noValue, "}") where expectation != .memberValue, (.noEnd, "}"): "close the array with ], not }"
        case (.noKey, "]"), (.noEnd, "]"): "close the object with }, not ]"
        case (.noValue, "]"), (.noValue, "}"), (.noValue, ","), (.noValue, ":"): "a value is missing before \(found)"
        case (.noValue, "+"), (.noValue, "."):
            "a number must begin with a digit or a minus sign, not with \(found)"
        case (.noValue, _): "\(found) cannot begin a value; a string must be in double quotes"
        case (.noKey, _) where found.isWord: "a key must be in double quotes; write \"\(found.token)\""
        case (.noKey, _): "a key must be a string in double quotes, not \(found)"
        case (.noColon, _): "a colon must follow the key \"\(shownKey)\", not \(found)"
        case (.noEnd, "{"), (.noEnd, "["), (.noEnd, "\""): "a comma is missing before \(found.token)"
        case (.noEnd, _) where found.isWord: "a comma is missing before \(found.token)"
        case (.noEnd, _): "a comma or \(innermost.isArray ? "]" : "}") must follow a value, not \(found)"
        case (.secondValue, _): "only one value is allowed; remove \(found) and what follows"
        case (.repeatedKey, _): "the object that ends here has a key twice"
        case (.word, _): found.otherWord ?? "'\(found.token)' is not JSON; a string must be in double quotes"
        case (.leadingZero, _): "a digit must not follow a leading 0; remove the 0, or write a string"
        case (.noDigit, _): found.otherWord ?? "a digit must follow '\(Unicode.Scalar(text[place - 1]))' in a number"
        case (.afterNumber, _): "\(found) cannot follow a number; a string must be in double quotes"
        case (.control, "\n"): "a string contains a line break; close it with a double quote, or write \\n"
        case (.control, _): "a string contains a control character; write it as \\u00\(found.hexadecimal)"
        case (.escape, _): "\(found.start(2)) is not an escape of JSON; write \\\\ for a backslash"
        case (.hexadecimal, _): "\\u must have four hexadecimal digits, as in \\u00E9"
        case (.surrogate, _):
            "\(found.start(6)) is half of a surrogate pair; write both halves, as in \\uD83D\\uDE00"
        case (.encoding, _): "the byte \(found.hexadecimal) is not UTF-8, and JSON must be in UTF-8"
        case (.otherEncoding, _): "this is UTF-16 or UTF-32, and JSON must be in UTF-8: convert it first, as with iconv"
        case (.end, _): "the input ends \(end)"
        case (.empty, _): "the input has no value; JSON is at least null, \"\", [] or {}"
        case (.depth, _): Limit.depth.message(depthLimit, "arrays and objects are nested more than # deep")
        case (.nameLength, _): Limit.nameLength.message(nameLimit)
        case (.numberLength, _): Limit.tokenLength.message(numberLimit, "a number is longer than # bytes")
        case (.tooMany, _): "the document has more than 268,435,456 different names, or a text of 64 GiB"
        }
    }

    /// The message for text of another format, or that JSON never has outside strings.
    private func foreign(_ found: JSONFoundText) -> ErrorMessage? {
        switch found.first {
        case "<" where expectation == .topValue: "this looks like XML or HTML, not JSON"
        case "\u{1F}" where found.bytes.starts(with: [0x1F, 0x8B]):
            "this is compressed with gzip: decompress it first, as with gunzip -c"
        case "H" where expectation == .topValue && found.starts(with: "HTTP/"):
            "this begins with the header of an HTTP response, not with JSON; with curl, leave out -i"
        case "#": "JSON has no comments; remove this one"
        case "/" where found.starts(with: "//") || found.starts(with: "/*"): "JSON has no comments; remove this one"
        case "'", "“", "”", "„": "a quotation mark must be \", not \(found.first)"
        case "\u{FEFF}": "a byte order mark is only allowed at the beginning of the input; remove it"
        default: nil
        }
    }

    private var shownKey: String { names.names[key].shortened }

    /// The position of the end of the input.
    private var end: String {
        switch place < text.count ? text[place] : 0 {
        case UInt8(ascii: "\""): return "inside a string: a double quote is missing"
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return "inside a number"
        default: break
        }
        return switch expectation {
        case .topValue, .nothing: "inside a word"
        case .item, .firstItem, .itemEnd: "inside an array: ] is missing"
        case .key, .firstKey, .memberEnd: "inside an object: } is missing"
        case .colon, .memberValue: "after the key \"\(shownKey)\": its value is missing"
        }
    }

    // MARK: The path

    /// The JSON pointer (RFC 6901) to the value or the container that has the error, such as `/items/3/name`.
    ///
    /// When more than 40 containers are open, `…` replaces the middle of it.
    private var path: String {
        guard open.count > 0 else { return "" }
        let last = lastStep, count = open.count - (last.isEmpty ? 1 : 0)
        let steps = (1..<open.count).map { depth in
            let isShown = depth <= 20 || depth > count - 20
            return isShown ? step(to: container(at: depth + 1), in: container(at: depth)) : depth == 21 ? "/…" : ""
        }
        return steps.joined() + last
    }

    /// An open container; the outermost one has depth 1.
    private func container(at depth: Int) -> Container {
        depth < open.count ? open[depth] : innermost
    }

    private func step(to inner: Container, in outer: Container) -> String {
        outer.isArray ? "/\(inner.start - outer.start)" : step(to: inner.key)
    }

    private func step(to key: Int) -> String { "/" + names.names[key].shortened.asPointerStep }

    /// The step to the value that is next or being read; empty elsewhere.
    private var lastStep: String {
        switch expectation {
        case .item, .firstItem: "/\(pending.count - innermost.start)"
        case .colon, .memberValue: step(to: key)
        case .topValue, .key, .firstKey, .memberEnd, .itemEnd, .nothing: ""
        }
    }
}

/// The reason why text is not JSON, or cannot be read; the reader stops at the byte that is wrong.
enum JSONFault: Error {
    /// A value must follow, or a key, or a colon, or the end of the container or a comma.
    case noValue, noKey, noColon, noEnd
    /// Text follows the only value.
    case secondValue
    /// An object has a key twice, which the caller does not take.
    case repeatedKey
    /// A word is not `true`, `false` or `null`.
    case word
    /// A digit follows a leading zero; a digit is missing; a byte follows a number at once.
    case leadingZero, noDigit, afterNumber
    /// A string contains a control character, an unknown escape, `\u` without four digits, or half of a surrogate pair.
    case control, escape, hexadecimal, surrogate
    /// Bytes are not UTF-8, or the input is in another encoding of Unicode.
    case encoding, otherEncoding
    /// The input ends inside a value, or without one.
    case end, empty
    /// A limit is exceeded.
    case depth, nameLength, numberLength
    /// There are more names than numbers, or more items or bytes than an entry can count.
    case tooMany

    var code: XMLError.Code {
        switch self {
        case .encoding, .otherEncoding: .encoding
        case .end, .empty: .unexpectedEnd
        case .depth, .nameLength, .numberLength, .tooMany: .limit
        default: .malformed
        }
    }

    /// The limit that is exceeded, if a caller can change it.
    var limit: XMLOptions.Limit? {
        switch self {
        case .depth: .depth
        case .nameLength: .nameLength
        case .numberLength: .tokenLength
        default: nil
        }
    }

    /// Whether it is about a byte outside strings and numbers.
    var isOutside: Bool {
        switch self {
        case .noValue, .noKey, .noColon, .noEnd, .secondValue, .word: true
        default: false
        }
    }
}

/// The text from a fault on, as messages show it: the rest of the line, or its first 25 bytes.
struct JSONFoundText: CustomStringConvertible {
    let bytes: [UInt8]

    /// The first character; a line feed at the end of the line.
    var first: Unicode.Scalar { String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\n" }

    /// The first character in single quotes, or its number.
    var description: String {
        let isVisible = first.value > 0x20 && first.value != 0x7F && !first.properties.isWhitespace
        return isVisible ? "'\(first)'" : "U+" + Self.hexadecimal(first.value, digits: 4)
    }

    /// The first byte in hexadecimal digits.
    var hexadecimal: String { Self.hexadecimal(UInt32(bytes.first ?? 0), digits: 2) }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The first bytes.
    func start(_ count: Int) -> String { String(decoding: bytes.prefix(count), as: UTF8.self) }

    func starts(with text: String) -> Bool { bytes.starts(with: text.utf8) }

    /// Whether it begins with a word or a number.
    var isWord: Bool { bytes.first?.isInJSONWord ?? false }

    /// The word or number, the string with its quotation marks, or the character; with … if it is longer than the text.
    var token: String {
        guard starts(with: "\"") else {
            let word = bytes.prefix { $0.isInJSONWord }
            return start(max(1, word.count)) + (word.count == JSONReader.shownCount ? "…" : "")
        }
        let content = bytes.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        let isWhole = content.endIndex < bytes.count && bytes[content.endIndex] == UInt8(ascii: "\"")
        return start(content.endIndex) + (isWhole ? "\"" : "…")
    }

    /// The message for a word of another language that means a value of JSON.
    var otherWord: ErrorMessage? {
        let meant: String? =
            switch token {
            case "NaN", "nan", "Infinity", "inf": "null or a string, as JSON has no such number"
            case "True", "TRUE": "true"
            case "False", "FALSE": "false"
            case "None", "Null", "NULL", "nil", "undefined": "null"
            default: nil
            }
        return meant.map { "'\(token)' is not JSON; write \($0)" }
    }
}

/// The line that the reader is in.
///
/// A string cannot contain a line break, so lines end only in white space, where the reader meets every byte. The
/// column follows from the bytes since the line's start without those that continue a character; the reader counts them
/// where it checks characters beyond ASCII. So lines and columns cost nothing for other bytes.
struct JSONLine: BitwiseCopyable {
    /// How many lines are before it.
    private(set) var number = 0
    /// How many bytes of the input are before it; a byte order mark is one of them.
    var start = 0
    /// How many of its bytes continue a character of UTF-8.
    var continuationCount = 0
    /// Whether it begins after a carriage return; a line feed there belongs to the same line break.
    private var isAfterReturn = false

    /// Ends the line.
    ///
    /// - Parameters:
    ///   - byte: The line feed or carriage return.
    ///   - offset: How many bytes of the input are before the byte.
    @inline(__always)
    mutating func end(_ byte: UInt8, at offset: Int) {
        if byte == 0x0A, isAfterReturn, offset == start {
            start = offset &+ 1
        } else {
            number &+= 1
            start = offset &+ 1
            continuationCount = 0
        }
        isAfterReturn = byte == 0x0D
    }

    /// The column of a byte of the line, counted from 1.
    func column(of offset: Int) -> Int { max(1, offset - start - continuationCount + 1) }
}
