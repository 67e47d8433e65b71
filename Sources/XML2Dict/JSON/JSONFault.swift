/// The reason why bytes are not JSON; the reader stops before the byte that is wrong.
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
    case depth, nameLength, numberLength, result
    /// There are more names than numbers, or more items or bytes than an entry can count.
    case tooMany

    /// Whether the place of the error is that of the byte before.
    var isOneBack: Bool { self == .leadingZero }

    /// The same fault, or that of an encoding other than UTF-8 which causes it.
    ///
    /// - Parameters:
    ///   - offset: How many bytes of the input are before the fault.
    ///   - next: The bytes from the fault on.
    /// - Returns: The fault that the error names.
    func refined(at offset: Int, _ next: [UInt8]) -> JSONFault {
        guard let byte = next.first else { return self }
        // JSON begins with an ASCII character, one half of which is zero in UTF-16.
        if offset <= 1, byte == 0 || offset == 0 && byte >= 0xFE { return .otherEncoding }
        switch self {
        case .noValue, .noKey, .noColon, .noEnd, .secondValue:
            let isUTF8 = String(decoding: next, as: UTF8.self).unicodeScalars.first != "\u{FFFD}"
            return byte >= 0x80 && !isUTF8 ? .encoding : self
        default:
            return self
        }
    }

    var code: XMLReaderError.Code {
        switch self {
        case .encoding, .otherEncoding: .encoding
        case .end, .empty: .unexpectedEnd
        case .depth, .nameLength, .numberLength, .result, .tooMany: .limit
        default: .malformed
        }
    }

    /// The limit that is exceeded, if a caller can change it.
    var limit: XMLReaderError.Limit? {
        switch self {
        case .depth: .depth
        case .nameLength: .nameLength
        case .numberLength: .tokenLength
        case .result: .result
        default: nil
        }
    }
}
