import XML2Dict

/// Makes the nodes of a JSON Schema, and refuses keywords that the walker does not check.
struct SchemaReader {
    private(set) var nodes = SchemaNode.beforeRoot
    /// What is left to read: a stack, as recursion could exhaust that of the thread.
    private var rest: [(value: XMLValue, node: Int)] = []
    /// Where each node is: the node around it, and the steps from there.
    ///
    /// A pointer is made of them only for a message, as those of a deep schema are long.
    private var places: [(outer: Int, steps: [String])] = [(SchemaNode.root, []), (SchemaNode.root, [])]

    /// The nodes that refer to others, with their references.
    private var references: [(node: Int, text: String)] = []
    /// The nodes by their places.
    private var numbers: [Place: Int] = [:]

    /// The node around a schema, and the steps from there: a keyword, and perhaps a name.
    ///
    /// Names are equal only with the same bytes, as keys are (EXACT-NAMES).
    private struct Place: Hashable {
        let outer: Int
        let steps: [[UInt8]]
    }

    /// The keywords that change nothing in a value (JSON Schema 2020-12, validation, section 9).
    private static let annotations: Set = [
        "$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly",
        "writeOnly",
    ]

    /// The keywords that have schemas for references.
    private static let definitions = ["$defs", "definitions"]

    /// The keywords that check values, with the types that they are about.
    private static let checks: KeyValuePairs<String, SchemaNode.Types> = [
        "type": .all, "properties": .object, "items": .array, "required": .object, "additionalProperties": .object,
        "format": .string, "minItems": .array,
    ]

    init(_ schema: XMLValue) throws(XMLReaderError) {
        _ = try number(of: schema, in: SchemaNode.root)
        while let (value, node) = rest.popLast() { try read(value, node) }
        try resolveReferences()
    }

    /// The number of the node of a schema, which is read later.
    private mutating func number(
        of schema: XMLValue,
        in outer: Int,
        _ steps: String...
    ) throws(XMLReaderError) -> Int {
        let number: Int
        if schema.kind == .dictionary {
            number = nodes.count
            nodes.append(SchemaNode())
            places.append((outer, steps))
            rest.append((schema, number))
        } else {
            guard schema.kind == .boolean, let allows = schema.bool else {
                throw fault("a schema must be an object, true or false", at: outer, steps)
            }
            guard nodes.count > SchemaNode.root else {
                throw fault("a schema that is only \(allows) describes nothing", at: outer, steps)
            }
            number = allows ? SchemaNode.anything : SchemaNode.nothing
        }
        numbers[Place(outer: outer, steps: steps.map { Array($0.utf8) })] = number
        return number
    }

    /// An error at a place inside a node.
    private func fault(_ message: String, at node: Int, _ steps: [String] = []) -> XMLReaderError {
        var steps = steps, node = node
        while node > SchemaNode.root {
            steps = places[node].steps + steps
            node = places[node].outer
        }
        var error = XMLReaderError(.invalidSchema, message)
        error.path = "#" + steps.map { "/" + $0.asPointerStep }.joined()
        return error
    }

    private mutating func read(_ schema: XMLValue, _ node: Int) throws(XMLReaderError) {
        var keywords: [String] = []
        var required: [String] = []
        for (keyword, value) in schema.entries {
            keywords.append(keyword)
            let place = (node: node, keyword: keyword)
            switch keyword {
            case "type": nodes[node].types = try types(value, place)
            case "properties":
                for (name, property) in try members(value, place) {
                    let number = try number(of: property, in: node, keyword, name)
                    nodes[node].properties.append(SchemaNode.Property(name: name, node: number))
                }
            case "items": nodes[node].items = try number(of: value, in: node, keyword)
            case "additionalProperties": nodes[node].additional = try number(of: value, in: node, keyword)
            case "required": required = try strings(value, place)
            case "format": nodes[node].format = try format(value, place)
            case "minItems":
                guard value.kind == .number, let count = value.int, count >= 0 else {
                    throw fault("minItems must be a whole number, 0 or more", at: node, [keyword])
                }
                nodes[node].minItems = count
            case "$ref":
                guard value.kind == .string, let text = value.string else {
                    throw fault("$ref must be a string", at: node, [keyword])
                }
                references.append((node, text))
            case "$defs", "definitions":
                for (name, definition) in try members(value, place) {
                    _ = try number(of: definition, in: node, keyword, name)
                }
            case "$id" where node != SchemaNode.root:
                throw fault(
                    "$id is supported only at the top, as it changes where references lead",
                    at: node,
                    [keyword]
                )
            default:
                guard Self.annotations.contains(keyword) || keyword.hasPrefix("x-") else {
                    throw fault(Self.refusal(of: keyword), at: node, [keyword])
                }
            }
        }
        try require(required, of: node)
        try check(keywords, of: node)
    }

    private static func refusal(of keyword: String) -> String {
        let supported = (checks.map(\.key) + ["$ref"] + Self.definitions).joined(separator: ", ")
        return
            "the keyword \(keyword) is not supported: a schema has \(supported), and keywords that only describe, such as title"
    }

