/// An error of building a value from well-formed XML.
package enum BuildError: Error {
    /// More different names than key numbers, or a text, array or dictionary longer than an entry can count.
    case tooMany
    /// The origins and ancestors of the attributes of one tag, which are records, exceed the limit of amplification.
    case amplified
    /// The document breaks a rule of Namespaces in XML.
    case namespace(ErrorMessage)
    /// A record or a document does not have the shape of the options.
    case mismatch(LocatedMismatch)
}

/// Something of a record or a document that does not fit the shape of the options.
package struct LocatedMismatch {
    let message: String
    /// The start tag of a record; `nil` for a document.
    let place: TextPosition?
    /// The path of the record; empty for a document.
    let path: String
    /// The line in a document; `nil` when it is not known.
    let line: Int?
    /// How many complete records wait before it.
    let waitingCount: Int
}
