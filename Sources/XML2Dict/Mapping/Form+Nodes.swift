/// Other nodes than attributes, text and elements: CDATA sections, comments, processing instructions, the document type
/// declaration and the XML declaration.
extension Form {
    /// Replaces these nodes by entries under the keys of the plan.
    ///
    /// Where elements are arrays, each node becomes an array, too: its key, then its content.
    ///
    /// - Parameters:
    ///   - start: The place of the first node.
    ///   - flags: The flags of the element around them.
    ///   - joinsCDATA: Whether CDATA sections are text like any other.
    ///   - makesArrays: Whether each becomes an array.
    /// - Throws: `BuildError.tooMany`.
    mutating func settleNodes(
        from start: Int,
        _ flags: OpenElement.Flags,
        joinsCDATA: Bool = false,
        makesArrays: Bool
    ) throws(BuildError) {
        for place in start..<nodes.pending.count {
            let node = nodes.pending[place]
            guard let kind = node.raw, !node.isRun else { continue }
            if joinsCDATA, case .cdata = kind {
                nodes.pending[place] = Entry(.run, named: 0, node.place)
                continue
            }
            guard let entry = try entry(of: node, kind, flags) else { continue }
            nodes.pending[place] = makesArrays ? array(of: entry) : entry
        }
    }

    /// The entry of a raw node under the key of its kind; `nil` for a kind without a key.
    private mutating func entry(
        of node: Entry,
        _ kind: RawNode,
        _ flags: OpenElement.Flags
    ) throws(BuildError) -> Entry? {
        let keys = rules.keys
        switch kind {
        case .run: return nil
        case .cdata:
            return try keys.cdata.map { key throws(BuildError) in try nodes.text.finish(whole: node, under: key) }
        case .doctype:
            return try keys.doctype.map { key throws(BuildError) in try nodes.text.finish(whole: node, under: key) }
        case .declaration: return try nodes.text.finish(whole: node, under: node.key)
        case .comment:
            // With a key of order, only text loses white space.
            let trims = flags.isDisjoint(with: [.preservesSpace, .keepsContent]) && keys.order == nil
            return try keys.comment.map { key throws(BuildError) in
                try nodes.text.finish(whole: node, trims: trims, under: key)
            }
        case .instruction:
            let content = try nodes.text.finish(whole: node, under: node.key)
            entries.append(content)
            return keys.instruction.map {
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
