/// The meaning of a key in the dictionary of an element or a document.
package enum KeyRole: UInt8, BitwiseCopyable, Sendable {
    case element
    /// An attribute whose key has a prefix.
    case attribute
    /// The dictionary of all attributes, or of all namespace declarations.
    case attributeGroup, declarations
    case text, cdata
    case comment, instruction, doctype
    case order
    case version, encoding, standalone

    package var isOfDeclaration: Bool { self == .version || self == .encoding || self == .standalone }

    /// The option that sets the key of only this role, such as `textKey` for `text`.
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

    package var isNode: Bool { self == .comment || self == .instruction || self == .doctype }
}
