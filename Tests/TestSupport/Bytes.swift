// Arguments, file names, input and output of the command are bytes, and the tests compare them as bytes. A `String` is
// no substitute: two strings are equal when they are canonically equivalent, and a string cannot hold bytes that are
// not UTF-8.

/// Bytes that a string literal can express, shown as text when a test fails.
package struct Bytes: Hashable, Sendable {
    package var values: [UInt8]

    package init(_ values: some Sequence<UInt8>) {
        self.values = Array(values)
    }

    package init(_ text: String) {
        values = Array(text.utf8)
    }

    /// The text, or `nil` when it is not UTF-8.
    package var text: String? { String(validating: values, as: UTF8.self) }

    package var isEmpty: Bool { values.isEmpty }

    package var count: Int { values.count }

    /// The lines; bytes after the last line feed are not a line.
    package var lines: [Bytes] {
        values.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { Bytes($0) }
    }

    package static func + (first: Bytes, second: Bytes) -> Bytes {
        Bytes(first.values + second.values)
    }

    package static func * (bytes: Bytes, count: Int) -> Bytes {
        let total = bytes.count * count
        var values = Array(bytes.values.prefix(total))
        // Doubling takes a few large copies, which are quick even in a debug build.
        while values.count < total { values += values.prefix(total - values.count) }
        return Bytes(values)
    }
}

extension Bytes: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) {
        self.init(text)
    }
}

extension Bytes: CustomStringConvertible {
    /// The text, shortened for reading.
    package var description: String {
        let shown = values.prefix(4_000)
        let text = String(validating: shown, as: UTF8.self)?.debugDescription ?? "\(Array(shown))"
        return values.count > shown.count ? "\(text)… (\(values.count) bytes)" : text
    }
}
