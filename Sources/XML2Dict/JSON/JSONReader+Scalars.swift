/// Reading numbers and words.
extension JSONReader {
    // MARK: Numbers

    /// Reads a number up to its end.
    ///
    /// - Returns: `true` after all of it; `false` if the piece ends first.
    mutating func beginNumber(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        number = .start
        tokenStart = bytes.count
        expectation = .number
        return try readRestOfNumber(&input)
    }

    /// Reads the rest of a number, which ends before the first byte that cannot continue it.
    ///
    /// - Returns: Whether it is complete; otherwise the piece ends before.
    @inline(never)
    mutating func readRestOfNumber(_ input: inout JSONInput) throws(JSONFault) -> Bool {
        // There is room for all of the input.
        var part = number, place = input.place, target = bytes.end
        while true {
            if part.isInDigits {
                while place < input.end, place.pointee.isDigit {
                    target.pointee = place.pointee
                    place += 1
                    target += 1
                }
            }
            guard place < input.end, part.pass(place.pointee) else { break }
            target.pointee = place.pointee
            place += 1
            target += 1
        }
        input.place = place
        bytes.end = target
        number = part
        let excess = bytes.count - tokenStart - numberLimit
        guard excess <= 0 else {
            input.place -= excess
            throw .numberLength
        }
        guard !input.isAtEnd || input.isLast else { return false }
        guard part.isComplete else { throw input.isAtEnd ? .end : .noDigit }
        if !input.isAtEnd, !input.byte.endsJSONWord {
            throw part == .zero && input.byte.isDigit ? .leadingZero : .afterNumber
        }
        add(Entry(key: key, kind: .number, length: bytes.count - tokenStart, offset: tokenStart))
        return true
    }

    // MARK: Words

    /// Reads `true`, `false` or `null`.
    ///
    /// - Returns: `true` after the word; `false` if the piece ends first.
    @inline(never)
    mutating func readWord(
        _ word: StaticString,
        _ kind: Entry.Kind,
        _ input: inout JSONInput
    ) throws(JSONFault) -> Bool {
        let count = word.utf8CodeUnitCount
        if input.count > count, Memory.areEqual(input.place, word.utf8Start, count: count),
            input.place[count].endsJSONWord
        {
            addWord(word, kind, &input)
            return true
        }
        for place in 0..<min(count, input.count) where input.place[place] != word.utf8Start[place] { throw .word }
        guard input.count > count || input.isLast else { return false }
        guard input.count >= count else {
            input.place = input.end
            throw .end
        }
        guard input.count == count || input.place[count].endsJSONWord else { throw .word }
        addWord(word, kind, &input)
        return true
    }

    @inline(__always)
    private mutating func addWord(
        _ word: StaticString,
        _ kind: Entry.Kind,
        _ input: inout JSONInput
    ) {
        let count = word.utf8CodeUnitCount
        input.skip(count)
        guard kind == .boolean else { return add(.null(under: key)) }
        let start = bytes.count
        bytes.append(word.utf8Start, count: count)
        add(Entry(key: key, kind: .boolean, length: count, offset: start))
    }
}
