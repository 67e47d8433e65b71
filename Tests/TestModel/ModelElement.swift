struct ModelElement {
    var name: String

    /// The attributes in its tag, including namespace declarations.
    var attributes: [ModelAttribute] = []

    var children: [ModelNode] = []

    /// Whether it is written as `<a/>` when it is empty.
    var isShort = true
}
