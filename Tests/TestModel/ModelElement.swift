struct ModelElement {
    var name: String

    /// The attributes in the tag, including namespace declarations.
    var attributes: [ModelAttribute] = []

    var children: [ModelNode] = []

    /// Whether an empty element is written as `<a/>`.
    var isShort = true

    /// Whether the element is in the text of an entity.
    var isInEntity = false

    /// The children, with the nodes of entities in place of references.
    var content: [ModelNode] { isInEntity ? children.expanded.inEntity : children.expanded }
}
