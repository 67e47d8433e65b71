struct ModelElement {
    var name: String

    /// The attributes that are written in its tag, namespace declarations among them.
    var attributes: [ModelAttribute] = []

    var children: [ModelNode] = []

    /// Whether it is written as `<a/>` when nothing is in it.
    var isShort = true
}
