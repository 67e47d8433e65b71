// Converts documents as the comments of XMLOptions say, by the simplest possible program: recursion on a tree, strings
// and arrays, without optimizations. It shares no code with the library, not even the code of paths.

import XML2Dict

/// Makes the value that a reader with these options must make of a document.
struct Model {
    let document: ModelDocument
    let options: XMLOptions

    /// The codes of all errors in the document, of which the library may report any.
    var faults: Set<XMLError.Code> = []

    /// The paths of the records, or none if the whole document is converted.
    let records: [ModelPath]

    init(_ document: ModelDocument, _ options: XMLOptions, recordsAt path: String? = nil) {
        self.document = document
        self.options = options
        records = (path.map { [$0] } ?? options.select.map(\.description)).map(ModelPath.init)
        if options.entities == .forbid, document.doctype?.entities.isEmpty == false {
            faults = [.entity]
        }
    }

    /// Converts the document.
    mutating func value() -> ModelValue {
        guard records.isEmpty else { return .array(recordValues()) }
        let root = element(document.root, in: ModelScope())?.value
        if options.keepsRoot == false {
            let keys = [options.commentKey, options.processingInstructionKey, options.doctypeKey]
            guard options.elementsAreArrays, keys.contains(where: { $0 != nil }) else {
                return root ?? .dictionary([])
            }
            let before = document.before.flatMap(aside), after = document.after.flatMap(aside)
            return .array(before.map(\.node) + (root.map { [$0] } ?? []) + after.map(\.node))
        }
        let parts = parts(root ?? .dictionary([]))
        var entries = parts.compactMap(\.entry)
        for case .run(let letters) in parts {
            entries.append(ModelEntry(key: options.textKey ?? "", value: .string(letters.text)))
        }
        return fold(entries + order(of: parts, after: []))
    }

    /// Returns the XML declaration, the nodes and, if the options keep it, the white space beside the root, in order.
    private mutating func parts(_ root: ModelValue) -> [Part] {
        let keepsSpace = options.trim == .none && options.orderKey != nil && options.textKey != nil
        var parts: [Part] = declaration().map { .entry($0) }
        var space = ModelLetters()
        func add(_ entries: [ModelEntry], isRoot: Bool = false) {
            if !entries.isEmpty || isRoot, keepsSpace, !space.isEmpty {
                parts.append(.run(space))
                space = ModelLetters()
            }
            parts += entries.map { .entry($0) }
            // A line break follows each node outside the root.
            space.append(ModelLetters("\n"))
        }
        for node in document.before { add(aside(node)) }
        let entry = ModelEntry(key: name(of: document.root).key, value: root, isElement: true)
        add(isSkipped(scope(of: document.root, in: ModelScope())) ? [] : [entry], isRoot: true)
        for node in document.after { add(aside(node)) }
        if keepsSpace { parts.append(.run(space)) }
        return parts
    }

    /// Converts the records.
    mutating func recordValues() -> [ModelValue] {
        records(in: document.root, ModelScope())
    }

    /// Converts the records in an element, where `around` has the elements around it, with their attributes.
    private mutating func records(
        in element: ModelElement,
        _ outer: ModelScope,
        around: [ModelValue] = []
    ) -> [ModelValue] {
        let scope = scope(of: element, in: outer)
        if isSkipped(scope) {
            check(element, in: outer)
            return []
        }
        if records.contains(where: { $0.matches(scope.path) }) {
            return [adding(around, to: self.element(element, in: outer)?.value ?? .dictionary([]))]
        }
        check(tagOf: element, in: scope)
        var values: [ModelValue] = []
        let key = name(element.name, isAttribute: false, in: scope).key
        let tag = ModelValue.dictionary([(key, fold(attributes(of: element, in: scope, keepsNamespaces: false)))])
        for case .element(let child) in element.content {
            values += records(in: child, scope, around: around + [tag])
        }
        return values
    }

    /// Adds the elements around a record to its value, if the options have a key for them.
    private func adding(_ around: [ModelValue], to record: ModelValue) -> ModelValue {
        guard let key = options.ancestorsKey else { return record }
        let added = ModelValue.array(around)
        var entries: [(key: String, value: ModelValue)] = []
        switch record {
        case .array(let items) where options.elementsAreArrays:
            guard items.count > 1, case .dictionary(let attributes) = items[1] else {
                return .array([items[0], .dictionary([(key, added)])] + items.dropFirst())
            }
            let both = fold(attributes.map { ModelEntry(key: $0.key, value: $0.value) }, with: added, under: key)
            return .array([items[0], both] + items.dropFirst(2))
        case .dictionary(let content): entries = content
        case .null: break
        case .array, .string, .number, .boolean: entries = [(options.textKey ?? "", record)]
        }
        return fold(entries.map { ModelEntry(key: $0.key, value: $0.value) }, with: added, under: key)
    }

    /// Makes a dictionary with another value, which an array joins to a value that the key already has.
    private func fold(_ entries: [ModelEntry], with added: ModelValue, under key: String) -> ModelValue {
        var entries = entries
        guard let index = entries.firstIndex(where: { $0.key.hasSameScalars(as: key) }) else {
            return fold(entries + [ModelEntry(key: key, value: added)])
        }
        let known: [ModelValue] =
            if case .array(let items) = entries[index].value { items } else { [entries[index].value] }
        entries[index] = ModelEntry(key: key, value: .array(known + [added]))
        return fold(entries)
    }

    /// Looks for errors in an element that the options skip.
    mutating func check(_ element: ModelElement, in outer: ModelScope) {
        let scope = scope(of: element, in: outer)
        check(tagOf: element, in: scope)
        for case .element(let child) in element.content { check(child, in: scope) }
    }

    private mutating func declaration() -> [ModelEntry] {
        guard options.includesXMLDeclaration, let declaration = document.declaration else { return [] }
        var entries = [ModelEntry(key: "version", value: .string(declaration.version))]
        if let encoding = declaration.encoding {
            entries.append(ModelEntry(key: "encoding", value: .string(encoding)))
        }
        if let standalone = declaration.standalone {
            entries.append(ModelEntry(key: "standalone", value: .string(standalone)))
        }
        return entries
    }

    private func aside(_ node: ModelNode) -> [ModelEntry] {
        if case .doctype(let doctype) = node {
            guard let key = options.doctypeKey else { return [] }
            return [
                ModelEntry(key: key, value: .string(ModelLetters(doctype.source).trimmedAtEnds.text))
            ]
        }
        return aside(node, in: ModelScope()).map { [$0] } ?? []
    }
}
