import XML2Dict

/// Makes the nodes of a JSON Schema, and refuses keywords that `JSONSchemaWalker` does not check.
struct JSONSchemaReader {
    private(set) var nodes = JSONSchemaNode.beforeRoot
    /// The stack of schemas still to read, because recursion could exhaust the stack of the thread.
    private var rest: [(value: XMLValue, node: Int)] = []
    private var node = JSONSchemaNode.root
    private var keyword = ""
    /// The steps to each node from an outer node, because whole pointers would be long, and only messages need them.
    private var paths: [(outer: Int, steps: [String])] = [(JSONSchemaNode.root, []), (JSONSchemaNode.root, [])]

    private var references: [(node: Int, text: String)] = []
    private var nodesByPath: [RelativePath: Int] = [:]

    /// The steps from an outer node to a schema, as bytes, because only names with equal bytes are equal (EXACT-NAMES).
    private struct RelativePath: Hashable {
        let outer: Int
        let steps: [[UInt8]]
    }

    /// The keywords that do not change a value (JSON Schema 2020-12, validation, section 9).
    private static let annotations: Set = [
        "$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly",
        "writeOnly",
    ]

    private static let definitions = ["$defs", "definitions"]

    private static let checks: KeyValuePairs<String, JSONSchemaNode.Types> = [
        "type": .all, "properties": .object, "items": .array, "required": .object, "additionalProperties": .object,
        "format": .string, "minItems": .array, JSONSchemaNode.typesKeyword: .all,
    ]

    init(_ schema: XMLValue) throws(XMLError) {
        _ = try node(of: schema)
        while let (value, node) = rest.popLast() {
            self.node = node
            try read(value)
        }
        try resolveReferences()
    }

    /// Returns the node of a schema that is `steps` below the current node, and adds an object schema to `rest`.
    private mutating func node(of schema: XMLValue, _ steps: String...) throws(XMLError) -> Int {
        let index: Int
        if schema.kind == .dictionary {
            index = nodes.count
            nodes.append(JSONSchemaNode())
            paths.append((node, steps))
            rest.append((schema, index))
        } else {
            guard schema.kind == .boolean, let allows = schema.bool else {
                throw fault("a schema must be an object, true or false", steps)
            }
            guard nodes.count > JSONSchemaNode.root else {
                throw fault("a schema that is only \(allows) describes nothing", steps)
            }
            index = allows ? JSONSchemaNode.anything : JSONSchemaNode.nothing
        }
        nodesByPath[RelativePath(outer: node, steps: steps.map { Array($0.utf8) })] = index
        return index
    }

    private func fault(_ message: ErrorMessage, _ steps: [String]? = nil) -> XMLError {
        var steps = steps ?? [keyword], node = node
        while node > JSONSchemaNode.root {
            steps = paths[node].steps + steps
            node = paths[node].outer
        }
        var error = XMLError(.invalidSchema, message)
        error.path = "#" + steps.map { "/" + $0.asPointerStep }.joined()
        return error
    }

    private mutating func read(_ schema: XMLValue) throws(XMLError) {
        var keywords: [String] = [], required: [String] = []
        for (key, value) in schema.entries {
            keyword = key
            keywords.append(key)
            switch keyword {
            case "type": nodes[node].types = try types(value)
            case "properties":
                for (name, property) in try members(value) {
                    let inner = try node(of: property, keyword, name)
                    nodes[node].properties.append(JSONSchemaNode.Property(name: name, node: inner))
                }
            case "items": nodes[node].items = try node(of: value, keyword)
            case "additionalProperties": nodes[node].additional = try node(of: value, keyword)
            case "required": required = try strings(value)
            case JSONSchemaNode.typesKeyword:
                guard value.kind == .string, value.string == "inferred" else {
                    throw fault("\(keyword) must be \"inferred\"; without it, numbers such as 007 fit, too")
                }
                nodes[node].infersTypes = true
            case "format": nodes[node].format = try format(value)
            case "minItems":
                guard value.kind == .number, let count = value.int, count >= 0 else {
                    throw fault("minItems must be a whole number, 0 or more")
                }
                nodes[node].minItems = count
            case "$ref":
                guard value.kind == .string, let text = value.string else { throw fault("$ref must be a string") }
                references.append((node, text))
            case "$defs", "definitions":
                for (name, definition) in try members(value) { _ = try node(of: definition, keyword, name) }
            case "$id" where node != JSONSchemaNode.root:
                throw fault("$id is supported only at the top, as it changes where references lead")
            default:
                let isOther = keyword.hasPrefix("x-") && !keyword.hasPrefix("x-xml2dict-")
                guard isOther || Self.annotations.contains(keyword) else { throw fault(refusal) }
            }
        }
        try require(required)
        try check(keywords)
    }

    private var refusal: ErrorMessage {
        let supported = (Self.checks.map(\.key) + ["$ref"] + Self.definitions).joined(separator: ", ")
        return
            "the keyword \(keyword) is not supported; a schema has \(supported), and keywords that only describe, such as title"
    }

    private func types(_ value: XMLValue) throws(XMLError) -> JSONSchemaNode.Types {
        let names = value.kind == .string ? [value.string ?? ""] : try strings(value)
        guard !names.isEmpty else { throw fault("type must be a name, or an array of names") }
        var types: JSONSchemaNode.Types = []
        for name in names {
            guard let type = JSONSchemaNode.Types.names.first(where: { $0.key == name })?.value else {
                let all = JSONSchemaNode.Types.names.map(\.key).joined(separator: ", ")
                throw fault("'\(name)' is not a type; use \(all)")
            }
            types.insert(type)
        }
        return types
    }

