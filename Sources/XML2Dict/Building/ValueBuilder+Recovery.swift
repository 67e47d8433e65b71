/// Going on after a broken record.
extension ValueBuilder {
    /// The names of the open elements, root first, as the document writes them.
    var openNames: [String] {
        (0..<open.count).map { names.names[open[$0].writtenName].string }
    }

    /// Forgets the open record, and what was built for it; the elements around it stay open.
    mutating func abandonRecord() {
        names.forgetAddresses()
        text.isInCDATA = false
        if selection.isInsideBuilt {
            while open.count > selection.outerDepth {
                open.count &-= 1
                if rules.tracksNamespaces { resolver.leave(open.count) }
            }
            selection.abandon()
        } else if rules.tracksNamespaces {
            // The tag that was refused may have declared namespaces.
            resolver.leave(open.count)
        }
        pending.count = 0
        entries.count = 0
        records.contentEnd = (0, 0)
        order.runs.count = 0
        text.forgetAll()
        writtenDeclarations.forget()
        lines.removeAll()
    }

    /// Whether a start tag has the name of a record, or of an element whose attributes are records.
    ///
    /// - Parameters:
    ///   - tag: The tag, perhaps without its end.
    ///   - isHere: Whether its whole path must match, inside the open elements.
    /// - Returns: Whether it does.
    /// - Throws: `BuildError`: `tooMany`, or `namespace` for a prefix that is not declared.
    mutating func beginsRecord(_ tag: ArraySlice<UInt8>, isHere: Bool) throws(BuildError) -> Bool {
        let tag = RawTag(tag)
        guard let name = tag.name, !isHere || !isAfterRoot else { return false }
        let written = try number(of: name)
        var path = written
        if rules.resolvesElements {
            defer { resolver.leave(open.count) }
            for (prefix, uri) in tag.declarations {
                let declaration = try number(of: prefix.isEmpty ? Array("xmlns".utf8) : Array("xmlns:".utf8) + prefix)
                // The role also makes what is known of a new name.
                guard try resolver.role(declaration, &names) == .declaration else { continue }
                try resolver.declare(declaration, try number(of: uri), depth: open.count, names)
            }
            path = try resolver.element(written, &names).path
        }
        return marked.contains { option in
            option.marks == .record
                && steps(option.path.steps, leadTo: path, isAnchored: option.path.isAnchored, isHere: isHere)
        }
    }

    private mutating func number(of name: some Collection<UInt8>) throws(BuildError) -> Int {
        try names.checked(names.number(of: String(decoding: name, as: UTF8.self)))
    }

    private func steps(_ steps: [XMLPath.Step], leadTo name: Int, isAnchored: Bool, isHere: Bool) -> Bool {
        // A path that is an attribute alone is about any element.
        guard let last = steps.last else { return true }
        guard matches(last, name) else { return false }
        let outer = steps.dropLast()
        guard isHere else { return true }
        guard isAnchored ? open.count == outer.count : open.count >= outer.count else { return false }
        return zip(outer, open.count - outer.count..<open.count).allSatisfy { matches($0, open[$1].name) }
    }

    private func matches(_ step: XMLPath.Step, _ name: Int) -> Bool {
        step.key(separator: ":")?.utf8.elementsEqual(names.names[name].utf8) ?? true
    }
}
