import XML2Dict

/// A node of the document that an encoder makes.
///
/// Nodes refer to each other by indices in `EncodingTree.encoded`, and the index -1 means no node.
struct EncodedNode: BitwiseCopyable {
    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8
        static let keepsSpace = Flags(rawValue: 1)
        static let isItem = Flags(rawValue: 2)
        /// The element is from a nested container, such as the case of an enumeration.
        static let isNested = Flags(rawValue: 4)
        static let hasTextNodes = Flags(rawValue: 8)
        static let isTextSet = Flags(rawValue: 16)
        /// The element is a dictionary, so its keys are sorted before they are written.
        static let isDictionary = Flags(rawValue: 32)
    }

    var name: Int32
    var parent: Int32
    var kind = Node.Kind.child
    var flags: Flags = []
    /// The text of the node, which is empty for an element with nodes in `content`.
    var text = Entry.noText
    /// The next node in the list `content` or `attributes` of the parent.
    var next: Int32 = -1
    var content = List()
    var attributes = List()

    struct List: BitwiseCopyable {
        var first: Int32 = -1
        var last: Int32 = -1

        var isEmpty: Bool { first < 0 }
    }

    var hasOnlyText: Bool {
        content.isEmpty && attributes.isEmpty && flags.isDisjoint(with: [.keepsSpace, .isNested])
    }
}

struct LinkedNodes: Sequence, IteratorProtocol {
    let base: UnsafeMutablePointer<EncodedNode>
    var index: Int32

    @inline(__always)
    mutating func next() -> (index: Int32, node: EncodedNode)? {
        guard index >= 0 else { return nil }
        defer { index = base[Int(index)].next }
        return (index, base[Int(index)])
    }
}

extension Entry {
    static var noText: Entry { .emptyString(under: 0) }
}

/// The position of a value in the document, before the encoder knows whether the value is text, an element or a list.
struct NodePosition: BitwiseCopyable {
    enum Role: UInt8 {
        case root
        case element
        case item
        case attribute
        case text
        /// The text of the parent, or an element if the value is not text or is empty.
        case textOrElement
        /// The array of all content, under the key `*`, and an item of this array: a text or a value with one key.
        case content, contentItem
        case contentText

        var isOfContent: Bool { self == .contentItem || self == .contentText }
        var isText: Bool { self == .text || self == .textOrElement }
    }

    /// The index of the parent element, or -1 for the root.
    var parent: Int32 = -1
    var name: Int32 = 0
    var role = Role.element
    /// The id of the name `xmlns:p` that must declare the prefix `p` of the name, or -1 if no declaration is needed.
    var declaration: Int32 = -1

    var flags: EncodedNode.Flags { role == .item ? .isItem : [] }

    var isElement: Bool {
        switch role {
        case .root, .element, .item, .textOrElement: true
        case .attribute, .text, .content, .contentItem, .contentText: false
        }
    }
}
