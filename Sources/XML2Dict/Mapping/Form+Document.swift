extension Form {
    /// Returns the value of a complete document, and the entry of its root.
    ///
    /// The document is a dictionary with the root and the nodes beside the root. If the options drop the root's name,
    /// the document is the root alone, or an array of the root and these nodes.
    mutating func document(root index: Int?, _ nameCount: Int) throws(BuildError) -> (document: Entry, root: Entry?) {
        let root = index.map { nodes.pending[$0] }
        defer {
            nodes.pending.count = 0
            nodes.text.forgetRuns(from: 0)
        }
        guard rules.keepsNodesBesideRoot else {
            return (root ?? .emptyDictionary(under: rules.keys.text), root)
        }
        settleNodes(0..<nodes.pending.count, nil)
        guard rules.listsNodes else { return (try documentInOrder(nameCount), root) }
        let offset = entries.count
        entries.append(nodes.pending, 0..<nodes.pending.count)
        return (try whole(.array, from: offset, under: rules.keys.text), root)
    }

    /// Creates the dictionary of a document whose only raw nodes are runs.
    private mutating func documentInOrder(_ nameCount: Int) throws(BuildError) -> Entry {
        let count = nodes.pending.count
        let order = try orderEntry(of: 0..<count, contentStart: 0, nameCount)
        for index in 0..<count where nodes.pending[index].isRun {
            nodes.append(try nodes.text.finish(whole: nodes.pending[index], under: rules.keys.text))
        }
        dropRuns(from: 0)
        if let order { nodes.append(order) }
        return try fold(from: 0, under: rules.keys.text, nameCount)
    }

    mutating func array(of items: borrowing GrowableBuffer<Entry>) throws(BuildError) -> Entry {
        let offset = entries.count
        entries.append(items, 0..<items.count)
        return try whole(.array, from: offset, under: rules.keys.text)
    }
}
