/// A kind of document: how it begins, what its records look like, and how it ends.
protocol DocumentShape {
    /// Appends what stands before the first record.
    mutating func appendStart(to text: inout TextBuffer)

    /// Appends one record. `room` is the number of bytes still wanted: a shape with long records ends within it,
    /// or nearly, so that the document gets the size asked for.
    mutating func appendRecord(to text: inout TextBuffer, room: Int)

    /// What stands after the last record.
    var end: StaticString { get }
}
