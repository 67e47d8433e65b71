/// Reading escapes (RFC 8259, section 7), and checking UTF-8.
extension JSONReader {
    /// Reads an escape.
    ///
    /// - Returns: `true` after all of it; `false` if the piece ends first.
    @inline(__always)
    mutating func readEscape(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        guard input.count >= 2 else { return try wait(&input) }
        guard input.place[1] == UInt8(ascii: "u") else {
            put(try Self.character(escapedAs: input.place[1]))
            input.skip(2)
            return true
        }
        return try readHexadecimal(&input)
    }

    /// Returns `false` to wait for the next piece, or throws that there is none.
    private func wait(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        guard input.isLast else { return false }
        input.place = input.end
        throw .end
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        bytes.end.pointee = byte
        bytes.count &+= 1
    }

    private static func character(escapedAs letter: UInt8) throws(JSONFault) -> UInt8 {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: throw .escape
        }
    }

    /// Reads `\uXXXX`, or two of them for a character beyond U+FFFF.
    private mutating func readHexadecimal(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        guard let first = try Self.unit(input, from: 2) else { return try wait(&input) }
        guard first & 0xF800 == 0xD800 else {
            putScalar(UInt32(first))
            input.skip(6)
            return true
        }
        guard first < 0xDC00 else { throw .surrogate }
        if input.count > 6, input.place[6] != UInt8(ascii: "\\") { throw .surrogate }
        if input.count > 7, input.place[7] != UInt8(ascii: "u") { throw .surrogate }
        guard input.count > 7 else { return try wait(&input) }
        var next = input
        next.skip(6)
        let second: UInt16?
        do throws(JSONFault) {
            second = try Self.unit(next, from: 2)
        } catch {
            input = next
            throw error
        }
        guard let second else { return try wait(&input) }
        guard second & 0xFC00 == 0xDC00 else { throw .surrogate }
        putScalar(0x1_0000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))
        input.skip(12)
        return true
    }

    /// The number that four hexadecimal digits mean; `nil` when the piece ends before the last.
    private static func unit(_ input: JSONInput, from start: Int) throws(JSONFault) -> UInt16? {
        var unit: UInt16 = 0
        for place in start..<start + 4 {
            guard place < input.count else { return nil }
            guard let digit = input.place[place].hexadecimalValue else { throw .hexadecimal }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// Writes a character in UTF-8.
    private mutating func putScalar(_ scalar: UInt32) {
        if scalar < 0x80 { return put(UInt8(scalar)) }
        let continuationCount = scalar < 0x800 ? 1 : scalar < 0x1_0000 ? 2 : 3
        let mark: UInt32 = scalar < 0x800 ? 0xC0 : scalar < 0x1_0000 ? 0xE0 : 0xF0
        put(UInt8(truncatingIfNeeded: mark | scalar >> (6 * UInt32(continuationCount))))
        for place in (0..<continuationCount).reversed() {
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> (6 * UInt32(place)) & 0x3F))
        }
    }

    // MARK: Characters

    /// Reads characters beyond ASCII, as long as they follow one another.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - most: How many bytes of text there may be at most.
    ///   - breach: The fault of more.
    /// - Returns: `true` after all of them; `false` if the piece ends inside a character.
    /// - Throws: `JSONFault`.
    @inline(__always)
    mutating func readCharacters(
        _ input: inout JSONInput,
        most: Int,
        _ breach: JSONFault
    ) throws(JSONFault) -> Bool {
        while input.count >= 4, input.byte >= 0x80 {
            let word = UInt32(littleEndian: UnsafeRawPointer(input.place).loadUnaligned(as: UInt32.self))
            let count = Self.length(ofCharacterIn: word)
            guard count > 0 else { throw .encoding }
            guard bytes.count &+ count <= most else { throw breach }
            // There is room for bytes after the character.
            UnsafeMutableRawPointer(bytes.end).storeBytes(of: word.littleEndian, as: UInt32.self)
            pass(count, &input)
        }
        guard input.count < 4, !input.isAtEnd, input.byte >= 0x80 else { return true }
        guard let count = Self.length(ofCutCharacter: input) else {
            guard !input.isLast else { throw .encoding }
            return false
        }
        guard count > 0 else { throw .encoding }
        guard bytes.count &+ count <= most else { throw breach }
        for place in 0..<count { bytes.end[place] = input.place[place] }
        pass(count, &input)
        return true
    }

    /// Notes that a character was copied.
    @inline(__always)
    private mutating func pass(_ count: Int, _ input: inout JSONInput) {
        bytes.count &+= count
        input.skip(count)
        line.continuationCount &+= count &- 1
    }

    /// The length of a well-formed character of at least two bytes (RFC 3629, section 4).
    ///
    /// - Parameter word: Its bytes and those after it, the first one lowest.
    /// - Returns: 0 for ill-formed bytes.
    @inline(__always)
    private static func length(ofCharacterIn word: UInt32) -> Int {
        let second = word &>> 8 & 0xFF
        if word & 0xC0C0F0 == 0x8080E0 {
            // Overlong forms, and surrogates.
            let first = word & 0xFF
            return first == 0xE0 && second < 0xA0 || first == 0xED && second >= 0xA0 ? 0 : 3
        }
        if word & 0xC0E0 == 0x80C0 { return word & 0xFF >= 0xC2 ? 2 : 0 }
        guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
        // Overlong forms, and more than U+10FFFF.
        let point = (word & 0x07) &<< 6 | second & 0x3F
        return point >= 0x10 && point < 0x110 ? 4 : 0
    }

    /// The length of a character near the end of a piece.
    ///
    /// - Returns: 0 for ill-formed bytes; `nil` when the piece ends before that is known.
    @inline(never)
    private static func length(ofCutCharacter input: JSONInput) -> Int? {
        let first = input.byte
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard (0xC2...0xF4).contains(first) else { return 0 }
        guard input.count > 1 else { return nil }
        let second = input.place[1]
        let least: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
        let greatest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
        guard second >= least, second <= greatest else { return 0 }
        for place in 2..<4 where place < count {
            guard input.count > place else { return nil }
            guard input.place[place] & 0xC0 == 0x80 else { return 0 }
        }
        return count
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; `nil` for other bytes.
    @inline(__always)
    fileprivate var hexadecimalValue: UInt16? {
        let digit = self &- UInt8(ascii: "0")
        if digit < 10 { return UInt16(digit) }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? UInt16(letter &+ 10) : nil
    }
}
