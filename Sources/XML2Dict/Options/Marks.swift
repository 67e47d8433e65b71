/// Properties that paths, or the shape of the options, give an element or an attribute.
package struct Marks: OptionSet, BitwiseCopyable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    // MARK: Of paths

    /// A record, or an element that `select` names.
    static let record = Marks(rawValue: 1)
    /// Left out.
    static let skip = Marks(rawValue: 2)
    /// Text or an attribute of this type.
    static let string = Marks(rawValue: 4)
    static let number = Marks(rawValue: 8)
    static let boolean = Marks(rawValue: 16)

    static let types: Marks = [.string, .number, .boolean]

    /// Shown to a `MarkupSink`, with its place in the input.
    package static let watched = Marks(rawValue: 4096)

    // MARK: Of both

    /// An array even when it is the only element of its name.
    package static let list = Marks(rawValue: 32)
    /// A dictionary even when it holds only text.
    package static let dictionary = Marks(rawValue: 64)

    // MARK: Of shapes

    /// An `ElementShape` describes its text and its empty value.
    package static let shaped = Marks(rawValue: 128)
    /// Its type has neither attributes nor child elements, and its text is no dictionary.
    package static let text = Marks(rawValue: 256)
    /// It may be null.
    package static let nillable = Marks(rawValue: 512)
    /// Its type allows only text; that text and its CDATA sections form one value, also around comments.
    package static let wholeText = Marks(rawValue: 1024)
    /// It is the first of its name, and its parent may have another child with that local name, of another namespace.
    package static let sharedName = Marks(rawValue: 2048)
}
