extension Form {
    /// Replaces CDATA sections, comments and other such nodes by entries under the keys of the plan.
    ///
    /// If elements are arrays, each node becomes an array of its key and its content. `flags` is `nil` for nodes beside
    /// the root.
    mutating func settleNodes(_ range: Range<Int>, _ flags: OpenElement.Flags?) {
        for index in range where nodes.pending[index].isRaw && !nodes.pending[index].isRun {
            guard let entry = entry(of: nodes.pending[index], flags ?? rules.flags) else { continue }
            let isArray = flags == nil ? rules.listsNodes : rules.isOrdered
            nodes.pending[index] = isArray ? array(of: entry) : entry
        }
    }

    private mutating func entry(of node: Entry, _ flags: OpenElement.Flags) -> Entry? {
        switch node.raw {
        case .run, nil: return nil
        case .cdata: return rules.keys.cdata.map { nodes.text.text(of: node, under: $0) }
        case .doctype: return rules.keys.doctype.map { nodes.text.text(of: node, under: $0) }
        case .declaration: return nodes.text.text(of: node, under: node.key)
        case .comment:
            // With an order key, only text loses white space.
            let trims = flags.isDisjoint(with: [.preservesSpace, .keepsContent]) && rules.keys.order == nil
            return rules.keys.comment.map { nodes.text.text(of: node, trims: trims, under: $0) }
        case .instruction:
            entries.append(nodes.text.text(of: node, under: node.key))
            return rules.keys.instruction.map {
                Entry(key: $0, kind: .dictionary, length: 1, offset: entries.count - 1)
            }
        }
    }

    private mutating func array(of node: Entry) -> Entry {
        let offset = entries.count
        entries.append(.name(node.key, key: node.key))
        entries.append(node)
        return Entry(key: node.key, kind: .array, length: 2, offset: offset)
    }
}
