/// The line of a decoding error, and the underlying error that a type gave it.
///
/// A `DecodingError` has no other room for a value.
struct DecodingLine: Error, CustomStringConvertible {
    let line: Int
    let underlyingError: (any Error)?

    var description: String {
        "line \(line)" + (underlyingError.map { ": \($0)" } ?? "")
    }
}
