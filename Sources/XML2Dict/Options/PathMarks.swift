/// The options whose paths lead to an element or an attribute.
struct PathMarks: OptionSet {
    let rawValue: UInt8

    /// A record, or an element that `select` names.
    static let record = PathMarks(rawValue: 1)
    /// Left out.
    static let skip = PathMarks(rawValue: 2)
    /// An array even when it is the only element of its name.
    static let list = PathMarks(rawValue: 4)
    /// A dictionary even when it holds only text.
    static let dictionary = PathMarks(rawValue: 8)
    /// Text or an attribute of this type.
    static let string = PathMarks(rawValue: 16)
    static let number = PathMarks(rawValue: 32)
    static let boolean = PathMarks(rawValue: 64)

    static let types: PathMarks = [.string, .number, .boolean]
}
