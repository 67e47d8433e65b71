extension JSONReader {
    /// Reads one value of a series, or, if the input has one value, reads up to a fault, such as the zero at the end.
    ///
    /// - Throws: A `JSONFault`, with the input at the invalid byte.
    mutating func read(_ unread: inout JSONInput) throws(JSONFault) {
        // The copy stays in registers.
        var input = unread
        defer { unread = input }
        while expectation != .nothing || extent == .one {
            skipSpace(&input)
            input.token = input.cursor
            try readNext(input.byte, &input)
        }
    }

    @inline(__always)
    private mutating func readNext(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) {
        switch expectation {
        case .memberValue, .item, .firstItem, .topValue:
            if byte == UInt8(ascii: "\"") { return try readString(&input) }
            try readOtherValue(byte, &input)
        case .key, .firstKey:
            if byte == UInt8(ascii: "\"") { return try readKey(&input) }
            guard byte == UInt8(ascii: "}"), expectation == .firstKey else { throw .unexpected }
            try close(&input)
        case .memberEnd, .itemEnd:
            if byte == UInt8(ascii: ",") { return passComma(&input) }
            guard byte == UInt8(ascii: expectation == .memberEnd ? "}" : "]") else { throw .unexpected }
            try close(&input)
        case .colon:
            guard byte == UInt8(ascii: ":") else { throw .unexpected }
            input.skip(1)
            expectation = .memberValue
        case .nothing:
            throw .unexpected
        }
    }

    @inline(__always)
    private mutating func readOtherValue(_ byte: UInt8, _ input: inout JSONInput) throws(JSONFault) {
        if byte == UInt8(ascii: "{") {
            guard open.count < depthLimit else { throw .depth }
            if textOnly.matches(input.cursor) { return try readTextOnly(&input) }
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
            try slowly(&input) { (reader, input) throws(JSONFault) in try reader.readScalar(byte, &input) }
        }
    }

    /// Reads an object whose first member is text, which is usually the only member.
    @inline(__always)
    private mutating func readTextOnly(_ input: inout JSONInput) throws(JSONFault) {
        let start = bytes.count
        input.skip(textOnly.count)
        copyPlain(&input)
        if input.byte == UInt8(ascii: "\""), input.cursor[1] == UInt8(ascii: "}") {
            input.skip(2)
            add(Entry(key: key, kind: .textOnly, length: bytes.count &- start, offset: start))
            return passComma(&input)
        }
        open(.memberEnd)
        key = textKey
        expectation = .memberValue
        // The unfinished token now begins at the text's quotation mark, and no longer at the object's brace.
        input.token += textOnly.count - 1
        try slowly(&input) { (reader, input) throws(JSONFault) in try reader.readRestOfString(from: start, &input) }
    }

    @inline(__always)
    mutating func add(_ value: Entry) {
        pending.append(value)
        expectation = innermost.afterValue
    }

    @inline(__always)
    mutating func passComma(_ input: inout JSONInput) {
        guard input.byte == UInt8(ascii: ","), expectation != .nothing else { return }
        input.skip(1)
        expectation = expectation == .memberEnd ? .key : .item
    }

    @inline(__always)
    private mutating func open(_ afterValue: Expectation) {
        open.append(innermost)
        innermost = Container(key: key, start: pending.count, afterValue: afterValue)
    }

    @inline(__always)
    private mutating func close(_ input: inout JSONInput) throws(JSONFault) {
        let closed = innermost, run = closed.start..<pending.count
        let value = closed.isArray ? try array(run, under: closed.key) : try dictionary(run, under: closed.key)
        pending.count = closed.start
        // At least the container around the top-level value is open.
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

    /// Returns a dictionary of at most one entry, or a `textOnly` if the entry is text under the text key.
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

    @inline(__always)
    private mutating func skipSpace(_ input: inout JSONInput) {
        while input.byte <= 0x20 {
            switch input.byte {
            case 0x20: input.skipSpaces()
            case 0x0A, 0x0D:
                line.end(input.byte, at: offset(of: input.cursor))
                input.skip(1)
            case 0x09: input.skip(1)
            default: return
            }
        }
    }
}

/// A cache of the ids of recent short keys, so that a lookup compares only two words.
///
/// A key of at most sixteen bytes is padded with zeros. No key contains a zero, so the two words identify the key. Each
/// key has one slot in the table, and replaces the previous key in this slot:
///
///     "id"         [ i d 0 0 0 0 0 0 │ 0 0 0 0 0 0 0 0 │ id ]
///     "timestamp"  [ t i m e s t a m │ p 0 0 0 0 0 0 0 │ id ]
struct RecentKeys: ~Copyable {
    struct Key: BitwiseCopyable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        /// The index of the key's slot, from the upper bits of a hash.
        @inline(__always)
        fileprivate var index: Int {
            let product = (low ^ high) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: product &>> (64 - RecentKeys.bitCount))
        }
    }

    struct Slot: BitwiseCopyable {
        var key: Key
        var id: Int
    }

    fileprivate static var bitCount: UInt64 { 8 }

    private var slots = GrowableBuffer<Slot>()

    static var unknown: Int { -1 }

    init() {
        let free = Slot(key: Key(), id: Self.unknown)
        slots.extend(to: 1 << Int(Self.bitCount), with: free)
    }

    @inline(__always)
    func id(of key: Key) -> Int {
        let slot = slots[key.index]
        return slot.key.low == key.low && slot.key.high == key.high ? slot.id : Self.unknown
    }

    @inline(__always)
    mutating func note(_ key: Key, _ id: Int) {
        slots[key.index] = Slot(key: key, id: id)
    }
}

/// The usual beginning of an object with only text: `{"text":"`.
///
///     first  [ { " t e x t " : ]      second  [ " ∙ ∙ ∙ ∙ ∙ ∙ ∙ ]      ∙: any byte
///
/// The reader compares two words, instead of reading the object token by token.
struct TextOnlyOpening: BitwiseCopyable {
    /// The length of the longest key whose `{"key":"` fits in two words.
    private static var longestKey: Int { 11 }

    private let first: (word: UInt64, mask: UInt64)
    private let second: (word: UInt64, mask: UInt64)
    let count: Int

    init(_ key: Name, limit: Int) {
        let isShort = key.byteCount <= min(limit, Self.longestKey) && key.isPlain
        // No JSON begins with a zero, so this opening matches nothing.
        let text = isShort ? Array("{\"\(key.string)\":\"".utf8) : [0]
        first = Self.word(text.prefix(8))
        second = Self.word(text.dropFirst(8))
        count = text.count
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> (word: UInt64, mask: UInt64) {
        bytes.reversed().reduce((0, 0)) { ($0.0 << 8 | UInt64($1), $0.1 << 8 | 0xFF) }
    }

    /// Returns whether such an object begins at a pointer to at least sixteen readable bytes.
    @inline(__always)
    func matches(_ pointer: UnsafePointer<UInt8>) -> Bool {
        JSONInput.word(at: pointer) & first.mask == first.word
            && JSONInput.word(at: pointer + 8) & second.mask == second.word
    }
}
