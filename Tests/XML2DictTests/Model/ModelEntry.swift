/// A value to put under a key.
struct ModelEntry {
    /// The kind of the entry: entries of different kinds that share a key collide.
    enum Kind: Equatable {
        /// An element, with its name in the document.
        case element(String)
        case attribute(String)
        case attributeGroup, namespaceDeclarations, text, cdata, comment, instruction, doctype, declaration, order
    }

    var key: String
    var kind: Kind
    var value: ModelValue

    /// Whether a single entry is an array.
    var isList = false

    /// The entry as a node among elements that are arrays.
    var node: ModelValue { .array([.string(key), value]) }
}
