/// Writing tags: names, declarations of namespaces, and attributes.
extension XMLTextWriter {
    /// A start tag that was begun, for its end tag.
    struct StartTag {
        var prefix: Int32
        var name: Int32
        /// The value of `xml:space`, if the tag has that attribute.
        var keepsSpace: Bool?
    }

    /// Writes a start tag, except its end.
    ///
    /// - Parameters:
    ///   - content: The dictionary that has the attributes; `nil` without attributes.
    ///   - key: The element's key.
    ///   - tree: The memory of the value.
    /// - Returns: The tag.
    mutating func startTag(_ content: Entry?, _ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) -> StartTag {
        tagCount &+= 1
        if let content { try declare(content, tree) }
        var generated: Int?
        var tag = StartTag(prefix: -1, name: key.name)
        let name = try checkedName(Int(key.name))
        if key.namespace >= 0 {
            tag.prefix = Int32(try prefix(for: Int(key.namespace), isAttribute: false, &generated))
        } else if name.hasPrefix, names.uri(of: name.slot) == nil {
            throw undeclared(Int(key.name))
        }
        try put(UInt8(ascii: "<"))
        try putName(prefix: tag.prefix, tag.name)
        if rules.expandsNamespaces, key.namespace < 0, !name.hasPrefix { try endDefaultNamespace() }
        if let content { try putAttributes(content, &tag, tree) }
        if let generated { try putDeclaration(generated) }
        return tag
    }

    func undeclared(_ name: Int) -> Stop {
        .value(
            .undeclaredPrefix,
            "the prefix of \(names.names[name].shortened) is not declared; \(setting: "declares") declares it"
        )
    }

    /// Checks a name of an element or an attribute.
    private mutating func checkedName(_ number: Int) throws(Stop) -> WrittenNames.WrittenName {
        let name = try lookUp { names throws(BuildError) in try names.writtenName(number) }
        if name.isValid { return name }
        throw .value(.invalidName, "'\(names.names[number].shortened)' is not a name of XML")
    }

    mutating func putName(prefix: Int32, _ name: Int32) throws(Stop) {
        if prefix >= 0, Int(prefix) != names.nothing {
            try put(names.names[Int(prefix)].utf8)
            try put(UInt8(ascii: ":"))
        }
        try putPlainName(names.names[Int(name)].utf8)
    }

    private mutating func putPlainName(_ name: UnsafeBufferPointer<UInt8>) throws(Stop) {
        if rules.format.isASCII, name.contains(where: { $0 >= 0x80 }) {
            throw .value(
                .invalidName,
                "the name \(String(shortening: name)) is not ASCII, and a name cannot have character references"
            )
        }
        try put(name)
    }

    mutating func endEmptyTag(_ tag: StartTag) throws(Stop) {
        guard rules.format.hasLongEmptyTags else { return try put("/>") }
        try put(UInt8(ascii: ">"))
        try putEndTag(tag)
    }

    mutating func putEndTag(_ tag: StartTag) throws(Stop) {
        try put("</")
        try putName(prefix: tag.prefix, tag.name)
        try put(UInt8(ascii: ">"))
    }

    /// Writes an element that is null (XML Schema part 1, section 2.6.2).
    mutating func writeNil(_ key: WrittenNames.Key, _ tree: StorageView) throws(Stop) {
        let tag = try startTag(nil, key, tree)
        let (prefix, uri) = try lookUp { names throws(BuildError) in
            try (names.text("xsi"), names.text("http://www.w3.org/2001/XMLSchema-instance"))
        }
        if let declared = names.prefix(for: uri, isAttribute: true) {
            try put(UInt8(ascii: " "))
            try put(names.names[declared].utf8)
            try put(":nil=\"true\"")
        } else {
            try put(" xmlns:")
            try put(names.names[prefix].utf8)
            try put("=\"")
            try put(names.names[uri].utf8)
            try put("\" ")
            try put(names.names[prefix].utf8)
            try put(":nil=\"true\"")
        }
        try endEmptyTag(tag)
        names.leave(stack.count)
    }

    // MARK: Attributes

