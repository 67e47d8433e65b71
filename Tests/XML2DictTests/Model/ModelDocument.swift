/// A document as a tree, before it is XML.
///
/// What XML makes of it need not be found out by parsing: each text has its characters and, beside them, how they are written.
struct ModelDocument {
    /// What the XML declaration says.
    struct Declaration {
        var version: String
        var encoding: String?
    }

    var hasByteOrderMark = false

    /// Whether lines end with a carriage return as well; the parser turns both into one line feed (XML 1.0, section 2.11).
    var hasCarriageReturns = false

    var declaration: Declaration?

    /// What stands between the declaration and the root: comments, processing instructions, at most one DOCTYPE.
    var before: [ModelNode] = []

    var root: ModelElement

    /// What stands behind the root: comments and processing instructions.
    var after: [ModelNode] = []

    /// What the DOCTYPE declares, if there is one.
    var doctype: ModelDoctype? {
        for case .doctype(let doctype) in before { return doctype }
        return nil
    }

    /// The attributes that an element has: those written in its tag, then the default ones that are not.
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
