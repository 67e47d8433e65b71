/// What is neither element nor attribute nor text, under keys of its own: CDATA sections, comments, processing instructions, the document
/// type and XML declarations.
extension ValueBuilder {
    // MARK: What the parser reports

    mutating func startCDATA() throws(BuildError) {
        guard isBuilding else { return }
        if keys.cdata != nil, bytes.count != textStart { try interruptText() }
        isInCDATA = true
    }

    mutating func endCDATA() throws(BuildError) {
        guard isBuilding, isInCDATA else { return }
        isInCDATA = false
        guard let key = keys.cdata else { return }
        try endAside(under: key, .cdata, trims: trims(open.base[open.count - 1]) && !rules.protectsCDATA)
    }

    mutating func comment(_ text: UnsafePointer<CChar>) throws(BuildError) {
        guard let key = keys.comment, try beginAside() else { return }
        try append(text)
        let trims = open.count > 0 ? trims(open.base[open.count - 1]) : rules.trims
        try endAside(under: key, .comment, trims: trims)
    }

    mutating func processingInstruction(
        _ target: UnsafePointer<CChar>,
        _ data: UnsafePointer<CChar>
    ) throws(BuildError) {
        guard let key = keys.processingInstruction, try beginAside() else { return }
        let name = try names.checked(names.number(of: target))
        try append(data)
        let text = Entry(key: name, kind: .string, length: bytes.count - textStart, offset: textStart)
        textStart = bytes.count
        let offset = entries.count
        guard entries.append(text) else { throw .outOfMemory }
        let instruction = Entry(key: key, kind: .dictionary, length: 1, offset: offset)
        try pushAside(instruction, .processingInstruction)
    }

    /// The document type declaration, as its source without `<!DOCTYPE` and `>`.
    mutating func doctype(_ source: ArraySlice<UInt8>) throws(BuildError) {
        guard let key = keys.doctype, try beginAside() else { return }
        guard source.withUnsafeBufferPointer({ bytes.append($0) }) else { throw .outOfMemory }
        try endAside(under: key, .doctype, trims: false)
    }

    mutating func xmlDeclaration(
        version: UnsafePointer<CChar>?,
        encoding: UnsafePointer<CChar>?
    ) throws(BuildError) {
        guard rules.includesXMLDeclaration, try beginAside() else { return }
        for (key, value) in [(keys.version, version), (keys.encoding, encoding)] {
            guard let value else { continue }
            try append(value)
            try endAside(under: key, .xmlDeclaration, trims: false)
        }
    }

    // MARK: Making entries

    /// - Returns: Whether there is a place for what comes.
    private mutating func beginAside() throws(BuildError) -> Bool {
        // Beside a root whose name is dropped there is no place.
        if open.count == 0 { return search == nil && !rules.dropsRoot }
        guard isBuilding else { return false }
        if bytes.count != textStart { try interruptText() }
        return true
    }

    /// Makes an entry of what has been collected, also of nothing.
    private mutating func endAside(
        under key: Int,
        _ origin: CollisionCheck.Origin,
        trims: Bool
    ) throws(BuildError) {
        var start = textStart, end = bytes.count
        if trims {
            XMLWhitespace.trim(bytes.base, &start, &end)
            if rules.collapses { XMLWhitespace.collapse(bytes.base, start, &end) }
        }
        XMLWhitespace.restore(bytes.base, start, end)
        guard end - start <= Entry.maximumLength else { throw .tooMany }
        bytes.count = end
        textStart = end
        let text = Entry(key: key, kind: .string, length: end - start, offset: start)
        try pushAside(text, origin)
    }

    /// Adds a thing to the innermost open element, or beside the root.
    ///
    /// Where order is kept, a thing in an element stands in an array behind its key, as a child element does behind its name.
    private mutating func pushAside(_ entry: Entry, _ origin: CollisionCheck.Origin) throws(BuildError) {
        guard open.count > 0 else { return try push(entry, origin, entry.key) }
        open.base[open.count &- 1].flags.insert(.hasAsides)
        guard rules.isOrdered else { return try push(entry, origin, entry.key) }
        let offset = entries.count
        guard entries.append(.name(entry.key, key: entry.key)), entries.append(entry) else { throw .outOfMemory }
        try push(Entry(key: entry.key, kind: .array, length: 2, offset: offset), origin, entry.key)
    }
}
