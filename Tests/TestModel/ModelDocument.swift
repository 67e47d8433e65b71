/// A document as a tree, before it is written as XML.
///
/// The expected result needs no parsing: each text has its characters and, separately, their source.
package struct ModelDocument {
    /// The content of the XML declaration.
    struct Declaration {
        var version: String
        var encoding: String?
        var standalone: String?
    }

    var hasByteOrderMark = false

    /// Whether lines end with a carriage return and a line feed, which a parser turns into a line feed (XML 1.0,
    /// section 2.11).
    var hasCarriageReturns = false

    var declaration: Declaration?

    /// The nodes between the declaration and the root: comments, processing instructions, at most one DOCTYPE.
    var before: [ModelNode] = []

    var root: ModelElement

    /// The nodes after the root: comments and processing instructions.
    var after: [ModelNode] = []

    /// The DOCTYPE, if there is one.
    var doctype: ModelDoctype? {
        for case .doctype(let doctype) in before { return doctype }
        return nil
    }

    /// The attributes of an element: those in its tag, then the missing default ones.
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
