// What the nodes of a description are. Under its options, `@` begins the keys of attributes, `#` begins those of text and
// of order, and all other keys are elements.

extension ShapeLearner {
    func isElement(_ node: Int) -> Bool {
        nodes[node].key >= 0 && !"@#".contains(name(of: node).prefix(1))
    }

    func isAttribute(_ node: Int) -> Bool { name(of: node).hasPrefix("@") }

    /// Whether it is an attribute, and not a namespace declaration.
    func isOwnAttribute(_ node: Int) -> Bool {
        let name = name(of: node)
        return name.hasPrefix("@") && name != "@xmlns" && !name.hasPrefix("@xmlns:")
    }
}
