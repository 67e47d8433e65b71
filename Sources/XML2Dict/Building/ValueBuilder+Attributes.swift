/// Building attributes and namespace declarations.
extension ValueBuilder {
    /// Adds the attributes of the innermost open element.
    @inline(__always)
    mutating func addAttributes(_ attributes: AttributeList) throws(BuildError) {
        if rules.honorsXMLSpace { noteSpace(attributes) }
        let start = form.nodes.pending.count
        if rules.attributesArePlain, open.selection.isBuilding {
            for (name, value) in attributes {
                let number = open.names.number(ofStable: name)
                try form.nodes.append(attribute: number >= 0 ? number : reservedKey(name), value)
            }
        } else {
            try addAttributesByRules(attributes)
        }
        open[open.count &- 1].attributeCount = UInt32(truncatingIfNeeded: form.nodes.pending.count &- start)
    }

    /// The key of the first attribute that has one of the options.
    @inline(never)
    private mutating func reservedKey(_ name: CString) throws(BuildError) -> Int {
        open.names.watch([])
        let key = try open.names.checked(open.names.number(ofStable: name))
        noteString(under: key)
        return key
    }

    /// Adds the attributes that the rules keep.
    ///
    /// In an element that is not built, it queues those that are records, or notes the paths that match.
    @inline(never)
    private mutating func addAttributesByRules(_ attributes: AttributeList) throws(BuildError) {
        if rules.keepsAncestors, !open.selection.isBuilding || ancestors.keepsBuilt {
            try keepAncestor(attributes, at: open.count - 1)
        }
        guard open.selection.isBuilding else {
            if rules.selectsAttributes, !open.selection.isSkipping {
                try addRecords(attributes)
            } else if rules.selectsAttributes || rules.hasAttributePaths {
                try notePaths(of: attributes)
            }
            return
        }
        let marks = open[open.count - 1].marks
        if rules.nilIsNull || marks.contains(.nillable), try isNil(attributes) {
            open[open.count - 1].flags.insert(.isNil)
        }
        if rules.keepsAttributes {
            for (name, value) in attributes {
                if let (entry, _) = try entry(of: name, value, for: .content) { form.nodes.append(entry) }
            }
            if !marks.contains(.text), let declarations = try declarationsEntry() { form.nodes.append(declarations) }
        } else if rules.hasAttributePaths {
            try notePaths(of: attributes)
        }
    }

    /// Keeps the attributes of an open element for the records in it, without namespace declarations.
    ///
    /// - Parameters:
    ///   - attributes: The attributes.
    ///   - depth: The number of elements around it.
    /// - Throws: `BuildError`: `tooMany`, or `namespace` for a prefix that is not declared.
    mutating func keepAncestor(_ attributes: AttributeList, at depth: Int) throws(BuildError) {
        let start = (entries: form.entries.count, bytes: form.nodes.text.bytes.count)
        let pendingStart = form.nodes.pending.count, count = open.count
        open.count = depth + 1
        defer {
            open.count = count
            (form.nodes.pending.count, form.entries.count, form.nodes.text.bytes.count) = (
                pendingStart, start.0, start.1
            )
            form.nodes.text.finish()
        }
        for (name, value) in attributes where rules.keepsAttributes {
            if let (entry, _) = try entry(of: name, value, for: .ancestor) { form.nodes.append(entry) }
        }
        guard form.nodes.pending.count > pendingStart else { return }
        let dictionary = try form.takeAttributes(from: pendingStart, under: open[depth].key, open.names.count)
        ancestors.keep(dictionary, at: depth, form.entries, form.nodes.text.bytes, from: start)
        open[depth].flags.insert(.hasKeptAttributes)
    }

    /// The use of an attribute's entry.
    private enum AttributeUse {
        case content, record, ancestor
    }

    /// Makes the entry of an attribute by the rules; `nil` for one that is left out.
    ///
    /// For the use `record`, only attributes that are records have an entry.
    private mutating func entry(
        of name: CString,
        _ value: CString,
        for use: AttributeUse
    ) throws(BuildError) -> (entry: Entry, written: Int)? {
        let written = try open.names.checked(open.names.number(ofStable: name))
        let dropsDeclarations = rules.declarations != .keep || use == .ancestor
        if dropsDeclarations, try open.resolver.role(written, &open.names) == .declaration { return nil }
        let name = try rules.resolvesAttributes ? resolve(written, isAttribute: true) : OpenElement.Names(written)
        let marks: Marks = rules.hasAttributePaths ? open.marks(ofAttribute: name.path) : []
        if use == .record { open.selection.beginAttribute(marks) }
        if marks.contains(.skip) || use == .record && !marks.contains(.record) { return nil }
        if name.key <= rules.lastReservedAttributeKey, use == .content { noteString(under: name.key) }
        let entry = try form.nodes.entry(of: value, under: name.key)
        guard rules.followsElements else { return (form.typed(entry, marks, &open.names), written) }
        return try shapedAttribute(entry, written, marks).map { ($0, written) }
    }

    /// Gives an attribute of the innermost element the type of its shape; `nil` for one that has no place in the value.
    @inline(never)
    private mutating func shapedAttribute(
        _ entry: Entry,
        _ written: Int,
        _ marks: Marks
    ) throws(BuildError) -> Entry? {
        let name = try open.resolver.expanded(written, isAttribute: true, &open.names)
        let shaped = form.shaped(entry, name, marks, &open.names)
        if form.hasFaults { try reportFaults(attribute: written) }
        return shaped
    }

