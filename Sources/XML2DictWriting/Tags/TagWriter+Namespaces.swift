import XML2Dict

/// Declares namespaces (Namespaces in XML 1.0), and checks that prefixes are declared.
///
/// A declaration that is an attribute of the value keeps its position among the attributes. Declarations from a group,
/// and declarations of prefixes that the writer makes, come before the first attribute that needs them.
extension TagWriter {
    mutating func declare(_ name: TagName, _ uri: UnsafeBufferPointer<UInt8>) {
        let parts = names.checked(name.text).parts
        guard parts.role == .declaration else { return }
        let uri = names.id(of: uri)
        guard !rules.inheritsDeclarations || uri == names.xmlNamespace || names.uri(of: parts.slot) != uri else {
            return
        }
        names.scope.declare(parts.slot, uri, depth: openTags.count)
    }

    mutating func declareFixedNamespaces() throws(WriteError) {
        for (prefix, uri) in rules.namespaces {
            let slot = names.scope.slot(of: names.id(of: prefix))
            let uri = names.id(of: uri)
            guard uri != names.xmlNamespace else { continue }
            if names.uri(of: slot) == nil { names.scope.declare(slot, uri, depth: openTags.count) }
            guard names.uri(of: slot) == uri else {
                throw .value("the root declares the prefix '\(prefix)' for another namespace")
            }
        }
    }

    mutating func qualified(
        _ name: TagName,
        _ checked: TagNames.CheckedName,
        isAttribute: Bool
    ) throws(WriteError) -> Int32 {
        guard name.namespace >= 0 else {
            let parts = checked.parts
            guard parts.hasPrefix else { return name.text }
            // An element may have the name `xmlns`, but not the prefix `xmlns`.
            if parts.role == .declaration {
                let shown = names.view[Int(name.text)].shortened
                throw .value("the name \(shown) is for declarations of namespaces")
            }
            if names.uri(of: parts.slot) != nil { return name.text }
            throw undeclared(Int(name.key), names.scope.prefix(of: parts.slot))
        }
        let prefix = try prefix(for: Int(name.namespace), isAttribute, name)
        // The written prefix may be longer than the prefix or the URI in the key.
        let local = names.view[Int(name.text)].byteCount, whole = names.view[Int(name.key)].byteCount
        let excess = names.view[prefix].byteCount &+ local &- whole
        // Both tags of an element have the name, so the excess counts twice.
        if excess > 0 { try names.count(excess, of: 2) }
        return names.qualified(name.text, by: prefix)
    }

    private mutating func prefix(for uri: Int, _ isAttribute: Bool, _ name: TagName) throws(WriteError) -> Int {
        let found = names.scope.prefix(for: uri, isAttribute: isAttribute)
        if rules.expandsNames {
            if let found { return found }
        } else {
            // The options give this prefix to the namespace, but the document may give the prefix to another namespace.
            let prefix = Int(name.prefix), own = names.uri(of: names.scope.slot(of: prefix))
            if own == uri { return prefix }
            if let found {
                guard own == nil else { throw ambiguous(Int(name.key)) }
                return found
            }
            if own != nil { return prefix }
            guard rules.declaresNamespaces else { throw undeclared(Int(name.key), prefix) }
        }
        let prefix = names.newPrefix(for: uri)
        try names.count(names.view[uri].byteCount)
        names.scope.declare(names.scope.slot(of: prefix), uri, depth: openTags.count)
        return prefix
    }

    mutating func endDefaultNamespace() throws(WriteError) {
        let depth = openTags.count
        for index in names.scope.firstDeclaration(atDepth: depth)..<names.scope.declarations.count {
            let declaration = names.scope.declarations[index]
            guard names.scope.prefix(of: declaration.slot) == names.nothing, declaration.uri != names.nothing else {
                continue
            }
            throw .value("an element in no namespace cannot declare a default namespace")
        }
        let slot = names.scope.slot(of: names.nothing)
        guard let uri = names.uri(of: slot), uri != names.nothing else { return }
        names.scope.declare(slot, names.nothing, depth: depth)
    }

