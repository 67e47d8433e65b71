/// Attributes and namespace declarations.
extension ValueBuilder {
    typealias Attributes = UnsafePointer<UnsafePointer<CChar>?>

    @inline(__always)
    mutating func addAttributes(_ attributes: Attributes) throws(BuildError) {
        if rules.honorsXMLSpace {
            noteSpace(attributes)
        }
        guard isBuilding else { return }
        if rules.hasPlainAttributes {
            try addPlain(attributes)
        } else {
            try addUnusual(attributes)
        }
    }

    /// Adds what may need more than its name and value as they are.
    @inline(never)
    private mutating func addUnusual(_ attributes: Attributes) throws(BuildError) {
        let start = pending.count
        if rules.nilIsNull, try isNil(attributes) {
            open.base[open.count &- 1].flags.insert(.isNil)
        }
        switch rules.attributes {
        case .merged, .prefixed:
            try addEach(attributes)
        case .grouped:
            try addEach(attributes)
            guard pending.count > start else { break }
            if rules.refusesCollisions { try refuseCollisions(from: start, in: open.last) }
            let group = try fold(from: start, under: keys.attributeGroup)
            pending.count = start
            try push(group, .attributes, keys.attributeGroup)
        case .discarded:
            break
        }
        open.base[open.count &- 1].attributeCount = UInt32(clamping: pending.count &- start)
    }

    @inline(__always)
    private mutating func addPlain(_ attributes: Attributes) throws(BuildError) {
        for (name, value) in AttributeList(attributes) {
            let key = try names.checked(names.number(ofStable: name))
            let entry = try entry(of: value, under: key)
            guard pending.append(entry) else { throw .outOfMemory }
        }
    }

    /// An attribute's value as a string.
    @inline(__always)
    private mutating func entry(of value: UnsafePointer<CChar>, under key: Int) throws(BuildError) -> Entry {
        let offset = bytes.count
        let length = try append(value)
        return Entry(key: key, kind: .string, length: length, offset: offset)
    }

    private mutating func addEach(_ attributes: Attributes) throws(BuildError) {
        for (name, value) in AttributeList(attributes) {
            let written = try names.checked(names.number(ofStable: name))
            if rules.declarations != .attributes, try resolver.role(written, &names) == .declaration { continue }
            var path = written, key = written
            if rules.resolvesAttributes {
                (path, key) = try resolver.attribute(written, &names)
                if rules.writesNamespaces { noteNamespaces(names.names[key].byteCount) }
            }
            let marks: PathMarks = rules.hasAttributePaths ? paths.marks(ofAttribute: path, in: open) : []
            if marks.contains(.skip) { continue }
            let text = try entry(of: value, under: key)
            try push(try typed(text, marks), .attribute, written)
        }
        if let declarations = try declarationsEntry() { try push(declarations, .attribute, keys.declarations) }
    }

    /// XML 1.0, section 2.10: `xml:space` holds for the element and everything in it, until set again.
    private func noteSpace(_ attributes: Attributes) {
        for (name, value) in AttributeList(attributes) {
            if name[0] == UInt8(ascii: "x"), name[1] == UInt8(ascii: "m"), String(cString: name) == "xml:space" {
                let value = String(cString: value)
                if value == "preserve" || value == "default" {
                    open.base[open.count &- 1].flags.remove(.preservesSpace)
                    if value == "preserve" { open.base[open.count &- 1].flags.insert(.preservesSpace) }
                }
            }
        }
    }

    /// Whether an element says that it is null, and nothing else but namespaces.
    private mutating func isNil(_ attributes: Attributes) throws(BuildError) -> Bool {
        var isNil = false
        for (name, value) in AttributeList(attributes) {
            let written = try names.checked(names.number(ofStable: name))
            switch try resolver.role(written, &names) {
            case .declaration: continue
            case .null where resolver.isInstanceNil(written, names):
                let text = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
                isNil = TextNumber.boolean(.init(start: text, count: Memory.length(of: value))) == true
                if !isNil { return false }
            case .null, .ordinary: return false
            }
        }
        return isNil
    }

