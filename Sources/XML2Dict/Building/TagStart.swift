/// Where a start tag begins: its line and column, or only the number of bytes before it.
///
/// Expat always knows the byte. Lines take time to count, and most are never needed: an error can name only an element
/// that is still open.
struct TagStart: BitwiseCopyable {
    /// The number of lines before it, or of bytes while the line is unknown.
    private let number: UInt
    /// The column; `unknown` while the line is unknown, too.
    private let columnNumber: UInt32

    private static let unknown = UInt32.max

    /// A place that is known.
    @inline(__always)
    init(_ place: TextPosition) {
        number = place.lines
        columnNumber = UInt32(truncatingIfNeeded: min(place.columns, UInt(Self.unknown - 1)))
    }

    /// A place whose line is unknown; `byteIndex` is expat's count of the bytes before it.
    @inline(__always)
    init(byteIndex: Int) {
        number = UInt(bitPattern: byteIndex)
        columnNumber = Self.unknown
    }

    /// The line and the column; `nil` while they are unknown.
    @inline(__always)
    var place: TextPosition? {
        columnNumber == Self.unknown ? nil : TextPosition(lines: number, columns: UInt(columnNumber))
    }

    /// The number of bytes before the tag; `nil` once the line is known.
    var byteIndex: Int? { columnNumber == Self.unknown ? Int(bitPattern: number) : nil }
}