    /// Queues the attributes that are records, of an element that is not built.
    @inline(never)
    private mutating func addRecords(_ attributes: AttributeList) throws(BuildError) {
        for (name, value) in attributes {
            guard let (entry, written) = try entry(of: name, value, for: .record) else { continue }
            // A record stands alone, also where its type has a list of its key.
            try finishRecord(entry.unlisted, open[open.count &- 1], attribute: written)
        }
    }

    /// Notes which paths match attributes that are not built, perhaps because an element around them is left out.
    @inline(never)
    private mutating func notePaths(of attributes: AttributeList) throws(BuildError) {
        for (name, _) in attributes {
            let written = try open.names.checked(open.names.number(ofStable: name))
            let path = rules.resolvesAttributes ? try resolve(written, isAttribute: true).path : written
            _ = open.marks(ofAttribute: path)
        }
    }

    /// Notes `xml:space`, which holds for the element and its descendants until set again (XML 1.0, section 2.10).
    mutating func noteSpace(_ attributes: AttributeList) {
        for (name, value) in attributes {
            if name == "xml:space" { noteSpace(value.bytes) }
        }
    }

    /// Notes a value of `xml:space` of the innermost open element.
    mutating func noteSpace(_ value: some Collection<UInt8>) {
        if value.elementsEqual("preserve".utf8) { open[open.count &- 1].flags.insert(.preservesSpace) }
        if value.elementsEqual("default".utf8) { open[open.count &- 1].flags.remove(.preservesSpace) }
    }

    /// Whether an element has `xsi:nil="true"` and no other attributes but declarations.
    private mutating func isNil(_ attributes: AttributeList) throws(BuildError) -> Bool {
        var rule = SchemaNil()
        for (name, value) in attributes {
            let written = try open.names.checked(open.names.number(ofStable: name))
            let role = try open.resolver.role(written, &open.names)
            let isOther = role == .null && !open.resolver.isInstanceNil(written, open.names)
            // Attributes of the XMLSchema-instance namespace do not belong to the element's type.
            if rules.followsElements, role != .null, open.resolver.isOfInstance(written, open.names) { continue }
            rule.add(isOther ? .ordinary : role, value.bytes)
        }
        return rule.isNull
    }

    // MARK: Namespace declarations

    /// The dictionary of declarations that the rules want for the innermost open element; `nil` without declarations.
    private mutating func declarationsEntry() throws(BuildError) -> Entry? {
        switch rules.declarations {
        case .keep, .drop:
            return nil
        case .collect:
            return try makeDeclarations(inScope: false)
        case .inherit:
            let changes = open.resolver.scope.changes
            if let known = declarationCache.reuse(changes) { return known }
            let made = try makeDeclarations(inScope: true)
            declarationCache.keep(made, changes, open.resolver.scope.byteCount(open.names))
            return made
        }
    }

    /// Makes a dictionary of the declarations in force, or of the declarations of the innermost open element.
    private mutating func makeDeclarations(inScope: Bool) throws(BuildError) -> Entry? {
        let place = form.nodes.pending.count
        let start =
            inScope ? NamespaceScope.firstDeclaration : open.resolver.scope.firstDeclaration(atDepth: open.count - 1)
        for index in start..<open.resolver.scope.declarations.count {
            let declaration = open.resolver.scope.declarations[index]
            if inScope, !open.resolver.scope.isInForce(index) || !open.resolver.isShown(index) { continue }
            let prefix = open.resolver.scope.prefix(of: declaration.slot)
            let isDefault = prefix == open.resolver.scope.nothing
            form.nodes.append(form.declaration(of: isDefault ? nil : prefix, Int(declaration.uri)))
        }
        return try form.takeDeclarations(from: place, open.names.count)
    }
}

/// The attributes of a start tag, as expat passes them: names and values in turn, and a null pointer at the end.
struct AttributeList: Sequence, IteratorProtocol {
    private var place: UnsafePointer<UnsafePointer<CChar>?>

    @inline(__always)
    init(_ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
        place = attributes
    }

    /// Whether the tag has no attributes.
    @inline(__always)
    var isEmpty: Bool { place.pointee == nil }

    /// Returns the next attribute; `nil` after the last one.
    ///
    /// The address of a name always means the same name, as expat keeps each attribute's name once.
    @inline(__always)
    mutating func next() -> (name: CString, value: CString)? {
        guard let name = place[0], let value = place[1] else { return nil }
        place += 2
        return (CString(name), CString(value))
    }
}

/// The rule of `xsi:nil` (XML Schema part 1, section 2.6.2): an element is null if the attribute is true, and if all
/// other attributes declare namespaces.
private struct SchemaNil {
    private var isTrue = false
    private var hasOthers = false

    var isNull: Bool { isTrue && !hasOthers }

    mutating func add(_ role: QualifiedName.Role, _ value: UnsafeBufferPointer<UInt8>) {
        switch role {
        case .declaration: break
        case .null where TextNumber.boolean(value) == true: isTrue = true
        case .null, .type, .ordinary: hasOthers = true
        }
    }
}
