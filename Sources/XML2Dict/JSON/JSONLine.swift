/// The line that the reader is in.
///
/// A string cannot contain a line end, so lines end only in white space, where the reader meets every byte. The column
/// follows from the bytes since the line's start without those that continue a character; the reader counts them where
/// it checks characters beyond ASCII. So lines and columns cost nothing for other bytes.
struct JSONLine: BitwiseCopyable {
    /// How many lines are before it.
    private(set) var number = 0
    /// How many bytes of the input are before it; a byte order mark is one of them.
    var start = 0
    /// How many of its bytes continue a character of UTF-8.
    var continuationCount = 0
    /// Whether it begins after a carriage return; a line feed there belongs to the same line end.
    private var isAfterReturn = false

    /// Ends the line.
    ///
    /// - Parameters:
    ///   - byte: The line feed or carriage return.
    ///   - offset: How many bytes of the input are before the byte.
    @inline(__always)
    mutating func end(_ byte: UInt8, at offset: Int) {
        if byte == 0x0A, isAfterReturn, offset == start {
            start = offset &+ 1
        } else {
            number &+= 1
            start = offset &+ 1
            continuationCount = 0
        }
        isAfterReturn = byte == 0x0D
    }

    /// The column of a byte of the line, counted from 1.
    func column(of offset: Int) -> Int { max(1, offset - start - continuationCount + 1) }
}
