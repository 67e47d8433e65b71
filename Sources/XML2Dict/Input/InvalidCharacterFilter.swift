/// A filter of characters that XML does not allow (XML 1.0, productions 2 and 66), chunk by chunk.
///
///     text        a␛b        &#027;       &#xD83D;        &#55357;&#56832;
///     filtered    a�b        &#065533;    &#xFFFD;        &#128512;
///                 character  reference    half of a pair  pair of surrogates
///
/// The filter replaces characters everywhere, and references only in text and tags, because elsewhere `&` is no markup.
/// A reference can begin with any number of zeros. The filter changes only the digits after the zeros, so that it need
/// not hold back whole references.
///
///     ┌───────┐  &   ┌───────────┐  #   ┌────────┐     A semicolon after digits ends the reference.
///     │ text  │ ───▶ │ ampersand │ ───▶ │ number │     Any other byte leads back to `text`.
///     └───────┘      └───────────┘      └────────┘     `high` holds back the first half of a pair.
///       ▲ │ EF
///       │ ▼ U+FFFE or U+FFFF
///     ┌───────┐
///     │ mark  │
///     └───────┘
///
/// The filter holds back bytes that may still change: the digits of a reference, a reference to the first half of a
/// pair, and the first bytes of U+FFFE or U+FFFF:
///
///     … &#00 55357;&# 568
///            └ high   └ digits
struct InvalidCharacterFilter {
    private enum State { case text, mark, ampersand, number }

    /// The number of replacements in the last chunk, and the offset of the first replacement in the text.
    private(set) var replaced: (count: Int, offset: Int) = (0, 0)
    private var state = State.text
    /// The value of the digits, which stops growing above U+10FFFF.
    private var codePoint: UInt32 = 0, radix: UInt32 = 10
    private var hasDigits = false
    /// The first half of a pair, and the range of its digits and semicolon in `output`.
    private var high: (codePoint: UInt32, radix: UInt32, start: Int, end: Int)?
    /// The index in `output` of the significant digits of the last reference, or of the bytes of a mark.
    private var digits = 0
    private var reference = 0
    private var output: [UInt8] = [], offset = 0
    private var scanner = MarkupScanner()
    /// The last bytes of the text, which the scanner may need again, because a chunk can end inside `<![CDATA[`.
    private var window: [UInt8] = []

    private var isSettled: Bool { state == .text && high == nil }

    /// Replaces a chunk in UTF-8 by the filtered text that can no longer change.
    ///
    /// `offset` is the offset of this text in the filtered text of all chunks.
    mutating func filter(_ chunk: inout [UInt8], at offset: Int, isLast: Bool) {
        (replaced.count, self.offset) = (0, offset)
        output.reserveCapacity(output.count + chunk.count)
        let text = window + chunk
        text.withUnsafeBytes { filter($0, from: window.count) }
        window = text.suffix(8)
        scanner.moveBack(text.count - window.count)
        if isLast { settle() }
        let count = isSettled ? output.count : high?.start ?? digits
        let waiting = Array(output[count...])
        output.removeLast(waiting.count)
        (chunk, output) = (output, waiting)
        digits -= count
        high?.start -= count
        high?.end -= count
    }

    private mutating func filter(_ text: UnsafeRawBufferPointer, from start: Int) {
        var index = start
        while let markup = scanner.next(in: text) {
            guard !markup.kind.isTag else { continue }
            pass(text, &index, to: markup.range.lowerBound, true)
            pass(text, &index, to: markup.range.upperBound, false)
        }
        let isTag = scanner.kind?.isTag ?? true
        if !isTag { pass(text, &index, to: scanner.start ?? index, true) }
        pass(text, &index, to: text.count, isTag)
    }

    /// Filters the text from `index` to `end`, unless an earlier call has passed `end`.
    private mutating func pass(_ text: UnsafeRawBufferPointer, _ index: inout Int, to end: Int, _ hasReferences: Bool) {
        guard index < end else { return }
        if !hasReferences, state != .mark { settle() }
        let part = UnsafeRawBufferPointer(rebasing: text[..<end])
        while index < end {
            if isSettled {
                // `Memory.first` pads the last word with zero bytes, and may return the index of a padding byte.
                let found = min(Memory.first(in: part, from: index, Self.marks) ?? end, end)
                output.append(contentsOf: part[index..<found])
                index = found
                guard found < end else { return }
            }
            take(part[index], hasReferences)
            index += 1
        }
    }

