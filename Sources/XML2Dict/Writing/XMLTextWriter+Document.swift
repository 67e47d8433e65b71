/// Writing a document: the declaration, the nodes beside the root, and the root.
extension XMLTextWriter {
    /// Begins a document.
    ///
    /// - Parameters:
    ///   - value: The document.
    ///   - tree: The memory of the value.
    ///   - staysOpen: Whether the root is written up to its end tag only, even if it is empty.
    /// - Throws: `Stop` for a document that cannot be written, and when the output fails.
    mutating func beginDocument(_ value: Entry, _ tree: StorageView, staysOpen: Bool = false) throws(Stop) {
        stack.count = 0
        plan.count = 0
        names.leaveAll()
        isAtStart = true
        hasDoctype = false
        hasRoot = false
        attributeKey = -1
        let tag = StartTag(prefix: -1, name: -1)
        var flags = Flags.isDocument
        if !rules.trims { flags.insert(.keepsSpace) }
        stack.append(Element(tag: tag, next: 0, end: 0, start: 0, flags: flags))
        if let rootName = rules.rootName {
            try putXMLDeclaration()
            try writeNamedRoot(rootName, value, tree, staysOpen)
        } else if rules.isOrdered, value.kind == .array {
            try putXMLDeclaration()
            try writeOrderedDocument(value, tree, staysOpen)
        } else if rules.keepsRoot {
            try beginDictionary(value, tree)
        } else if rules.isOrdered {
            throw Self.notOrdered
        } else {
            throw .value(.invalidForm, "the value does not have the name of its root; \(option: "rootName") gives it")
        }
    }

    private static var notOrdered: Stop {
        .value(.invalidForm, "an element is an array here: its name, its attributes and its content")
    }

    /// Begins a document that is the dictionary of its root and the nodes beside it.
    private mutating func beginDictionary(_ value: Entry, _ tree: StorageView) throws(Stop) {
        guard value.isDictionary else {
            throw .value(
                .invalidForm,
                value.kind == .array
                    ? "a document cannot be an array; \(option: "rootName") and \(option: "itemName") name a root and its elements"
                    : "a document is a dictionary with one element; \(option: "rootName") puts an element around any value"
            )
        }
        let document = content(value, isDocument: true, tree)
        try checkRoot(document, tree)
        try putXMLDeclaration(of: document, tree)
        let top = stack.count - 1
        var run = value.offset..<value.offset &+ value.childCount
        if document.order != nil || value.kind == .textOnly {
            run = try planParts(of: document, tree)
            stack[top].flags.insert(.isPlanned)
        }
        stack[top].start = run.lowerBound
        stack[top].next = run.lowerBound
        stack[top].end = run.upperBound
    }

    /// Writes a value as the content of a root that the settings name.
    private mutating func writeNamedRoot(
        _ name: [UInt8],
        _ value: Entry,
        _ tree: StorageView,
        _ staysOpen: Bool
    ) throws(Stop) {
        guard !rules.isOrdered || !value.isDictionary else { throw Self.notOrdered }
        let key = elementKey(name)
        guard staysOpen || rules.isOrdered && value.kind == .array else { return try writeElement(value, key, tree) }
        try startLine(depth: 0)
        let tag = try startTag(nil, Survey(), key, tree)
        try put(UInt8(ascii: ">"))
        guard !staysOpen, isElement(value, in: tree) else {
            let content = staysOpen || value.kind != .array ? 0..<0 : value.offset..<value.offset + value.length
            return push(tag, content, hasText: false, rules.isOrdered ? .isOrdered : .isArray)
        }
        push(tag, 0..<0, hasText: false, .isOrdered)
        try writeContent(value, tree)
    }

    /// The key of an element that the settings name.
    mutating func elementKey(_ name: [UInt8]) -> WrittenNames.Key {
        name.withUnsafeBufferPointer { names.element($0) }
    }

