/// Building nodes under keys of their own: CDATA sections, comments, processing instructions, the document type
/// declaration and the XML declaration.
extension ValueBuilder {
    // MARK: Events of the parser

    mutating func startCDATA() throws(BuildError) {
        guard selection.isBuilding else { return }
        if text.isCollecting { try noteRun() }
        open[open.count - 1].flags.insert(.isInCDATA)
    }

    mutating func endCDATA() throws(BuildError) {
        guard let key = rules.keys[.cdata], selection.isBuilding else { return }
        open[open.count - 1].flags.remove(.isInCDATA)
        try pushNode(text.takeNode(under: key))
    }

    mutating func comment(_ content: CString) throws(BuildError) {
        guard let key = rules.keys[.comment], try beginNode() else { return }
        try text.append(content)
        let flags = open.last?.flags ?? rules.flags
        // With a key of order, only text loses white space.
        let trims = !flags.contains(.preservesSpace) && rules.keys.order == nil
        try pushNode(text.takeNode(trims: trims, under: key))
    }

    mutating func processingInstruction(_ target: CString, _ data: CString) throws(BuildError) {
        guard let key = rules.keys[.instruction], try beginNode() else { return }
        let name = try names.checked(names.number(of: target))
        try text.append(data)
        let content = try text.takeNode(under: name)
        let offset = entries.count
        entries.append(content)
        let instruction = Entry(key: key, kind: .dictionary, length: 1, offset: offset)
        pushNode(instruction)
    }

    /// The document type declaration, as its source without `<!DOCTYPE` and `>`.
    mutating func doctype(_ source: ArraySlice<UInt8>) throws(BuildError) {
        guard let key = rules.keys[.doctype], try beginNode() else { return }
        text.bytes.append(source)
        try pushNode(text.takeNode(under: key))
    }

    mutating func xmlDeclaration(version: CString?, encoding: CString?) throws(BuildError) {
        guard rules.includesXMLDeclaration, try beginNode() else { return }
        for (key, value) in [(rules.keys.version, version), (rules.keys.encoding, encoding)] {
            guard let value else { continue }
            try text.append(value)
            try pushNode(text.takeNode(under: key))
        }
    }

    // MARK: Making entries

    /// - Returns: Whether the value has a place for the node.
    private mutating func beginNode() throws(BuildError) -> Bool {
        // A value without the root's name has no place beside the root.
        if open.count == 0 { return selection.isWhole && (!rules.dropsRoot || rules.listsNodes) }
        guard selection.isBuilding else { return false }
        if text.isCollecting { try noteRun() }
        return true
    }

    /// Adds a node to the innermost open element, or beside the root.
    ///
    /// When the options keep document order, a node is an array of its key and its content, as an element is; beside a
    /// root under its name, it is an entry of the document's dictionary.
    private mutating func pushNode(_ entry: Entry) {
        if open.count > 0 { open[open.count &- 1].flags.insert(.hasNonElementNodes) }
        guard rules.isOrdered, open.count > 0 || rules.listsNodes else { return push(entry) }
        let offset = entries.count
        entries.append(.name(entry.key, key: entry.key))
        entries.append(entry)
        push(Entry(key: entry.key, kind: .array, length: 2, offset: offset))
    }
}