    private func format(_ value: XMLValue) throws(XMLError) -> JSONSchemaNode.Format {
        let name = value.string ?? ""
        guard value.kind == .string, let format = JSONSchemaNode.Format(rawValue: name) else {
            let all = JSONSchemaNode.Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("the format '\(name)' is not supported; use \(all)")
        }
        return format
    }

    private func strings(_ value: XMLValue) throws(XMLError) -> [String] {
        guard let items = value.array, items.allSatisfy({ $0.kind == .string }) else {
            throw fault("this must be an array of strings")
        }
        return items.map { $0.string ?? "" }
    }

    private func members(_ value: XMLValue) throws(XMLError) -> [(String, XMLValue)] {
        guard value.kind == .dictionary else { throw fault("this must be an object") }
        return value.entries.map { ($0.key, $0.value) }
    }

    private mutating func require(_ names: [String]) throws(XMLError) {
        var indices: [[UInt8]: Int] = [:]
        for (index, property) in nodes[node].properties.enumerated() { indices[Array(property.name.utf8)] = index }
        for name in names {
            let bytes = Array(name.utf8), index = indices[bytes] ?? nodes[node].properties.count
            if index == nodes[node].properties.count {
                indices[bytes] = index
                nodes[node].properties.append(JSONSchemaNode.Property(name: name, node: nodes[node].additional))
            }
            nodes[node].properties[index].isRequired = true
            guard nodes[node].properties[index].node != JSONSchemaNode.nothing else {
                throw fault("'\(name)' is required, and no value is allowed for it, so no object fits", ["required"])
            }
        }
    }

    /// Refuses keywords beside `$ref`, and keywords for a type that the schema excludes.
    private func check(_ keywords: [String]) throws(XMLError) {
        for (keyword, type) in Self.checks where keywords.contains(keyword) {
            if keywords.contains("$ref") {
                throw fault("move \(keyword), which is beside $ref, into the schema that $ref names", [])
            }
            if nodes[node].types.isDisjoint(with: type) {
                let only = nodes[node].types.names.joined(separator: " or ")
                throw fault("\(keyword) applies to the type \(type.names[0]), and the type is \(only)", [])
            }
        }
    }

    private func node(at reference: String) -> Int? {
        guard var steps = SchemaPointer.steps(of: reference)?[...] else { return nil }
        let hasNames = ["properties"] + Self.definitions
        var node = JSONSchemaNode.root
        while let keyword = steps.popFirst() {
            var path = RelativePath(outer: node, steps: [keyword])
            if hasNames.contains(where: { $0.utf8.elementsEqual(keyword) }), let name = steps.popFirst() {
                path = RelativePath(outer: node, steps: [keyword, name])
            }
            guard let inner = nodesByPath[path] else { return nil }
            node = inner
        }
        return node
    }

    private mutating func resolveReferences() throws(XMLError) {
        keyword = "$ref"
        for (referrer, text) in references {
            node = referrer
            guard let target = node(at: text) else {
                throw fault(
                    "'\(text)' leads to no schema of this file; write # and a JSON Pointer, such as #/$defs/name"
                )
            }
            nodes[node].reference = target
        }
        // Each node in a chain of references gets the last node as its reference. A circle has no last node.
        var resolved: Set<Int> = []
        for (referrer, _) in references {
            node = referrer
            var last = node, chain: Set<Int> = []
            while let reference = nodes[last].reference, !resolved.contains(last) {
                guard chain.insert(last).inserted else { throw fault("the references lead in a circle") }
                last = reference
            }
            let end = nodes[last].reference ?? last
            for link in chain { nodes[link].reference = end }
            resolved.formUnion(chain)
        }
    }
}

extension MismatchText {
    static func expected(_ types: JSONSchemaNode.Types) -> String {
        let names = types.names.map { $0 == "null" ? $0 : ("aio".contains($0.prefix(1)) ? "an " : "a ") + $0 }
        return names.isEmpty ? "nothing there" : names.alternatives
    }
}

/// Reads and writes the JSON Pointers in `$ref` (RFC 6901).
///
///     {"properties": {"a/b": {"items": {"type": "string"}}}}
///
///     #/properties/a~1b/items     the schema of the strings
enum SchemaPointer {
    static func steps(of reference: String) -> [[UInt8]]? {
        let steps = reference.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = steps.first, first.elementsEqual("#".utf8) else { return nil }
        return steps.dropFirst().map(unescaped)
    }

    /// Percent-encodes characters that a URI cannot have (RFC 3986, section 3.5).
    static func reference(toDefinition name: String) -> String {
        name.asPointerStep.utf8.reduce(into: "#/$defs/") { text, byte in
            let character = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && character.properties.isAlphabetic || allowed.contains(character)
            let escaped = (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            text += isPlain ? String(character) : escaped
        }
    }

    private static let allowed = "0123456789-._~!$&'()*+,;=:@?".unicodeScalars

    /// Decodes percent-encoding, `~0` and `~1` in a step (RFC 6901, section 6).
    private static func unescaped(_ step: Substring.UTF8View) -> [UInt8] {
        // `~01` must become `~1`, and not a slash.
        let parts = SchemaPath.decoded(step).split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: Array(parts.first ?? [])) { name, part in
            switch part.first {
            case UInt8(ascii: "0"): name += "~".utf8 + part.dropFirst()
            case UInt8(ascii: "1"): name += "/".utf8 + part.dropFirst()
            default: name += "~".utf8 + part
            }
        }
    }
}
