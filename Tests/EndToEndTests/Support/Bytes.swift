// Arguments, file names, input and output of the command are bytes, and so they are compared. A `String` would not do: two
// strings are equal when they are canonically equivalent, and no string holds bytes that are not UTF-8.

import Testing

/// Bytes that can be written as a string literal, and are shown as text when a test fails.
struct Bytes: Hashable, Sendable {
    var values: [UInt8]

    init(_ values: some Sequence<UInt8>) {
        self.values = Array(values)
    }

    init(_ text: String) {
        values = Array(text.utf8)
    }

    /// The text, or `nil` when it is not UTF-8.
    var text: String? { String(validating: values, as: UTF8.self) }

    var isEmpty: Bool { values.isEmpty }

    var count: Int { values.count }

    static func + (first: Bytes, second: Bytes) -> Bytes {
        Bytes(first.values + second.values)
    }

    static func * (bytes: Bytes, count: Int) -> Bytes {
        Bytes(repeatElement(bytes.values, count: count).joined())
    }
}

extension Bytes: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) {
        self.init(text)
    }
}

extension Bytes: CustomStringConvertible {
    /// As much as one wants to read of it.
    var description: String {
        let shown = values.prefix(4_000)
        let text = String(validating: shown, as: UTF8.self)?.debugDescription ?? "\(Array(shown))"
        return values.count > shown.count ? "\(text)… (\(values.count) bytes)" : text
    }
}

extension Bytes: CustomTestStringConvertible {
    var testDescription: String { description }
}
