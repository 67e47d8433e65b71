/// The place in the input where the text of a parser begins; expat counts lines, columns and bytes from there.
///
///     <a/>␤ <b>…                  the parser of the second document: 1 line, 1 column and 6 bytes before its text
struct TextStart {
    /// The number of line ends before the text.
    var lines: UInt = 0
    /// The number of characters before the text on its first line. It may wrap: a byte order mark is minus one.
    var columns: UInt = 0
    /// The number of bytes before the text.
    var bytes = 0

    /// The line, counted from 1, of a place whose line expat counts.
    @inline(__always)
    func line(_ line: UInt) -> UInt { line &+ lines }

    /// The column, counted from 0, of a place whose line and column expat counts.
    @inline(__always)
    func column(_ column: UInt, line: UInt) -> UInt { line == 1 ? column &+ columns : column }
}
