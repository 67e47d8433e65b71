import XML2Dict

/// Writes the nodes of a schema that a shape has learned as JSON Schema (draft 2020-12).
struct SchemaWriter: ~Copyable {
    private let nodes: [SchemaNode]
    private var composer = ValueComposer()
    /// What is left to write, the next step last, as schemas are deep where documents are.
    private var steps: [Step] = [.schema(SchemaNode.root, key: "")]

    private enum Step {
        case schema(Int, key: String)
        case close
    }

    init(_ nodes: [SchemaNode]) {
        self.nodes = nodes
    }

    consuming func schema() -> XMLValue {
        while let step = steps.popLast() {
            switch step {
            case .schema(let node, let key): write(nodes[node], isRoot: node == SchemaNode.root, under: key)
            case .close: composer.close(.dictionary)
            }
        }
        return composer.finish()
    }

    private mutating func write(_ node: SchemaNode, isRoot: Bool, under key: String) {
        composer.open(under: key)
        steps.append(.close)
        if isRoot { composer.add("https://json-schema.org/draft/2020-12/schema", .string, under: "$schema") }
        if let text = node.description { composer.add(text, .string, under: "description") }
        let types = node.types.names
        if types.count == 1 { composer.add(types[0], .string, under: "type") } else { write(types, under: "type") }
        if node.minItems > 0 { composer.add(String(node.minItems), .number, under: "minItems") }
        if let format = node.format { composer.add(format.rawValue, .string, under: "format") }
        if node.types.contains(.object) {
            let required = node.properties.filter(\.isRequired).map(\.name)
            if !required.isEmpty { write(required, under: "required") }
            composer.add("false", .boolean, under: "additionalProperties")
        }
        if node.items != SchemaNode.anything { steps.append(.schema(node.items, key: "items")) }
        guard !node.properties.isEmpty else { return }
        composer.open(under: "properties")
        steps.append(.close)
        for property in node.properties.reversed() { steps.append(.schema(property.node, key: property.name)) }
    }

    private mutating func write(_ names: [String], under key: String) {
        composer.open(under: key)
        for name in names { composer.add(name, .string, under: "") }
        composer.close(.array)
    }
}
