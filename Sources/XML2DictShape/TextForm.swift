import XML2Dict

/// The form of a text, from the narrowest form to `string`.
package enum TextForm: Int, CaseIterable, Sendable {
    case empty
    /// `integer` and `number` are numbers by the rule of `infersTypes`.
    case integer
    case number
    case boolean
    /// `2026-11-23` (RFC 3339, full-date).
    case date
    /// `2026-11-23T12:00:00Z` (RFC 3339, date-time).
    case dateTime
    /// A date and time without a zone (XML Schema part 2, section 3.2.7).
    case localDateTime
    /// An absolute URL of ASCII characters with `://`.
    case url
    case string

    private static let names = [
        "empty", "integer", "number", "boolean", "date", "dateTime", "localDateTime", "url", "string",
    ]
    var name: String { Self.names[rawValue] }

    @inline(__always)
    package init(_ text: UnsafeBufferPointer<UInt8>) {
        guard let first = text.first else {
            self = .empty
            return
        }
        // Fast path: most texts begin with a letter other than `t` and `f`, and so are URLs or strings.
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): self = Self.number(text)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = Self.word(text)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            self = Self.isURL(text) ? .url : .string
        default: self = .string
        }
    }

    @inline(never)
    private static func word(_ text: UnsafeBufferPointer<UInt8>) -> TextForm {
        if text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8) { return .boolean }
        return isURL(text) ? .url : .string
    }

    @inline(never)
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> TextForm {
        if text.count > 4, text[4] == UInt8(ascii: "-") { return date(text) }
        guard TextTypes.infer(text) == .number else { return .string }
        return text.contains(UInt8(ascii: ".")) ? .number : .integer
    }

    private static func date(_ text: UnsafeBufferPointer<UInt8>) -> TextForm {
        func number(_ index: Int) -> Int { Int(text[index] & 0xF) * 10 + Int(text[index + 1] & 0xF) }
        var rest = text[...]
        guard LexicalForm.take("dddd-dd-dd", from: &rest) else { return .string }
        let year = number(0) * 100 + number(2), month = number(5), day = number(8)
        guard year > 0, CalendarDay.exists(year, month, day) else { return .string }
        if rest.isEmpty { return .date }
        guard LexicalForm.take("Tdd:dd:ddf", from: &rest), number(11) < 24, number(14) < 60, number(17) < 60
        else { return .string }
        if rest.isEmpty { return .localDateTime }
        let zone = rest.startIndex
        guard LexicalForm.takeZone(from: &rest), rest.isEmpty else { return .string }
        return text.count == zone + 1 || number(zone + 1) < 24 && number(zone + 4) < 60 ? .dateTime : .string
    }

    @inline(never)
    static func isNotFinite(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        ["NaN", "INF", "-INF", "Infinity", "-Infinity"].contains { text.elementsEqual($0.utf8) }
    }

    /// Whether a text that begins with a letter is an absolute URL with `://`, in ASCII characters (RFC 3986).
    @inline(__always)
    private static func isURL(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Fast path: schemes with `://` are short, and few texts have a colon so early.
        var index = 1
        while index < text.count, index < 12, isInScheme(text[index]) { index &+= 1 }
        guard index &+ 3 < text.count, text[index] == UInt8(ascii: ":"), text[index &+ 1] == UInt8(ascii: "/"),
            text[index &+ 2] == UInt8(ascii: "/")
        else { return false }
        return isRestOfURL(text[(index + 3)...])
    }

    @inline(__always)
    private static func isInScheme(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    @inline(never)
    private static func isRestOfURL(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var index = text.startIndex, hasFragment = false
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < text.endIndex, text[index + 1].isHexadecimal, text[index + 2].isHexadecimal else {
                    return false
                }
            case 0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "[")...UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"):
                return false
            case UInt8(ascii: "#"):
                guard !hasFragment else { return false }
                hasFragment = true
            default: break
            }
            index += 1
        }
        return true
    }

    /// Whether a text is a URI: a scheme, a colon, and characters that need no escape (RFC 3986, section 3).
    static func isURI(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, first.isLetter else { return false }
        guard let colon = text.firstIndex(where: { !isInScheme($0) }), text[colon] == UInt8(ascii: ":") else {
            return false
        }
        let rest = text[(colon + 1)...]
        if isRestOfURL(rest) { return true }
        // An IPv6 address is in brackets, and is the whole host.
        let host = text[(colon + 1)...].dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        guard rest.starts(with: "//".utf8), let start = rest.firstIndex(of: UInt8(ascii: "[")),
            let end = host.lastIndex(of: UInt8(ascii: "]")), start < end,
            start == host.startIndex || text[start - 1] == UInt8(ascii: "@")
        else { return false }
        return [text[colon..<start], text[(start + 1)..<end], text[(end + 1)...]].allSatisfy(isRestOfURL)
    }
}

struct TextForms: BitwiseCopyable {
    /// A count for each form, in a tuple because `ShapeNode` must be a plain value.
    private var counts = (0, 0, 0, 0, 0, 0, 0, 0, 0)

    subscript(form: TextForm) -> Int {
        @inline(__always) get { withUnsafeBytes(of: counts) { $0.bindMemory(to: Int.self)[form.rawValue] } }
        @inline(__always) set {
            withUnsafeMutableBytes(of: &counts) { $0.bindMemory(to: Int.self)[form.rawValue] = newValue }
        }
    }

    var total: Int { TextForm.allCases.reduce(0) { $0 + self[$1] } }

    var filled: Int { total - self[.empty] }

    mutating func add(_ other: TextForms) { for form in TextForm.allCases { self[form] += other[form] } }

    /// The form of all texts that are not empty (`number` for integers and numbers), or `nil` for several forms.
    var common: TextForm? {
        let filled = filled
        guard filled > 0 else { return nil }
        if self[.integer] + self[.number] == filled, self[.number] > 0 { return .number }
        return TextForm.allCases.first { $0 != .empty && self[$0] == filled }
    }
}

extension UInt8 {
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
    var isHexadecimal: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
