package enum BuildError: Error {
    /// There are more names, or more bytes or members of a value, than an entry can count.
    case tooMany
    case amplified
    case namespace(ErrorMessage)
    case mismatch(LocatedMismatch)

    package static var messageOfTooMany: ErrorMessage {
        "the document has more than 268,435,456 different names, or a text of 64 GiB"
    }
}

package struct LocatedMismatch {
    let message: String
    let place: TextPosition?
    let path: String
    let line: Int?
    /// The number of complete records that wait before it.
    let waitingCount: Int
}
