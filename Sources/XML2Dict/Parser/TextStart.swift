/// The place in the input where the text of a parser begins; expat counts lines, columns and bytes from there.
///
///     <a/>␤ <b>…                  the parser of the second document: 1 line, 1 column and 6 bytes before its text
///
/// A parser that goes on after a broken record gets a context first, which is not in the input there: then the numbers
/// are those before the text less those of the context. All but the number of bytes may wrap.
struct TextStart {
    /// The number of line ends before the text.
    private(set) var lines: UInt = 0
    /// The number of characters before the text on its first line; a byte order mark is minus one.
    var columns: UInt = 0
    /// The number of bytes before the text.
    private(set) var bytes = 0
    /// The first line of the text, as expat counts.
    private var firstLine: UInt = 1

    /// The beginning of the input.
    init() {}

    /// A place in the input.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - context: The text that the parser gets before, which ends with a line end or is empty.
    init(_ place: TextPlace, after context: TextPlace = TextPlace()) {
        lines = place.lines &- context.lines
        columns = place.columns &- context.columns
        bytes = place.bytes - context.bytes
        firstLine = context.lines &+ 1
    }

    /// The line, counted from 1, of a place whose line expat counts.
    @inline(__always)
    func line(_ line: UInt) -> UInt { line &+ lines }

    /// The column, counted from 0, of a place whose line and column expat counts.
    @inline(__always)
    func column(_ column: UInt, line: UInt) -> UInt { line == firstLine ? column &+ columns : column }
}
