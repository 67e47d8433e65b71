/// The start, the records and the end of a kind of document.
protocol DocumentShape {
    /// The text before the first record.
    var start: String { get }

    /// The text after the last record.
    var end: String { get }

    /// Makes the next record. `room` is the number of bytes that the document still lacks: a shape with long records
    /// fits them to it, so that the document gets the size that the caller asked for.
    mutating func record(room: Int) -> String
}
