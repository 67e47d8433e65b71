import XML2Dict

/// Declaring namespaces (Namespaces in XML 1.0), and checking that prefixes are declared.
///
/// Declarations that are attributes in the value are written as attributes. Before these, the writer writes the
/// declarations that the options collect, and those of the prefixes that it makes itself.
extension XMLTextWriter {
    /// Brings declarations that are attributes into force.
    mutating func declareAttributes(_ tree: StorageView) throws(WriteError) {
        let depth = stack.count
        for place in 0..<attributes.count {
            guard let (key, text) = try attribute(at: place, tree) else { continue }
            let name = names.writtenName(Int(key.name))
            guard name.parts.role == .declaration else { continue }
            names.scope.declare(name.parts.slot, names.number(of: text), depth: depth)
        }
        attributeKey = -1
    }

    /// Brings declarations that the options collect into force.
    mutating func declareCollected(_ tree: StorageView) throws(WriteError) {
        guard rules.declarations.areCollected else { return }
        for place in 0..<attributes.count where attributes[place].role == .declarations {
            try declareEach(of: attributes[place].entry, tree)
        }
    }

    private mutating func declareEach(of declarations: Entry, _ tree: StorageView) throws(WriteError) {
        let depth = stack.count
        // Inherited declarations may be in force already.
        let isOwn = rules.declarations == .collect
        for place in 0..<declarations.childCount {
            let declaration = tree.child(of: declarations, at: place)
            guard declaration.isText || declaration.kind == .null else {
                throw .value(.invalidForm, "a namespace is a string: its URI")
            }
            let key = tree.names[declaration.key].utf8
            let text = Self.text(of: declaration, tree)
            let isDefault = key.elementsEqual(rules.defaultNamespaceKey)
            let uri = names.number(of: text)
            let slot = names.scope.slot(of: isDefault ? names.nothing : names.number(of: key))
            if isOwn || uri == names.xmlNamespace || names.uri(of: slot) != uri {
                names.scope.declare(slot, uri, depth: depth)
            }
        }
    }

    /// Brings the namespaces of the options into force, for the root.
    mutating func declareFixedNamespaces() throws(WriteError) {
        let depth = stack.count
        let first = rules.defaultNamespaces.map { (prefix: "", uri: $0) }
        for (prefix, uri) in first + rules.fixedNamespaces {
            let slot = names.scope.slot(of: names.number(of: prefix))
            let uri = names.number(of: uri)
            guard uri != names.xmlNamespace else { continue }
            if names.uri(of: slot) == nil { names.scope.declare(slot, uri, depth: depth) }
            guard names.uri(of: slot) == uri else {
                throw .value(.invalidDeclaration, "the root declares the prefix '\(prefix)' for another namespace")
            }
        }
    }

    /// The number of the prefix for a name in a namespace; a new prefix when none is in force.
    mutating func prefix(for uri: Int, isAttribute: Bool, of key: WrittenNames.Key) throws(WriteError) -> Int {
        let found = names.scope.prefix(for: uri, isAttribute: isAttribute)
        if rules.form.expandsNamespaces {
            if let found { return found }
        } else {
            // The document may use the prefix of the options for another namespace.
            let prefix = Int(key.prefix)
            let slot = names.scope.slot(of: prefix)
            let own = names.uri(of: slot)
            if own == uri { return prefix }
            if let found {
                guard own == nil else { throw ambiguous(Int(key.number)) }
                return found
            }
            if own != nil { return prefix }
            guard rules.declaresNamespaces else { throw undeclared(Int(key.number), prefix) }
        }
        let depth = stack.count
        let prefix = names.newPrefix(for: uri)
        try countNames(names.names[uri].byteCount)
        names.scope.declare(names.scope.slot(of: prefix), uri, depth: depth)
        return prefix
    }

    /// Counts a name whose prefix is longer than the prefix or the URI in its key.
    mutating func count(prefix: Int, of key: WrittenNames.Key) throws(WriteError) {
        let local = names.names[Int(key.name)].byteCount, whole = names.names[Int(key.number)].byteCount
        let excess = names.names[prefix].byteCount &+ local &- whole
        // An element has its name in two tags.
        if excess > 0 { try countNames(excess, of: 2) }
    }

    /// Ends a default namespace, for an element that is in none.
    mutating func endDefaultNamespace() throws(WriteError) {
        let depth = stack.count
        for index in names.scope.firstDeclaration(atDepth: depth)..<names.scope.declarations.count {
            let declaration = names.scope.declarations[index]
            guard names.scope.prefix(of: declaration.slot) == names.nothing, declaration.uri != names.nothing else {
                continue
            }
            throw .value(.invalidDeclaration, "an element in no namespace cannot declare a default namespace")
        }
        let slot = names.scope.slot(of: names.nothing)
        guard let uri = names.uri(of: slot), uri != names.nothing else { return }
        names.scope.declare(slot, names.nothing, depth: depth)
    }

