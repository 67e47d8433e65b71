import XML2Dict

/// Makes a JSON Schema from a learned shape.
///
/// The schema of a node allows every kind of value that was seen at the node: arrays if a dictionary had several values
/// under the key, and objects if an element had more than text. Texts of different types have the type `string`.
struct SchemaComposer {
    private let learner: ShapeLearner
    private(set) var nodes = JSONSchemaNode.beforeRoot
    /// A stack, because recursion could exhaust the stack of the thread.
    private var rest: [(value: Int, schema: Int)] = []

    init(_ learner: ShapeLearner) {
        self.learner = learner.withOneForm()
        let count = learner.nodes[0].count
        let root = newSchema(for: 0)
        nodes[root].description = "Learned from \(count) value\(count == 1 ? "" : "s")"
        while let (value, schema) = rest.popLast() { complete(schema, for: value) }
    }

    private mutating func newSchema(for value: Int) -> Int {
        nodes.append(JSONSchemaNode())
        rest.append((value, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func property(_ node: Int) -> JSONSchemaNode.Property {
        let facts = learner.nodes[node], isRequired = !learner.isMissing(node)
        var schema = newSchema(for: node)
        if facts.arrays > 0 || facts.most > 1 {
            nodes.append(JSONSchemaNode(types: .array, items: schema))
            schema = nodes.count - 1
        }
        nodes[schema].description = occurrences(of: node)
        return JSONSchemaNode.Property(name: learner.name(of: node), node: schema, isRequired: isRequired)
    }

    private func occurrences(of node: Int) -> String {
        let facts = learner.nodes[node]
        let share = "in \(facts.parents) of \(learner.parentCount(of: node))"
        return facts.most > 1 ? "\(facts.count) values \(share), at most \(facts.most) in one" : share
    }

    private mutating func complete(_ schema: Int, for value: Int) {
        let facts = learner.nodes[value]
        nodes[schema].types = types(of: facts)
        if nodes[schema].types.contains(.string) { nodes[schema].format = format(of: facts) }
        let inferred = facts.forms[.integer] + facts.forms[.number] + facts.forms[.boolean]
        nodes[schema].infersTypes =
            !nodes[schema].types.isDisjoint(with: [.number, .integer, .boolean]) && inferred == facts.texts
        if facts.dictionaries > 0 {
            let children = learner.children(of: value).filter { learner.nodes[$0].key >= 0 }
            nodes[schema].properties = children.map { property($0) }
            nodes[schema].additional = JSONSchemaNode.nothing
        }
        if facts.nestedArrays > 0, let items = learner.child(ShapeNode.items, of: value) {
            nodes[schema].items = newSchema(for: items)
        }
    }

    private func types(of facts: ShapeNode) -> JSONSchemaNode.Types {
        var types: JSONSchemaNode.Types = []
        if facts.dictionaries > 0 { types.insert(.object) }
        if facts.nestedArrays > 0 { types.insert(.array) }
        if facts.texts > 0 { types.insert(textType(of: facts)) }
        if facts.nulls > 0 || types.isEmpty { types.insert(.null) }
        return types
    }

    private func textType(of facts: ShapeNode) -> JSONSchemaNode.Types {
        switch facts.texts {
        case facts.numbers: facts.forms[.integer] == facts.texts ? .integer : .number
        case facts.booleans: .boolean
        default: .string
        }
    }

    private func format(of facts: ShapeNode) -> JSONSchemaNode.Format? {
        guard facts.forms[.empty] == 0, facts.numbers + facts.booleans < facts.texts else { return nil }
        return JSONSchemaNode.Format.allCases.first { $0.form == facts.forms.common }
    }
}
