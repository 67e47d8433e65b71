package import XML2Dict

/// A strict reader of JSON (RFC 8259) that compares the JSON of a value with the value.
///
/// It shares no code with the writer of JSON.
package struct JSONCheck {
    private let text: [UInt8]
    private var place = 0
    private let format: XMLValue.JSONFormat

    /// Reports a finding unless the JSON of a value is valid and equal to the value.
    package static func check(_ value: XMLValue, _ format: XMLValue.JSONFormat) {
        var check = JSONCheck(text: Array(value.json(format).utf8), format: format)
        check.expect(value)
        check.skipSpace()
        FuzzSupport.check(check.place == check.text.count, check.finding("something behind the value"))
        if format.isASCII {
            FuzzSupport.check(check.text.allSatisfy { $0 < 0x80 }, check.finding("something beyond ASCII"))
        }
    }

    private init(text: [UInt8], format: XMLValue.JSONFormat) {
        self.text = text
        self.format = format
    }

    private func finding(_ what: String) -> String {
        "at byte \(place) of JSON: \(what): \(String(decoding: text, as: UTF8.self))"
    }

    // MARK: Values

    private mutating func expect(_ value: XMLValue) {
        skipSpace()
        switch value.kind {
        case .dictionary: expectDictionary(value)
        case .array: expectArray(value)
        case .string:
            check(string() == Array((value.string ?? "").utf8), "another string than \(value.string ?? "none")")
        case .number: expectNumber()
        case .boolean:
            check(take("true") || take("false"), "no boolean")
        case .null: check(take("null"), "no null")
        }
    }

    private mutating func expectDictionary(_ value: XMLValue) {
        var entries = Array(value.entries.map { (key: Array($0.key.utf8), value: $0.value) })
        if format.sortsKeys { entries.sort { $0.key.lexicographicallyPrecedes($1.key) } }
        check(Set(entries.map(\.key)).count == entries.count, "a key twice")
        check(take("{"), "no dictionary")
        for (index, entry) in entries.enumerated() {
            skipSpace()
            if index > 0 {
                check(take(","), "no comma")
                skipSpace()
            }
            check(string() == entry.key, "another key than \(String(decoding: entry.key, as: UTF8.self))")
            skipSpace()
            check(take(":"), "no colon")
            expect(entry.value)
        }
        skipSpace()
        check(take("}"), "no end of a dictionary")
    }

    private mutating func expectArray(_ value: XMLValue) {
        check(take("["), "no array")
        for (index, item) in value.list.enumerated() {
            if index > 0 {
                skipSpace()
                check(take(","), "no comma")
            }
            expect(item)
        }
        skipSpace()
        check(take("]"), "no end of an array")
    }

    // MARK: Tokens

    private func check(_ condition: Bool, _ what: @autoclosure () -> String) {
        FuzzSupport.check(condition, finding(what()))
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    private mutating func take(_ token: StaticString) -> Bool {
        let count = token.utf8CodeUnitCount
        guard count <= text.count - place else { return false }
        for index in 0..<count where text[place + index] != token.utf8Start[index] { return false }
        place += count
        return true
    }

    /// Reads a number: an optional `-`, `0` or digits, an optional fraction, an optional exponent (RFC 8259, section
    /// 6).
    private mutating func expectNumber() {
        _ = take("-")
        if !take("0") { check(digits() > 0, "no number") }
        if take(".") { check(digits() > 0, "no fraction") }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            check(digits() > 0, "no exponent")
        }
    }

    private mutating func digits() -> Int {
        let start = place
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
        return place - start
    }

    /// The bytes of a string, without its escapes.
    private mutating func string() -> [UInt8] {
        check(take("\""), "no string")
        var units: [UInt8] = []
        while !take("\"") {
            guard let byte = next else { report(finding("no end of a string")) }
            check(byte >= 0x20, "a control character")
            place += 1
            if byte == UInt8(ascii: "\\") {
                escape(into: &units)
            } else {
                units.append(byte)
            }
        }
        check(String(validating: units, as: UTF8.self) != nil, "no UTF-8")
        return units
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func escape(into bytes: inout [UInt8]) {
        guard let letter = next else { report(finding("no end of an escape")) }
        place += 1
        if let plain = Self.escapes[letter] { return bytes.append(plain) }
        check(letter == UInt8(ascii: "u"), "no escape")
        var scalar = unit()
        if scalar & 0xFC00 == 0xD800 {
            check(take("\\u"), "half a pair")
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit() & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(scalar) else { report(finding("an escape that is no character")) }
        bytes.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func unit() -> UInt32 {
        let digits = text[place...].prefix(4)
        guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
            report(finding("no four digits"))
        }
        place += 4
        return unit
    }
}
