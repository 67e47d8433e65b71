extension ValueBuilder {
    @inline(__always)
    mutating func addAttributes(_ attributes: AttributeList) throws(BuildError) {
        if rules.honorsXMLSpace { noteSpace(attributes) }
        let start = form.nodes.pending.count
        if rules.attributesArePlain, open.selection.isBuilding {
            for (name, value) in attributes {
                let id = open.names.id(ofStable: name)
                try form.nodes.append(attribute: id >= 0 ? id : reservedKey(name), value)
            }
        } else {
            try addAttributesByRules(attributes)
        }
        open[open.count &- 1].attributeCount = UInt32(truncatingIfNeeded: form.nodes.pending.count &- start)
    }

    /// Notes an attribute with a reserved key, stops the search for others, and returns the key.
    @inline(never)
    private mutating func reservedKey(_ name: CString) throws(BuildError) -> Int {
        open.names.watch([])
        let key = try open.names.checked(open.names.id(ofStable: name))
        noteString(under: key)
        return key
    }

    /// Appends the attributes of an element that is built, or delivers the selected attributes of any other element.
    @inline(never)
    private mutating func addAttributesByRules(_ attributes: AttributeList) throws(BuildError) {
        let isBuilt = open.selection.isBuilding, marks = open[open.count - 1].marks, start = form.nodes.pending.count
        if rules.keepsAncestors, !isBuilt || ancestors.keepsBuilt { try keepAncestor(attributes, at: open.count - 1) }
        guard isBuilt || rules.hasAttributePaths else { return }
        if isBuilt, rules.nilIsNull || marks.contains(.nillable), try isNil(attributes) {
            open[open.count - 1].flags.insert(.isNil)
        }
        for (name, value) in attributes where rules.keepsAttributes || rules.hasAttributePaths {
            guard let met = try meet(name, dropsDeclarations: rules.dropsDeclarations) else { continue }
            if isBuilt {
                guard rules.keepsAttributes, let entry = try entry(of: met, value) else { continue }
                if met.key <= rules.lastReservedAttributeKey { noteString(under: met.key) }
                form.nodes.append(entry)
            } else if open.selection.selectsAttribute(met.marks), let entry = try entry(of: met, value) {
                // A record is delivered alone, so the value is not in an array, even if the attribute's type is a list.
                try finishRecord(entry.unlisted, open[open.count &- 1], attribute: met.written)
            }
        }
        guard isBuilt, rules.keepsAttributes else { return }
        let depth = open.count - 1, hasDeclarations = !marks.contains(.text)
        try form.endAttributes(
            from: start,
            at: depth,
            hasDeclarations: hasDeclarations,
            open.resolver.scope,
            open.names
        )
    }

    /// Keeps the attributes of the open element at `depth`, without declarations, for the records in this element.
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
            guard let met = try meet(name, dropsDeclarations: true), let entry = try entry(of: met, value)
            else { continue }
            form.nodes.append(entry)
        }
        guard form.nodes.pending.count > pendingStart else { return }
        let dictionary = try form.takeAttributes(from: pendingStart, under: open[depth].key, open.names.count)
        ancestors.keep(dictionary, at: depth, form.entries, form.nodes.text.bytes, from: start)
        open[depth].flags.insert(.hasKeptAttributes)
    }

    private struct MetAttribute {
        let written: Int
        let key: Int
        let marks: Marks
    }

    /// Returns the key and the marks of an attribute, or `nil` for a declaration that is left out.
    private mutating func meet(_ name: CString, dropsDeclarations: Bool) throws(BuildError) -> MetAttribute? {
        let written = try open.names.checked(open.names.id(ofStable: name))
        if dropsDeclarations, try open.resolver.role(written, &open.names) == .declaration { return nil }
        let name = try rules.resolvesAttributes ? resolve(written, isAttribute: true) : OpenElement.Names(written)
        let marks: Marks = rules.hasAttributePaths ? open.marks(ofAttribute: name.path) : []
        return MetAttribute(written: written, key: name.key, marks: marks)
    }

    /// Returns `nil` for an attribute that a path skips, or that does not belong in the value, such as `xsi:type`.
    private mutating func entry(of met: MetAttribute, _ value: CString) throws(BuildError) -> Entry? {
        guard !met.marks.contains(.skip) else { return nil }
        let entry = try form.nodes.entry(of: value, under: met.key)
        guard rules.followsElements else { return form.typed(entry, met.marks, &open.names) }
        return try shapedAttribute(entry, met)
    }

    /// Gives an attribute the type of its shape, or returns `nil` if the attribute does not belong in the value.
    @inline(never)
    private mutating func shapedAttribute(_ entry: Entry, _ met: MetAttribute) throws(BuildError) -> Entry? {
        let name = try open.resolver.expanded(met.written, isAttribute: true, &open.names)
        let shaped = form.shaped(entry, name, met.marks, &open.names)
        if form.hasFaults { try reportFaults(attribute: met.written) }
        return shaped
    }

    /// Notes `xml:space`, which applies to the element and its descendants until set again (XML 1.0, section 2.10).
    mutating func noteSpace(_ attributes: AttributeList) {
        for (name, value) in attributes {
            if name == "xml:space" { noteSpace(value.bytes) }
        }
    }

    mutating func noteSpace(_ value: some Collection<UInt8>) {
        if value.elementsEqual("preserve".utf8) { open[open.count &- 1].flags.insert(.preservesSpace) }
        if value.elementsEqual("default".utf8) { open[open.count &- 1].flags.remove(.preservesSpace) }
    }

    /// Whether `xsi:nil` is true and all other attributes declare namespaces (XML Schema part 1, section 2.6.2).
    private mutating func isNil(_ attributes: AttributeList) throws(BuildError) -> Bool {
        var isNil = false
        for (name, value) in attributes {
            let written = try open.names.checked(open.names.id(ofStable: name))
            let role = try open.resolver.role(written, &open.names)
            if role == .null, open.resolver.isInstanceNil(written, open.names), TextNumber.boolean(value.bytes) == true
            {
                isNil = true
                continue
            }
            // Attributes of the XMLSchema-instance namespace do not belong to the element's type.
            let isIgnored = rules.followsElements && role != .null && open.resolver.isOfInstance(written, open.names)
            guard role == .declaration || isIgnored else { return false }
        }
        return isNil
    }
}
