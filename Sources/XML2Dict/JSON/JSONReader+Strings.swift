/// Reading strings and keys (RFC 8259, section 7).
extension JSONReader {
    /// Reads a string up to its end.
    ///
    /// Most strings have no escapes, and are copied eight bytes at a time while they are checked.
    ///
    /// - Returns: Whether it did; otherwise the piece ends before.
    @inline(__always)
    mutating func readString(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        let start = bytes.count
        input.skip(1)
        copyPlain(&input)
        guard !input.isAtEnd, input.byte == UInt8(ascii: "\"") else {
            tokenStart = start
            expectation = .text
            return try slowly(&input) { (reader, input) throws(JSONFault) in try reader.readRestOfText(&input) }
        }
        input.skip(1)
        try add(Entry(key: key, kind: .string, length: bytes.count &- start, offset: start))
        passComma(&input)
        return true
    }

    /// Reads a key up to its end, and the colon after it if that follows at once.
    ///
    /// - Returns: Whether it did; otherwise the piece ends before.
    @inline(__always)
    mutating func readKey(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        let start = input.place + 1
        guard input.count > 17 else { return try readLongKey(&input) }
        var recent = RecentKeys.Key(low: JSONInput.word(at: start)), count = 0
        let found = JSONInput.special(in: recent.low)
        if found != 0 {
            count = found.trailingZeroBitCount &>> 3
            recent.low &= Self.mask(count)
        } else {
            recent.high = JSONInput.word(at: start + 8)
            let found = JSONInput.special(in: recent.high)
            guard found != 0 else { return try readLongKey(&input) }
            count = found.trailingZeroBitCount &>> 3
            recent.high &= Self.mask(count)
            count &+= 8
        }
        guard start[count] == UInt8(ascii: "\""), count <= nameLimit else { return try readLongKey(&input) }
        var number = recentKeys.number(of: recent)
        if number < 0 {
            number = try self.number(ofKey: start, count: count)
            recentKeys.note(recent, number)
        }
        key = number
        // There is a byte after the quotation mark.
        let hasColon = start[count &+ 1] == UInt8(ascii: ":")
        expectation = hasColon ? .memberValue : .colon
        input.place = start + (count &+ (hasColon ? 2 : 1))
        return true
    }

    /// The bits of the first bytes of a word, which are fewer than eight.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 {
        (1 &<< UInt64(truncatingIfNeeded: count &<< 3)) &- 1
    }

    /// Reads a key of more than sixteen bytes, or near the end of a piece, or with escapes.
    @inline(__always)
    private mutating func readLongKey(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        try slowly(&input) { (reader, input) throws(JSONFault) in
            input.skip(1)
            reader.tokenStart = reader.bytes.count
            reader.expectation = .keyText
            return try reader.readRestOfKey(&input)
        }
    }

    @inline(never)
    private mutating func number(ofKey name: UnsafePointer<UInt8>, count: Int) throws(JSONFault) -> Int {
        let number = names.number(of: name, count: count)
        guard number >= 0 else { throw names.count < NameList.maximumCount ? .outOfMemory : .tooMany }
        return number
    }

    /// Calls a function that is not inlined with a copy of the input, so that the input itself stays in registers.
    @inline(__always)
    mutating func slowly(
        _ input: inout JSONInput,
        _ read: (inout JSONReader, inout JSONInput) throws(JSONFault) -> Bool
    ) throws(JSONFault) -> Bool {
        var copy = input
        defer { input = copy }
        return try read(&self, &copy)
    }

    // MARK: The rest of a token

    /// Reads the rest of a string, a key or a number.
    ///
    /// - Returns: Whether the piece completes it.
    @inline(never)
    mutating func readRest(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        switch expectation {
        case .text: try readRestOfText(&input)
        case .keyText: try readRestOfKey(&input)
        default: try readRestOfNumber(&input)
        }
    }

    @inline(never)
    mutating func readRestOfText(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        guard try readContent(&input, most: Entry.maximumLength, .tooMany) else { return false }
        try add(Entry(key: key, kind: .string, length: bytes.count - tokenStart, offset: tokenStart))
        return true
    }

    @inline(never)
    private mutating func readRestOfKey(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        guard try readContent(&input, most: nameLimit, .nameLength) else { return false }
        key = try number(ofKey: bytes.base + tokenStart, count: bytes.count - tokenStart)
        bytes.count = tokenStart
        expectation = .colon
        return true
    }

    /// Reads the rest of a string, and the quotation mark at its end.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - most: How many bytes the string has at most.
    ///   - breach: The fault of a longer one.
    /// - Returns: Whether the string is complete; otherwise the piece ends before.
    /// - Throws: `JSONFault`.
    private mutating func readContent(
        _ input: inout JSONInput,
        most: Int,
        _ breach: JSONFault
    ) throws(JSONFault) -> Bool {
        while true {
            copyPlain(&input)
            let excess = bytes.count - tokenStart - most
            guard excess <= 0 else {
                input.place -= excess
                throw breach
            }
            guard !input.isAtEnd else { return false }
            if input.byte == UInt8(ascii: "\"") { break }
            let before = input, count = line.continuationCount
            guard try readUnusual(&input) else { return false }
            guard bytes.count - tokenStart <= most else {
                input = before
                line.continuationCount = count
                throw breach
            }
        }
        input.skip(1)
        return true
    }

    /// Copies bytes up to one that ends the string, that begins an escape, or that needs a check.
    @inline(__always)
    mutating func copyPlain(_ input: inout JSONInput) {
        // There is room for all of the input, and for eight bytes after it.
        var place = input.place, target = bytes.end
        defer {
            input.place = place
            bytes.end = target
        }
        while input.end - place >= 8 {
            let word = JSONInput.word(at: place)
            UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
            let found = JSONInput.special(in: word)
            guard found == 0 else {
                let count = found.trailingZeroBitCount &>> 3
                place += count
                target += count
                return
            }
            place += 8
            target += 8
        }
        while place < input.end, !place.pointee.isEscapedInJSON, place.pointee < 0x80 {
            target.pointee = place.pointee
            place += 1
            target += 1
        }
    }

    // MARK: Escapes and characters

    /// Reads characters beyond ASCII, or an escape.
    ///
    /// - Returns: Whether it did; otherwise the piece ends before.
    private mutating func readUnusual(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        if input.byte >= 0x80 { return try readCharacter(&input) }
        guard input.byte == UInt8(ascii: "\\") else { throw .control }
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

    /// Reads characters beyond ASCII, as long as they follow one another.
    ///
    /// - Returns: Whether it did; otherwise the piece ends before.
    private mutating func readCharacter(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        guard let count = Self.length(ofCharacterAt: input) else {
            guard !input.isLast else { throw .encoding }
            return false
        }
        guard count > 0 else { throw .encoding }
        for place in 0..<count { put(input.place[place]) }
        input.skip(count)
        line.continuationCount &+= count &- 1
        return true
    }

    /// The length of a well-formed character of at least two bytes (RFC 3629, section 4).
    ///
    /// - Returns: 0 for ill-formed bytes; `nil` when the piece ends before that is known.
    @inline(__always)
    private static func length(ofCharacterAt input: JSONInput) -> Int? {
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
    fileprivate var hexadecimalValue: UInt16? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A") + 10)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
