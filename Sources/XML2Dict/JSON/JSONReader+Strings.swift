extension JSONReader {
    /// Reads a string, and copies and checks eight bytes at a time, because most strings have no escapes.
    @inline(__always)
    mutating func readString(_ input: inout JSONInput) throws(JSONFault) {
        let start = bytes.count
        input.skip(1)
        copyPlain(&input)
        guard input.byte == UInt8(ascii: "\"") else {
            return try slowly(&input) { (reader, input) throws(JSONFault) in
                try reader.readRestOfString(from: start, &input)
            }
        }
        input.skip(1)
        add(Entry(key: key, kind: .string, length: bytes.count &- start, offset: start))
        passComma(&input)
    }

    @inline(never)
    mutating func readRestOfString(from start: Int, _ input: inout JSONInput) throws(JSONFault) {
        try readContent(from: start, most: Entry.maximumLength, .tooMany, &input)
        add(Entry(key: key, kind: .string, length: bytes.count - start, offset: start))
    }

    @inline(__always)
    mutating func readKey(_ input: inout JSONInput) throws(JSONFault) {
        let start = input.cursor + 1
        var recent = RecentKeys.Key(low: JSONInput.word(at: start)), count = 0
        let found = JSONInput.special(in: recent.low)
        if found != 0 {
            count = found.trailingZeroBitCount &>> 3
            recent.low &= Self.mask(count)
        } else {
            recent.high = JSONInput.word(at: start + 8)
            let found = JSONInput.special(in: recent.high)
            guard found != 0 else { return try slowly(&input, Self.readLongKey) }
            count = found.trailingZeroBitCount &>> 3
            recent.high &= Self.mask(count)
            count &+= 8
        }
        guard start[count] == UInt8(ascii: "\""), count <= nameLimit else {
            return try slowly(&input, Self.readLongKey)
        }
        var id = recentKeys.id(of: recent)
        if id < 0 {
            id = try self.id(ofKey: start, count: count)
            recentKeys.note(recent, id)
        }
        key = id
        let hasColon = start[count &+ 1] == UInt8(ascii: ":")
        expectation = hasColon ? .memberValue : .colon
        input.cursor = start + (count &+ (hasColon ? 2 : 1))
    }

    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 {
        (1 &<< UInt64(truncatingIfNeeded: count &<< 3)) &- 1
    }

    @inline(never)
    private static func readLongKey(_ reader: inout JSONReader, _ input: inout JSONInput) throws(JSONFault) {
        let start = reader.bytes.count
        // The bytes of a key are not part of the value.
        defer { reader.bytes.count = start }
        input.skip(1)
        try reader.readContent(from: start, most: reader.nameLimit, .nameLength, &input)
        reader.key = try reader.id(ofKey: reader.bytes.base + start, count: reader.bytes.count - start)
        reader.expectation = .colon
    }

    @inline(never)
    private mutating func id(ofKey name: UnsafePointer<UInt8>, count: Int) throws(JSONFault) -> Int {
        let id = names.id(of: name, count: count)
        guard id >= 0 else { throw .tooMany }
        return id
    }

    /// Passes a copy of the input to a function that is not inlined, so that the input itself stays in registers.
    @inline(__always)
    mutating func slowly(
        _ input: inout JSONInput,
        _ read: (inout JSONReader, inout JSONInput) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        var copy = input
        defer { input = copy }
        try read(&self, &copy)
    }

    /// Reads the rest of a string, or throws `breach` for more than `most` bytes from `start` on.
    private mutating func readContent(
        from start: Int,
        most: Int,
        _ breach: JSONFault,
        _ input: inout JSONInput
    ) throws(JSONFault) {
        unfinished = (start, line.continuationCount)
        let limit = start + most
        while input.byte != UInt8(ascii: "\"") {
            var before = input.cursor
            let continuations = line.continuationCount
            switch input.byte {
            case UInt8(ascii: "\\"): try readEscape(&input)
            case 0x80...: try readCharacter(&input)
            case ..<0x20: throw .control
            default:
                copyPlain(&input)
                before = input.cursor - max(0, bytes.count - limit)
            }
            guard bytes.count <= limit else {
                input.cursor = before
                line.continuationCount = continuations
                throw breach
            }
        }
        input.skip(1)
        unfinished = nil
    }

    /// Copies bytes up to a byte that ends the string, begins an escape, or needs a check.
    @inline(__always)
    mutating func copyPlain(_ input: inout JSONInput) {
        // `bytes` has room for all of the input, and for eight bytes after it.
        var cursor = input.cursor, target = bytes.end
        while true {
            let word = JSONInput.word(at: cursor)
            UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
            let found = JSONInput.special(in: word)
            guard found == 0 else {
                let count = found.trailingZeroBitCount &>> 3
                input.cursor = cursor + count
                bytes.end = target + count
                return
            }
            cursor += 8
            target += 8
        }
    }

    /// Returns `fault`, and moves the cursor to `input.end` if the fault is there, because more bytes may follow.
    func fault(_ fault: JSONFault, at pointer: UnsafePointer<UInt8>, _ input: inout JSONInput) -> JSONFault {
        if pointer == input.end { input.cursor = pointer }
        return fault
    }

    private mutating func readEscape(_ input: inout JSONInput) throws(JSONFault) {
        let letter = input.cursor[1]
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "u"): return try readHexadecimal(&input)
        default: throw fault(.escape, at: input.cursor + 1, &input)
        }
        input.skip(2)
    }

    /// Reads `\uXXXX`, or for a character beyond U+FFFF, two such escapes.
    private mutating func readHexadecimal(_ input: inout JSONInput) throws(JSONFault) {
        let first = try unit(at: input.cursor, &input)
        var scalar = Unicode.Scalar(first)
        if scalar == nil {
            let next = input.cursor + 6
            guard first < 0xDC00 else { throw .escape }
            guard next[0] == UInt8(ascii: "\\") else { throw fault(.escape, at: next, &input) }
            guard next[1] == UInt8(ascii: "u") else { throw fault(.escape, at: next + 1, &input) }
            let second = try unit(at: next, &input)
            guard second & 0xFC00 == 0xDC00 else { throw .escape }
            scalar = Unicode.Scalar(0x1_0000 + (first & 0x3FF) << 10 + (second & 0x3FF))
            input.skip(6)
        }
        guard let scalar, let text = UTF8.encode(scalar) else { throw .escape }
        for byte in text { bytes.append(byte) }
        input.skip(6)
    }

    private func unit(at escape: UnsafePointer<UInt8>, _ input: inout JSONInput) throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        for index in 2..<6 {
            guard let digit = escape[index].hexadecimalValue else {
                input.cursor = escape
                throw fault(.escape, at: escape + index, &input)
            }
            unit = unit << 4 | digit
        }
        return unit
    }

    @inline(__always)
    private mutating func readCharacter(_ input: inout JSONInput) throws(JSONFault) {
        let word = UInt32(littleEndian: UnsafeRawPointer(input.cursor).loadUnaligned(as: UInt32.self))
        let count = Self.length(ofCharacterIn: word)
        guard count > 0 else {
            // The next chunk may have the rest of the character.
            if !input.isLast, input.end - input.cursor < 4 { input.cursor = input.end }
            throw .encoding
        }
        // `bytes` has room for bytes after the character.
        UnsafeMutableRawPointer(bytes.end).storeBytes(of: word.littleEndian, as: UInt32.self)
        bytes.count &+= count
        input.skip(count)
        line.continuationCount &+= count &- 1
    }

    /// Returns the length of the character at the lowest byte of a word, or 0 if the character is ASCII or not
    /// well-formed (RFC 3629, section 4).
    @inline(__always)
    private static func length(ofCharacterIn word: UInt32) -> Int {
        let second = word &>> 8 & 0xFF
        if word & 0xC0C0F0 == 0x8080E0 {
            // Overlong forms and surrogates have the length 0.
            let first = word & 0xFF
            return first == 0xE0 && second < 0xA0 || first == 0xED && second >= 0xA0 ? 0 : 3
        }
        if word & 0xC0E0 == 0x80C0 { return word & 0xFF >= 0xC2 ? 2 : 0 }
        guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
        // Overlong forms and characters above U+10FFFF have the length 0.
        let point = (word & 0x07) &<< 6 | second & 0x3F
        return point >= 0x10 && point < 0x110 ? 4 : 0
    }
}

extension UInt8 {
    @inline(__always)
    package var hexadecimalValue: UInt32? {
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return isDigit ? UInt32(self & 0xF) : letter < 6 ? UInt32(letter) + 10 : nil
    }
}
