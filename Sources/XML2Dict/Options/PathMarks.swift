/// What the paths of the options say of an element or an attribute.
struct PathMarks: OptionSet {
    let rawValue: UInt8

    /// It is a record, or one of the only elements to convert.
    static let record = PathMarks(rawValue: 1)
    /// It is left out.
    static let skip = PathMarks(rawValue: 2)
    /// It is an array even when there is one.
    static let list = PathMarks(rawValue: 4)
    /// It stays a dictionary even when there is only text.
    static let dictionary = PathMarks(rawValue: 8)
    /// Its text has a type of its own.
    static let string = PathMarks(rawValue: 16)
    static let number = PathMarks(rawValue: 32)
    static let boolean = PathMarks(rawValue: 64)

    static let types: PathMarks = [.string, .number, .boolean]
}
