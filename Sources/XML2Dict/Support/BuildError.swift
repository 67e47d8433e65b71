/// An error of building a value from well-formed XML.
enum BuildError: Error {
    /// Memory is exhausted.
    case outOfMemory
    /// More different names than key numbers, or a text, array or dictionary longer than an entry can count.
    case tooMany
    /// The document breaks a rule of Namespaces in XML.
    case namespace(ErrorMessage)
    /// Different things share a key, and the options refuse that; with the tag of the second.
    case collision(ErrorMessage, TagPlace?)
    /// A record or a document does not have the shape of the options.
    case mismatch(ValueBuilder.Mismatch)
}

/// The place of a tag, as expat counts lines and columns.
struct TagPlace: BitwiseCopyable {
    var line: UInt
    var column: UInt

    /// The place of a tag that is not in the bytes, or that nobody has asked for.
    static let none = TagPlace(line: 0, column: 0)
}