    private func ambiguous(_ name: Int) -> WriteError {
        .value(
            "the prefix of \(names.view[name].shortened) has one namespace in the value and another one in \(option: "namespacePrefixes")"
        )
    }

    private func undeclared(_ name: Int, _ prefix: Int) -> WriteError {
        let isFixed = rules.namespaces.contains { $0.prefix.utf8.elementsEqual(names.view[prefix].utf8) }
        let given = "[\"URI\": \"\(names.view[prefix].shortened)\"]"
        let remedy: ErrorMessage =
            isFixed
            ? "\(option: "declaresNamespaces") declares the prefixes of \(option: "namespacePrefixes")"
            : "\(option: "declaresNamespaces") and \(setting: "namespacePrefixes", given) declare it"
        return .value("the prefix of \(names.view[name].shortened) is not declared; \(remedy)")
    }

    /// Refuses a declaration that Namespaces in XML 1.0 forbids (sections 3 and 5).
    mutating func checkDeclaration(_ prefix: Int, _ uri: Int, isAttribute: Bool) throws(WriteError) {
        let name = names.view[prefix].utf8
        let isXML = name.elementsEqual("xml".utf8)
        // `skip` cannot leave out a declaration in a group, in a value that a program makes, or in a lossless value.
        let remedy: ErrorMessage =
            isAttribute && names.readCount < .max && !rules.includesOuterSpace
            ? "\(setting: "skip", "\"@xmlns:\(names.view[prefix].shortened)\"") leaves it out in reading"
            : "give it one, or remove it"
        let message: ErrorMessage? =
            switch true {
            case prefix != names.nothing && uri == names.nothing: "the declaration of a prefix needs a URI; \(remedy)"
            case isXML != (uri == names.xmlNamespace): "the prefix xml and its namespace belong together"
            case name.elementsEqual("xmlns".utf8) || uri == TagNames.planned.xmlnsNamespace:
                "the prefix xmlns and its namespace cannot be declared"
            default: nil
            }
        if let message { throw .value(message) }
    }

    mutating func putDeclarations(from first: Int) throws(WriteError) {
        for index in first..<max(first, names.scope.declarations.count) {
            let (name, uri) = try checkedDeclaration(at: index)
            try putAttribute(name, names.view[uri].utf8)
        }
    }

    mutating func checkedDeclaration(at index: Int) throws(WriteError) -> (name: Int32, uri: Int) {
        let declaration = names.scope.declarations[index], uri = Int(declaration.uri)
        return (try checkedDeclaration(names.scope.prefix(of: declaration.slot), uri), uri)
    }

    private mutating func checkedDeclaration(_ prefix: Int, _ uri: Int) throws(WriteError) -> Int32 {
        let name = names.declaration(of: prefix), checked = names.checked(Int32(prefix))
        try checkDeclaration(prefix, uri, isAttribute: false)
        try noteAttribute(Int(name), named: Int(name))
        guard prefix == names.nothing || checked.isValid && !checked.parts.hasPrefix else {
            throw .value("'\(names.view[prefix].shortened)' is not an XML name")
        }
        return name
    }

    /// Writes `xsi:nil="true"` (XML Schema part 1, section 2.6.2).
    mutating func putNil() throws(WriteError) {
        let planned = TagNames.planned, uri = planned.schemaInstance
        var prefix = planned.xsi
        if let declared = names.scope.prefix(for: uri, isAttribute: true) {
            prefix = declared
        } else {
            if names.uri(of: names.scope.slot(of: prefix)) != nil { prefix = names.newPrefix(for: uri) }
            try putAttribute(checkedDeclaration(prefix, uri), names.view[uri].utf8)
        }
        try putName(names.qualified(Int32(planned.null), by: prefix), .attribute)
        try put("true\"")
    }
}
