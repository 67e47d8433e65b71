/// The message of a fault of JSON text: the reason, and the remedy.
///
/// It depends on the place of the fault and on the bytes there, of which an error shows at most 25.
struct JSONFaultMessage {
    let fault: JSONFault
    let expectation: JSONReader.Expectation
    let number: JSONNumber
    /// Whether the fault is at the first byte of the input.
    let isAtStart: Bool
    let isInArray: Bool
    /// Whether the fault is outside all containers.
    let isOutside: Bool
    /// The last key.
    let key: String
    /// The byte at the fault; 0 at the end of the input.
    let byte: UInt8
    /// The bytes from the fault on, up to the end of the line.
    let next: [UInt8]

    var message: ErrorMessage {
        switch fault {
        case .noValue, .noKey, .noColon, .noEnd, .secondValue: foreign ?? misplaced
        case .repeatedKey: "the object that ends here has a key twice"
        case .word: wrongWord
        case .leadingZero: "a number must not begin with 0: write \(withoutZeros), or \"\(token)\" for a string"
        case .noDigit: missingDigit
        case .afterNumber: "\(first) cannot follow a number; a string must be in double quotes"
        case .control: controlCharacter
        case .escape: "\(start(2)) is not an escape of JSON; a backslash itself is written \\\\"
        case .hexadecimal: "\\u must have four hexadecimal digits, as in \\u00E9"
        case .surrogate: surrogate
        case .encoding: "the byte \(hexadecimal(byte)) is not UTF-8, and JSON must be in UTF-8"
        case .otherEncoding: "this is UTF-16 or UTF-32, and JSON must be in UTF-8: convert it first, as with iconv"
        case .end: unexpectedEnd
        case .empty: "the input has no value; JSON is at least null, \"\", [] or {}"
        case .tooMany: "the document has more than 268,435,456 different names, or a text of 64 GiB"
        case .depth, .nameLength, .numberLength, .result: "the document exceeds a limit"
        }
    }

    // MARK: The bytes

    private func starts(with text: String) -> Bool { next.starts(with: text.utf8) }

    /// The first bytes, for a message.
    private func start(_ count: Int) -> String { String(decoding: next.prefix(count), as: UTF8.self) }

    /// The first character in single quotes, or its number.
    private var first: String {
        guard let scalar = String(decoding: next, as: UTF8.self).unicodeScalars.first else { return "the end" }
        let isVisible = scalar.value > 0x20 && scalar.value != 0x7F && !scalar.properties.isWhitespace
        return isVisible ? "'\(scalar)'" : "U+" + hexadecimal(scalar.value, digits: 4)
    }

    /// The word or number at the fault, or a string with its quotation marks; with … if it is longer than the excerpt.
    private var token: String {
        guard byte == UInt8(ascii: "\"") else {
            let word = next.prefix { $0.isInJSONWord }
            return word.isEmpty ? String(first) : String(decoding: word, as: UTF8.self) + end(word.count)
        }
        let content = next.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        let isWhole = content.count + 1 < next.count && next[content.count + 1] == UInt8(ascii: "\"")
        return "\"" + String(decoding: content, as: UTF8.self) + (isWhole ? "\"" : "…")
    }

    private func end(_ count: Int) -> String { count < JSONMargin.shownCount ? "" : "…" }

    private func hexadecimal(_ number: some BinaryInteger, digits: Int = 2) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    // MARK: Text outside strings

    /// The message for text that JSON never has outside strings.
    private var foreign: ErrorMessage? {
        if let message = otherFormat { return message }
        switch byte {
        case UInt8(ascii: "/") where starts(with: "//") || starts(with: "/*"), UInt8(ascii: "#"):
            return "JSON has no comments: remove this one"
        case UInt8(ascii: "'"):
            return "\(isKeyNext ? "a key" : "a string") must be in double quotes, not in single quotes"
        case UInt8(ascii: ";"):
            return "JSON has no semicolons: a comma separates values"
        case 0...0x20, 0x7F:
            return "the control character U+\(hexadecimal(byte, digits: 4)) is outside a string; remove it"
        case 0x80...:
            return beyondASCII
        default:
            return nil
        }
    }

    private var isKeyNext: Bool { expectation == .key || expectation == .firstKey }

    /// The message for input that does not begin like JSON.
    private var otherFormat: ErrorMessage? {
        if byte == UInt8(ascii: "<"), expectation == .topValue { return "this looks like XML or HTML, not JSON" }
        if isAtStart, next.starts(with: [0x1F, 0x8B]) {
            return "this is compressed with gzip: decompress it first, as with gunzip -c"
        }
        return nil
    }

    private var beyondASCII: ErrorMessage {
        if starts(with: "\u{FEFF}") {
            return "a byte order mark is only allowed at the beginning of the input: remove it"
        }
        if starts(with: "“") || starts(with: "”") || starts(with: "„") {
            return "\(first) is not a quotation mark of JSON, which is \""
        }
        return "\(first) is outside a string; a string must be in double quotes"
    }

