import XML2Dict

/// Makes the nodes of a JSON Schema for the values that documents of an XML Schema have under the options of a reader.
///
/// Names have the prefixes that the schema gives them, which documents may not have; so properties that are not described
/// are allowed.
struct TypeComposer {
    private let table: TypeTable
    private let options: XMLOptions
    private let fillsLists: Bool
    private let merging: KeyMerging
    /// The complex types with texts that are dictionaries, which `xsi:type` can name.
    private let extensions: [Int]
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
        merging = KeyMerging(options, table)
        extensions = (0..<table.nodes.count).filter {
            table.nodes[$0].content == .text && table.nodes[$0].hasAttributes
        }
        nodes.append(SchemaNode())
        if let path = XMLDescription.records(records, options) {
            let record = node(ofRecordsAt: path)
            if !options.select.isEmpty {
                nodes[SchemaNode.root].types = .array
                nodes[SchemaNode.root].items = record
            } else if record != SchemaNode.anything {
                nodes[SchemaNode.root].reference = record
            }
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

    /// The node of all records, or of all selected elements, if they have one type.
    private mutating func node(ofRecordsAt path: XMLPath) -> Int {
        let members = table.members(at: path, options), isNillable = members.contains(where: \.isNillable)
        guard let type = members.first?.type, members.allSatisfy({ $0.type == type }),
            path.alternatives.allSatisfy({ $0.attribute == nil })
        else { return SchemaNode.anything }
        let isText = table.nodes[Int(type)].content == .text || table.nodes[Int(type)].content == .mixed
        // A record that is no dictionary becomes one, for its origin.
        guard options.originKey == nil || !isText && !isNillable else { return SchemaNode.anything }
        return node(of: Int(type), isNillable: isNillable)
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
        let type = Int(member.type), own = table.nodes[type]
        if own.content == .text, !own.hasAttributes {
            // By xsi:type, it can be of any simple type.
            if own.text == TextTypeTable.any || own.text == table.texts.builtIn["anyAtomicType"] {
                return SchemaNode.anything
            }
            if !isDictionary, options.attributes != .discard,
                extensions.contains(where: { table.allows($0, for: type) })
            {
                let node = node(ofText: own.text, allowsNull: member.isNillable)
                nodes[node].types.insert(.object)
                return node
            }
        }
        return node(of: Int(table.describedType(of: member)), isNillable: member.isNillable)
    }

    private mutating func node(of type: Int, isNillable: Bool) -> Int {
        let content = table.nodes[type].content
        guard content != .any else { return SchemaNode.anything }
        // A simple type needs no name.
        if content == .text, !isDictionary, !table.nodes[type].hasAttributes || options.attributes == .discard {
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
            let hasAttributes = hasAttributes(node), text = self.node(ofText: node.text)
            let attributes = attributes(of: key)
            if hasAttributes || isDictionary || node.hasAttributes && options.attributes != .discard {
                schema.types.insert(.object)
                let own = options.textKey.map {
                    SchemaNode.Property(name: $0, node: list(text, merges(key.type).hasText))
                }
                schema.properties = joined(attributes + (own.map { [$0] } ?? []))
            }
            if !hasAttributes, options.textOnly == .string {
                schema.types.formUnion(nodes[text].types)
                schema.items = nodes[text].items
            } else if options.textOnly == .dictionary {
                schema.types.formUnion(empty)
            }
        case .nothing, .elements, .mixed:
            schema.types.insert(.object)
            let isDictionary = node.content == .elements || node.content == .nothing && node.hasAttributes
            if !isDictionary || options.textOnly == .dictionary { schema.types.formUnion(empty) }
            var properties = attributes(of: key) + elements(of: key.type)
            if node.content == .mixed {
                if options.textOnly == .string { schema.types.formUnion(options.infersTypes ? .ofText : .string) }
                if let key = options.textKey { properties.append(SchemaNode.Property(name: key, node: mixedText)) }
            }
            schema.properties = joined(properties)
            // An element that is null and has attributes is a dictionary without content.
            if key.isNillable { for place in schema.properties.indices { schema.properties[place].isRequired = false } }
        }
        nodes[number] = schema
    }

    /// The node of the text of mixed content.
    private var mixedText: Int {
        mutating get {
            guard options.orderKey == nil, !options.infersTypes else { return SchemaNode.anything }
            var text = SchemaNode()
            text.types = .string
            return add(text)
        }
    }

    /// Whether an element with only text may be a dictionary, also without attributes.
    private var isDictionary: Bool {
        options.textOnly == .dictionary || options.commentKey != nil || options.processingInstructionKey != nil
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

    private func merges(_ type: Int) -> KeyMerging.Lists { merging.lists(of: type) }

    /// The array of some items, or the item; an array of several names has any items.
    private mutating func list(_ item: Int, _ isMerged: Bool, _ isList: Bool = false) -> Int {
        guard isMerged || isList else { return item }
        var array = SchemaNode()
        array.types = .array
        if !isMerged { array.items = item }
        return add(array)
    }

    private mutating func attributes(of key: Key) -> [SchemaNode.Property] {
        guard options.attributes != .discard else { return [] }
        let type = key.type, node = table.nodes[type]
        var properties: [SchemaNode.Property] = []
        for place in node.firstAttribute..<node.firstAttribute + node.attributeCount {
            let attribute = table.attributes[place]
            let inner = list(self.node(ofText: attribute.type), merges(type).attributes.contains(place))
            properties.append(SchemaNode.Property(name: self.key(attribute.name, isAttribute: true), node: inner))
        }
        guard let key = options.attributeGroupKey, !properties.isEmpty else { return properties }
        var group = SchemaNode()
        group.types = .object
        group.properties = joined(properties)
        return [SchemaNode.Property(name: key, node: add(group))]
    }

    private mutating func elements(of type: Int) -> [SchemaNode.Property] {
        let node = table.nodes[type]
        var properties: [SchemaNode.Property] = []
        for place in node.firstElement..<node.firstElement + node.elementCount {
            let element = table.elements[place], isMerged = merges(type).elements.contains(place)
            let inner = list(self.node(of: element), isMerged, element.isList)
            // The reader does not check whether an element is there.
            let isRequired =
                fillsLists && options.skip.isEmpty && (element.isList || isMerged) && hasCertainKey(element.name)
            properties.append(SchemaNode.Property(name: key(element.name), node: inner, isRequired: isRequired))
        }
        return properties
    }

    /// The properties of a dictionary: of those with the same key, only one stays.
    ///
    /// They form an array if all of them are arrays, and otherwise if the document has several of them. So do nodes with a
    /// key of the options, such as comments.
    private mutating func joined(_ all: [SchemaNode.Property]) -> [SchemaNode.Property] {
        let others = options.roles.filter { ![.text, .attributeGroup].contains($0.role) }.map(\.key)
        var places: [[UInt8]: Int] = [:], properties: [SchemaNode.Property] = []
        for var property in all {
            if others.contains(property.name) { property.node = SchemaNode.anything }
            guard let place = places[Array(property.name.utf8)] else {
                places[Array(property.name.utf8)] = properties.count
                properties.append(property)
                continue
            }
            let areArrays = [property.node, properties[place].node].allSatisfy { nodes[$0].types == .array }
            properties[place].node = areArrays ? list(SchemaNode.anything, true) : SchemaNode.anything
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
