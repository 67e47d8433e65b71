/// The parts of a decimal number in text (XML Schema part 2, sections 3.2.3 to 3.2.5).
///
///     -12.50e+3     sign "-"   whole "12"   fraction "50"   exponent "e+3"
///
/// A sign and an exponent are optional; before or after the point, digits may be missing.
struct DecimalText {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    let isNegative: Bool
    private let hasPlus: Bool
    private let whole: Bytes
    /// The digits after the point; `nil` without a point.
    private let fraction: Bytes?
    /// The exponent with its letter; empty when there is none.
    private let exponent: Bytes

    /// Splits text into its parts; `nil` when it is not a decimal number.
    ///
    /// - Parameter text: Text without white space around it.
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

    private static func isZero(_ digits: Bytes) -> Bool { digits.allSatisfy { $0 == UInt8(ascii: "0") } }

    private var isZero: Bool { Self.isZero(whole) && Self.isZero(fraction ?? exponent.prefix(0)) }

    /// Whether a text is a number as JSON writes it (RFC 8259, section 6), which a `Double` can hold.
    static func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        isShortJSON(text) ?? (DecimalText(text[...])?.isJSON == true)
    }

    /// The answer for most texts, without their parts; `nil` for a zero in front, an exponent, and many digits.
    private static func isShortJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        var place = text.first == UInt8(ascii: "-") ? 1 : 0
        guard text.count < 300, place < text.count, text[place] &- UInt8(ascii: "1") < 9 else { return nil }
        skipDigits(of: text, &place)
        if place < text.count, text[place] == UInt8(ascii: ".") {
            place &+= 1
            let start = place
            skipDigits(of: text, &place)
            guard place > start else { return false }
        }
        guard place < text.count else { return true }
        return text[place] | 0x20 == UInt8(ascii: "e") ? nil : false
    }

    @inline(__always)
    private static func skipDigits(of text: UnsafeBufferPointer<UInt8>, _ place: inout Int) {
        while place < text.count, text[place] &- UInt8(ascii: "0") < 10 { place &+= 1 }
    }

    /// Whether JSON writes the number like this (RFC 8259, section 6), and a `Double` can hold it.
    ///
    /// The number must be in the range of `Double`, must not round to zero, and must not be minus zero.
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

    /// The number as JSON writes it; `nil` when a `Double` cannot hold it.
    var json: [UInt8]? {
        if isZero { return unsigned }
        return isInRange ? (isNegative ? [UInt8(ascii: "-")] : []) + unsigned : nil
    }

    /// The number as JSON writes it, whatever its length, and whether it has no point; `nil` for one with an exponent.
    var jsonOfAnyLength: (json: [UInt8], isWhole: Bool)? {
        guard exponent.isEmpty else { return nil }
        return ((isNegative && !isZero ? [UInt8(ascii: "-")] : []) + unsigned, fraction == nil)
    }

    /// The number without a sign, without zeros in front, and without a point that no digit follows.
    private var unsigned: [UInt8] {
        let digits = whole.drop { $0 == UInt8(ascii: "0") }
        var text = digits.isEmpty ? [UInt8(ascii: "0")] : Array(digits)
        if let fraction, !fraction.isEmpty { text += [UInt8(ascii: ".")] + fraction }
        return text + exponent
    }

    /// Whether two numbers have the same value, such as `2.50` and `25e-1`; `false` for giant exponents.
    func isEqual(to other: DecimalText) -> Bool {
        guard let one = value, let two = other.value else { return false }
        return one == two && (isNegative == other.isNegative || isZero)
    }

    /// The digits without zeros at both ends, and then the power of ten that multiplies them; `nil` for giant
    /// exponents.
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