    /// Writes a root in document order, or the array of all nodes of a document.
    private mutating func writeOrderedDocument(_ value: Entry, _ tree: StorageView, _ staysOpen: Bool) throws(Stop) {
        if isElement(value, in: tree), names.isNode(tree.text(tree.entries[value.offset])) { try checkCount(0) }
        guard value.length > 0, !isElement(value, in: tree) else {
            return try writeContent(value, tree, staysOpen: staysOpen)
        }
        var count = 0
        for place in 0..<value.length {
            let node = tree.entries[value.offset + place]
            guard node.kind == .array, node.length > 0, tree.entries[node.offset].isString else {
                throw .value(.invalidForm, "only comments, instructions and the DOCTYPE can be beside the root")
            }
            if !names.isNode(tree.text(tree.entries[node.offset])) { count += 1 }
        }
        try checkCount(count)
        let top = stack.count - 1
        stack[top].start = value.offset
        stack[top].next = value.offset
        stack[top].end = value.offset + value.length
        stack[top].flags.insert(.isOrdered)
    }

    /// Refuses a document without an element, or with several.
    private mutating func checkRoot(_ document: Content, _ tree: StorageView) throws(Stop) {
        var count = 0
        var keys: [String] = []
        try forEachPart(of: document, tree) { (writer, part, _, key) throws(Stop) in
            guard part == .element else { return }
            count += 1
            if count > 1, writer.rules.unwrapsSiblings, writer.rules.itemName == nil { throw Self.unnamedItems }
            if count > 1 || keys.isEmpty, keys.count < 3 {
                let name = "'\(writer.names.names[Int(key.number)].shortened)'"
                if keys.last != name { keys.append(name) }
            }
        }
        try checkCount(count, keys)
    }

    private func checkCount(_ count: Int, _ keys: [String] = []) throws(Stop) {
        guard count != 1 else { return }
        let names =
            keys.isEmpty ? "" : ": " + keys.joined(separator: ", ") + (count > 3 && keys.count == 3 ? ", …" : "")
        throw .value(
            .invalidForm,
            count == 0
                ? "a document needs an element; \(option: "rootName") makes one of the whole value"
                : "a document has one root, and this has \(count) elements\(names); \(option: "rootName") puts them into one"
        )
    }

    // MARK: The XML declaration

    /// Writes the XML declaration (XML 1.0, section 2.8).
    private mutating func putXMLDeclaration() throws(Stop) {
        if rules.format.hasDeclaration { try put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }
    }

    /// Writes the XML declaration with the version and the encoding of the document, if the options keep them.
    private mutating func putXMLDeclaration(of document: Content, _ tree: StorageView) throws(Stop) {
        guard rules.format.hasDeclaration, rules.includesXMLDeclaration else { return try putXMLDeclaration() }
        var version: Entry?, encoding: Entry?
        try forEachPart(of: document, tree) { (_, part, entry, key) throws(Stop) in
            guard part == .xmlDeclaration else { return }
            guard (key.role == .version ? version : encoding) == nil else {
                throw .value(.invalidForm, "an XML declaration has one version and one encoding")
            }
            if key.role == .version { version = entry } else { encoding = entry }
        }
        guard let version else {
            guard encoding == nil else { throw .value(.invalidForm, "an XML declaration needs a version") }
            return
        }
        let number = tree.text(version)
        let isKnown = number.starts(with: "1.".utf8) && number.count > 2
        guard isKnown, number.dropFirst(2).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw .value(.invalidForm, "'\(String(shortening: number))' is not a version of XML, such as 1.0")
        }
        try put("<?xml version=\"")
        try put(number)
        try put(UInt8(ascii: "\""))
        if let encoding {
            try put(" encoding=\"")
            // The text is written as UTF-8, whatever encoding the first document had.
            let name = tree.text(encoding)
            if String(decoding: name, as: UTF8.self).uppercased() == "UTF-8" { try put(name) } else { try put("UTF-8") }
            try put(UInt8(ascii: "\""))
        }
        try put("?>\n")
    }
}
