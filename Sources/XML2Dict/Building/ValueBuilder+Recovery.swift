extension ValueBuilder {
    /// Forgets the content of the open record, whose elements stay open.
    mutating func abandonRecord() {
        // The refused tag may also have declared namespaces.
        if rules.tracksNamespaces { open.resolver.leave(open.count) }
        if open.selection.isInsideBuilt {
            // If expat refused the record at its end tag, the builder has already closed the record.
            open.count = max(open.count, open.selection.outerDepth + 1)
            open[open.selection.outerDepth].flags.insert(.isBroken)
            open.selection.abandon()
        }
        form.nodes.pending.count = 0
        forgetReservedKey()
        form.shaping?.noted = []
        form.shaping?.found = []
        form.missingLists = []
        form.declarations.forget()
        forgetContent()
    }

    var isInBrokenRecord: Bool { (0..<open.count).contains { open[$0].flags.contains(.isBroken) } }

    func isInnermost(at position: TextPosition) -> Bool {
        guard let innermost = open.last?.position else { return false }
        return innermost.lines == position.lines && innermost.columns == position.columns
    }

    /// Opens an element that is not a record, or whose start tag the parser has refused.
    mutating func open(_ tag: WrittenTag, at position: TextPosition, isRefused: Bool = false) throws(BuildError) {
        let start = TagStart(position), pendingStart = form.nodes.pending.count
        try tag.withAttributes { name, attributes throws(BuildError) in
            defer { open.names.forgetAddresses(of: attributes) }
            let written = try open.names.checked(open.names.id(of: name))
            let type = try open.open(written, attributes, at: start, pendingStart: pendingStart, isRead: false)
            if isRefused {
                open[open.count - 1].flags.insert(.isBroken)
                open.selection.abandon()
            }
            if rules.followsElements { try beginShape(written, type) }
            if rules.honorsXMLSpace { noteSpace(attributes) }
        }
    }

    mutating func keepAncestor(_ attributes: AttributeList, ofTagAt depth: Int) throws(BuildError) {
        guard depth < open.count, !open[depth].flags.contains(.hasKeptAttributes) else { return }
        try keepAncestor(attributes, at: depth)
    }

    /// Closes all elements but the `depth` outermost elements, without building a value.
    mutating func close(to depth: Int) {
        while open.count > depth { endUnbuilt() }
    }
}
