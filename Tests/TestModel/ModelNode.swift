/// A node in an element or outside the root.
indirect enum ModelNode {
    case element(ModelElement)

    /// Characters and their source: `<` and `&lt;`.
    case text(ModelText)

    case cdata(String)

    case comment(String)

    case instruction(target: String, data: String)

    /// A reference to an entity of the document, and the entity's nodes.
    case entity(name: String, [ModelNode])

    case doctype(ModelDoctype)
}

extension [ModelNode] {
    /// The nodes with references replaced by the nodes of their entities.
    var expanded: [ModelNode] {
        flatMap { node in
            if case .entity(_, let nodes) = node { nodes.expanded.inEntity } else { [node] }
        }
    }

    /// The nodes with elements that know that they are in the text of an entity.
    var inEntity: [ModelNode] {
        map { node in
            guard case .element(var element) = node else { return node }
            element.isInEntity = true
            return .element(element)
        }
    }
}
