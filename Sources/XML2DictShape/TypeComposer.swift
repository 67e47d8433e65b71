import XML2Dict

/// Makes the nodes of a JSON Schema for the values that documents of an XML Schema have under the options of a reader.
///
/// Names have the prefixes that the schema gives them, which documents may not have; so properties that are not described
/// are allowed.
struct TypeComposer {
    private let table: TypeTable
    private let options: XMLOptions
    private let fillsLists: Bool
    private(set) var nodes = SchemaNode.beforeRoot
    /// The types whose nodes are not complete, and the nodes of all.
    private var rest: [(key: Key, node: Int)] = []
    private var known: [Key: Int] = [:]

    private struct Key: Hashable {
        let type: Int
        let isNillable: Bool
    }

    init(_ table: TypeTable, _ options: XMLOptions, recordsAt records: XMLPath?, fillsLists: Bool) {
        self.table = table
        self.options = options
        self.fillsLists = fillsLists
        nodes.append(SchemaNode())
        if let records {
            let types = Set(table.members(at: records, options).map(table.describedType))
            guard let type = types.first, types.count == 1 else { return }
            nodes[SchemaNode.root].reference = node(of: Int(type), isNillable: false)
        } else if options.keepsRoot {
            nodes[SchemaNode.root].types = .object
            var places: [[UInt8]: Int] = [:], properties: [SchemaNode.Property] = []
            for root in table.roots {
                let key = key(root.name)
                if let place = places[Array(key.utf8)] {
                    // Without namespaces, it can be either root.
                    properties[place].node = SchemaNode.anything
                } else {
                    places[Array(key.utf8)] = properties.count
                    properties.append(SchemaNode.Property(name: key, node: node(of: root)))
                }
            }
            nodes[SchemaNode.root].properties = properties
        } else if table.roots.count == 1 {
            nodes[SchemaNode.root].reference = node(of: table.roots[0])
        }
        while let (key, node) = rest.popLast() { complete(node, key) }
    }

    private func key(_ name: Int32, isAttribute: Bool = false) -> String {
        let found = table.names.names[Int(name)]
        return table.key(found, options, isAttribute: isAttribute)
    }

    /// Whether the key of a name is the same in all documents, whatever their prefixes are.
    private func hasCertainKey(_ name: Int32) -> Bool {
        let namespace = table.names.names[Int(name)].namespace
        return namespace == ExpandedNames.none || options.namespaces != .keep
            || options.namespacePrefixes[table.names.uri(of: namespace)] != nil
    }

    private mutating func node(of member: TypeTable.Member) -> Int {
        node(of: Int(table.describedType(of: member)), isNillable: member.isNillable)
    }

