// Makes dictionaries that have the order of their content under `orderKey`.

import XML2Dict

extension Model {
    /// A segment of an element's content: an entry, or the run of text between two entries.
    enum Part {
        case entry(ModelEntry)
        case run(ModelLetters)

        var entry: ModelEntry? {
            if case .entry(let entry) = self { entry } else { nil }
        }
    }

    mutating func dictionaryInOrder(_ element: ModelElement, in scope: ModelScope) -> ModelValue? {
        let attributes = attributes(of: element, in: scope)
        let parts = parts(of: element, in: scope)
        let content = parts.compactMap(\.entry)
        guard !content.isEmpty else {
            let text = text(of: element, in: scope)
            if isNil(element, in: scope), text.isEmpty { return .null }
            return dictionary(attributes, [], text, in: scope)
        }
        let texts = options.textKey == nil ? [] : texts(parts, in: scope)
        let order = order(
            of: texts.isEmpty ? content.map { .entry($0) } : withoutSpace(parts, in: scope),
            after: attributes
        )
        guard !texts.isEmpty || !order.isEmpty else { return dictionary(attributes, content, "", in: scope) }
        return fold(attributes + content + texts + order)
    }

    /// Returns the child elements and other nodes of an element, and the runs of text between these, in document order.
    private mutating func parts(of element: ModelElement, in scope: ModelScope) -> [Part] {
        var parts: [Part] = []
        var run = ModelLetters()
        let hasOnlyLayout = hasOnlyLayout(element, in: scope)
        func endRun() {
            if !run.isEmpty, !hasOnlyLayout { parts.append(.run(run)) }
            run = ModelLetters()
        }
        for node in element.content {
            if let letters = letters(of: node) {
                run.append(letters)
            } else if case .element(let child) = node {
                endRun()
                guard let value = self.element(child, in: scope) else { continue }
                let name = name(child.name, isAttribute: false, in: self.scope(of: child, in: scope))
                let entry = ModelEntry(key: name.key, value: value.value, isElement: true, isList: value.isList)
                parts.append(.entry(entry))
            } else if let entry = aside(node, in: scope) {
                endRun()
                parts.append(.entry(entry))
            }
        }
        endRun()
        return parts
    }

    /// Returns the parts without the runs of white space that trimming removes.
    private func withoutSpace(_ parts: [Part], in scope: ModelScope) -> [Part] {
        func isSpace(_ part: Part) -> Bool {
            if case .run(let letters) = part { trimmed(letters, in: scope).isEmpty } else { false }
        }
        let hasText = parts.contains { $0.entry == nil && !isSpace($0) }
        guard hasText else { return parts.filter { $0.entry != nil } }
        var parts = parts
        while let first = parts.first, isSpace(first) { parts.removeFirst() }
        while let last = parts.last, isSpace(last) { parts.removeLast() }
        return parts
    }

    /// Returns the runs of text that are in the element's dictionary.
    private func texts(_ parts: [Part], in scope: ModelScope) -> [ModelEntry] {
        let parts = withoutSpace(parts, in: scope)
        return parts.indices.compactMap { index in
            guard case .run(let letters) = parts[index] else { return nil }
            let isLast = index == parts.count - 1
            let text = trimmed(letters, atStart: index == 0, atEnd: isLast, in: scope).text
            guard let key = options.textKey, !text.isEmpty else { return nil }
            return ModelEntry(key: key, value: typed(text, at: scope.path))
        }
    }

    /// Returns the entry of `orderKey`, or none if the dictionary alone shows the order.
    func order(of parts: [Part], after attributes: [ModelEntry]) -> [ModelEntry] {
        guard let orderKey = options.orderKey, !options.elementsAreArrays else { return [] }
        let keys = parts.map { $0.entry?.key ?? options.textKey ?? "" }
        var groups: [String] = []
        let content = parts.compactMap(\.entry)
        for key in (attributes + content).map(\.key) where !groups.contains(where: { $0.hasSameScalars(as: key) }) {
            groups.append(key)
        }
        let shown = groups.flatMap { group in content.map(\.key).filter { $0.hasSameScalars(as: group) } }
        let runCount = parts.count - content.count
        let isTextLast = runCount == 0 || runCount == 1 && parts.last?.entry == nil
        let isTextAlone = runCount == 0 || !groups.contains { $0.hasSameScalars(as: options.textKey ?? "") }
        if shown.elementsEqual(content.map(\.key), by: { $0.hasSameScalars(as: $1) }), isTextLast, isTextAlone {
            return []
        }
        return [ModelEntry(key: orderKey, value: .array(keys.map { .string($0) }))]
    }
}
