// What is in a document where references to entities are kept as text.

extension ModelDocument {
    /// The document with each reference as a text of its own, as if it had been written `&amp;name;`.
    var withKeptReferences: ModelDocument {
        var document = self
        document.root = root.withKeptReferences
        document.before = before.map(\.withKeptReferences)
        return document
    }
}

extension ModelElement {
    fileprivate var withKeptReferences: ModelElement {
        var element = self
        element.attributes = attributes.map(\.withKeptReferences)
        element.children = children.map(\.withKeptReferences)
        return element
    }
}

extension ModelNode {
    fileprivate var withKeptReferences: ModelNode {
        switch self {
        case .element(let element): return .element(element.withKeptReferences)
        case .text(let text): return .text(text.withKeptReferences)
        case .entity(let name, _): return .text(ModelText(characters: "&\(name);", source: "&\(name);"))
        case .doctype(var doctype):
            doctype.defaults = doctype.defaults.map { ($0.element, $0.attribute.withKeptReferences) }
            return .doctype(doctype)
        case .cdata, .comment, .instruction: return self
        }
    }
}

extension ModelAttribute {
    fileprivate var withKeptReferences: ModelAttribute {
        ModelAttribute(name: name, value: value.withKeptReferences)
    }
}

extension ModelText {
    fileprivate var withKeptReferences: ModelText {
        ModelText(characters: kept, source: source)
    }
}