    @inline(__always)
    private static func marks(in word: UInt64) -> UInt64 {
        // Subtracting 0x20 from a smaller byte sets the highest bit of the byte.
        let controls = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
        return controls | Memory.marks(of: UInt8(ascii: "&"), in: word) | Memory.marks(of: 0xEF, in: word)
    }

    private mutating func take(_ byte: UInt8, _ hasReferences: Bool) {
        switch state {
        case .mark where output.count == digits + 1 && byte == 0xBF: return output.append(byte)
        case .mark where output.count == digits + 2 && byte | 1 == 0xBF:
            state = .text
            note(at: offset + digits)
            return output.append(0xBD)
        case .ampersand where byte == UInt8(ascii: "#"):
            (codePoint, radix, hasDigits) = (0, 10, false)
            return open(byte, .number)
        case .number:
            let digit = UInt32(byte &- 48 < 10 ? byte & 15 : (byte | 32) &- 97 < 6 ? byte & 15 + 9 : 16)
            if digit < radix { return add(byte, digit) }
            if byte == UInt8(ascii: ";"), hasDigits { return endReference() }
            if byte == UInt8(ascii: "x"), !hasDigits, radix == 10 {
                radix = 16
                return open(byte, .number)
            }
        case .text, .mark, .ampersand: break
        }
        begin(byte, hasReferences)
    }

    private mutating func begin(_ byte: UInt8, _ hasReferences: Bool) {
        let isReference = byte == UInt8(ascii: "&") && hasReferences
        if !isReference || state != .text { settle() }
        if isReference {
            if high == nil { reference = offset + output.count }
            open(byte, .ampersand)
        } else if byte == 0xEF {
            (state, digits) = (.mark, output.count)
            output.append(byte)
        } else if byte < 0x20, !XMLWhitespace.contains(byte) {
            note(at: offset + output.count)
            for byte in "\u{FFFD}".utf8 { output.append(byte) }
        } else {
            output.append(byte)
        }
    }

    private mutating func open(_ byte: UInt8, _ next: State) {
        state = next
        output.append(byte)
        digits = output.count
    }

    private mutating func add(_ byte: UInt8, _ digit: UInt32) {
        hasDigits = true
        if codePoint == 0, digit == 0 {
            if high == nil { open(byte, .number) }
        } else if codePoint <= 0x10FFFF {
            codePoint = codePoint * radix + digit
            output.append(byte)
        }
    }

    private mutating func endReference() {
        state = .text
        if let high, 0xDC00...0xDFFF ~= codePoint {
            self.high = nil
            let pair = 0x10000 + (high.codePoint - 0xD800) << 10 + (codePoint - 0xDC00)
            return replace(from: high.start, to: output.count, by: pair, high.radix)
        }
        settle()
        output.append(UInt8(ascii: ";"))
        if 0xD800...0xDBFF ~= codePoint {
            high = (codePoint, radix, digits, output.count)
        } else if (0..<0x20).contains(codePoint) && !XMLWhitespace.contains(UInt8(codePoint)) || codePoint | 1 == 0xFFFF
            || Unicode.Scalar(codePoint) == nil
        {
            replace(from: digits, to: output.count, by: 0xFFFD, radix)
        }
    }

    /// Ends an unfinished reference, and replaces the first half of a pair if no second half follows.
    private mutating func settle() {
        state = .text
        guard let high else { return }
        self.high = nil
        replace(from: high.start, to: high.end, by: 0xFFFD, high.radix)
    }

    private mutating func replace(from start: Int, to end: Int, by codePoint: UInt32, _ radix: UInt32) {
        note(at: reference)
        let replacement = Array(String(codePoint, radix: Int(radix), uppercase: true).utf8) + [UInt8(ascii: ";")]
        output.replaceSubrange(start..<end, with: replacement)
        digits += replacement.count - (end - start)
    }

    private mutating func note(at offset: Int) {
        if replaced.count == 0 { replaced.offset = offset }
        replaced.count += 1
    }
}
