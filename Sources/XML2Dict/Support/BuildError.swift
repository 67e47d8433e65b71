package enum BuildError: Error {
    /// There are more names, or more bytes or members of a value, than an entry can count.
    case tooMany
    case amplified
    case namespace(ErrorMessage)
    case mismatch(LocatedMismatch)
}

package struct LocatedMismatch {
    let message: String
    let place: TextPosition?
    let path: String
    let line: Int?
    /// The number of complete records that wait before it.
    let waitingCount: Int
}
