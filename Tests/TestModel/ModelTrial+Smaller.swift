// Removes parts of a document while the trial still fails, so that the cause is easier to find.

extension ModelTrial {
    /// The smallest failing trial that this search finds.
    var smallest: ModelTrial {
        var trial = self
        while let smaller = trial.smaller.first(where: { $0.difference != nil }) { trial = smaller }
        return trial
    }

    /// The trials whose document lacks one part of this document.
    private var smaller: [ModelTrial] {
        document.smaller.map { ModelTrial(document: $0, options: options, seed: seed) }
    }
}

extension ModelDocument {
    fileprivate var smaller: [ModelDocument] {
        var documents: [ModelDocument] = []
        func add(_ change: (inout ModelDocument) -> Void) {
            var document = self
            change(&document)
            documents.append(document)
        }
        if hasByteOrderMark { add { $0.hasByteOrderMark = false } }
        if hasCarriageReturns { add { $0.hasCarriageReturns = false } }
        if declaration != nil { add { $0.declaration = nil } }
        for nodes in before.withOneLess { add { $0.before = nodes } }
        for nodes in after.withOneLess { add { $0.after = nodes } }
        for root in root.smaller { add { $0.root = root } }
        return documents
    }
}

extension ModelElement {
    fileprivate var smaller: [ModelElement] {
        var elements: [ModelElement] = []
        func add(_ change: (inout ModelElement) -> Void) {
            var element = self
            change(&element)
            elements.append(element)
        }
        for nodes in children.withOneLess { add { $0.children = nodes } }
        for index in attributes.indices { add { $0.attributes.remove(at: index) } }
        for (index, node) in children.enumerated() {
            if case .element(let child) = node {
                for smaller in child.smaller { add { $0.children[index] = .element(smaller) } }
                add { $0.children.replaceSubrange(index...index, with: child.children) }
            }
            if case .text(let text) = node, text.source != "x" {
                add { $0.children[index] = .text(ModelText(characters: "x", source: "x")) }
            }
            if case .entity(_, let nodes) = node { add { $0.children.replaceSubrange(index...index, with: nodes) } }
        }
        return elements
    }
}

extension [ModelNode] {
    fileprivate var withOneLess: [[ModelNode]] {
        indices.map { index in
            var nodes = self
            nodes.remove(at: index)
            return nodes
        }
    }
}
