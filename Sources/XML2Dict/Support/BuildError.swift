package enum BuildError: Error {
    /// There are more names, or more bytes or members of a value, than an entry can count.
    case tooMany
    /// The origins and ancestors of one tag's attributes, which are records, exceed the limit of amplification.
    case amplified
    case namespace(ErrorMessage)
    case mismatch(LocatedMismatch)
}

/// A record or a document, or a part of one, that does not fit the shape of the options.
package struct LocatedMismatch {
    let message: String
    /// The start tag of a record, or `nil` for a document.
    let place: TextPosition?
    /// The path of a record, or an empty text for a document.
    let path: String
    let line: Int?
    /// The number of complete records that wait before it.
    let waitingCount: Int
}
