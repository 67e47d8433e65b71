import XML2Dict

/// Writes the nodes of a schema as JSON, with the keywords of each schema in the order in which they were read.
struct SchemaWriter: ~Copyable {
    private let nodes: [SchemaNode]
    private var composer = ValueComposer()
    /// What is left to write, the next step last, as schemas are deep where documents are.
    private var steps: [Step] = []

    private enum Step {
        case schema(Int, key: String)
        case keyword(String, of: Int)
        case close
    }

    init(_ nodes: [SchemaNode]) {
        self.nodes = nodes
    }

    consuming func schema() -> XMLValue {
        steps = [.schema(SchemaNode.root, key: "")]
        while let step = steps.popLast() {
            switch step {
            case .schema(let node, let key): write(node, under: key)
            case .keyword(let keyword, let node): write(keyword, of: nodes[node])
            case .close: composer.close(.dictionary)
            }
        }
        return composer.finish()
    }

    private mutating func write(_ node: Int, under key: String) {
        guard node > SchemaNode.nothing else {
            return composer.add(node == SchemaNode.anything ? "true" : "false", .boolean, under: key)
        }
        composer.open(under: key)
        steps.append(.close)
        for keyword in nodes[node].keywords.reversed() { steps.append(.keyword(keyword, of: node)) }
    }

    private mutating func write(_ keyword: String, of schema: SchemaNode) {
        switch keyword {
        case "type": write(schema.types)
        case "items": steps.append(.schema(schema.items, key: keyword))
        case "additionalProperties": steps.append(.schema(schema.additional, key: keyword))
        case "properties":
            write(schema.properties.filter(\.isDescribed).map { ($0.name, $0.node) }, under: keyword)
        case "$defs", "definitions":
            write(schema.definitions.filter { $0.keyword == keyword }.map { ($0.name, $0.node) }, under: keyword)
        case "required": write(schema.properties.filter(\.isRequired).map(\.name), under: keyword)
        case "minItems": composer.add(String(schema.minItems), .number, under: keyword)
        case "format": composer.add(schema.format?.rawValue ?? "", .string, under: keyword)
        case "$ref": composer.add(schema.reference?.text ?? "", .string, under: keyword)
        case "description" where schema.note != nil: composer.add(schema.note ?? "", .string, under: keyword)
        default:
            if let value = schema.annotations[keyword] { composer.add(value, under: keyword) }
        }
    }

    private mutating func write(_ types: SchemaNode.Types) {
        let names = types.names
        guard names.count != 1 else { return composer.add(names[0], .string, under: "type") }
        write(names, under: "type")
    }

    private mutating func write(_ names: [String], under key: String) {
        composer.open(under: key)
        for name in names { composer.add(name, .string, under: "") }
        composer.close(.array)
    }

    private mutating func write(_ schemas: [(name: String, node: Int)], under key: String) {
        steps.append(.close)
        for (name, node) in schemas.reversed() { steps.append(.schema(node, key: name)) }
        composer.open(under: key)
    }
}
