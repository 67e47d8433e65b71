/// What can stand in an element or beside the root.
indirect enum ModelNode {
    case element(ModelElement)

    /// Characters, and how they are written: `&lt;` for `<`.
    case text(ModelText)

    case cdata(String)

    case comment(String)

    case instruction(target: String, data: String)

    /// A reference to an entity of the document's own, and what it stands for.
    case entity(name: String, [ModelNode])

    case doctype(ModelDoctype)
}

extension [ModelNode] {
    /// The nodes with what entities stand for in their place.
    var expanded: [ModelNode] {
        flatMap { node in
            if case .entity(_, let nodes) = node { nodes.expanded } else { [node] }
        }
    }
}
