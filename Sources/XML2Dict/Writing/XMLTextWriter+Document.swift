/// Writing a document: the declaration, the nodes beside the root, and the root.
extension XMLTextWriter {
    /// Begins a document.
    mutating func beginDocument(_ value: Entry, _ tree: StorageView) throws(Stop) {
        stack.count = 0
        guard names.scope.declarations.count > 0 else { return }
        if rules.format.hasDeclaration { try put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") }
        let isOrderedRoot = rules.isOrdered && value.kind == .array
        guard rules.keepsRoot || isOrderedRoot else {
            throw .value(.invalidForm, "the root has no name here; \(setting: "root") names it")
        }
        var document = Element(prefix: -1, name: -1, next: 0, end: 0, start: 0, flags: .isDocument)
        if rules.format.hasDeclaration, rules.unit == nil { try put(UInt8(ascii: "\n")) }
        if isOrderedRoot {
            guard stack.append(document) else { throw .output(.outOfMemory) }
            return try writeContent(value, tree)
        }
        guard value.kind == .dictionary else {
            throw .value(.invalidForm, "a document is a dictionary with one element; \(setting: "root") makes one of this")
        }
        document.start = value.offset
        document.next = value.offset
        document.end = value.offset + value.length
        guard stack.append(document) else { throw .output(.outOfMemory) }
        try checkRoot(value, tree)
    }

    /// Refuses a document without an element, and one with several.
    private mutating func checkRoot(_ value: Entry, _ tree: StorageView) throws(Stop) {
        var count = 0
        for place in 0..<value.length {
            let entry = tree.child(of: value, at: place)
            let key = try lookUp { names throws(BuildError) in try names.key(names.number(of: entry.key, tree)) }
            guard key.meaning == .plain, !isOfDeclaration(entry, tree) else { continue }
            if entry.kind == .array, !rules.isOrdered {
                throw .value(.invalidForm, "a document has one root, and this is an array; \(setting: "item") names its items")
            }
            count += 1
        }
        guard count != 1 else { return }
        throw .value(
            .invalidForm,
            count == 0
                ? "a document needs an element; \(setting: "root") makes one of the whole value"
                : "a document has one root, and this has \(count) elements; \(setting: "root") puts them into one"
        )
    }

    /// Whether an entry beside the root is a part of the XML declaration, which the writer writes itself.
    func isOfDeclaration(_ entry: Entry, _ tree: StorageView) -> Bool {
        let name = tree.names[entry.key].utf8
        return rules.includesXMLDeclaration && entry.isString
            && (name.elementsEqual("version".utf8) || name.elementsEqual("encoding".utf8))
    }
}
