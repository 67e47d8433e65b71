// Converts elements.

import XML2Dict

extension Model {
    /// The value of an element, and whether it is in an array even if no sibling has its name.
    struct Element {
        var value: ModelValue
        var isList: Bool
    }

    /// Returns the scope inside an element.
    func scope(of element: ModelElement, in outer: ModelScope) -> ModelScope {
        var scope = outer
        for attribute in document.attributes(of: element) {
            let value = attribute.value.characters
            let prefix = attribute.declaredPrefix
            // A repeated declaration keeps the position of the outer one in the dictionary of declarations.
            if attribute.isDeclaration, scope.namespaces.last(where: { $0.prefix == prefix })?.uri != value {
                scope.namespaces.append((prefix, value))
            }
            if attribute.name == "xml:space", value == "preserve" { scope.preservesSpace = true }
            if attribute.name == "xml:space", value == "default" { scope.preservesSpace = false }
        }
        scope.path.append(name(element.name, isAttribute: false, in: scope).path)
        return scope
    }

    func isSkipped(_ scope: ModelScope) -> Bool {
        options.skip.contains { ModelPath($0.description).matches(scope.path) }
    }

    /// Converts an element, and returns `nil` if the options leave it out.
    mutating func element(_ element: ModelElement, in outer: ModelScope) -> Element? {
        let scope = scope(of: element, in: outer)
        if isSkipped(scope) {
            check(element, in: outer)
            return nil
        }
        check(tagOf: element, in: scope)
        let isList = options.forceList.contains { ModelPath($0.description).matches(scope.path) }
        let isDictionary = !options.elementsAreArrays
        let value = isDictionary ? dictionary(element, in: scope) : array(element, in: scope)
        return value.map { Element(value: $0, isList: isList) }
    }

    // MARK: Dictionaries

    private mutating func dictionary(_ element: ModelElement, in scope: ModelScope) -> ModelValue? {
        if options.orderKey != nil { return dictionaryInOrder(element, in: scope) }
        let attributes = attributes(of: element, in: scope)
        var content: [ModelEntry] = []
        for node in element.content {
            if case .element(let child) = node {
                guard let value = self.element(child, in: scope) else { continue }
                let name = name(child.name, isAttribute: false, in: self.scope(of: child, in: scope))
                content.append(
                    ModelEntry(key: name.key, value: value.value, isElement: true, isList: value.isList)
                )
            } else if let entry = aside(node, in: scope) {
                content.append(entry)
            }
        }
        let text = text(of: element, in: scope)
        if isNil(element, in: scope), content.isEmpty, text.isEmpty { return .null }
        return dictionary(attributes, content, text, in: scope)
    }

    func dictionary(
        _ attributes: [ModelEntry],
        _ content: [ModelEntry],
        _ text: String,
        in scope: ModelScope
    ) -> ModelValue? {
        let isForced = options.forceText.contains { ModelPath($0.description).matches(scope.path) }
        var entries = attributes + content
        if entries.isEmpty {
            if text.isEmpty { return empty(in: scope) }
            if options.textOnlyIsString, !isForced { return typed(text, at: scope.path) }
        }
        if !text.isEmpty, let key = options.textKey {
            entries.append(ModelEntry(key: key, value: typed(text, at: scope.path)))
        }
        let result = fold(entries)
        if options.unwrapsSiblings, entries.count > 1 || entries[0].isList, entries.allSatisfy(\.isElement),
            case .dictionary(let folded) = result, folded.count == 1
        {
            return folded[0].value
        }
        return result
    }

    private func empty(in scope: ModelScope) -> ModelValue? {
        switch options.empty {
        case .dictionary: .dictionary([])
        case .null: .null
        case .string: .string("")
        case .omit: nil
        }
    }

    // MARK: Arrays

    private mutating func array(_ element: ModelElement, in scope: ModelScope) -> ModelValue? {
        let attributes = attributes(of: element, in: scope)
        var content: [ModelValue] = []
        var run = ModelLetters()
        var isFirst = true
        let hasOnlyLayout = hasOnlyLayout(element, in: scope)
        for node in element.content {
            if let letters = letters(of: node) {
                if !hasOnlyLayout { run.append(letters) }
                continue
            }
            var value: ModelValue?
            if let entry = aside(node, in: scope) { value = entry.node }
            if case .element(let child) = node {
                value = self.element(child, in: scope)?.value
            } else if value == nil {
                continue
            }
            content += text(run, isFirst: isFirst, in: scope)
            if let value { content.append(value) }
            run = ModelLetters()
            isFirst = false
        }
        content += text(run, isFirst: isFirst, isLast: true, in: scope)
        let name = name(element.name, isAttribute: false, in: scope).key
        return .array([.string(name)] + (attributes.isEmpty ? [] : [fold(attributes)]) + content)
    }

    /// Converts a run of text, which loses white space only at the start and the end of its element.
    private func text(_ run: ModelLetters, isFirst: Bool, isLast: Bool = false, in scope: ModelScope) -> [ModelValue] {
        let text = trimmed(run, atStart: isFirst, atEnd: isLast, in: scope).text
        let isLeftOut = trimmed(run, in: scope).isEmpty
        return isLeftOut ? [] : [typed(text, at: scope.path)]
    }

    // MARK: Null

    func isNil(_ element: ModelElement, in scope: ModelScope) -> Bool {
        guard options.nilIsNull else { return false }
        let attributes = document.attributes(of: element).filter { !$0.isDeclaration }
        guard attributes.count == 1, let attribute = attributes.first else { return false }
        let parts = parts(of: attribute.name)
        let isKnown = scope.namespaces.contains { $0.prefix == parts.prefix }
        let uri = isKnown ? scope.uri(of: parts.prefix) : parts.prefix == "xsi" ? DocumentGenerator.instanceURI : nil
        let value = ModelLetters(attribute.value.characters).trimmedAtEnds.text
        return parts.local == "nil" && uri == DocumentGenerator.instanceURI && ["true", "1"].contains(value)
    }

    // MARK: Folding

    /// Makes a dictionary, in which an array at the position of the first one replaces entries that share a key.
    func fold(_ entries: [ModelEntry]) -> ModelValue {
        var groups: [[ModelEntry]] = []
        for entry in entries {
            if let index = groups.firstIndex(where: { $0[0].key.hasSameScalars(as: entry.key) }) {
                groups[index].append(entry)
            } else {
                groups.append([entry])
            }
        }
        return .dictionary(
            groups.map { group in
                let isList = group.count > 1 || group[0].isList
                return (group[0].key, isList ? .array(group.map(\.value)) : group[0].value)
            }
        )
    }
}
