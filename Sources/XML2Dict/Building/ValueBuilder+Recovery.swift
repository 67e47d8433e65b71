/// Resuming after a broken record.
extension ValueBuilder {
    /// The names of the open elements, root first, as the document writes them.
    var openNames: [String] {
        (0..<open.count).map { names.names[open[$0].writtenName].string }
    }

    /// Forgets what was built for the open record, whose elements stay open.
    mutating func abandonRecord() {
        // The tag that was refused may have declared namespaces, too.
        if rules.tracksNamespaces { resolver.leave(open.count) }
        if selection.isInsideBuilt {
            // A record that is refused at its end has been closed.
            open.count = max(open.count, selection.outerDepth + 1)
            open[selection.outerDepth].flags.insert(.isBroken)
            selection.abandon()
        }
        pending.count = 0
        forgetReservedKey()
        shaping?.noted = []
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

    /// Whether a start tag begins a record, or an element whose attributes are records, inside the open elements.
    ///
    /// - Throws: `BuildError`: `tooMany`, or `namespace` for a prefix that is not declared.
    mutating func beginsRecord(_ tag: WrittenTag) throws(BuildError) -> Bool {
        guard let name = tag.name else { return false }
        defer { resolver.leave(open.count) }
        let path = try resolve(name, of: tag).path
        return paths.beginsRecord(path, in: open)
    }

    /// Opens the element of a start tag that is not a record, or that the parser has refused.
    ///
    /// - Throws: As `beginsRecord`.
    mutating func open(_ tag: WrittenTag, at place: TextPosition, isRefused: Bool = false) throws(BuildError) {
        guard let name = tag.name else { return }
        let names = try resolve(name, of: tag)
        push(names, TagStart(place), rules.hasElementPaths ? select(names.path) : [])
        if isRefused {
            open[open.count - 1].flags.insert(.isBroken)
            selection.abandon()
        }
        if rules.followsElements { try follow(names.written, tag) }
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

    /// Gives the element of a tag its type.
    private mutating func follow(_ name: Int, _ tag: WrittenTag) throws(BuildError) {
        for (attribute, value) in tag.attributes {
            let written = try number(of: attribute)
            guard try resolver.role(written, &names) == .type, let value else { continue }
            return try value.withUnsafeBufferPointer { value throws(BuildError) in try follow(name, (written, value)) }
        }
        try follow(name, nil)
    }

    /// How many elements are open around the innermost one with a name, as the document writes it.
    func depth(of name: ArraySlice<UInt8>) -> Int? {
        (0..<open.count).last { names.names[open[$0].writtenName].utf8.elementsEqual(name) }
    }

    /// Closes all but the outermost open elements, none of which is in a record.
    mutating func close(to depth: Int) {
        while open.count > depth { endUnbuilt() }
    }

    /// Brings the declarations of a tag into force, and finds the numbers of the name.
    private mutating func resolve(
        _ name: ArraySlice<UInt8>,
        of tag: WrittenTag
    ) throws(BuildError) -> OpenElement.Names {
        let written = try number(of: name)
        if rules.tracksNamespaces {
            for (name, value) in tag.attributes where name.starts(with: "xmlns".utf8) {
                guard let value else { continue }
                let declaration = try number(of: name)
                // The role also makes what is known of a new name.
                guard try resolver.role(declaration, &names) == .declaration else { continue }
                try resolver.declare(declaration, try number(of: value), depth: open.count, names)
            }
        }
        guard rules.resolvesElements else { return OpenElement.Names(written) }
        let (path, key) = try resolver.element(written, &names)
        return OpenElement.Names(written: written, path: path, key: key)
    }

    private mutating func number(of name: some Collection<UInt8>) throws(BuildError) -> Int {
        try names.checked(names.number(of: String(decoding: name, as: UTF8.self)))
    }
}
