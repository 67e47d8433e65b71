import XML2Dict

extension SchemaDescription {
    /// The types that `XMLDecoder` fills from documents of the schema: a `Codable` struct for each type with attributes
    /// or elements, however many elements have it.
    ///
    /// What may be missing is optional, and what may occur several times is an array. Whole numbers are `Int`, also those
    /// without a bound, and those of `xs:unsignedLong` are `UInt64`; a larger one is an error of the decoder. Decimal
    /// numbers are `Double`, as `Decimal`, which keeps all digits, needs Foundation. An element of any type is an
    /// `XMLValue`.
    package var swift: String {
        let tops = roots.filter { hasMembers(Int($0.type)) }.map { (Int($0.type), key($0)) }
        guard !tops.isEmpty else { return "// No element of the schema has attributes or child elements.\n" }
        let names = records == nil ? Dictionary(grouping: tops, by: \.0).mapValues { $0.map(\.1) } : [:]
        let members = allMembers(of: tops.map(\.0))
        let shared = SwiftTypeWriter.SharedTypes(
            name: { schema.types.name(of: $0).map(schema.types.names.local) },
            classes: Self.classes(members),
            comments: names.mapValues { names in
                "The root element \(names.prefix(10).joined(separator: ", "))" + (names.count > 10 ? ", …" : "")
            }
        )
        let usesValues = members.values.contains { $0.contains { $0.type == Self.anyType && $0.inner == nil } }
        let text = SwiftTypeWriter.text(tops, shared) { members[$0] ?? [] }
        let keys = tops.map(\.1) + members.values.flatMap { $0.map(\.key) }
        return comment(keys) + (usesValues ? "import XML2Dict\n\n" : "") + text
    }

    /// A line about the options that the names need; empty for names that need none.
    private func comment(_ keys: [String]) -> String {
        let prefixes = options.namespacePrefixes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\(SwiftName.literal($0.key)): \(SwiftName.literal($0.value))" }.joined(separator: ", ")
        let needed =
            (options.namespaces == .keep ? [] : ["namespaces = .\(options.namespaces)"])
            + (prefixes.isEmpty ? [] : ["namespacePrefixes = [\(prefixes)]"])
        if !needed.isEmpty {
            return "// XMLDecoder finds these names with the options \(needed.joined(separator: ", ")).\n\n"
        }
        guard keys.contains(where: { $0.utf8.contains(UInt8(ascii: ":")) }) else { return "" }
        return """
            // These names have the prefixes of the schema. Where documents have others, write the types with --namespaces strip.


            """
    }

    private static let anyType = "XMLValue"

    /// What the types have that can be reached from some.
    private func allMembers(of tops: [Int]) -> [Int: [SwiftMember]] {
        // Types of which an element may have no content.
        let nillable = Set(schema.types.elements.all.filter(\.isNillable).map(\.type))
        var found: [Int: [SwiftMember]] = [:], rest = tops
        while let type = rest.popLast() {
            guard found[type] == nil else { continue }
            let members = members(of: type, isNillable: nillable.contains(Int32(type)))
            found[type] = members
            rest += members.compactMap(\.inner)
        }
        return found
    }

    private func members(of type: Int, isNillable: Bool) -> [SwiftMember] {
        var members: [SwiftMember] = [], places: [[UInt8]: Int] = [:]
        for attribute in attributes(of: type) {
            let key = String(key(attribute, isAttribute: true).dropFirst())
            guard places.updateValue(0, forKey: Array("@\(key)".utf8)) == nil else { continue }
            let text = swiftType(attribute.type)
            members.append(SwiftMember(role: .attribute, key: key, type: text, isOptional: !attribute.isRequired))
        }
        for element in schema.types.members(of: type) {
            var member = member(element)
            // Names of different namespaces may have one key.
            if let place = places.updateValue(members.count, forKey: Array(member.key.utf8)) {
                places[Array(member.key.utf8)] = place
                if members[place].inner != member.inner {
                    (member.inner, member.type) = (nil, Self.anyType)
                } else if member.inner == nil, members[place].type != member.type {
                    let types: Set = [member.type, members[place].type]
                    member.type =
                        types.contains(Self.anyType) ? Self.anyType : types == ["Int", "Double"] ? "Double" : "String"
                }
                member.isList = true
                members[place] = member
            } else {
                members.append(member)
            }
        }
        let node = schema.types.nodes[type]
        guard node.content == .text || node.content == .mixed else { return members }
        let text = node.content == .mixed ? "String" : swiftType(node.text)
        return members + [SwiftMember(role: .text, key: "", type: text, isOptional: isNillable && text != "String")]
    }

    private func member(_ element: TypeTable.Member) -> SwiftMember {
        let type = Int(element.type), node = schema.types.nodes[type]
        var member = SwiftMember(role: .element, key: key(element), type: "String", isList: element.isList)
        if hasMembers(type) {
            member.inner = type
        } else if node.content == .text {
            member.type = swiftType(node.text)
        } else if node.content == .any || node.wildcardCount > 0 || node.hasFamily {
            // Also a type of which `xsi:type` can name one that is derived.
            member.type = Self.anyType
        }
        member.isOptional = !element.isRequired
        member.hasNil = element.isNillable && (member.type != "String" || member.inner != nil)
        return member
    }

    /// The type of a text.
    private func swiftType(_ text: Int32) -> String {
        let types = schema.types.texts.jsonTypes(text), node = schema.types.texts.nodes[Int(text)]
        if !types.isEmpty, types.isSubset(of: .integer) { return node.isUnsignedLong ? "UInt64" : "Int" }
        let isFloat = node.kind == .float
        if isFloat || !types.isEmpty && types.isSubset(of: [.integer, .number]) { return "Double" }
        return types == .boolean ? "Bool" : "String"
    }

    /// Types of which each circle without an array has one.
    private static func classes(_ members: [Int: [SwiftMember]]) -> Set<Int> {
        var classes: Set<Int> = [], entered: Set<Int> = [], open: Set<Int> = []
        // A negative number means that a type is left.
        var rest = members.keys.sorted(by: >)
        while let next = rest.popLast() {
            guard next >= 0 else {
                open.remove(~next)
                continue
            }
            if open.contains(next) { classes.insert(next) }
            guard entered.insert(next).inserted else { continue }
            open.insert(next)
            rest.append(~next)
            rest += (members[next] ?? []).filter { !$0.isList }.compactMap(\.inner)
        }
        return classes
    }
}
