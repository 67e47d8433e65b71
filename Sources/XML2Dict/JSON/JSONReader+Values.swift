/// Reading values, and the marks between them.
extension JSONReader {
    /// Reads up to the end of a piece or of a value of a series, a token that the piece does not complete, or a fault.
    ///
    /// - Throws: `JSONFault`; the input is then at the byte that is wrong.
    mutating func read(_ input: inout JSONInput) throws(JSONFault) {
        if readCount == 0, try !passMark(&input) { return }
        while true {
            var byte: UInt8 = 0
            if expectation.rawValue < Expectation.text.rawValue {
                guard !input.isAtEnd else { return }
                byte = input.byte
                if byte <= 0x20 {
                    guard skipSpace(&input) else { return }
                    byte = input.byte
                }
            }
            switch expectation {
            case .topValue:
                guard try readTopValue(byte, &input) else { return }
            case .memberValue, .item:
                guard try readValue(byte, &input) else { return }
            case .firstItem:
                if byte == UInt8(ascii: "]") { try close(&input) } else if try !readValue(byte, &input) { return }
            case .key, .firstKey:
                if byte == UInt8(ascii: "\"") {
                    guard try readKey(&input) else { return }
                } else {
                    guard byte == UInt8(ascii: "}"), expectation == .firstKey else { throw .noKey }
                    try close(&input)
                }
            case .colon:
                guard byte == UInt8(ascii: ":") else { throw .noColon }
                input.skip(1)
                expectation = .memberValue
            case .memberEnd:
                if byte == UInt8(ascii: ",") {
                    input.skip(1)
                    expectation = .key
                } else {
                    guard byte == UInt8(ascii: "}") else { throw .noEnd }
                    try close(&input)
                }
            case .itemEnd:
                if byte == UInt8(ascii: ",") {
                    input.skip(1)
                    expectation = .item
                } else {
                    guard byte == UInt8(ascii: "]") else { throw .noEnd }
                    try close(&input)
                }
            case .nothing:
                guard extent == .one else { return }
                throw .secondValue
            case .text, .keyText, .number:
                guard try readRest(&input) else { return }
            }
            if expectation == .nothing, extent == .series { return }
        }
    }

    /// Begins a top-level value, or skips the record separator before it (RFC 7464, section 2.2).
    @inline(never)
    private mutating func readTopValue(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) -> Bool {
        guard byte == 0x1E, extent == .series else { return try readValue(byte, &input) }
        input.skip(1)
        return true
    }

    /// Reads a value up to its end, or the opening mark of a container.
    ///
    /// - Returns: Whether it did; otherwise the piece ends before.
    @inline(__always)
    private mutating func readValue(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) -> Bool {
        switch byte {
        case UInt8(ascii: "\""):
            return try readString(&input)
        case UInt8(ascii: "{"):
            try open(.memberEnd, &input)
            expectation = .firstKey
        case UInt8(ascii: "["):
            try open(.itemEnd, &input)
            expectation = .firstItem
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            return try beginNumber(&input)
        case UInt8(ascii: "t"):
            return try readWord("true", .boolean, &input)
        case UInt8(ascii: "f"):
            return try readWord("false", .boolean, &input)
        case UInt8(ascii: "n"):
            return try readWord("null", .null, &input)
        default:
            throw Self.fault(ofValueBeginning: byte)
        }
        return true
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
    mutating func add(_ value: Entry) throws(JSONFault) {
        guard pending.append(value) else { throw .outOfMemory }
        expectation = innermost.afterValue
    }

    // MARK: Containers

    /// Opens a container.
    @inline(__always)
    private mutating func open(_ afterValue: Expectation, _ input: inout JSONInput) throws(JSONFault) {
        guard open.count < depthLimit else { throw .depth }
        guard open.append(innermost) else { throw .outOfMemory }
        innermost = Container(key: key, start: pending.count, afterValue: afterValue)
        key = 0
        input.skip(1)
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
        try add(value)
        input.skip(1)
    }

    @inline(__always)
    private mutating func array(_ run: Range<Int>, under key: Int) throws(JSONFault) -> Entry {
        guard run.count <= Entry.maximumLength else { throw .tooMany }
        let offset = run.isEmpty ? 0 : entries.count
        guard entries.append(pending, run) else { throw .outOfMemory }
        return Entry(key: key, kind: .array, length: run.count, offset: offset)
    }

    @inline(__always)
    private mutating func dictionary(_ run: Range<Int>, under key: Int) throws(JSONFault) -> Entry {
        guard run.count > 1 else { return try smallDictionary(run, under: key) }
        let offset = entries.count
        let length: Int
        do throws(BuildError) {
            length = try folding.appendDictionary(of: pending, run, nameCount: names.count, to: &entries)
        } catch {
            throw JSONFault(error)
        }
        guard length <= Entry.maximumLength else { throw .tooMany }
        return Entry(key: key, kind: .dictionary, length: length, offset: offset)
    }

    /// A dictionary with at most one entry, which needs no entry of its own if that is text under the key of text.
    @inline(__always)
    private mutating func smallDictionary(_ run: Range<Int>, under key: Int) throws(JSONFault) -> Entry {
        guard let only = pending.last, !run.isEmpty else {
            return Entry(key: key, kind: .dictionary, length: 0, offset: 0)
        }
        if only.key == textKey, only.kind == .string {
            return Entry(key: key, kind: .textOnly, length: only.length, offset: only.offset)
        }
        guard entries.append(only) else { throw .outOfMemory }
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
    private mutating func passMark(_ input: inout JSONInput) throws(JSONFault) -> Bool {
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
