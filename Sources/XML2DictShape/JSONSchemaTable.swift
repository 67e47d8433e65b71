import XML2Dict

/// A JSON Schema with resolved references and ids for names, to check values.
///
/// Threads share a table safely, because it never changes. Nodes are plain memory, because the walker reads them often.
final class JSONSchemaTable: @unchecked Sendable {
    struct Node: BitwiseCopyable {
        var types = JSONSchemaNode.Types.all
        /// Whether the schema accepts every value unchanged.
        var isAnything = false
        var keepsStrings = false
        var format: JSONSchemaNode.Format?
        var infersTypes = false
        var additional = JSONSchemaNode.anything
        var items = JSONSchemaNode.anything
        var minItems = 0
        var properties = MemberRange()
        /// The number of required properties, and the number of properties that the reader can add as empty arrays.
        var requiredCount = 0
        var listCount = 0
    }

    struct Property: NamedMember {
        let name: Int32
        let node: Int
        let isRequired: Bool
        let isList: Bool
    }

    let nodes: GrowableBuffer<Node>
    let root: Int
    let properties: Members<Property>
    let names: ShapeNames

    init(_ schema: [JSONSchemaNode]) {
        func target(of node: Int) -> Int { schema[node].reference ?? node }
        var nodes = GrowableBuffer<Node>(), properties = Members<Property>(), names = ShapeNames()
        for (index, node) in schema.enumerated() {
            var made = Node(
                types: node.types,
                format: node.format,
                infersTypes: node.infersTypes,
                minItems: node.minItems
            )
            made.additional = target(of: node.additional)
            made.items = target(of: node.items)
            let start = properties.count
            for property in node.properties {
                let name = names.id(of: property.name.utf8)
                let inner = target(of: property.node)
                let isList =
                    schema[inner].types.contains(.array) && !schema[inner].types.contains(.null)
                    && schema[inner].minItems == 0
                properties.append(Property(name: name, node: inner, isRequired: property.isRequired, isList: isList))
                made.requiredCount += property.isRequired ? 1 : 0
                made.listCount += isList ? 1 : 0
            }
            made.properties = properties.end(index, from: start)
            made.isAnything =
                node.types == .all && node.properties.isEmpty && made.additional == JSONSchemaNode.anything
                && made.items == JSONSchemaNode.anything && node.format == nil && node.minItems == 0
            let isOnlyText = node.types.isDisjoint(with: [.number, .integer, .boolean]) && node.types.contains(.string)
            made.keepsStrings = node.format == nil && (node.types == .all || isOnlyText)
            nodes.append(made)
        }
        self.nodes = nodes
        self.properties = properties
        root = target(of: JSONSchemaNode.root)
        self.names = names
    }
}
