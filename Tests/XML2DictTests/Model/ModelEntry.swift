/// Something that is to stand under a key.
struct ModelEntry {
    /// What it is: different things that share a key collide.
    enum Kind: Equatable {
        /// An element, with its name in the document.
        case element(String)
        case attribute(String)
        case attributeGroup, namespaceDeclarations, text, cdata, comment, instruction, doctype, declaration
    }

    var key: String
    var kind: Kind
    var value: ModelValue

    /// Whether it is an array even when it is alone.
    var isList = false
}
