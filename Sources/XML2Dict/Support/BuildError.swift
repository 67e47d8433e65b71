package enum BuildError: Error {
    /// The document has more names, or a value has more bytes or members, than an `Entry` can count.
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
    let position: TextPosition?
    let path: String
    let line: Int?
    /// The number of complete records before the mismatch that are not yet delivered.
    let waitingCount: Int
}
