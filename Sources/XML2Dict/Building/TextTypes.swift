/// Finds numbers and booleans in text.
enum TextTypes {
    /// What text is without being told, when it prints back as it is.
    @inline(__always)
    static func infer(_ text: UnsafeBufferPointer<UInt8>) -> Entry.Kind {
        guard let first = text.first else { return .string }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            return isNumber(text) ? .number : .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8) ? .boolean : .string
        default:
            return .string
        }
    }

    /// Whether text is a number as JSON writes it (RFC 8259, section 6), and one that floating point can hold.
    ///
    /// That is one within its range, not so small that nothing is left, and not minus zero.
    @inline(never)
    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative { place = 1 }
        let whole = digits(text, &place)
        guard !whole.isEmpty, whole.count == 1 || text[whole.lowerBound] != UInt8(ascii: "0") else { return false }
        var fraction = place..<place
        if place < text.count, text[place] == UInt8(ascii: ".") {
            place += 1
            fraction = digits(text, &place)
            guard !fraction.isEmpty else { return false }
        }
        var hasExponent = false
        if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
            hasExponent = true
            place += 1
            if place < text.count, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") { place += 1 }
            guard !digits(text, &place).isEmpty else { return false }
        }
        guard place == text.count else { return false }
        let zero = UInt8(ascii: "0")
        if text[whole].allSatisfy({ $0 == zero }), text[fraction].allSatisfy({ $0 == zero }) { return !isNegative }
        guard hasExponent || text.count > 300 else { return true }
        let value = Double(String(decoding: text, as: UTF8.self)) ?? .infinity
        return value.isFinite && value != 0
    }

    private static func digits(_ text: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Range<Int> {
        let start = place
        while place < text.count, text[place] &- UInt8(ascii: "0") < 10 {
            place += 1
        }
        return start..<place
    }

    /// A number as JSON writes it, from one as XML Schema does (part 2, sections 3.2.3 to 3.2.5).
    ///
    /// There it may have a plus sign, leading zeros, nothing before the point or nothing behind it.
    ///
    /// - Returns: `nil` when it is none.
    static func number(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let zero = UInt8(ascii: "0"), point = UInt8(ascii: ".")
        // White space around it means nothing (section 4.3.6); it is there in attributes, and in text that is not
        // trimmed.
        var rest = XMLWhitespace.trimmed(text)
        var result: [UInt8] = []
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            if sign == UInt8(ascii: "-") { result.append(sign) }
            rest = rest.dropFirst()
        }
        let end = rest.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? rest.endIndex
        let parts = rest[..<end].split(separator: point, maxSplits: 1, omittingEmptySubsequences: false)
        // Only this part can begin with what the zeros hide, such as a second sign; the rest is looked at in the end.
        guard let whole = parts.first, whole.allSatisfy({ $0 &- zero < 10 }), parts.contains(where: { !$0.isEmpty })
        else {
            return nil
        }
        let digits = whole.drop { $0 == zero }
        result += digits.isEmpty ? [zero] : Array(digits)
        if parts.count > 1, !parts[1].isEmpty { result += [point] + parts[1] }
        result += rest[end...]
        if result.first == UInt8(ascii: "-"), isNumber(result.dropFirst()), !isNumber(result[...]) {
            // Minus zero is zero.
            result.removeFirst()
        }
        return isNumber(result[...]) ? result : nil
    }

    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { isNumber($0) }
    }

    /// A boolean as JSON writes it, from one as XML Schema does (part 2, section 3.2.2).
    ///
    /// - Returns: `nil` when it is none.
    static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        TextNumber.boolean(text).map { Array(($0 ? "true" : "false").utf8) }
    }
}