    /// Calls a function for each attribute of a dictionary, with its key and its value, which is text.
    private mutating func forEachAttribute(
        _ content: Entry,
        _ tree: StorageView,
        _ body: (inout XMLTextWriter, WrittenNames.Key, Entry) throws(Stop) -> Void
    ) throws(Stop) {
        for place in 0..<content.length {
            let entry = tree.entries[content.offset &+ place]
            let number = try lookUp { names throws(BuildError) in try names.number(of: entry.key, tree) }
            if rules.isOrdered {
                let key = try lookUp { names throws(BuildError) in try names.attribute(number) }
                if key.meaning != .declarations { try body(&self, key, try attributeText(entry, number)) }
                continue
            }
            let key = try lookUp { names throws(BuildError) in try names.key(number) }
            switch key.meaning {
            case .attribute: try body(&self, key, try attributeText(entry, number))
            case .attributeGroup:
                guard entry.kind == .dictionary else {
                    throw .value(.invalidForm, "the attributes are a dictionary")
                }
                for place in 0..<entry.length {
                    let entry = tree.entries[entry.offset &+ place]
                    let key = try lookUp { names throws(BuildError) in
                        try names.attribute(names.number(of: entry.key, tree))
                    }
                    if key.meaning != .declarations { try body(&self, key, try attributeText(entry, number)) }
                }
            case .plain where entry.kind == .array:
                for place in 0..<entry.length where rules.mergesAttributes {
                    let item = tree.entries[entry.offset &+ place]
                    if item.isText { try body(&self, key, item) }
                }
            case .plain:
                if isAttribute(entry, key) { try body(&self, key, entry) }
            case .text where entry.kind == .array && rules.mergesAttributes:
                // Attributes come before text, which is last.
                for place in 0..<max(0, entry.length - 1) {
                    let item = tree.entries[entry.offset &+ place]
                    let key = try lookUp { names throws(BuildError) in try names.element(number) }
                    if item.isText { try body(&self, key, item) }
                }
            default: break
            }
        }
    }

    private func isAttribute(_ entry: Entry, _ key: WrittenNames.Key) -> Bool {
        entry.isText
            && (rules.mergesAttributes || rules.attributePrefix.isEmpty && names.isAlwaysAttribute(Int(key.name)))
    }

    private func attributeText(_ entry: Entry, _ key: Int) throws(Stop) -> Entry {
        guard entry.isText || entry.kind == .null else {
            throw .value(.duplicateAttribute, "the attribute \(names.names[key].shortened) is a text, and no list or dictionary")
        }
        return entry
    }

    private mutating func putAttributes(_ content: Entry, _ tag: inout StartTag, _ tree: StorageView) throws(Stop) {
        if rules.declarations == .collect || rules.declarations == .inherit { try putDeclarations() }
        var keepsSpace: Bool?
        try forEachAttribute(content, tree) { (writer, key, entry) throws(Stop) in
            try writer.putAttribute(key, entry, tree, &keepsSpace)
        }
        tag.keepsSpace = keepsSpace
    }

    private mutating func putAttribute(
        _ key: WrittenNames.Key,
        _ entry: Entry,
        _ tree: StorageView,
        _ keepsSpace: inout Bool?
    ) throws(Stop) {
        let name = try checkedName(Int(key.name))
        var prefix: Int32 = -1
        if key.namespace >= 0 {
            var generated: Int?
            prefix = Int32(try self.prefix(for: Int(key.namespace), isAttribute: true, &generated))
            if let generated { try putDeclaration(generated) }
        } else if name.hasPrefix, name.role != .declaration, names.uri(of: name.slot) == nil {
            throw undeclared(Int(key.name))
        }
        try noteAttribute(Int(key.name))
        let text = entry.kind == .null ? UnsafeBufferPointer(start: nil, count: 0) : tree.text(entry)
        if names.names[Int(key.name)].utf8.elementsEqual("xml:space".utf8) {
            keepsSpace = text.elementsEqual("preserve".utf8)
        }
        try put(UInt8(ascii: " "))
        try putName(prefix: prefix, key.name)
        try put("=\"")
        try putAttributeValue(text)
        try put(UInt8(ascii: "\""))
    }

