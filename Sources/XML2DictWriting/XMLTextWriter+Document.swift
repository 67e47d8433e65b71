import XML2Dict

/// Writing a document: the declaration, the nodes beside the root, and the root.
extension XMLTextWriter {
    /// Begins a document: writes everything before its elements, and plans the elements.
    mutating func beginDocument(_ value: Entry, _ tree: StorageView) throws(WriteError) {
        beginDocument()
        if let rootName = rules.rootName {
            try putXMLDeclaration()
            try writeNamedRoot(rootName, value, tree)
        } else if rules.form.isOrdered, value.kind == .array {
            try putXMLDeclaration()
            try writeOrderedDocument(value, tree)
        } else if rules.form.keepsRoot {
            try beginDictionary(value, tree)
        } else if rules.form.isOrdered {
            throw Self.notOrdered
        } else {
            throw .value(.invalidForm, "the value does not have the name of its root; \(option: "rootName") gives it")
        }
    }

    /// Begins a document of one element.
    mutating func beginDocument(
        _ root: Entry,
        _ key: WrittenNames.Key,
        _ tree: StorageView,
        staysOpen: Bool = false
    ) throws(WriteError) {
        beginDocument()
        try putXMLDeclaration()
        guard staysOpen else { return try writeElement(root, key, tree) }
        try startLine(depth: 0)
        try beginElement(root, key, tree, staysOpen: true)
    }

    private mutating func beginDocument() {
        plan.count = 0
        names.leaveAll()
        isAtStart = true
        hasDoctype = false
        hasRoot = false
        attributeKey = -1
        openDocument()
    }

    /// Opens the document, with the parts of the plan.
    private mutating func openDocument() {
        stack.count = 0
        let tag = StartTag(prefix: -1, name: -1)
        stack.append(Element(tag: tag, start: 0, next: 0, end: plan.count, isDocument: true, keepsSpace: !rules.trims))
    }

    private static var notOrdered: WriteError {
        .value(.invalidForm, "an element is an array here: its name, its attributes and its content")
    }

    /// Begins a document that is the dictionary of its root and the nodes beside it.
    private mutating func beginDictionary(_ value: Entry, _ tree: StorageView) throws(WriteError) {
        guard value.isDictionary else {
            throw .value(
                .invalidForm,
                value.kind == .array
                    ? "a document cannot be an array; \(option: "rootName") and \(option: "itemName") name a root and its elements"
                    : "a document is a dictionary with one element; \(option: "rootName") puts an element around any value"
            )
        }
        _ = try planDictionary(value, isDocument: true, tree)
        try checkRoot()
        try putKeptDeclaration(tree)
        openDocument()
    }

    /// Writes a value as the content of a root that the settings name.
    private mutating func writeNamedRoot(_ name: [UInt8], _ value: Entry, _ tree: StorageView) throws(WriteError) {
        guard !rules.form.isOrdered || !value.isDictionary else { throw Self.notOrdered }
        let key = elementKey(name)
        guard rules.form.isOrdered, value.kind == .array else { return try writeElement(value, key, tree) }
        try startLine(depth: 0)
        let tag = try startTag(Survey(), key, tree)
        try put(UInt8(ascii: ">"))
        let start = plan.count
        if isElement(value, in: tree) {
            plan.append(ElementPart(.node, value, .unknown))
        } else {
            planItems(.node, of: value)
        }
        push(tag, from: start)
    }

    /// The key of an element that the settings name.
    mutating func elementKey(_ name: [UInt8]) -> WrittenNames.Key {
        name.withUnsafeBufferPointer { names.element($0) }
    }

    /// Writes a root in document order, or the array of all nodes of a document.
    private mutating func writeOrderedDocument(_ value: Entry, _ tree: StorageView) throws(WriteError) {
        if isElement(value, in: tree), names.isNode(tree.text(tree.entries[value.offset])) { try checkCount(0) }
        guard value.length > 0, !isElement(value, in: tree) else { return try writeContent(value, tree) }
        var count = 0
        for place in 0..<value.length {
            let node = tree.entries[value.offset + place]
            guard node.kind == .array, node.length > 0, tree.entries[node.offset].isString else {
                throw .value(.invalidForm, "only comments, instructions and the DOCTYPE can be beside the root")
            }
            if !names.isNode(tree.text(tree.entries[node.offset])) { count += 1 }
        }
        try checkCount(count)
        planItems(.node, of: value)
        openDocument()
    }