    // MARK: Keywords

    /// A keyword of a node.
    private typealias Keyword = (node: Int, keyword: String)

    private func types(_ value: XMLValue, _ place: Keyword) throws(XMLReaderError) -> SchemaNode.Types {
        let names = value.kind == .string ? [value.string ?? ""] : try strings(value, place)
        guard !names.isEmpty else {
            throw fault("type must be a name, or an array of names", at: place.node, [place.keyword])
        }
        var types: SchemaNode.Types = []
        for name in names {
            guard let type = SchemaNode.Types.names.first(where: { $0.key == name })?.value else {
                let all = SchemaNode.Types.names.map(\.key).joined(separator: ", ")
                throw fault("'\(name)' is not a type: use \(all)", at: place.node, [place.keyword])
            }
            types.insert(type)
        }
        return types
    }

    private func format(_ value: XMLValue, _ place: Keyword) throws(XMLReaderError) -> SchemaNode.Format {
        let name = value.string ?? ""
        guard value.kind == .string, let format = SchemaNode.Format(rawValue: name) else {
            let all = SchemaNode.Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(
                "the format '\(name)' is not supported: use \(all)",
                at: place.node,
                [place.keyword]
            )
        }
        return format
    }

    private func strings(_ value: XMLValue, _ place: Keyword) throws(XMLReaderError) -> [String] {
        guard let items = value.array else {
            throw fault("this must be an array of strings", at: place.node, [place.keyword])
        }
        var strings: [String] = []
        for item in items {
            guard item.kind == .string, let text = item.string else {
                throw fault("this must be an array of strings", at: place.node, [place.keyword])
            }
            strings.append(text)
        }
        return strings
    }

    private func members(_ value: XMLValue, _ place: Keyword) throws(XMLReaderError) -> [(String, XMLValue)] {
        guard value.kind == .dictionary else { throw fault("this must be an object", at: place.node, [place.keyword]) }
        return value.entries.map { ($0.key, $0.value) }
    }

    /// Marks the properties that are required.
    private mutating func require(_ names: [String], of node: Int) throws(XMLReaderError) {
        var places: [[UInt8]: Int] = [:]
        for (place, property) in nodes[node].properties.enumerated() { places[Array(property.name.utf8)] = place }
        for name in names {
            let bytes = Array(name.utf8), place = places[bytes] ?? nodes[node].properties.count
            if place == nodes[node].properties.count {
                places[bytes] = place
                nodes[node].properties.append(
                    SchemaNode.Property(name: name, node: nodes[node].additional)
                )
            }
            nodes[node].properties[place].isRequired = true
            guard nodes[node].properties[place].node != SchemaNode.nothing else {
                throw fault(
                    "'\(name)' is required, and no value is allowed for it, so no object fits",
                    at: node,
                    ["required"]
                )
            }
        }
    }

    /// Refuses keywords beside a reference, which would have to hold as well, and those about a type that the schema
    /// excludes, which are mistakes.
    private func check(_ keywords: [String], of node: Int) throws(XMLReaderError) {
        for (keyword, type) in Self.checks where keywords.contains(keyword) {
            if keywords.contains("$ref") {
                throw fault("move \(keyword), which is beside $ref, into the schema that $ref names", at: node)
            }
            if nodes[node].types.isDisjoint(with: type) {
                let only = nodes[node].types.names.joined(separator: " or ")
                throw fault("\(keyword) applies to the type \(type.names[0]), and the type is \(only)", at: node)
            }
        }
    }

    // MARK: References

    /// The node at a reference; `nil` where there is no schema.
    private func node(at reference: String) -> Int? {
        guard var steps = SchemaPointer.steps(of: reference)?[...] else { return nil }
        let hasNames = ["properties"] + Self.definitions
        var node = SchemaNode.root
        while let keyword = steps.popFirst() {
            var place = Place(outer: node, steps: [keyword])
            if hasNames.contains(where: { $0.utf8.elementsEqual(keyword) }), let name = steps.popFirst() {
                place = Place(outer: node, steps: [keyword, name])
            }
            guard let inner = numbers[place] else { return nil }
            node = inner
        }
        return node
    }

    private mutating func resolveReferences() throws(XMLReaderError) {
        for (node, text) in references {
            guard let target = self.node(at: text) else {
                throw fault(
                    "'\(text)' leads to no schema of this file: write # and a JSON Pointer, such as #/$defs/name",
                    at: node,
                    ["$ref"]
                )
            }
            nodes[node].reference = target
        }
        // A chain of references ends at a schema of its own, or never; each of them leads to that end.
        var resolved: Set<Int> = []
        for (node, _) in references {
            var last = node, chain: Set<Int> = []
            while let reference = nodes[last].reference, !resolved.contains(last) {
                guard chain.insert(last).inserted else {
                    throw fault("the references lead in a circle", at: node, ["$ref"])
                }
                last = reference
            }
            let end = nodes[last].reference ?? last
            for link in chain { nodes[link].reference = end }
            resolved.formUnion(chain)
        }
    }
}