    // MARK: Checks

    private func ambiguous(_ name: Int) -> WriteError {
        .value(
            .invalidDeclaration,
            "the prefix of \(names.names[name].shortened) has one namespace in the value and another one in \(option: "namespacePrefixes")"
        )
    }

    private func undeclared(_ name: Int, _ prefix: Int) -> WriteError {
        let isFixed = rules.fixedNamespaces.contains { $0.prefix.utf8.elementsEqual(names.names[prefix].utf8) }
        let given = "[\"URI\": \"\(names.names[prefix].shortened)\"]"
        let remedy: ErrorMessage =
            isFixed
            ? "\(option: "declaresNamespaces") declares the prefixes of \(option: "namespacePrefixes")"
            : "\(option: "declaresNamespaces") and \(setting: "namespacePrefixes", given) declare it"
        return .value(.undeclaredPrefix, "the prefix of \(names.names[name].shortened) is not declared; \(remedy)")
    }

    /// Refuses a name with a prefix that is not declared, or is reserved.
    mutating func checkPrefix(
        of name: WrittenNames.WrittenName,
        _ key: WrittenNames.Key
    ) throws(WriteError) {
        // An element may have the name xmlns, but not that prefix.
        if name.parts.role == .declaration, name.parts.hasPrefix {
            throw .value(
                .invalidName,
                "the name \(names.names[Int(key.name)].shortened) is for declarations of namespaces"
            )
        }
        if name.parts.hasPrefix, names.uri(of: name.parts.slot) == nil {
            throw undeclared(Int(key.number), names.scope.prefix(of: name.parts.slot))
        }
    }

    /// Refuses a declaration that Namespaces in XML 1.0 forbids (sections 3 and 5).
    private func checkDeclaration(_ prefix: Int, _ uri: Int, isDefault: Bool) throws(WriteError) {
        let name = names.names[prefix].utf8
        let isXML = name.elementsEqual("xml".utf8)
        // No path leaves out a part of a collected dictionary, of a program's value, or of one that has all of a document.
        let remedy: ErrorMessage =
            attributeKey >= 0 && readCount < .max && !rules.form.keepsOuterSpace
            ? "\(setting: "skip", "\"@xmlns:\(names.names[prefix].shortened)\"") leaves it out in reading"
            : "give it one, or remove it"
        let message: ErrorMessage? =
            switch true {
            case !isDefault && uri == names.nothing: "the declaration of a prefix needs a URI; \(remedy)"
            case isXML != (uri == names.xmlNamespace): "the prefix xml and its namespace belong together"
            case name.elementsEqual("xmlns".utf8) || uri == names.declarationNamespace:
                "the prefix xmlns and its namespace cannot be declared"
            default: nil
            }
        if let message { throw .value(.invalidDeclaration, message) }
    }

    /// Refuses an attribute that is a forbidden declaration.
    mutating func checkDeclaration(
        _ name: WrittenNames.WrittenName,
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(WriteError) {
        let uri = names.number(of: text)
        try checkDeclaration(names.scope.prefix(of: name.parts.slot), uri, isDefault: !name.parts.hasPrefix)
    }

    // MARK: Writing

    /// Writes the declarations that came into force since a place in the scope.
    mutating func putDeclarations(from first: Int) throws(WriteError) {
        for index in first..<max(first, names.scope.declarations.count) {
            let declaration = names.scope.declarations[index]
            try putDeclaration(names.scope.prefix(of: declaration.slot), Int(declaration.uri))
        }
    }

    mutating func putDeclaration(_ prefix: Int, _ uri: Int) throws(WriteError) {
        try checkDeclaration(prefix, uri, isDefault: prefix == names.nothing)
        let name = names.declaration(of: prefix)
        try noteAttribute(name, named: name)
        try put(" xmlns")
        if prefix != names.nothing {
            let written = names.writtenName(prefix)
            guard written.isValid, !written.parts.hasPrefix else {
                throw .value(.invalidName, "'\(names.names[prefix].shortened)' is not an XML name")
            }
            try put(UInt8(ascii: ":"))
            try putPlainName(names.names[prefix].utf8)
        }
        try put("=\"")
        try putAttributeValue(names.names[uri].utf8)
        try put(UInt8(ascii: "\""))
    }
}
