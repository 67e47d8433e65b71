import XML2Dict

/// Makes a JSON Schema from an XML Schema, for the values that a reader makes under its options.
///
/// Names have the prefixes of the XML Schema. The JSON Schema allows all other properties, because documents may have
/// other prefixes.
struct TypeComposer {
    private let schema: LoadedSchema
    private let form: ValueForm
    private let fillsLists: Bool
    private let sharedKeys: SharedKeys
    private let equal: [Int]
    /// The types with text and attributes: if `xsi:type` names such a type, the element is a dictionary.
    private let extensions: [Int]
    private(set) var nodes = JSONSchemaNode.beforeRoot
    private var rest: [(key: Key, node: Int)] = []
    private var known: [Key: Int] = [:]

    private struct Key: Hashable {
        let type: Int
        let isNillable: Bool
    }

    init(_ schema: LoadedSchema, _ form: ValueForm, recordsAt records: XMLPath?, fillsLists: Bool) {
        self.schema = schema
        self.form = form
        self.fillsLists = fillsLists
        sharedKeys = SharedKeys(form, schema)
        equal = schema.types.equalTypes()
        extensions = (0..<schema.types.nodes.count).filter {
            schema.types.nodes[$0].content == .text && schema.types.nodes[$0].hasAttributes
        }
        nodes.append(JSONSchemaNode())
        if let path = records ?? form.selected {
            let record = node(ofRecordsAt: path)
            if form.selected != nil {
                nodes[JSONSchemaNode.root].types = .array
                nodes[JSONSchemaNode.root].items = record
            } else if record != JSONSchemaNode.anything {
                nodes[JSONSchemaNode.root].reference = record
            }
        } else if form.keepsRoot {
            nodes[JSONSchemaNode.root].types = .object
            let roots = schema.types.roots.map { JSONSchemaNode.Property(name: key($0.name), node: node(of: $0)) }
            nodes[JSONSchemaNode.root].properties = joined(roots)
        } else if schema.types.roots.count == 1 {
            nodes[JSONSchemaNode.root].reference = node(of: schema.types.roots[0])
        }
        while let (key, node) = rest.popLast() { complete(node, key) }
    }

    private mutating func node(ofRecordsAt path: XMLPath) -> Int {
        let members = schema.types.members(at: path, form), isNillable = members.contains(where: \.isNillable)
        guard let type = members.first?.type, members.allSatisfy({ $0.type == type }),
            path.alternatives.allSatisfy({ $0.attribute == nil })
        else { return JSONSchemaNode.anything }
        let isText = schema.types.nodes[Int(type)].content == .text || schema.types.nodes[Int(type)].content == .mixed
        // If options add entries to records, such as the ancestors, the reader makes every record a dictionary.
        let isKept = !form.addsToRecords
        guard isKept || !isText && !isNillable else { return JSONSchemaNode.anything }
        return node(of: Int(type), isNillable: isNillable)
    }

    private func key(_ name: Int32, isAttribute: Bool = false) -> String {
        schema.types.key(name, form, isAttribute: isAttribute)
    }

    /// Whether the key of a name does not depend on the prefixes of the document.
    private func hasCertainKey(_ name: Int32) -> Bool {
        let namespace = schema.types.names.names[Int(name)].namespace
        return namespace == ExpandedNames.none || form.namespaces != .keep
            || form.prefixes[schema.types.names.uri(of: namespace)] != nil
    }

    private mutating func node(of member: TypeTable.Member) -> Int {
        let type = Int(member.type), own = schema.types.nodes[type]
        if own.content == .text, !own.hasAttributes {
            // With xsi:type, the element can have any simple type.
            if own.text == TextTypeTable.any || own.text == schema.types.texts.builtIn["anyAtomicType"] {
                return JSONSchemaNode.anything
            }
            if !isDictionary, form.keepsAttributes,
                extensions.contains(where: { schema.types.allows($0, for: type) })
            {
                let node = node(ofText: own.text, allowsNull: member.isNillable)
                nodes[node].types.insert(.object)
                return node
            }
        }
        return node(of: Int(schema.types.describedType(of: member)), isNillable: member.isNillable)
    }

    private mutating func node(of type: Int, isNillable: Bool) -> Int {
        let content = schema.types.nodes[type].content
        guard content != .any else { return JSONSchemaNode.anything }
        if content == .text, !isDictionary, !hasAttributes(type) {
            return node(ofText: schema.types.nodes[type].text, allowsNull: isNillable)
        }
        let key = Key(type: equal[type], isNillable: isNillable)
        if let node = known[key] { return node }
        let node = add(JSONSchemaNode())
        known[key] = node
        rest.append((key, node))
        return node
    }

    private mutating func add(_ node: JSONSchemaNode) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func node(ofText text: Int32, allowsNull: Bool = false) -> Int {
        let node = schema.types.texts.nodes[Int(text)], types = schema.types.texts.jsonTypes(text)
        let items = node.kind == .list ? self.node(ofText: node.item) : JSONSchemaNode.anything
        return add(JSONSchemaNode(types: allowsNull ? types.union(.null) : types, items: items))
    }

