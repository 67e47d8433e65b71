// Converts text, comments and processing instructions.

import XML2Dict

extension Model {
    /// Returns the letters of a text node, and `nil` for another node.
    func letters(of node: ModelNode) -> ModelLetters? {
        switch node {
        case .text(let text): ModelLetters(text.characters)
        case .cdata(let text) where options.cdataKey == nil: ModelLetters(text)
        default: nil
        }
    }

    /// Whether `.layout` removes an element's text, because only literal white space is beside its child elements.
    func hasOnlyLayout(_ element: ModelElement, in scope: ModelScope) -> Bool {
        guard options.trim == .layout, !(scope.preservesSpace && options.honorsXMLSpace) else { return false }
        func isText(_ node: ModelNode) -> Bool {
            switch node {
            case .text(let text): !text.characters.isEmpty
            case .cdata: true
            default: false
            }
        }
        func isElement(_ node: ModelNode) -> Bool { if case .element = node { true } else { false } }
        guard element.content.contains(where: isElement) else { return false }
        if element.isInEntity { return !element.content.contains(where: isText) }
        return element.children.allSatisfy { node in
            switch node {
            case .text(let text): !text.source.contains("&") && ModelLetters(text.characters).trimmedAtEnds.isEmpty
            case .cdata: false
            case .entity(_, let nodes): !nodes.expanded.contains(where: isText)
            default: true
            }
        }
    }

    /// Joins the runs of an element's text, without the text of its child elements.
    func text(of element: ModelElement, in scope: ModelScope) -> String {
        if hasOnlyLayout(element, in: scope) { return "" }
        var runs = [ModelLetters()]
        for node in element.content {
            if case .element = node { runs.append(ModelLetters()) }
            if let letters = letters(of: node) { runs[runs.count - 1].append(letters) }
        }
        if isTrimmed(in: scope), !options.textSeparator.isEmpty { runs.removeAll { $0.trimmedAtEnds.isEmpty } }
        runs.removeAll(where: \.isEmpty)
        var text = ModelLetters()
        for (index, run) in runs.enumerated() {
            if index > 0 { text.append(ModelLetters(options.textSeparator, areSafe: true)) }
            text.append(run)
        }
        return trimmed(text, in: scope).text
    }

    private func isTrimmed(in scope: ModelScope) -> Bool {
        [.ends, .collapse].contains(options.trim) && !(scope.preservesSpace && options.honorsXMLSpace)
    }

    func trimmed(
        _ text: ModelLetters,
        atStart: Bool = true,
        atEnd: Bool = true,
        in scope: ModelScope
    ) -> ModelLetters {
        guard isTrimmed(in: scope) else { return text }
        var trimmed = text
        if atStart { trimmed = trimmed.trimmedAtStart }
        if atEnd { trimmed = trimmed.trimmedAtEnd }
        return options.trim == .collapse ? trimmed.collapsed : trimmed
    }

    /// Converts a comment, a processing instruction or a CDATA section, and returns `nil` if it has no key.
    func aside(_ node: ModelNode, in scope: ModelScope) -> ModelEntry? {
        switch node {
        case .comment(let text):
            guard let key = options.commentKey else { return nil }
            let comment = options.orderKey == nil ? trimmed(ModelLetters(text), in: scope).text : text
            return ModelEntry(key: key, value: .string(comment))
        case .cdata(let text):
            guard let key = options.cdataKey else { return nil }
            return ModelEntry(key: key, value: .string(text))
        case .instruction(let target, let data):
            guard let key = options.processingInstructionKey else { return nil }
            return ModelEntry(key: key, value: .dictionary([(target, .string(data))]))
        default: return nil
        }
    }
}