    private mutating func node(of type: Int, isNillable: Bool) -> Int {
        let content = table.nodes[type].content
        guard content != .any else { return SchemaNode.anything }
        // A simple type needs no name.
        if content == .text, !hasAttributes(table.nodes[type]), !isDictionary {
            return node(ofText: table.nodes[type].text, allowsNull: isNillable)
        }
        let key = Key(type: type, isNillable: isNillable)
        if let node = known[key] { return node }
        nodes.append(SchemaNode())
        known[key] = nodes.count - 1
        rest.append((key, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func add(_ node: SchemaNode) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    /// The node of a text.
    private mutating func node(ofText text: Int32, allowsNull: Bool = false) -> Int {
        var node = SchemaNode()
        node.types = table.texts.jsonTypes(text)
        if allowsNull { node.types.insert(.null) }
        if table.texts.nodes[Int(text)].kind == .list {
            node.items = self.node(ofText: table.texts.nodes[Int(text)].item)
        }
        return add(node)
    }

    // MARK: Types

    private mutating func complete(_ number: Int, _ key: Key) {
        let node = table.nodes[key.type]
        var schema = SchemaNode()
        schema.name = table.typeNames[key.type].map(table.names.local)
        schema.types = key.isNillable ? .null : []
        switch node.content {
        case .any: break
        case .text:
            let hasAttributes = hasAttributes(node)
            let text = self.node(ofText: node.text)
            if hasAttributes || isDictionary {
                schema.types.insert(.object)
                schema.properties = attributes(of: node)
                if let key = options.textKey { schema.properties.append(SchemaNode.Property(name: key, node: text)) }
            }
            if !hasAttributes, options.textOnly == .string {
                schema.types.formUnion(nodes[text].types)
                schema.items = nodes[text].items
            } else if !hasAttributes {
                schema.types.formUnion(empty)
            }
        case .nothing, .elements, .mixed:
            schema.types.insert(.object)
            let isDictionary = node.content == .elements || node.content == .nothing && node.hasAttributes
            if !isDictionary || options.textOnly == .dictionary { schema.types.formUnion(empty) }
            let attributes = attributes(of: node)
            schema.properties = joined(attributes, elements(of: node))
            // An element that is null and has attributes is a dictionary without content.
            if key.isNillable { for place in schema.properties.indices { schema.properties[place].isRequired = false } }
            guard node.content == .mixed, let key = options.textKey else { break }
            if options.textOnly == .string { schema.types.insert(.string) }
            var text = SchemaNode()
            text.types = .string
            let isInPieces = options.orderKey != nil
            schema.properties.append(SchemaNode.Property(name: key, node: isInPieces ? SchemaNode.anything : add(text)))
        }
        nodes[number] = schema
    }

    /// Whether an element with only text may be a dictionary, also without attributes.
    private var isDictionary: Bool {
        let otherKeys = [options.cdataKey, options.commentKey, options.processingInstructionKey]
        return options.textOnly == .dictionary || otherKeys.contains { $0 != nil }
    }

    /// Whether a text is in a dictionary, because its type has attributes.
    private func hasAttributes(_ node: TypeTable.Node) -> Bool {
        node.hasAttributes && options.attributes != .discard && options.textKey != nil
    }

    /// The type of an empty element by the options.
    private var empty: SchemaNode.Types {
        switch options.empty {
        case .dictionary, .omit: .object
        case .null: .null
        case .string: .string
        }
    }

    private mutating func attributes(of node: TypeTable.Node) -> [SchemaNode.Property] {
        guard options.attributes != .discard else { return [] }
        var properties: [SchemaNode.Property] = []
        for place in node.firstAttribute..<node.firstAttribute + node.attributeCount {
            let attribute = table.attributes[place], text = self.node(ofText: attribute.type)
            properties.append(
                SchemaNode.Property(
                    name: key(attribute.name, isAttribute: true),
                    node: text,
                    isRequired: attribute.isRequired && hasCertainKey(attribute.name)
                )
            )
        }
        guard let key = options.attributeGroupKey, !properties.isEmpty else { return properties }
        var group = SchemaNode()
        group.types = .object
        group.properties = properties
        return [SchemaNode.Property(name: key, node: add(group), isRequired: properties.contains(where: \.isRequired))]
    }

    private mutating func elements(of node: TypeTable.Node) -> [SchemaNode.Property] {
        var properties: [SchemaNode.Property] = []
        for place in node.firstElement..<node.firstElement + node.elementCount {
            let element = table.elements[place]
            var inner = self.node(of: element)
            if element.isList {
                var array = SchemaNode()
                array.types = .array
                array.items = inner
                inner = add(array)
            }
            let isThere = element.isRequired || element.isList && fillsLists
            let isRequired = isThere && hasCertainKey(element.name)
            properties.append(SchemaNode.Property(name: key(element.name), node: inner, isRequired: isRequired))
        }
        return properties
    }

    /// The properties of a dictionary: of those with the same key, which form an array, only one stays.
    private mutating func joined(_ attributes: [SchemaNode.Property], _ elements: [SchemaNode.Property]) -> [SchemaNode
        .Property]
    {
        var places: [[UInt8]: Int] = [:], properties: [SchemaNode.Property] = []
        for property in attributes + elements {
            guard let place = places[Array(property.name.utf8)] else {
                places[Array(property.name.utf8)] = properties.count
                properties.append(property)
                continue
            }
            var array = SchemaNode()
            array.types = .array
            properties[place].node = add(array)
            properties[place].isRequired = properties[place].isRequired || property.isRequired
        }
        return properties
    }
}

extension TextTypeTable {
    /// The types of JSON that texts of a type become.
    func jsonTypes(_ type: Int32) -> SchemaNode.Types {
        let node = nodes[Int(type)]
        switch node.kind {
        case .string: return .string
        case .integer: return .integer
        case .decimal: return .number
        // INF and NaN are strings.
        case .float: return [.number, .string]
        case .boolean: return .boolean
        case .list: return .array
        case .union:
            return places(of: type).reduce(into: []) { $0.formUnion(jsonTypes(members[$1])) }
        }
    }
}
