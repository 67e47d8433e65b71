/// Attributes, and the namespaces that they declare.
extension Form {
    /// Folds the attributes of an element into a group, if the options want one.
    ///
    /// - Returns: The element, whose only attribute is the group.
    mutating func withGroup(_ element: OpenElement, _ nameCount: Int) throws(BuildError) -> OpenElement {
        guard let key = rules.attributeGroupKey, element.attributeCount > 0 else { return element }
        let start = element.pendingStart, removed = Int(element.attributeCount) - 1
        nodes.pending[start] = try fold(start..<element.contentStart, under: key, nameCount)
        if removed > 0 {
            for place in element.contentStart..<nodes.pending.count {
                nodes.pending[place - removed] = nodes.pending[place]
            }
            nodes.pending.count -= removed
        }
        var element = element
        element.attributeCount = 1
        return element
    }

    /// Removes the last pending nodes, which are attributes, and folds them into a dictionary under an element's key.
    ///
    /// - Parameters:
    ///   - start: The place of the first one.
    ///   - key: The key of the element.
    ///   - nameCount: How many names exist.
    /// - Returns: The dictionary.
    /// - Throws: `BuildError.tooMany`.
    mutating func takeAttributes(from start: Int, under key: Int, _ nameCount: Int) throws(BuildError) -> Entry {
        if let group = rules.attributeGroupKey {
            nodes.append(try takeDictionary(from: start, under: group, nameCount))
        }
        return try takeDictionary(from: start, under: key, nameCount)
    }

    private mutating func takeDictionary(from start: Int, under key: Int, _ nameCount: Int) throws(BuildError) -> Entry
    {
        defer { nodes.pending.count = start }
        return try fold(from: start, under: key, nameCount)
    }

    // MARK: Namespace declarations

    /// The entry of a declaration.
    ///
    /// - Parameters:
    ///   - prefix: The number of the prefix; `nil` for the default namespace.
    ///   - uri: The number of the URI.
    /// - Returns: The entry.
    func declaration(of prefix: Int?, _ uri: Int) -> Entry { .name(uri, key: prefix ?? rules.keys.defaultNamespace) }

    /// Removes the last pending nodes, which are declarations, and folds them into a dictionary.
    ///
    /// - Returns: The dictionary; `nil` without declarations.
    mutating func takeDeclarations(from start: Int, _ nameCount: Int) throws(BuildError) -> Entry? {
        guard nodes.pending.count > start else { return nil }
        return try takeDictionary(from: start, under: rules.keys.declarations, nameCount)
    }
}
