import XML2Dict

/// The place in the document where a value is encoded, before it is known whether the value is text, an element or a
/// list.
struct EncodedPlace: BitwiseCopyable {
    enum Role: UInt8 {
        /// The root of the document, or a record.
        case root
        /// An element, or several if the value is a list.
        case element
        /// One of several elements.
        case item
        case attribute
        /// The text of the parent.
        case text
        /// The text of the parent; an element for a value that is not text, and for empty text.
        case textOrElement
    }

    /// The number of the element around it; -1 for the root.
    var parent: Int32
    /// The number of the name.
    var name: Int32
    var role: Role
    /// The number of the attribute that has to declare its prefix; -1 when the root does, or there is none.
    var declaration: Int32 = -1

    /// The flags of an element in this place.
    var flags: EncodedNode.Flags { role == .item ? .isItem : [] }

    var isElement: Bool {
        switch role {
        case .root, .element, .item, .textOrElement: true
        case .attribute, .text: false
        }
    }
}
