extension JSONReader {
    @inline(never)
    mutating func readScalar(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): try readNumber(&input)
        case UInt8(ascii: "t"): try readWord("true", .boolean, &input)
        case UInt8(ascii: "f"): try readWord("false", .boolean, &input)
        case UInt8(ascii: "n"): try readWord("null", .null, &input)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"):
            throw .unexpected
        // A record separator (RFC 7464, section 2.2).
        case 0x1E where extent == .series && expectation == .topValue: input.skip(1)
        case 0xEF where offset(of: input.cursor) == 0 && input.cursor[1] == 0xBB && input.cursor[2] == 0xBF:
            input.skip(3)
            line.start = 3
        default: throw .unexpected
        }
    }

    /// Reads a number (RFC 8259, section 6), and keeps its spelling.
    private mutating func readNumber(_ input: inout JSONInput) throws(JSONFault) {
        let start = input.cursor
        let isWhole = Self.passNumber(&input), excess = (input.cursor - start) - numberLimit
        if excess > 0 {
            input.skip(-excess)
            throw .numberLength
        }
        // At the end of a chunk, the error makes the reader wait, because the next chunk may continue the number.
        guard isWhole, input.byte.endsJSONWord, input.cursor != input.end || input.isLast else { throw .number }
        let count = input.cursor - start
        add(Entry(key: key, kind: .number, length: count, offset: bytes.count))
        bytes.append(start, count: count)
    }

    @inline(__always)
    private static func passNumber(_ input: inout JSONInput) -> Bool {
        if input.byte == UInt8(ascii: "-") { input.skip(1) }
        if input.byte == UInt8(ascii: "0") {
            input.skip(1)
            if input.byte.isDigit { return false }
        } else if !passDigits(&input) {
            return false
        }
        if input.byte == UInt8(ascii: ".") {
            input.skip(1)
            guard passDigits(&input) else { return false }
        }
        if input.byte | 0x20 == UInt8(ascii: "e") {
            input.skip(1)
            if input.byte == UInt8(ascii: "+") || input.byte == UInt8(ascii: "-") { input.skip(1) }
            guard passDigits(&input) else { return false }
        }
        return true
    }

    @inline(__always)
    private static func passDigits(_ input: inout JSONInput) -> Bool {
        let start = input.cursor
        while input.byte.isDigit { input.skip(1) }
        return input.cursor > start
    }

    private mutating func readWord(
        _ word: StaticString,
        _ kind: Entry.Kind,
        _ input: inout JSONInput
    ) throws(JSONFault) {
        let start = input.cursor, count = word.utf8CodeUnitCount
        var passed = 0
        while passed < count, start[passed] == word.utf8Start[passed] { passed += 1 }
        guard passed == count, start[count].endsJSONWord, start + count != input.end || input.isLast else {
            throw fault(.unexpected, at: start + passed, &input)
        }
        input.skip(count)
        guard kind == .boolean else { return add(.null(under: key)) }
        add(Entry(key: key, kind: .boolean, length: count, offset: bytes.count))
        bytes.append(start, count: count)
    }
}