    /// The message for a character that JSON has in other places.
    private var misplaced: ErrorMessage {
        switch fault {
        case .noKey: noKey
        case .noColon: "a colon is missing after the key \"\(key)\"; here is \(first)"
        case .noEnd: noEnd
        case .secondValue: "only one value is allowed, and \(first) follows it"
        default: noValue
        }
    }

    private var noValue: ErrorMessage {
        switch byte {
        case UInt8(ascii: "]") where expectation == .item, UInt8(ascii: "}") where expectation == .item:
            return "a comma before \(start(1)) has no value after it: remove the comma"
        case UInt8(ascii: "}") where expectation == .firstItem:
            return "} cannot close an array; ] must"
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            return isOutside ? "\(start(1)) closes nothing: remove it" : "the key \"\(key)\" has no value"
        case UInt8(ascii: ","):
            return isOutside ? "a comma is only allowed in an array or object" : "a value is missing before the comma"
        case UInt8(ascii: ":"):
            return "a colon is only allowed after a key"
        case UInt8(ascii: "+"):
            return "a number must not begin with +: remove it"
        case UInt8(ascii: "."):
            return "a number must have a digit before the point, as in 0.5"
        default:
            return "\(first) cannot begin a value; a string must be in double quotes"
        }
    }

    private var noKey: ErrorMessage {
        switch byte {
        case UInt8(ascii: "}"): "a comma before } has no value after it: remove the comma"
        case UInt8(ascii: "]"): "] cannot close an object; } must"
        case UInt8(ascii: ","): "a key and a value are missing before the comma"
        case UInt8(ascii: ":"): "a key is missing before the colon"
        case _ where byte.isInJSONWord: "a key must be in double quotes: write \"\(token)\""
        default: "\(first) cannot begin a key, which is a string in double quotes"
        }
    }

    private var noEnd: ErrorMessage {
        let close = isInArray ? "]" : "}"
        switch byte {
        case UInt8(ascii: "]"): return "] cannot close an object; } must"
        case UInt8(ascii: "}"): return "} cannot close an array; ] must"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "a comma is missing before \(start(1))"
        case UInt8(ascii: ":"):
            return isInArray
                ? "a colon is only allowed in an object, which begins with {" : "a comma must be here, not a colon"
        case _ where byte == UInt8(ascii: "\"") || byte.isInJSONWord: return "a comma is missing before \(token)"
        default: return "\(first) cannot follow a value; a comma or \(close) must"
        }
    }

    // MARK: Words and numbers

    private var wrongWord: ErrorMessage {
        if isAtStart, starts(with: "HTTP/") {
            return "this begins with the header of an HTTP response, not with JSON; with curl, leave out -i"
        }
        return switch token {
        case "NaN", "nan", "Infinity", "inf": "'\(token)' is not JSON, which has no such number: write null or a string"
        case "True", "TRUE": "'\(token)' is not JSON: write true"
        case "False", "FALSE": "'\(token)' is not JSON: write false"
        case "None", "Null", "NULL", "nil", "undefined": "'\(token)' is not JSON: write null"
        default: "'\(token)' is not JSON; a string must be in double quotes"
        }
    }

    private var withoutZeros: String {
        let sign = starts(with: "-") ? "-" : ""
        let digits = token.drop { $0 == "-" || $0 == "0" }
        return sign + (digits.first?.isNumber == true ? "" : "0") + digits
    }

    private var missingDigit: ErrorMessage {
        if number == .minus, starts(with: "Inf") || starts(with: "inf") {
            return "'-\(token)' is not JSON, which has no such number: write null or a string"
        }
        return switch number {
        case .point: "a digit must follow the point of a number, as in 1.0"
        case .mark, .sign: "a digit must follow the exponent mark of a number, as in 1e5"
        default: "a digit must follow the minus sign of a number"
        }
    }

    // MARK: Strings

    private var controlCharacter: ErrorMessage {
        switch byte {
        case 0x0A, 0x0D:
            "a string contains a line end: close it with a double quote, or write \\\(byte == 0x0A ? "n" : "r")"
        case 0x09: "a string contains a tab, which must be written \\t"
        default: "a string contains a control character, which must be written \\u\(hexadecimal(byte, digits: 4))"
        }
    }

    private var surrogate: ErrorMessage {
        let isLow = next.count > 3 && "CDEFcdef".utf8.contains(next[3])
        return isLow
            ? "\(start(6)) is a lone surrogate: the other half of the character, \\uD800 to \\uDBFF, must be before it"
            : "\(start(6)) is a lone surrogate: the other half of the character, \\uDC00 to \\uDFFF, must follow it"
    }

    private var unexpectedEnd: ErrorMessage {
        switch expectation {
        case .text, .keyText: "the input ends inside a string: a double quote is missing"
        case .number: "the input ends inside a number"
        case .topValue, .nothing: "the input ends inside a word"
        case .item, .firstItem, .itemEnd: "the input ends inside an array: ] is missing"
        case .key, .firstKey, .memberEnd: "the input ends inside an object: } is missing"
        case .colon, .memberValue: "the input ends after the key \"\(key)\": its value is missing"
        }
    }
}
