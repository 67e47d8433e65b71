extension Form {
    /// Appends namespace declarations to the attributes, the pending nodes from `start` on, and may group these nodes.
    mutating func endAttributes(
        from start: Int,
        at depth: Int,
        hasDeclarations: Bool,
        _ scope: borrowing NamespaceScope,
        _ names: borrowing NameInterner
    ) throws(BuildError) {
        if hasDeclarations, rules.declarations.areCollected,
            let declarations = try declarations(at: depth, scope, names)
        {
            nodes.append(declarations)
        }
        guard let group = rules.attributeGroup, nodes.pending.count > start else { return }
        nodes.append(try takeDictionary(from: start, under: group, names.count))
    }

    /// Folds the attributes, which are the pending nodes from `start` on, into a dictionary under an element's key.
    mutating func takeAttributes(from start: Int, under key: Int, _ nameCount: Int) throws(BuildError) -> Entry {
        if let group = rules.attributeGroup {
            nodes.append(try takeDictionary(from: start, under: group, nameCount))
        }
        return try takeDictionary(from: start, under: key, nameCount)
    }

    private mutating func takeDictionary(from start: Int, under key: Int, _ nameCount: Int) throws(BuildError) -> Entry
    {
        defer { nodes.pending.count = start }
        return try fold(from: start, under: key, nameCount)
    }

    private mutating func declarations(
        at depth: Int,
        _ scope: borrowing NamespaceScope,
        _ names: borrowing NameInterner
    ) throws(BuildError) -> Entry? {
        guard rules.declarations == .inherit else {
            return try declarations(from: scope.firstDeclaration(atDepth: depth), scope, names)
        }
        if let known = declarations.reuse(scope.changes) { return known }
        let made = try declarations(from: NamespaceScope.firstDeclaration, scope, names)
        declarations.keep(made, scope.changes, scope.byteCount(names))
        return made
    }

    private mutating func declarations(
        from first: Int,
        _ scope: borrowing NamespaceScope,
        _ names: borrowing NameInterner
    ) throws(BuildError) -> Entry? {
        let start = nodes.pending.count
        for index in first..<scope.declarations.count {
            guard rules.declarations == .collect || scope.isShown(index) else { continue }
            let declaration = scope.declarations[index], prefix = scope.prefix(of: declaration.slot)
            let key = prefix == scope.nothing ? rules.keys.defaultNamespace : prefix
            nodes.append(.name(Int(declaration.uri), key: key))
        }
        guard nodes.pending.count > start else { return nil }
        return try takeDictionary(from: start, under: rules.keys.declarations, names.count)
    }
}
