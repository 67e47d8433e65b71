/// Resuming after a broken record.
extension ValueBuilder {
    /// Forgets what was built for the open record, whose elements stay open.
    mutating func abandonRecord() {
        // The tag that was refused may have declared namespaces, too.
        if rules.tracksNamespaces { open.resolver.leave(open.count) }
        if open.selection.isInsideBuilt {
            // A record that is refused at its end has been closed.
            open.count = max(open.count, open.selection.outerDepth + 1)
            open[open.selection.outerDepth].flags.insert(.isBroken)
            open.selection.abandon()
        }
        form.nodes.pending.count = 0
        forgetReservedKey()
        form.shaping?.noted = []
        form.shaping?.found = []
        form.missingLists = []
        declarationCache.forget()
        forgetContent()
    }

    /// Whether an open element is a broken record.
    var isInBrokenRecord: Bool { (0..<open.count).contains { open[$0].flags.contains(.isBroken) } }

    /// Whether the start tag of the innermost open element is at a place.
    func isInnermost(at place: TextPosition) -> Bool {
        guard let innermost = open.last?.place else { return false }
        return innermost.lines == place.lines && innermost.columns == place.columns
    }

    // MARK: Tags that no parser has read

    /// Opens the element of a start tag that is not a record, or that the parser has refused.
    ///
    /// - Throws: `BuildError`: `tooMany`, or `namespace` for a prefix that is not declared.
    mutating func open(_ tag: WrittenTag, at place: TextPosition, isRefused: Bool = false) throws(BuildError) {
        settleRecord()
        guard tag.name != nil else { return }
        try open.open(tag, at: place, pendingStart: form.nodes.pending.count)
        if isRefused {
            open[open.count - 1].flags.insert(.isBroken)
            open.selection.abandon()
        }
        if rules.followsElements { try beginShape(open[open.count - 1].writtenName, tag) }
        guard rules.honorsXMLSpace else { return }
        for (name, value) in tag.attributes where name.elementsEqual("xml:space".utf8) {
            noteSpace(value ?? [])
        }
    }

    /// Keeps the attributes of an open element that no parser had read.
    mutating func keepAncestor(_ attributes: AttributeList, ofTagAt depth: Int) throws(BuildError) {
        guard depth < open.count, !open[depth].flags.contains(.hasKeptAttributes) else { return }
        try keepAncestor(attributes, at: depth)
    }

    /// Gives the element of a tag its shape.
    private mutating func beginShape(_ name: Int, _ tag: WrittenTag) throws(BuildError) {
        for (attribute, value) in tag.attributes {
            let written = try open.number(of: attribute)
            guard try open.resolver.role(written, &open.names) == .type, let value else { continue }
            return try value.withUnsafeBufferPointer { value throws(BuildError) in
                try beginShape(name, (written, value))
            }
        }
        try beginShape(name, nil)
    }

    /// Closes all but the outermost open elements, none of which is in a record.
    mutating func close(to depth: Int) {
        while open.count > depth { endUnbuilt() }
    }
}
