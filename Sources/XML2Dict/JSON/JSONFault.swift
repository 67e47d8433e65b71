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

    var code: XMLReaderError.Code {
        switch self {
        case .encoding, .otherEncoding: .encoding
        case .end, .empty: .unexpectedEnd
        case .depth, .nameLength, .numberLength, .tooMany: .limit
        default: .malformed
        }
    }

    /// The limit that is exceeded, if a caller can change it.
    var limit: XMLReaderError.Limit? {
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
