struct ModelElement {
    var name: String

    /// The attributes in its tag, including namespace declarations.
    var attributes: [ModelAttribute] = []

    var children: [ModelNode] = []

    /// Whether an empty element is written as `<a/>`.
    var isShort = true

    /// Whether it is in the text of an entity.
    var isInEntity = false

    /// Its children, with references replaced by the nodes of their entities.
    var content: [ModelNode] { isInEntity ? children.expanded.inEntity : children.expanded }
}
