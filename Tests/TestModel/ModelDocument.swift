/// A document as a tree, before it is written as XML.
///
/// Each text has its characters and their source, so the model needs no parser.
package struct ModelDocument {
    /// The content of the XML declaration.
    struct Declaration {
        var version: String
        var encoding: String?
        var standalone: String?
    }

    var hasByteOrderMark = false

    /// Whether lines end with CR LF, which a parser turns into a line feed (XML 1.0, section 2.11).
    var hasCarriageReturns = false

    var declaration: Declaration?

    /// The nodes between the declaration and the root: comments, processing instructions, at most one DOCTYPE.
    var before: [ModelNode] = []

    var root: ModelElement

    /// The nodes after the root: comments and processing instructions.
    var after: [ModelNode] = []

    var doctype: ModelDoctype? {
        for case .doctype(let doctype) in before { return doctype }
        return nil
    }

    /// Returns the attributes in the tag of an element, and then its default attributes that the tag lacks.
    func attributes(of element: ModelElement) -> [ModelAttribute] {
        var attributes = element.attributes
        for (name, attribute) in doctype?.defaults ?? [] where name.hasSameScalars(as: element.name) {
            if !attributes.contains(where: { $0.name.hasSameScalars(as: attribute.name) }) {
                attributes.append(attribute)
            }
        }
        return attributes
    }
}
