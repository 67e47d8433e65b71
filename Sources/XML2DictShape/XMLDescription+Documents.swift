package import XML2Dict

extension XMLDescription {
    package init(_ learner: ShapeLearner, recordsAt records: XMLPath?, _ form: ValueForm) {
        let root = learner.child(ShapeNode.items, of: 0) ?? 0
        documentCount = learner.nodes[root].count
        self.records = records ?? form.selected
        self.form = form
        types = (0..<learner.nodes.count).map { node in
            ContentType(members: learner.children(of: node).compactMap { learner.item($0) })
        }
        tops = self.records.map { [learner.element(root, Self.name(ofRecordsAt: $0))] } ?? types[root].members
        forms = TextForm.allCases.map(\.name)
        nodes = { SchemaComposer(learner).nodes }
    }

    private static func name(ofRecordsAt path: XMLPath) -> String {
        let last = path.alternatives.first?.text.split(separator: "/").last ?? "Record"
        return last == "*" ? "Record" : String(last)
    }
}

extension ShapeLearner {
    fileprivate typealias Item = XMLDescription.Item

    /// The item of an element, an attribute or text, or `nil` for a node with another role, such as the order.
    fileprivate func item(_ node: Int) -> Item? {
        switch role(of: node) {
        case .element: return element(node, name(of: node))
        case .attribute:
            var made = item(node, .attribute, name(of: node), texts: node, nodes[node].forms)
            // An empty attribute is not a number.
            if nodes[node].forms[.empty] > 0 { made.swiftType = "String" }
            return made
        case .text:
            var made = item(node, .text, "", texts: node, nodes[node].forms)
            // The runs of mixed content make one text.
            made.perParent = min(made.perParent.lowerBound, 1)...1
            return made
        default: return nil
        }
    }

    fileprivate func element(_ node: Int, _ name: String) -> Item {
        let facts = nodes[node], text = child(.text, of: node), texts = text.map { nodes[$0].parents } ?? 0
        let inside = children(of: node).compactMap { child in
            role(of: child).map { Item(role: $0, name: self.name(of: child)) }
        }
        let textNode = facts.dictionaries > 0 ? text : node
        var forms = textNode.map { nodes[$0].forms } ?? TextForms()
        if facts.dictionaries > 0, !inside.contains(where: { $0.role == .element }) {
            forms[.empty] += facts.dictionaries - texts
        }
        var made = item(node, .element, name, texts: textNode, forms)
        made.type = node
        if text == nil { made.swiftType = "String" }
        // An empty element is an empty string, or nil if the other elements are numbers or booleans.
        let isNumber = made.swiftType != "String" && !inside.contains(where: \.isProperty)
        made.hasNil = isNumber && texts < facts.dictionaries
        if let order = child(.order, of: node) {
            made.isMixed = nodes[order].textMarks > 0
            made.isInterleaved = !made.isMixed
        }
        return made
    }

    private func item(_ node: Int, _ role: KeyRole, _ name: String, texts: Int?, _ forms: TextForms) -> Item {
        // The parents of selected elements are arrays, but `parentCount` counts only dictionaries.
        let facts = nodes[node], parents = max(parentCount(of: node), facts.parents)
        var item = Item(role: role, name: name)
        item.count = facts.count
        item.perParent = (facts.parents < parents ? 0 : min(facts.least, facts.most))...facts.most
        item.parentCount = parents
        item.parentsWithout = parents - facts.parents
        item.texts = TextForm.allCases.filter { forms[$0] > 0 }.map { .init(form: $0.name, count: forms[$0]) }
        guard let texts else { return item }
        item.swiftType = SwiftName.type(of: nodes[texts])
        item.longestText = nodes[texts].longest
        item.example = example(at: texts)
        return item
    }
}
