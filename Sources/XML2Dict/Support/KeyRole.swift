/// The meaning of a key in the dictionary of an element, or of a document.
///
/// `XMLOptions.roles` gives the keys of a set of options their roles by their text; `KeyRoles` stores the roles by the
/// numbers of keys.
package enum KeyRole: UInt8, BitwiseCopyable, Sendable {
    /// An element, or an attribute where both share keys.
    case element
    /// An attribute whose key shows that, by its prefix.
    case attribute
    /// The dictionary of all attributes, and the dictionary of all namespace declarations.
    case attributeGroup, declarations
    case text, cdata
    case comment, instruction, doctype
    /// The order of the content.
    case order
    /// The parts of the XML declaration, in the dictionary of a document.
    case version, encoding, standalone

    /// Whether it is the role of a part of the XML declaration.
    package var isOfDeclaration: Bool { self == .version || self == .encoding || self == .standalone }

    /// The member of the options that sets its key; `nil` for keys that options do not name alone.
    package var option: String? {
        switch self {
        case .text: "textKey"
        case .cdata: "cdataKey"
        case .comment: "commentKey"
        case .instruction: "processingInstructionKey"
        case .doctype: "doctypeKey"
        case .order: "orderKey"
        default: nil
        }
    }

    /// Whether it is the role of a comment, an instruction or a DOCTYPE.
    package var isNode: Bool { self == .comment || self == .instruction || self == .doctype }
}
