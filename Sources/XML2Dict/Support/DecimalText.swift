/// The parts of a decimal number in text (XML Schema part 2, sections 3.2.3 to 3.2.5).
///
///     -12.50e+3     sign "-"   whole "12"   fraction "50"   exponent "e+3"
///
/// The sign, the exponent, and the digits before or after the point are optional.
struct DecimalText {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    let isNegative: Bool
    private let hasPlus: Bool
    private let whole: Bytes
    private let fraction: Bytes?
    private let exponent: Bytes

    /// Splits text that has no white space around it, or returns `nil` if the text is not a decimal number.
    init?(_ text: Bytes) {
        var rest = text
        isNegative = rest.first == UInt8(ascii: "-")
        hasPlus = rest.first == UInt8(ascii: "+")
        if isNegative || hasPlus { rest = rest.dropFirst() }
        whole = Self.digits(&rest)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = Self.digits(&rest)
        } else {
            fraction = nil
        }
        exponent = rest
        guard !whole.isEmpty || fraction?.isEmpty == false else { return nil }
        guard let letter = rest.popFirst() else { return }
        guard letter | 0x20 == UInt8(ascii: "e") else { return nil }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard !Self.digits(&rest).isEmpty, rest.isEmpty else { return nil }
    }

    private static func digits(_ rest: inout Bytes) -> Bytes {
        let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// The number as a quotient of two exact integers, such as 1250 / 100, so that only the division rounds, or `nil`
    /// for a number with an exponent or with more than 15 digits.
    var quotient: Double? {
        guard exponent.isEmpty, whole.count + (fraction?.count ?? 0) <= 15 else { return nil }
        var digits = 0, scale = 1
        for digit in whole { digits = digits &* 10 &+ Int(digit & 0x0F) }
        for digit in fraction ?? exponent {
            digits = digits &* 10 &+ Int(digit & 0x0F)
            scale = scale &* 10
        }
        let quotient = Double(digits) / Double(scale)
        return isNegative ? -quotient : quotient
    }

    private static func isZero(_ digits: Bytes) -> Bool { digits.allSatisfy { $0 == UInt8(ascii: "0") } }

    private var isZero: Bool { Self.isZero(whole) && Self.isZero(fraction ?? exponent.prefix(0)) }

    /// Whether a JSON reader that uses `Double` keeps the value: a number of at most 15 digits, or a fraction that a
    /// `Double` prints with the same value.
    static func isInferred(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let (digits, isWhole) = plainNumber(text) else { return false }
        // A `Double` keeps every number of 15 digits.
        return digits <= 15 || !isWhole && isPrinted(text)
    }

    /// Whether a text is a number of JSON (RFC 8259, section 6) that a `Double` can hold.
    static func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if let (digits, _) = plainNumber(text), digits < 300 { return true }
        return DecimalText(text[...])?.isJSON == true
    }

    /// Returns the number of digits of a JSON number without an exponent, or `nil` for other text and for minus zero.
    @inline(__always)
    static func plainNumber(_ text: UnsafeBufferPointer<UInt8>) -> (digits: Int, isWhole: Bool)? {
        let start = text.first == UInt8(ascii: "-") ? 1 : 0
        var index = start
        skipDigits(of: text, &index)
        let digits = index &- start, isWhole = index == text.count
        guard digits == 1 || digits > 1 && text[start] != UInt8(ascii: "0") else { return nil }
        if !isWhole {
            guard text[index] == UInt8(ascii: "."), text[text.count &- 1] != UInt8(ascii: ".") else { return nil }
            index &+= 1
            skipDigits(of: text, &index)
            guard index == text.count else { return nil }
        }
        // Many readers lose the sign of minus zero.
        guard start == 0 || text.contains(where: { $0 > UInt8(ascii: "0") }) else { return nil }
        return (isWhole ? digits : text.count &- start &- 1, isWhole)
    }

    /// Whether a fraction keeps its value when Swift parses the text as a `Double` and prints the number.
    @inline(never)
    private static func isPrinted(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Written without an exponent and final zeros, a `Double` has at most 309 digits, or 324 digits after `0.`.
        guard let end = text.lastIndex(where: { $0 != UInt8(ascii: "0") }), end < 340 else { return false }
        let written = String(decoding: text[...end], as: UTF8.self)
        guard let number = Double(written) else { return false }
        return number.description == written || DecimalText(text[...end])?.isEqual(to: number) == true
    }

    @inline(__always)
    private static func skipDigits(of text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        while index < text.count, text[index] &- UInt8(ascii: "0") < 10 { index &+= 1 }
    }

    /// Whether the text is a JSON number (RFC 8259, section 6) other than `-0`, and a `Double` does not round the
    /// number to zero or to infinity.
    var isJSON: Bool {
        guard !hasPlus, fraction?.isEmpty != true, !whole.isEmpty else { return false }
        guard whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        return isZero ? !isNegative : isInRange
    }

    private var isInRange: Bool {
        let count = whole.count + (fraction?.count ?? 0)
        guard !exponent.isEmpty || count > 300 else { return true }
        let value = Double(String(decoding: unsigned, as: UTF8.self)) ?? .infinity
        return value.isFinite && value != 0
    }

    var json: [UInt8]? {
        if isZero { return unsigned }
        return isInRange ? (isNegative ? [UInt8(ascii: "-")] : []) + unsigned : nil
    }

    /// The number in JSON, with any number of digits, or `nil` for a number with an exponent.
    var jsonOfAnyLength: (json: [UInt8], isWhole: Bool)? {
        guard exponent.isEmpty else { return nil }
        return ((isNegative && !isZero ? [UInt8(ascii: "-")] : []) + unsigned, fraction == nil)
    }

    private var unsigned: [UInt8] {
        let digits = whole.drop { $0 == UInt8(ascii: "0") }
        var text = digits.isEmpty ? [UInt8(ascii: "0")] : Array(digits)
        if let fraction, !fraction.isEmpty { text += [UInt8(ascii: ".")] + fraction }
        return text + exponent
    }

    func isEqual(to number: Double) -> Bool {
        var printed = number.description
        return printed.withUTF8 { DecimalText($0[...])?.isEqual(to: self) == true }
    }

    private func isEqual(to other: DecimalText) -> Bool {
        guard let one = value, let two = other.value else { return false }
        return one == two && (isNegative == other.isNegative || isZero)
    }

    /// The digits without zeros at both ends, then the power of ten: `[1, 2, 5, -1]` for `12.50`, `nil` for `1e10000`.
    private var value: [Int]? {
        var power = 0
        if !exponent.isEmpty {
            guard let written = Int(String(decoding: exponent.dropFirst(), as: UTF8.self)), written.magnitude < 10_000
            else { return nil }
            power = written
        }
        var digits = (Array(whole) + Array(fraction ?? exponent.prefix(0))).map { Int($0) - 48 }
        power -= fraction?.count ?? 0
        while digits.last == 0 {
            digits.removeLast()
            power += 1
        }
        digits = Array(digits.drop { $0 == 0 })
        return digits.isEmpty ? [] : digits + [power]
    }
}