    /// Refuses an attribute that the tag has already.
    private mutating func noteAttribute(_ number: Int) throws(Stop) {
        guard attributeTags.extend(to: number + 1, with: 0) else { throw .output(.outOfMemory) }
        guard attributeTags[number] != tagCount else {
            throw .value(.duplicateAttribute, "the attribute \(names.names[number].shortened) is there already")
        }
        attributeTags[number] = tagCount
    }

    // MARK: Declarations

    /// Brings the declarations of an element into force.
    private mutating func declare(_ content: Entry, _ tree: StorageView) throws(Stop) {
        let depth = stack.count
        if rules.declarations == .collect || rules.declarations == .inherit {
            return try declareCollected(content, tree, depth)
        }
        try forEachAttribute(content, tree) { (writer, key, entry) throws(Stop) in
            let name = try writer.lookUp { names throws(BuildError) in try names.writtenName(Int(key.name)) }
            guard name.role == .declaration else { return }
            try writer.lookUp { names throws(BuildError) in
                try names.declare(name.slot, names.number(of: tree.text(entry)), depth: depth)
            }
        }
    }

    private mutating func declareCollected(_ content: Entry, _ tree: StorageView, _ depth: Int) throws(Stop) {
        for place in 0..<content.length {
            let entry = tree.entries[content.offset &+ place]
            let key = try lookUp { names throws(BuildError) in try names.key(names.number(of: entry.key, tree)) }
            guard key.meaning == .declarations, entry.kind == .dictionary else { continue }
            for place in 0..<entry.length {
                let declaration = tree.entries[entry.offset &+ place]
                guard declaration.isText else { continue }
                let isDefault = tree.names[declaration.key].utf8.elementsEqual(rules.defaultNamespaceKey)
                try lookUp { names throws(BuildError) in
                    let uri = try names.number(of: tree.text(declaration))
                    let prefix = isDefault ? names.nothing : try names.number(of: declaration.key, tree)
                    let slot = try names.slot(of: prefix)
                    // An inherited declaration is in force already.
                    if names.uri(of: slot) != uri { try names.declare(slot, uri, depth: depth) }
                }
            }
        }
    }

    /// Writes the declarations of the start tag.
    private mutating func putDeclarations() throws(Stop) {
        let start = names.scope.firstDeclaration(atDepth: stack.count)
        for index in start..<names.scope.declarations.count {
            let declaration = names.scope.declarations[index]
            try putDeclaration(names.scope.prefix(of: declaration.slot), Int(declaration.uri))
        }
    }

    private mutating func putDeclaration(_ prefix: Int) throws(Stop) {
        let slot = try lookUp { names throws(BuildError) in try names.slot(of: prefix) }
        try putDeclaration(prefix, names.uri(of: slot) ?? names.nothing)
    }

    private mutating func putDeclaration(_ prefix: Int, _ uri: Int) throws(Stop) {
        try put(" xmlns")
        if prefix != names.nothing {
            try put(UInt8(ascii: ":"))
            try putPlainName(names.names[prefix].utf8)
        }
        try put("=\"")
        try putAttributeValue(names.names[uri].utf8)
        try put(UInt8(ascii: "\""))
    }

    /// Ends a default namespace, for an element that is in none.
    private mutating func endDefaultNamespace() throws(Stop) {
        let slot = try lookUp { names throws(BuildError) in try names.slot(of: names.nothing) }
        guard let uri = names.uri(of: slot), uri != names.nothing else { return }
        let depth = stack.count
        try lookUp { names throws(BuildError) in try names.declare(slot, names.nothing, depth: depth) }
        try put(" xmlns=\"\"")
    }

    /// The prefix for a namespace; a new one, which the caller declares in the tag, when none is in force.
    private mutating func prefix(for uri: Int, isAttribute: Bool, _ generated: inout Int?) throws(Stop) -> Int {
        if let prefix = names.prefix(for: uri, isAttribute: isAttribute) { return prefix }
        let depth = stack.count
        let prefix = try lookUp { names throws(BuildError) in
            let prefix = try names.newPrefix(for: uri)
            try names.declare(names.slot(of: prefix), uri, depth: depth)
            return prefix
        }
        generated = prefix
        return prefix
    }
}