    /// Refuses a document without an element, or with several.
    private mutating func checkRoot() throws(WriteError) {
        var count = 0
        var keys: [String] = [], remedy: ErrorMessage?
        for place in 0..<plan.count where plan[place].role == .element {
            let part = plan[place]
            count += part.itemEnd - part.item
            if count > 1, rules.unwrapsSiblings, rules.itemName == nil { throw Self.unnamedItems }
            let key = names.names[Int(part.key.number)]
            remedy = remedy ?? Self.remedy(forKeyBesideRoot: key.string)
            let name = "'\(key.shortened)'"
            if keys.count < 3, keys.last != name { keys.append(name) }
        }
        // An element of the whole value would have the parts of the XML declaration as its attributes.
        if count == 0, attributes.count > 0 {
            let key = names.names[Int(attributes[0].key.number)].shortened
            throw .value(
                .invalidForm,
                "a document needs an element, and '\(key)' is a key of the XML declaration here; \(setting: "options", ".xmltodict") has no such key"
            )
        }
        try checkCount(count, keys, remedy)
    }

    /// Refuses a number of elements other than one.
    ///
    /// - Parameters:
    ///   - count: The number of elements.
    ///   - keys: Their first keys.
    ///   - remedy: The remedy for the first key that shows which program wrote it.
    /// - Throws: `WriteError.value`, unless there is one element.
    private func checkCount(
        _ count: Int,
        _ keys: [String] = [],
        _ remedy: ErrorMessage? = nil
    ) throws(WriteError) {
        guard count != 1 else { return }
        let remedy = remedy ?? "\(option: "rootName") puts them into one"
        let names =
            keys.isEmpty ? "" : ": " + keys.joined(separator: ", ") + (count > 3 && keys.count == 3 ? ", …" : "")
        throw .value(
            .invalidForm,
            count == 0
                ? "a document needs an element; \(option: "rootName") makes one of the whole value"
                : "a document has one root, and this has \(count) elements\(names); \(remedy)"
        )
    }

    /// The remedy for a key that only one convention, or another program, has beside the root.
    private static func remedy(forKeyBesideRoot key: String) -> ErrorMessage? {
        switch key {
        case "?xml": declarationOfNewtonsoft
        case "@attributes":
            "PHP leaves the root out: use \(setting: "attributes", ".group(\"@attributes\")") and \(option: "rootName")"
        case _ where key.utf8.first == UInt8(ascii: "#"): "\(setting: "options", ".faithful") has such keys"
        default: nil
        }
    }

    // MARK: The XML declaration

    /// Writes the XML declaration (XML 1.0, section 2.8).
    private mutating func putXMLDeclaration() throws(WriteError) {
        guard rules.format.hasDeclaration else { return }
        try put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        try endLine()
    }

    /// Ends a line beside the root, unless the value has the white space there.
    mutating func endLine() throws(WriteError) {
        if !rules.form.keepsOuterSpace { try put(UInt8(ascii: "\n")) }
    }

    /// Writes the XML declaration of the document, if the options keep it.
    private mutating func putKeptDeclaration(_ tree: StorageView) throws(WriteError) {
        guard rules.format.hasDeclaration, rules.form.includesXMLDeclaration else { return try putXMLDeclaration() }
        var version: Entry?, encoding: Entry?, standalone: Entry?
        for place in 0..<attributes.count {
            let entry = attributes[place].entry
            let former: Entry?
            switch attributes[place].key.role {
            case .version: (former, version) = (version, entry)
            case .encoding: (former, encoding) = (encoding, entry)
            default: (former, standalone) = (standalone, entry)
            }
            guard former == nil else {
                throw .value(.invalidForm, "an XML declaration has one version, one encoding and one standalone")
            }
        }
        guard let version else {
            guard encoding == nil, standalone == nil else {
                throw .value(.invalidForm, "an XML declaration needs a version")
            }
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
        if let standalone {
            let word = tree.text(standalone)
            guard word.elementsEqual("yes".utf8) || word.elementsEqual("no".utf8) else {
                throw .value(.invalidForm, "standalone is yes or no, not '\(String(shortening: word))'")
            }
            try put(" standalone=\"")
            try put(word)
            try put(UInt8(ascii: "\""))
        }
        try put("?>")
        try endLine()
    }
}
