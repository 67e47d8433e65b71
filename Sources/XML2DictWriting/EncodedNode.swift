import XML2Dict

/// A node of the document that an encoder makes: an element, an attribute or a text.
///
/// Nodes refer to one another by their numbers in `EncodingTree`; -1 is none.
struct EncodedNode: BitwiseCopyable {
    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8
        /// An element whose text is in the node itself.
        static let hasText = Flags(rawValue: 1)
        /// An element with text of its own that begins or ends with white space.
        static let keepsSpace = Flags(rawValue: 2)
        /// An element that is one of a list.
        static let isItem = Flags(rawValue: 4)
        /// An element of a nested container, such as the case of an enumeration.
        static let isNested = Flags(rawValue: 8)
        /// An element that is null (XML Schema part 1, section 2.6.2).
        static let isNull = Flags(rawValue: 16)
        /// A text between elements, which has no name.
        static let isText = Flags(rawValue: 32)
        /// An element whose text a property has set.
        static let isTextSet = Flags(rawValue: 64)
    }

    /// A text in the bytes of the tree.
    struct Text: BitwiseCopyable {
        var offset = 0
        var count = 0
        /// Whether it begins or ends with white space.
        var hasOuterSpace = false
    }

    /// The number of the name.
    var name: Int32
    var parent: Int32
    var flags: Flags = []
    /// The text of an attribute, of a text, or of an element with text alone.
    var text = Text()
    /// The next node in the parent's list of content, or of attributes.
    var next: Int32 = -1
    var firstContent: Int32 = -1
    var lastContent: Int32 = -1
    var firstAttribute: Int32 = -1
    var lastAttribute: Int32 = -1

    /// Whether it is an element that is nothing but its text, or empty.
    var hasOnlyText: Bool {
        firstContent < 0 && firstAttribute < 0 && flags.isDisjoint(with: [.keepsSpace, .isNull, .isNested])
    }
}
