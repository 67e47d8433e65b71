import XML2Dict

/// The JSON Pointers of the schemas in a file (RFC 6901), as `$ref` has them.
///
///     {"properties": {"a/b": {"items": {"type": "string"}}}}
///
///     #/properties/a~1b/items     the schema of the strings
enum SchemaPointer {
    /// The node at a reference; `nil` where there is no schema.
    static func node(at reference: String, in nodes: [SchemaNode]) -> Int? {
        var steps = reference.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String($0) ?? "" }[...]
        guard steps.popFirst() == "#" else { return nil }
        var number = SchemaReader.root
        while let keyword = steps.popFirst() {
            let node = nodes[number]
            guard number > SchemaNode.nothing, node.keywords.contains(keyword) else { return nil }
            switch keyword {
            case "items": number = node.items
            case "additionalProperties": number = node.additional
            case "properties":
                guard let place = steps.popFirst().flatMap({ node.places[ExactName(unescaped($0))] }) else {
                    return nil
                }
                number = node.properties[place].node
            case "$defs", "definitions":
                guard let found = steps.popFirst().flatMap({ node.definition(unescaped($0), under: keyword) })
                else { return nil }
                number = found
            default: return nil
            }
        }
        return number
    }

    /// Writes the references again that no longer lead to their nodes.
    static func correct(_ nodes: inout [SchemaNode]) {
        let wrong = nodes.indices.filter { number in
            guard let reference = nodes[number].reference, reference.node > SchemaNode.nothing else { return false }
            return node(at: reference.text, in: nodes).map { SchemaTable.target(of: $0, nodes) } != reference.node
        }
        guard !wrong.isEmpty else { return }
        let places = places(in: nodes)
        for number in wrong {
            guard let target = nodes[number].reference?.node else { continue }
            var steps: [String] = [], outer = target
            while let place = places[outer] {
                steps.append(place.steps)
                outer = place.outer
            }
            nodes[number].reference = (target, (["#"] + steps.reversed()).joined(separator: "/"))
        }
    }

    /// Where each node is: the node around it, and the steps from there.
    private static func places(in nodes: [SchemaNode]) -> [Int: (outer: Int, steps: String)] {
        var places: [Int: (outer: Int, steps: String)] = [:]
        for (number, node) in nodes.enumerated() {
            for inner in node.definitions { places[inner.node] = (number, "\(inner.keyword)/\(escaped(inner.name))") }
            for inner in node.properties where inner.isDescribed {
                places[inner.node] = (number, "properties/\(escaped(inner.name))")
            }
            places[node.items] = (number, "items")
            places[node.additional] = (number, "additionalProperties")
        }
        places[SchemaReader.root] = nil
        return places
    }

    /// A name as a part of a reference, in which a percent sign begins an encoded byte (RFC 6901, section 6).
    private static func escaped(_ name: String) -> String {
        name.asPointerStep.replacing(byte: "%", with: "%25")
    }

    /// The name in a part of a reference, where bytes may be percent-encoded.
    private static func unescaped(_ step: String) -> String {
        var bytes: [UInt8] = [], rest = step.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                rest = rest.dropFirst(2)
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
            } else {
                bytes.append(byte)
            }
        }
        // ~01 is ~1, and not a slash.
        let parts = bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(decoding: parts.first ?? [], as: UTF8.self)) { name, part in
            switch part.first {
            case UInt8(ascii: "0"): name += "~" + String(decoding: part.dropFirst(), as: UTF8.self)
            case UInt8(ascii: "1"): name += "/" + String(decoding: part.dropFirst(), as: UTF8.self)
            default: name += "~" + String(decoding: part, as: UTF8.self)
            }
        }
    }
}
