/// Reading values, and the marks between them.
extension JSONReader {
    /// Reads up to the end of a piece or of a value of a series, a token that the piece does not complete, or a fault.
    ///
    /// - Throws: `JSONFault`; the input is then at the byte that is wrong.
    mutating func read(_ unread: inout JSONInput) throws(JSONFault) {
        if readCount == 0, !passMark(&unread) { return }
        // The copy stays in registers.
        var input = unread
        defer { unread = input }
        if expectation.isInToken {
            guard try slowly(&input, { (reader, input) throws(JSONFault) in try reader.readRest(&input) }) else {
                return
            }
        }
        while expectation != .nothing || extent == .one {
            guard !input.isAtEnd else { return }
            if input.byte <= 0x20 {
                guard skipSpace(&input) else { return }
            }
            guard try readNext(input.byte, &input) else { return }
        }
    }

    /// Reads the next key, value or mark.
    ///
    /// - Returns: `true` after all of it; `false` if the piece ends first.
    @inline(__always)
    private mutating func readNext(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) -> Bool {
        switch expectation {
        case .memberValue, .item, .firstItem, .topValue:
            if byte == UInt8(ascii: "\"") { return try readString(&input) }
            return try readOtherValue(byte, &input)
        case .key, .firstKey:
            if byte == UInt8(ascii: "\"") { return try readKey(&input) }
            guard byte == UInt8(ascii: "}"), expectation == .firstKey else { throw .noKey }
            try close(&input)
        case .memberEnd, .itemEnd:
            if byte == UInt8(ascii: ",") {
                input.skip(1)
                expectation = expectation == .memberEnd ? .key : .item
            } else {
                guard byte == UInt8(ascii: expectation == .memberEnd ? "}" : "]") else { throw .noEnd }
                try close(&input)
            }
        case .colon:
            guard byte == UInt8(ascii: ":") else { throw .noColon }
            input.skip(1)
            expectation = .memberValue
        case .nothing, .text, .keyText, .number:
            throw .secondValue
        }
        return true
    }

    /// Reads a value other than a string up to its end, or the opening mark of a container.
    ///
    /// - Returns: `true` after all of it; `false` if the piece ends first.
    @inline(__always)
    private mutating func readOtherValue(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) -> Bool {
        if byte == UInt8(ascii: "{") {
            guard open.count < depthLimit else { throw .depth }
            if input.count > TextOnlyOpening.size, textOnly.matches(input.place) { return try readTextOnly(&input) }
            open(.memberEnd)
            expectation = .firstKey
            input.skip(1)
        } else if byte == UInt8(ascii: "[") {
            guard open.count < depthLimit else { throw .depth }
            open(.itemEnd)
            expectation = .firstItem
            input.skip(1)
        } else if byte == UInt8(ascii: "]"), expectation == .firstItem {
            try close(&input)
        } else {
            return try slowly(&input) { (reader, input) throws(JSONFault) in try reader.readScalar(byte, &input) }
        }
        return true
    }

    /// Reads an object that begins with text; mostly it has only that.
    ///
    /// - Returns: Whether it read the text up to its end; otherwise the piece ends before.
    @inline(__always)
    private mutating func readTextOnly(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        let start = bytes.count
        input.skip(textOnly.count)
        copyPlain(&input)
        if input.count > 1, input.byte == UInt8(ascii: "\""), input.place[1] == UInt8(ascii: "}") {
            input.skip(2)
            add(Entry(key: key, kind: .textOnly, length: bytes.count &- start, offset: start))
            passComma(&input)
            return true
        }
        open(.memberEnd)
        key = textKey
        tokenStart = start
        expectation = .text
        return try slowly(&input) { (reader, input) throws(JSONFault) in try reader.readRestOfText(&input) }
    }

