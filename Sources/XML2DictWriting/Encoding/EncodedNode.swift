import XML2Dict

/// A node of the document that an encoder makes.
///
/// Nodes refer to one another by their numbers in `EncodingTree`; -1 is none.
struct EncodedNode: BitwiseCopyable {
    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8
        /// An element whose text begins or ends with white space.
        static let keepsSpace = Flags(rawValue: 1)
        /// An element that is one of a list.
        static let isItem = Flags(rawValue: 2)
        /// An element of a nested container, such as the case of an enumeration.
        static let isNested = Flags(rawValue: 4)
        /// An element with text or CDATA sections among its content.
        static let hasPieces = Flags(rawValue: 8)
        /// An element whose text a property has set.
        static let isTextSet = Flags(rawValue: 16)
        /// An element of a dictionary, whose keys have no order.
        static let isDictionary = Flags(rawValue: 32)
    }

    /// The number of the name; that of a text means nothing.
    var name: Int32
    var parent: Int32
    var kind = Node.Kind.child
    var flags: Flags = []
    /// The text of a node; of an element, if it has text alone.
    var text = Entry.noText
    /// The next node in the parent's list of content, or of attributes.
    var next: Int32 = -1
    var content = List()
    var attributes = List()

    /// The ends of a list of nodes.
    struct List: BitwiseCopyable {
        var first: Int32 = -1
        var last: Int32 = -1

        var isEmpty: Bool { first < 0 }
    }

    /// Whether it is an element that is nothing but its text, or empty.
    var hasOnlyText: Bool {
        content.isEmpty && attributes.isEmpty && flags.isDisjoint(with: [.keepsSpace, .isNested])
    }
}

/// The nodes of a list, with their numbers.
struct LinkedNodes: Sequence, IteratorProtocol {
    let base: UnsafeMutablePointer<EncodedNode>
    var id: Int32

    @inline(__always)
    mutating func next() -> (id: Int32, node: EncodedNode)? {
        guard id >= 0 else { return nil }
        defer { id = base[Int(id)].next }
        return (id, base[Int(id)])
    }
}

extension Entry {
    /// An empty text.
    static var noText: Entry { .emptyString(under: 0) }
}

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
        /// All content of the parent in its order, and one item of it: a text, or a value of one key.
        case content, contentItem
        /// The text that is an item of the parent's content.
        case contentText

        var isOfContent: Bool { self == .contentItem || self == .contentText }
        var isText: Bool { self == .text || self == .textOrElement }
    }

    /// The number of the element around it; -1 for the root.
    var parent: Int32 = -1
    /// The number of the name.
    var name: Int32 = 0
    var role = Role.element
    /// The number of the attribute that has to declare its prefix; -1 when the root does, or there is none.
    var declaration: Int32 = -1

    /// The flags of an element in this place.
    var flags: EncodedNode.Flags { role == .item ? .isItem : [] }

    var isElement: Bool {
        switch role {
        case .root, .element, .item, .textOrElement: true
        case .attribute, .text, .content, .contentItem, .contentText: false
        }
    }
}
