/// Properties that an element or an attribute gets from paths or from a shape.
package struct Marks: OptionSet, BitwiseCopyable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A record, or an element or attribute at a path of `select`.
    static let record = Marks(rawValue: 1)
    static let skip = Marks(rawValue: 2)
    /// The type of a text or of an attribute.
    static let string = Marks(rawValue: 4)
    static let number = Marks(rawValue: 8)
    static let boolean = Marks(rawValue: 16)

    static let types: Marks = [.string, .number, .boolean]

    /// The parser shows the element to a `MarkupSink`, with its offset in the input.
    package static let watched = Marks(rawValue: 4096)

    /// The element is in an array even if it is the only element of its name.
    package static let list = Marks(rawValue: 32)
    /// The element is a dictionary even if it has only text.
    package static let dictionary = Marks(rawValue: 64)

    /// An `ElementShape` describes the element's text and its empty value.
    package static let shaped = Marks(rawValue: 128)
    /// The element's type has neither attributes nor child elements, so the value is not a dictionary.
    package static let text = Marks(rawValue: 256)
    package static let nillable = Marks(rawValue: 512)
    /// The element's type allows only text, so text and CDATA sections form one value, even around comments.
    package static let wholeText = Marks(rawValue: 1024)
    /// The element is the first with its name, and a sibling in another namespace may have the same local name.
    package static let sharedName = Marks(rawValue: 2048)
}