    /// Reads a number or a word, or skips a record separator (RFC 7464, section 2.2).
    ///
    /// - Returns: `true` after all of it; `false` if the piece ends first.
    @inline(never)
    private mutating func readScalar(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            return try beginNumber(&input)
        case UInt8(ascii: "t"):
            return try readWord("true", .boolean, &input)
        case UInt8(ascii: "f"):
            return try readWord("false", .boolean, &input)
        case UInt8(ascii: "n"):
            return try readWord("null", .null, &input)
        case 0x1E where extent == .series && expectation == .topValue:
            input.skip(1)
            return true
        default:
            throw Self.fault(ofValueBeginning: byte)
        }
    }

    /// The fault of a byte that cannot begin a value.
    @inline(never)
    private static func fault(ofValueBeginning byte: UInt8) -> JSONFault {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"):
            .word
        default:
            .noValue
        }
    }

    /// Adds a finished value to the innermost container.
    @inline(__always)
    mutating func add(_ value: Entry) {
        pending.append(value)
        expectation = innermost.afterValue
    }

    /// Passes a comma that follows a value at once.
    @inline(__always)
    mutating func passComma(_ input: inout JSONInput) {
        guard !input.isAtEnd, input.byte == UInt8(ascii: ","), expectation != .nothing else { return }
        input.skip(1)
        expectation = expectation == .memberEnd ? .key : .item
    }

    // MARK: Containers

    /// Opens a container.
    @inline(__always)
    private mutating func open(_ afterValue: Expectation) {
        open.append(innermost)
        innermost = Container(key: key, start: pending.count, afterValue: afterValue)
    }

    /// Closes the innermost container: an entry for it takes the place of its values.
    @inline(__always)
    private mutating func close(_ input: inout JSONInput) throws(JSONFault) {
        let closed = innermost, run = closed.start..<pending.count
        let value = closed.isArray ? try array(run, under: closed.key) : try dictionary(run, under: closed.key)
        pending.count = closed.start
        // There is one: that around the top-level value at least.
        innermost = open[open.count &- 1]
        open.count &-= 1
        add(value)
        input.skip(1)
        passComma(&input)
    }

    @inline(__always)
    private mutating func array(_ run: Range<Int>, under key: Int) throws(JSONFault) -> Entry {
        guard run.count <= Entry.maximumLength else { throw .tooMany }
        let offset = run.isEmpty ? 0 : entries.count
        entries.append(pending, run)
        return Entry(key: key, kind: .array, length: run.count, offset: offset)
    }

    @inline(__always)
    private mutating func dictionary(_ run: Range<Int>, under key: Int) throws(JSONFault) -> Entry {
        guard run.count > 1 else { return smallDictionary(run, under: key) }
        let offset = entries.count
        let length: Int
        do throws(BuildError) {
            length = try folding.appendDictionary(of: pending, run, nameCount: names.count, to: &entries)
        } catch {
            throw .tooMany
        }
        guard length <= Entry.maximumLength else { throw .tooMany }
        guard length == run.count || !refusesRepeats else { throw .repeatedKey }
        return Entry(key: key, kind: .dictionary, length: length, offset: offset)
    }

    /// A dictionary with at most one entry, which needs no entry of its own if that is text under the key of text.
    @inline(__always)
    private mutating func smallDictionary(_ run: Range<Int>, under key: Int) -> Entry {
        guard let only = pending.last, !run.isEmpty else {
            return Entry(key: key, kind: .dictionary, length: 0, offset: 0)
        }
        if only.key == textKey, only.kind == .string {
            return Entry(key: key, kind: .textOnly, length: only.length, offset: only.offset)
        }
        entries.append(only)
        return Entry(key: key, kind: .dictionary, length: 1, offset: entries.count &- 1)
    }

    // MARK: Space

    /// Skips white space, and counts lines.
    ///
    /// - Returns: Whether another byte follows.
    @inline(__always)
    private mutating func skipSpace(_ input: inout JSONInput) -> Bool {
        while !input.isAtEnd {
            switch input.byte {
            case 0x20:
                skipSpaces(&input)
            case 0x0A, 0x0D:
                line.end(input.byte, at: Int(bitPattern: input.place) &+ addressOffset)
                input.skip(1)
            case 0x09:
                input.skip(1)
            default:
                return true
            }
        }
        return false
    }

    @inline(__always)
    private func skipSpaces(_ input: inout JSONInput) {
        while input.count >= 8 {
            let other = JSONInput.word(at: input.place) ^ 0x2020_2020_2020_2020
            guard other == 0 else { return input.skip(other.trailingZeroBitCount &>> 3) }
            input.skip(8)
        }
        while !input.isAtEnd, input.byte == 0x20 { input.skip(1) }
    }

    /// Skips the byte order mark of UTF-8 at the beginning of the input.
    ///
    /// - Returns: Whether the bytes suffice to know whether it is one.
    @inline(never)
    private mutating func passMark(_ input: inout JSONInput) -> Bool {
        let mark: StaticString = "\u{FEFF}"
        for place in 0..<mark.utf8CodeUnitCount {
            guard place < input.count else { return input.isLast }
            guard input.place[place] == mark.utf8Start[place] else { return true }
        }
        input.skip(mark.utf8CodeUnitCount)
        line.start = mark.utf8CodeUnitCount
        return true
    }
}
