extension ElementDecoder {
    private static let mostWithoutTable = 32

    /// Finds an entry by the exact key, an attribute by the key without the prefix, or an entry in the attribute group.
    ///
    /// An empty key finds the text, as the key of text does.
    func find(_ key: String) -> Entry? {
        var key = key
        return key.withUTF8 { find($0) }
    }

    private func find(_ key: UnsafeBufferPointer<UInt8>) -> Entry? {
        let tree = session.tree
        switch entry.kind {
        case .dictionary:
            if let child = child(called: key) { return child }
        case .textOnly, .string, .number, .boolean, .name:
            if isTextKey(key) {
                return entry.kind == .textOnly ? tree.onlyChild(of: entry) : entry
            }
        // The single associated value of an enumeration's case (`_0`) may be null.
        case .null: return key.elementsEqual("_0".utf8) ? entry : nil
        case .array:
            return item.flatMap { item in item.keys.contains { $0.utf8.elementsEqual(key) } ? item.entry : nil }
        }
        if let found = findInGroup(key) { return found }
        if key.isEmpty { return tree.child(of: entry, under: tree.textKey) }
        // The single associated value of an enumeration's case (`_0`) is the element itself.
        if key.elementsEqual("_0".utf8) { return entry }
        if key.contains(UInt8(ascii: "{")) { return findExpanded(key) }
        return key.first == UInt8(ascii: "@") ? findAttribute(key) : nil
    }

    /// Finds the entry for `{URI}name` or `@{URI}name` in a value with expanded namespaces.
    @inline(never)
    private func findExpanded(_ key: UnsafeBufferPointer<UInt8>) -> Entry? {
        let mark = key.first == UInt8(ascii: "@") ? "@" : ""
        let step = XMLPath.step(String(decoding: key.dropFirst(mark.utf8.count), as: UTF8.self)[...])
        guard case .expanded = step, let name = step.key(separator: session.roles.form.prefixSeparator) else {
            return nil
        }
        return find(mark + name)
    }

    /// Finds the attribute for `@name` in a value whose attributes have another mark, or no mark.
    @inline(never)
    private func findAttribute(_ key: UnsafeBufferPointer<UInt8>) -> Entry? {
        let roles = session.roles, name = UnsafeBufferPointer(rebasing: key.dropFirst())
        guard roles.attributePrefix != [UInt8(ascii: "@")], roles.isOfReader else { return nil }
        if roles.attributeGroupKey != nil { return findInGroup(name) }
        let tree = session.tree, key = roles.attributePrefix + Array(name)
        guard let child = key.withUnsafeBufferPointer({ child(called: $0) }) else { return nil }
        guard roles.hasUnmarkedAttributes else { return child }
        let first = child.kind == .array && child.length > 0 ? tree.child(of: child, at: 0) : child
        return roles.isUnmarkedAttribute(first) ? first : nil
    }

    private func isTextKey(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        key.isEmpty || name(session.tree.textKey, is: key)
    }

    private func name(_ id: Int, is key: UnsafeBufferPointer<UInt8>) -> Bool {
        session.tree.names[id].equals(key)
    }

    private func findInGroup(_ key: UnsafeBufferPointer<UInt8>) -> Entry? {
        if let group { return group.child(called: key) }
        guard let groupKey = session.roles.attributeGroupKey else { return nil }
        guard let child = session.tree.child(of: entry, under: groupKey), child.kind == .dictionary else { return nil }
        // This decoder keeps the group's decoder, which may have an index table. The group's decoder has no parent,
        // because a reference cycle would keep both decoders in memory.
        let decoder = ElementDecoder(session, child)
        group = decoder
        return decoder.child(called: key)
    }

    private func child(called key: UnsafeBufferPointer<UInt8>) -> Entry? {
        childIndex(of: key).map { session.tree.child(of: entry, at: $0) }
    }