    private mutating func complete(_ target: Int, _ key: Key) {
        let node = schema.types.nodes[key.type]
        let name = schema.types.name(of: key.type).map(schema.types.names.local)
        var made = JSONSchemaNode(name: name, types: key.isNillable ? .null : [])
        switch node.content {
        case .any: break
        case .text:
            let hasAttributes = hasAttributes(key.type), text = self.node(ofText: node.text)
            if hasAttributes || isDictionary {
                made.types.insert(.object)
                var properties = attributes(of: key)
                if let textKey = form.textKey {
                    let own = list(text, sharedKeys.lists(of: key.type).hasText)
                    properties.append(JSONSchemaNode.Property(name: textKey, node: own))
                }
                made.properties = joined(properties)
            }
            if !hasAttributes || form.textKey == nil, form.textOnlyIsString {
                made.types.formUnion(nodes[text].types)
                made.items = nodes[text].items
            } else if !form.textOnlyIsString {
                made.types.formUnion(empty)
            }
        case .nothing, .elements, .mixed:
            made.types.insert(.object)
            if !node.isDictionary || !form.textOnlyIsString { made.types.formUnion(empty) }
            var properties = attributes(of: key) + elements(of: key.type)
            if node.content == .mixed {
                if form.textOnlyIsString { made.types.formUnion(.string) }
                if let key = form.textKey {
                    let text = !form.keepsOrder ? add(JSONSchemaNode(types: .string)) : JSONSchemaNode.anything
                    properties.append(JSONSchemaNode.Property(name: key, node: text))
                }
            }
            made.properties = joined(properties)
            // A null element with attributes is a dictionary without content, so it may lack every property.
            if key.isNillable { for index in made.properties.indices { made.properties[index].isRequired = false } }
        }
        nodes[target] = made
    }

    /// Whether an element with only text may be a dictionary, even without attributes.
    private var isDictionary: Bool {
        !form.textOnlyIsString || form.keepsNodes
    }

    private func hasAttributes(_ type: Int) -> Bool {
        schema.types.nodes[type].hasAttributes && form.keepsAttributes
    }

    private var empty: JSONSchemaNode.Types {
        switch form.empty {
        case .dictionary, .omit: .object
        case .null: .null
        case .string: .string
        }
    }

    private mutating func list(_ item: Int, _ isMerged: Bool, _ isList: Bool = false) -> Int {
        guard isMerged || isList else { return item }
        return add(JSONSchemaNode(types: .array, items: isMerged ? JSONSchemaNode.anything : item))
    }

    private mutating func attributes(of key: Key) -> [JSONSchemaNode.Property] {
        guard form.keepsAttributes else { return [] }
        let type = key.type
        var properties: [JSONSchemaNode.Property] = []
        for index in schema.types.nodes[type].attributes.indices {
            let attribute = schema.types.attributes[index]
            let inner = list(self.node(ofText: attribute.type), sharedKeys.lists(of: type).attributes.contains(index))
            properties.append(JSONSchemaNode.Property(name: self.key(attribute.name, isAttribute: true), node: inner))
        }
        guard let key = form.attributeGroupKey, !properties.isEmpty else { return properties }
        let group = add(JSONSchemaNode(types: .object, properties: joined(properties)))
        return [JSONSchemaNode.Property(name: key, node: group)]
    }

    private mutating func elements(of type: Int) -> [JSONSchemaNode.Property] {
        var properties: [JSONSchemaNode.Property] = []
        for index in schema.types.nodes[type].elements.indices {
            let element = schema.types.elements[index], isMerged = sharedKeys.lists(of: type).elements.contains(index)
            let inner = list(self.node(of: element), isMerged, element.isList)
            // The reader adds missing arrays, and does not check that other elements are present.
            let isRequired =
                fillsLists && !form.skips && (element.isList || isMerged) && hasCertainKey(element.name)
            properties.append(JSONSchemaNode.Property(name: key(element.name), node: inner, isRequired: isRequired))
        }
        return properties
    }

    /// Joins properties with the same key into an array if all of them are arrays, and otherwise allows any value.
    private mutating func joined(_ all: [JSONSchemaNode.Property]) -> [JSONSchemaNode.Property] {
        let others = form.otherKeys
        var indices: [[UInt8]: Int] = [:], properties: [JSONSchemaNode.Property] = []
        for var property in all {
            if others.contains(property.name) { property.node = JSONSchemaNode.anything }
            guard let index = indices[Array(property.name.utf8)] else {
                indices[Array(property.name.utf8)] = properties.count
                properties.append(property)
                continue
            }
            let areArrays = [property.node, properties[index].node].allSatisfy { nodes[$0].types == .array }
            properties[index].node = areArrays ? list(JSONSchemaNode.anything, true) : JSONSchemaNode.anything
            properties[index].isRequired = properties[index].isRequired || property.isRequired
        }
        return properties
    }
}

extension TextTypeTable {
    func jsonTypes(_ type: Int32) -> JSONSchemaNode.Types {
        let node = nodes[Int(type)]
        switch node.kind {
        case .string: return .string
        case .integer: return .integer
        case .decimal: return .number
        case .float: return [.number, .string]
        case .boolean: return .boolean
        case .list: return .array
        case .union: return members(of: type).reduce(into: []) { $0.formUnion(jsonTypes($1)) }
        }
    }
}
