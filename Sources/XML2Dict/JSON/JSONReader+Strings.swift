/// Reading strings and keys (RFC 8259, section 7).
extension JSONReader {
    /// Reads a string up to its end.
    ///
    /// Most strings have no escapes, and are copied eight bytes at a time while they are checked.
    ///
    /// - Returns: `true` after all of it; `false` if the piece ends first.
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
        add(Entry(key: key, kind: .string, length: bytes.count &- start, offset: start))
        passComma(&input)
        return true
    }

    /// Reads a key up to its end, and the colon after it if that follows at once.
    ///
    /// - Returns: `true` after all of it; `false` if the piece ends first.
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
        guard number >= 0 else { throw .tooMany }
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
        add(Entry(key: key, kind: .string, length: bytes.count - tokenStart, offset: tokenStart))
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
            if input.byte >= 0x80 {
                guard try readCharacters(&input, most: tokenStart + most, breach) else { return false }
                continue
            }
            guard input.byte == UInt8(ascii: "\\") else { throw .control }
            let before = input
            guard try readEscape(&input) else { return false }
            guard bytes.count - tokenStart <= most else {
                input = before
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
}
