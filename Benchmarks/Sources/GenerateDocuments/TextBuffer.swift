/// UTF-8 text that is put together piece by piece.
struct TextBuffer {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    var count: Int { bytes.count }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// `StaticString` gives its bytes without a copy and without reference counting.
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ other: TextBuffer) {
        bytes.append(contentsOf: other.bytes)
    }

    /// Writes `value`, which must not be negative, with at least `digits` digits.
    mutating func append(decimal value: Int, digits: Int = 1) {
        var divisor = 1
        var digitCount = 1
        while digitCount < digits || value / divisor >= 10 {
            divisor *= 10
            digitCount += 1
        }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    mutating func appendNewline() {
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func appendSpace() {
        bytes.append(UInt8(ascii: " "))
    }
}
