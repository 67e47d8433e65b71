package import XML2Dict

/// A strict reader of JSON (RFC 8259) that compares the JSON of a value with the value.
///
/// It shares no code with the writer of JSON.
package struct JSONCheck {
    /// An error, with its position in the JSON.
    private struct Finding: Error {
        let description: String
    }

    private let text: [UInt8]
    private var offset = 0
    private let format: XMLValue.JSONFormat

    /// Describes the first error in the JSON of a value, or returns `nil` if the JSON is valid, and equal to the value.
    package static func finding(_ value: XMLValue, _ format: XMLValue.JSONFormat) -> String? {
        var check = JSONCheck(text: Array(value.json(format).utf8), format: format)
        do throws(Finding) {
            try check.expect(value)
            check.skipSpace()
            try check.require(check.offset == check.text.count, "something after the value")
            if format.isASCII { try check.require(check.text.allSatisfy { $0 < 0x80 }, "something beyond ASCII") }
            return nil
        } catch {
            return error.description
        }
    }

    private init(text: [UInt8], format: XMLValue.JSONFormat) {
        self.text = text
        self.format = format
    }

    private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws(Finding) {
        if !condition { throw finding(what()) }
    }

    private func finding(_ what: String) -> Finding {
        Finding(description: "at byte \(offset) of JSON: \(what): \(String(decoding: text, as: UTF8.self))")
    }

    // MARK: Values

    private mutating func expect(_ value: XMLValue) throws(Finding) {
        skipSpace()
        switch value.kind {
        case .dictionary: try expectDictionary(value)
        case .array: try expectArray(value)
        case .string:
            let text = try string()
            try require(text == Array((value.string ?? "").utf8), "another string than \(value.string ?? "none")")
        case .number: try expectNumber()
        case .boolean:
            try require(take("true") || take("false"), "no boolean")
        case .null: try require(take("null"), "no null")
        }
    }

    private mutating func expectDictionary(_ value: XMLValue) throws(Finding) {
        var entries = Array(value.entries.map { (key: Array($0.key.utf8), value: $0.value) })
        if format.sortsKeys { entries.sort { $0.key.lexicographicallyPrecedes($1.key) } }
        try require(Set(entries.map(\.key)).count == entries.count, "a key twice")
        try require(take("{"), "no dictionary")
        for (index, entry) in entries.enumerated() {
            skipSpace()
            if index > 0 {
                try require(take(","), "no comma")
                skipSpace()
            }
            try require(try string() == entry.key, "another key than \(String(decoding: entry.key, as: UTF8.self))")
            skipSpace()
            try require(take(":"), "no colon")
            try expect(entry.value)
        }
        skipSpace()
        try require(take("}"), "no end of a dictionary")
    }

    private mutating func expectArray(_ value: XMLValue) throws(Finding) {
        try require(take("["), "no array")
        for (index, item) in value.list.enumerated() {
            if index > 0 {
                skipSpace()
                try require(take(","), "no comma")
            }
            try expect(item)
        }
        skipSpace()
        try require(take("]"), "no end of an array")
    }

    // MARK: Tokens

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }

    private var next: UInt8? { offset < text.count ? text[offset] : nil }

    private mutating func take(_ token: StaticString) -> Bool {
        let count = token.utf8CodeUnitCount
        guard count <= text.count - offset else { return false }
        for index in 0..<count where text[offset + index] != token.utf8Start[index] { return false }
        offset += count
        return true
    }

    /// Reads a number: `0` or digits after an optional `-`, then fraction and exponent, if any (RFC 8259, section 6).
    private mutating func expectNumber() throws(Finding) {
        _ = take("-")
        if !take("0") { try require(digits() > 0, "no number") }
        if take(".") { try require(digits() > 0, "no fraction") }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try require(digits() > 0, "no exponent")
        }
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        return offset - start
    }

    /// Reads a string, and returns its bytes with the escapes replaced.
    private mutating func string() throws(Finding) -> [UInt8] {
        try require(take("\""), "no string")
        var units: [UInt8] = []
        while !take("\"") {
            guard let byte = next else { throw finding("no end of a string") }
            try require(byte >= 0x20, "a control character")
            offset += 1
            if byte == UInt8(ascii: "\\") {
                try escape(into: &units)
            } else {
                units.append(byte)
            }
        }
        try require(String(validating: units, as: UTF8.self) != nil, "no UTF-8")
        return units
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func escape(into bytes: inout [UInt8]) throws(Finding) {
        guard let letter = next else { throw finding("no end of an escape") }
        offset += 1
        if let plain = Self.escapes[letter] { return bytes.append(plain) }
        try require(letter == UInt8(ascii: "u"), "no escape")
        var scalar = try unit()
        if scalar & 0xFC00 == 0xD800 {
            try require(take("\\u"), "half a pair")
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + (try unit() & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(scalar) else { throw finding("an escape that is no character") }
        bytes.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func unit() throws(Finding) -> UInt32 {
        let digits = text[offset...].prefix(4)
        guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw finding("no four digits")
        }
        offset += 4
        return unit
    }
}
