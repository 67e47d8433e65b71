/// Building attributes and namespace declarations.
extension ValueBuilder {
    /// Adds the attributes of the innermost open element.
    @inline(__always)
    mutating func addAttributes(_ attributes: AttributeList) throws(BuildError) {
        if rules.honorsXMLSpace { noteSpace(attributes) }
        let start = pending.count
        if rules.attributesArePlain, open.selection.isBuilding {
            for (name, value) in attributes {
                let number = open.names.number(ofStable: name)
                try push(attribute(value, under: number >= 0 ? number : reservedKey(name)))
            }
        } else {
            try addAttributesByRules(attributes)
        }
        open[open.count &- 1].attributeCount = UInt32(truncatingIfNeeded: pending.count &- start)
    }

    /// The key of the first attribute that has one of the options.
    @inline(never)
    private mutating func reservedKey(_ name: CString) throws(BuildError) -> Int {
        open.names.watch([])
        let key = try open.names.checked(open.names.number(ofStable: name))
        noteString(under: key, isElement: false)
        return key
    }

    /// The entry of an attribute, as the document has it.
    @inline(__always)
    private mutating func attribute(_ value: CString, under key: Int) throws(BuildError) -> Entry {
        let offset = text.bytes.count
        let length = try text.append(value)
        return Entry(key: key, kind: .string, length: length, offset: offset)
    }

    /// Adds the attributes that the rules keep; of an element that is not built, notes them.
    @inline(never)
    private mutating func addAttributesByRules(_ attributes: AttributeList) throws(BuildError) {
        if rules.keys.ancestors != nil, !open.selection.isBuilding || ancestors.keepsBuilt {
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
        let start = pending.count
        if rules.nilIsNull || open[open.count - 1].flags.contains(.isNillable), try isNil(attributes) {
            open[open.count - 1].flags.insert(.isNil)
        }
        if rules.keepsAttributes {
            for (name, value) in attributes {
                if let (entry, _) = try entry(of: name, value, for: .content) { push(entry) }
            }
            let isText = open[open.count - 1].flags.contains(.isTextByShape)
            if !isText, let declarations = try declarationsEntry() { push(declarations) }
        } else if rules.hasAttributePaths {
            try notePaths(of: attributes)
        }
        try groupAttributes(from: start)
    }

    /// Folds the pending attributes from a place on into a group, if the options want one.
    private mutating func groupAttributes(from start: Int) throws(BuildError) {
        guard let key = rules.attributeGroupKey, pending.count > start else { return }
        let group = try fold(from: start, under: key)
        pending.count = start
        push(group)
    }

    /// Keeps the attributes of an open element for the records in it, without namespace declarations.
    ///
    /// - Parameters:
    ///   - attributes: The attributes.
    ///   - depth: The number of elements around it.
    /// - Throws: `BuildError`: `tooMany`, or `namespace` for a prefix that is not declared.
    mutating func keepAncestor(_ attributes: AttributeList, at depth: Int) throws(BuildError) {
        let start = (entries: entries.count, bytes: text.bytes.count), pendingStart = pending.count, count = open.count
        open.count = depth + 1
        defer {
            (open.count, pending.count, entries.count, text.bytes.count) = (count, pendingStart, start.0, start.1)
            text.finish()
        }
        for (name, value) in attributes where rules.keepsAttributes {
            if let (entry, _) = try entry(of: name, value, for: .ancestor) { push(entry) }
        }
        guard pending.count > pendingStart else { return }
        try groupAttributes(from: pendingStart)
        let dictionary = try fold(from: pendingStart, under: open[depth].key)
        ancestors.keep(dictionary, at: depth, entries, text.bytes, from: start)
        open[depth].flags.insert(.hasKeptAttributes)
    }

    /// What becomes of the entry of an attribute.
    private enum AttributeUse {
        case content, record, ancestor
    }

    /// Makes the entry of an attribute by the rules; `nil` for one that is left out.
    ///
    /// In an element that is not built, only an attribute that is a record has an entry.
    private mutating func entry(
        of name: CString,
        _ value: CString,
        for use: AttributeUse
    ) throws(BuildError) -> (entry: Entry, written: Int)? {
        let written = try open.names.checked(open.names.number(ofStable: name))
        let dropsDeclarations = rules.declarations != .keep || use == .ancestor
        if dropsDeclarations, try open.resolver.role(written, &open.names) == .declaration { return nil }
        let name = try rules.resolvesAttributes ? resolve(written, isAttribute: true) : OpenElement.Names(written)
        let marks: PathMarks = rules.hasAttributePaths ? open.marks(ofAttribute: name.path) : []
        if use == .record { open.selection.beginAttribute(marks) }
        if marks.contains(.skip) || use == .record && !marks.contains(.record) { return nil }
        if name.key <= rules.lastReservedKey, use == .content, rules.attributeGroupKey == nil {
            noteString(under: name.key, isElement: false)
        }
        let entry = try attribute(value, under: name.key)
        guard rules.followsElements else { return (typed(entry, marks), written) }
        return try shapedAttribute(entry, written, marks).map { ($0, written) }
    }

    /// Queues the attributes that are records, of an element that is not built.
    @inline(never)
    private mutating func addRecords(_ attributes: AttributeList) throws(BuildError) {
        for (name, value) in attributes {
            guard let (entry, written) = try entry(of: name, value, for: .record) else { continue }
            try finishRecord(entry, open[open.count &- 1], attribute: written)
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
            // What is about the instance is no attribute of its type.
            if rules.followsElements, role != .null, open.resolver.isOfInstance(written, open.names) { continue }
            rule.add(isOther ? .ordinary : role, value.bytes)
        }
        return rule.isNull
    }

    // MARK: Namespace declarations

    /// The dictionary of declarations that the options want for the innermost open element; `nil` without declarations.
    private mutating func declarationsEntry() throws(BuildError) -> Entry? {
        switch rules.declarations {
        case .keep, .drop:
            return nil
        case .collect:
            return try makeDeclarations(inScope: false)
        case .inherit:
            let changes = open.resolver.scope.changes
            if let known = declarationCache.reuse(changes) { return known.length > 0 ? known : nil }
            let made = try makeDeclarations(inScope: true)
            let entry = made ?? emptyDictionary(under: rules.keys.declarations)
            declarationCache.keep(entry, changes, open.resolver.scope.byteCount(open.names))
            return made
        }
    }

    /// Makes a dictionary of the declarations in force, or of the declarations of the innermost open element.
    private mutating func makeDeclarations(inScope: Bool) throws(BuildError) -> Entry? {
        let place = pending.count
        let start =
            inScope ? NamespaceScope.firstDeclaration : open.resolver.scope.firstDeclaration(atDepth: open.count - 1)
        for index in start..<open.resolver.scope.declarations.count {
            let declaration = open.resolver.scope.declarations[index]
            if inScope, !open.resolver.scope.isInForce(index) || !open.resolver.isShown(index) { continue }
            let prefix = open.resolver.scope.prefix(of: declaration.slot)
            let isDefault = prefix == open.resolver.scope.nothing
            push(.name(Int(declaration.uri), key: isDefault ? rules.keys.defaultNamespace : prefix))
        }
        guard pending.count > place else { return nil }
        let declarations = try fold(from: place, under: rules.keys.declarations)
        pending.count = place
        return declarations
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