    // MARK: Namespace declarations

    /// Brings the declarations of a tag into force, before its names are looked at.
    @inline(never)
    mutating func declareNamespaces(_ attributes: Attributes) throws(BuildError) {
        for (name, value) in AttributeList(attributes) {
            let written = try names.checked(names.number(ofStable: name))
            guard try resolver.role(written, &names) == .declaration else { continue }
            let uri = try names.checked(names.number(of: value))
            try resolver.declare(written, uri, depth: open.count, names)
        }
        if resolver.isStrict { try checkNamespaces(of: attributes) }
    }

    /// Looks for prefixes that are not declared, and for two attributes of one name in one namespace (section 6.3), which only
    /// different prefixes can have.
    ///
    /// It does so in all of a document, also where nothing is built, as a document is broken or is not.
    private mutating func checkNamespaces(of attributes: Attributes) throws(BuildError) {
        var slot: Int32?
        var hasDifferentPrefixes = false
        for (name, _) in AttributeList(attributes) {
            let written = try names.checked(names.number(ofStable: name))
            guard let found = try resolver.prefixSlot(ofAttribute: written, &names) else { continue }
            hasDifferentPrefixes = hasDifferentPrefixes || slot.map { $0 != found } ?? false
            slot = found
        }
        if hasDifferentPrefixes { try checkUniqueness(of: attributes) }
    }

    @inline(never)
    private mutating func checkUniqueness(of attributes: Attributes) throws(BuildError) {
        var expandedNames: Set<UInt64> = []
        for (name, _) in AttributeList(attributes) {
            let written = try names.checked(names.number(ofStable: name))
            guard let slot = try resolver.prefixSlot(ofAttribute: written, &names) else { continue }
            let expandedName = try resolver.expandedName(ofAttribute: written, slot, &names)
            guard expandedNames.insert(expandedName).inserted else {
                throw .namespace(
                    "the attribute \(names.names[written].string.shortened) is there already, with another prefix for its namespace; \(setting: "namespaces", ".kept", ".stripped") reads it all the same"
                )
            }
        }
    }

    /// The declarations of the innermost open element, or all that are in force in it, as the rules want them together; `nil` when
    /// there are none.
    private mutating func declarationsEntry() throws(BuildError) -> Entry? {
        switch rules.declarations {
        case .attributes, .discarded:
            return nil
        case .collected:
            return try makeDeclarations(inScope: false)
        case .inScope:
            let changes = resolver.scope.changes
            // Most elements have those of the one before.
            if let known = scopeEntry, known.changes == changes {
                noteNamespaces(known.byteCount)
                return known.entry.length > 0 ? known.entry : nil
            }
            let made = try makeDeclarations(inScope: true)
            let byteCount = resolver.scope.byteCount(names)
            noteNamespaces(byteCount)
            scopeEntry = (made ?? emptyDictionary(under: keys.declarations), changes, byteCount)
            return made
        }
    }

    /// A dictionary of declarations: all in force, or those of the innermost open element.
    private mutating func makeDeclarations(inScope: Bool) throws(BuildError) -> Entry? {
        let place = pending.count
        let start = inScope ? NameResolver.firstDeclaration : resolver.scope.firstDeclaration(atDepth: open.count - 1)
        for index in start..<resolver.scope.declarations.count {
            let declaration = resolver.scope.declarations.base[index]
            if inScope, !resolver.scope.isInForce(index) || declaration.uri == resolver.nothing { continue }
            let prefix = resolver.scope.prefix(of: declaration.slot)
            let isDefault = prefix == resolver.nothing
            let uri = Entry.name(Int(declaration.uri), key: isDefault ? keys.defaultNamespace : prefix)
            try push(uri, .declaration, prefix)
        }
        guard pending.count > place else { return nil }
        // The key of the default namespace may be a prefix as well.
        if rules.refusesCollisions { try refuseCollisions(from: place, in: open.last) }
        let declarations = try fold(from: place, under: keys.declarations)
        pending.count = place
        return declarations
    }
}
