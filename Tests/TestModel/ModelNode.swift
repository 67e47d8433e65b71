/// A node in an element or outside the root.
indirect enum ModelNode {
    case element(ModelElement)

    case text(ModelText)

    case cdata(String)

    case comment(String)

    case instruction(target: String, data: String)

    /// A reference to an entity of the document, with the nodes of the entity.
    case entity(name: String, [ModelNode])

    case doctype(ModelDoctype)
}

extension [ModelNode] {
    /// The nodes, with the nodes of entities in place of references.
    var expanded: [ModelNode] {
        flatMap { node in
            if case .entity(_, let nodes) = node { nodes.expanded.inEntity } else { [node] }
        }
    }

    /// The nodes, with `isInEntity` set in each element.
    var inEntity: [ModelNode] {
        map { node in
            guard case .element(var element) = node else { return node }
            element.isInEntity = true
            return .element(element)
        }
    }
}