    private func childIndex(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        let count = entry.length
        if count > Self.mostWithoutTable { return childIndexByTable(of: key) }
        let tree = session.tree, offset = entry.offset, hint = hint
        let prefixCount = key.isEmpty ? 0 : session.attributePrefix.count
        var attribute: Int?
        for step in 0..<count {
            let index = hint + step < count ? hint + step : hint + step - count
            let name = tree.names[tree.entries[offset + index].key]
            if name.equals(key) {
                self.hint = index + 1 < count ? index + 1 : 0
                return index
            }
            if prefixCount > 0, name.byteCount == prefixCount + key.count, isAttribute(name, called: key) {
                attribute = index
            }
        }
        if let attribute { self.hint = attribute + 1 < count ? attribute + 1 : 0 }
        return attribute
    }

    private func isAttribute(_ name: Name, called key: UnsafeBufferPointer<UInt8>) -> Bool {
        let prefix = session.attributePrefix
        guard let start = key.baseAddress, Memory.areEqual(name.bytes + prefix.count, start, count: key.count) else {
            return false
        }
        return name.utf8.starts(with: prefix)
    }

    private func childIndexByTable(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        if indexTable == nil { indexTable = makeIndexTable() }
        return indexTable?[Array(key)]
    }

    private func makeIndexTable() -> [[UInt8]: Int] {
        var table: [[UInt8]: Int] = [:]
        table.reserveCapacity(entry.length)
        let tree = session.tree
        for index in 0..<entry.length {
            let name = tree.names[tree.entries[entry.offset + index].key]
            table[Array(name.utf8)] = index
        }
        guard session.hasPrefix else { return table }
        for index in 0..<entry.length {
            let spelling = session.spelling(of: tree.entries[entry.offset + index].key)
            if table[spelling] == nil { table[spelling] = index }
        }
        return table
    }

    /// The keys, except of namespace declarations and `xsi:` attributes, because a type gets these only by name.
    var allKeys: [String] {
        let tree = session.tree
        switch entry.kind {
        case .null: return []
        case .string where entry.length == 0: return []
        case .string, .number, .boolean, .name, .textOnly: return [tree.names[tree.textKey].string]
        case .array: return item?.keys ?? []
        case .dictionary: break
        }
        var keys: [String] = []
        for index in 0..<entry.length {
            let child = tree.child(of: entry, at: index)
            if session.purpose(of: child) != .content { continue }
            if child.key == session.roles.attributeGroupKey, child.kind == .dictionary {
                // An element with the name of an attribute hides the attribute.
                keys += ElementDecoder(child, path, in: self).allKeys.filter { !hasOwn($0) }
            } else {
                keys.append(key(of: child, at: index))
            }
        }
        return keys
    }

    private func hasOwn(_ key: String) -> Bool {
        var key = key
        return key.withUTF8 { childIndex(of: $0) } != nil
    }

    /// The key without the prefix of attributes, or with the prefix if another entry has the shorter key.
    private func key(of child: Entry, at index: Int) -> String {
        let name = session.tree.names[child.key].string
        guard session.hasPrefix, child.key != session.tree.textKey else { return name }
        let spelling = session.spelling(of: child.key)
        return spelling.withUnsafeBufferPointer { childIndex(of: $0) } == index
            ? String(decoding: spelling, as: UTF8.self) : name
    }

    func missing(_ key: any CodingKey) -> DecodingError {
        let keys = allKeys
        let names = keys.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        let found = keys.isEmpty ? "the element has nothing in it" : "there are \(names)\(keys.count > 8 ? ", …" : "")"
        let fact = "there is no attribute or element '\(key.stringValue)'; \(found)"
        return .keyNotFound(key, context("\(fact)\(rootHint(for: key))\(wrapperHint(keys.count))"))
    }

    private func rootHint(for key: any CodingKey) -> ErrorMessage {
        guard session.isValueGiven, case .root = path else { return "" }
        let root = XMLValue(storage: session.storage, entry: entry).root.entry
        guard !root.isSame(as: entry) else { return "" }
        let isDocument = session.storage.document?.entry.isSame(as: entry) ?? false
        guard isDocument || ElementDecoder(session, root).find(key.stringValue) != nil else { return "" }
        return "; pass the value's 'root' to decode the element '\(session.tree.names[root.key].string)'"
    }
}
