import XML2Dict

/// Writes a JSON Schema (draft 2020-12).
///
/// The schema of a property is inside the schema of its object, down to 32 levels of JSON. Below level 32, indentation
/// would make the text grow with the square of the depth, so schemas with properties or items are in `$defs`. A schema
/// that is used twice, or contains itself, is in `$defs` at any level:
///
///     {"properties": {"a": {"properties": {"b": {"$ref": "#/$defs/b"}}}}, "$defs": {"b": {"properties": …}}}
///     1                    3                    5                                        3          the levels
struct JSONSchemaWriter: ~Copyable {
    private let nodes: [JSONSchemaNode]
    private let uses: [Int]
    private var composer = ValueComposer()
    /// A stack of schemas to write, with `nil` to close a dictionary, in place of recursion.
    private var steps: [Schema?] = []
    private var definitions: [(node: Int, name: String)] = []
    private var references: [Int: String] = [JSONSchemaNode.root: "#"]
    private var names = UniqueNames()

    private typealias Schema = (node: Int, key: String, name: String, level: Int)

    init(_ nodes: [JSONSchemaNode]) {
        self.nodes = nodes
        var uses = nodes.map { _ in 0 }
        for node in nodes {
            for property in node.properties { uses[nodes[property.node].reference ?? property.node] += 1 }
            for inner in [node.items, node.additional] { uses[nodes[inner].reference ?? inner] += 1 }
        }
        uses[JSONSchemaNode.root] += 1
        self.uses = uses
    }

    consuming func schema() -> XMLValue {
        composer.open(under: "")
        composer.add("https://json-schema.org/draft/2020-12/schema", .string, under: "$schema")
        write(nodes[JSONSchemaNode.root].reference ?? JSONSchemaNode.root, named: "root", level: 1)
        var next = 0
        while next < definitions.count {
            if next == 0 { composer.open(under: "$defs") }
            let (node, name) = definitions[next]
            composer.open(under: name)
            write(node, named: name, level: 3)
            composer.close(.dictionary)
            next += 1
        }
        if next > 0 { composer.close(.dictionary) }
        composer.close(.dictionary)
        return composer.finish()
    }

    private mutating func write(_ node: Int, named name: String, level: Int) {
        writeKeywords(of: nodes[node], name, level)
        while let step = steps.popLast() {
            if let step { write(step) } else { composer.close(.dictionary) }
        }
    }

    private mutating func write(_ schema: Schema) {
        let (index, key, name, level) = schema
        let node = nodes[index].reference ?? index
        guard node >= JSONSchemaNode.root else {
            return composer.add(node == JSONSchemaNode.anything ? "true" : "false", .boolean, under: key)
        }
        let hasInside = !nodes[node].properties.isEmpty || nodes[node].items != JSONSchemaNode.anything
        composer.open(under: key)
        steps.append(nil)
        if uses[node] > 1 || hasInside && level > ShapeNode.shownLevels {
            composer.add(reference(to: node, named: name), .string, under: "$ref")
        } else {
            writeKeywords(of: nodes[node], name, level)
        }
    }

    private mutating func reference(to node: Int, named name: String) -> String {
        if let known = references[node] { return known }
        let unique = names.unique(nodes[node].name ?? name), reference = SchemaPointer.reference(toDefinition: unique)
        definitions.append((node, unique))
        references[node] = reference
        return reference
    }

    private mutating func writeKeywords(of node: JSONSchemaNode, _ name: String, _ level: Int) {
        if let text = node.description { composer.add(text, .string, under: "description") }
        let types = node.types.names
        if types.count == 1 {
            composer.add(types[0], .string, under: "type")
        } else if node.types != .all {
            composer.add(types, under: "type")
        }
        if node.infersTypes { composer.add("inferred", .string, under: JSONSchemaNode.typesKeyword) }
        if node.minItems > 0 { composer.add(String(node.minItems), .number, under: "minItems") }
        if let format = node.format { composer.add(format.rawValue, .string, under: "format") }
        let required = node.properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty { composer.add(required, under: "required") }
        if node.additional == JSONSchemaNode.nothing { composer.add("false", .boolean, under: "additionalProperties") }
        if node.additional > JSONSchemaNode.nothing {
            steps.append((node.additional, "additionalProperties", name, level + 1))
        }
        if node.items != JSONSchemaNode.anything { steps.append((node.items, "items", name, level + 1)) }
        guard !node.properties.isEmpty else { return }
        composer.open(under: "properties")
        steps.append(nil)
        steps += node.properties.reversed().map { ($0.node, $0.name, $0.name, level + 2) }
    }
}

extension ValueComposer {
    mutating func add(_ items: [String], of kind: Entry.Kind = .string, under key: String) {
        open(under: key)
        for item in items { add(item, kind, under: "") }
        close(.array)
    }
}
