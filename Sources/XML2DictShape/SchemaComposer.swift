import XML2Dict

/// Writes a shape as a JSON Schema (draft 2020-12).
///
/// The schema of a node allows every kind of value that was seen there. Where a dictionary had several values under a key,
/// the schema is an array, also for dictionaries with one value. Texts of different types are strings.
struct SchemaComposer: ~Copyable {
    private let learner: ShapeLearner
    private var composer = ValueComposer()
    /// What is left to write, the next step last: nodes are deep where documents are, so this does not recurse.
    private var steps: [Step] = []

    private enum Step {
        case value(Int, key: String)
        /// The schema of one of the values under a key.
        case item(Int, key: String)
        case close
    }

    init(_ learner: ShapeLearner) {
        self.learner = learner
    }

    consuming func schema() -> XMLValue {
        composer.open(under: "")
        composer.add("https://json-schema.org/draft/2020-12/schema", .string, under: "$schema")
        let count = learner.nodes[0].count
        composer.add("Learned from \(count) value\(count == 1 ? "" : "s")", .string, under: "description")
        steps = [.close]
        addItem(0)
        while let step = steps.popLast() {
            switch step {
            case .value(let node, let key): openValue(node, under: key)
            case .item(let node, let key):
                composer.open(under: key)
                steps.append(.close)
                addItem(node)
            case .close: composer.close(.dictionary)
            }
        }
        return composer.finish()
    }

    /// Begins the schema of what is under a key: of one value, or of an array of several.
    private mutating func openValue(_ node: Int, under key: String) {
        let facts = learner.nodes[node]
        composer.open(under: key)
        composer.add(occurrences(of: node), .string, under: "description")
        steps.append(.close)
        guard facts.arrays > 0 || facts.most > 1 else { return addItem(node) }
        composer.add("array", .string, under: "type")
        if !learner.isMissing(node), facts.least > 0 { composer.add("1", .number, under: "minItems") }
        steps.append(.item(node, key: "items"))
    }

    private func occurrences(of node: Int) -> String {
        let facts = learner.nodes[node]
        let share = "in \(facts.parents) of \(learner.parentCount(of: node))"
        return facts.most > 1 ? "\(facts.count) values \(share), at most \(facts.most) in one" : share
    }

    // MARK: One value

    /// Adds the keywords for the values of a node, and steps for their content.
    private mutating func addItem(_ node: Int) {
        let facts = learner.nodes[node]
        let types = types(of: facts)
        if types.count == 1 {
            composer.add(types[0], .string, under: "type")
        } else {
            // Items under the key of an open array get their places by their order.
            composer.open(under: "type")
            for type in types { composer.add(type, .string, under: "") }
            composer.close(.array)
        }
        if types.contains("string"), let format = format(of: facts) { composer.add(format, .string, under: "format") }
        if facts.nestedArrays > 0, let items = learner.child(ShapeNode.items, of: node) {
            steps.append(.item(items, key: "items"))
        }
        if facts.dictionaries > 0 { addProperties(of: node, facts) }
    }

    private func types(of facts: ShapeNode) -> [String] {
        var types: [String] = []
        if facts.dictionaries > 0 { types.append("object") }
        if facts.nestedArrays > 0 { types.append("array") }
        if facts.texts > 0 { types.append(textType(of: facts)) }
        if facts.nulls > 0 { types.append("null") }
        // Nothing was seen, or only empty arrays.
        return types.isEmpty ? ["null"] : types
    }

    private func textType(of facts: ShapeNode) -> String {
        switch facts.texts {
        case facts.numbers: facts.forms.number == 0 ? "integer" : "number"
        case facts.booleans: "boolean"
        default: "string"
        }
    }

    /// The format of strings that all have it.
    private func format(of facts: ShapeNode) -> String? {
        guard facts.forms.empty == 0, facts.numbers + facts.booleans < facts.texts else { return nil }
        return switch facts.forms.common {
        case .date: "date"
        case .dateTime: "date-time"
        case .url: "uri"
        default: nil
        }
    }

    private mutating func addProperties(of node: Int, _ facts: ShapeNode) {
        let children = learner.children(of: node).filter { learner.nodes[$0].key >= 0 }
        let required = children.filter { !learner.isMissing($0) }
        if !required.isEmpty {
            composer.open(under: "required")
            for child in required { composer.add(learner.name(of: child), .string, under: "") }
            composer.close(.array)
        }
        composer.add("false", .boolean, under: "additionalProperties")
        guard !children.isEmpty else { return }
        composer.open(under: "properties")
        steps.append(.close)
        for child in children.reversed() { steps.append(.value(child, key: learner.name(of: child))) }
    }
}
