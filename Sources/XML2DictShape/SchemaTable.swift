import XML2Dict

/// The nodes of a schema in the form in which values are held to them: references are followed, names have numbers.
///
/// It never changes after it was made, so threads share it. Its memory is plain, because the walker reads it for every
/// value.
final class SchemaTable: @unchecked Sendable {
    /// A schema without the words of its file.
    struct Node: BitwiseCopyable {
        var types = SchemaNode.Types.all
        /// Whether the schema accepts every value unchanged.
        var isAnything = false
        /// Whether every string stays as it is.
        var keepsStrings = false
        var format: SchemaNode.Format?
        /// Whether texts become numbers and booleans only by the rule of `infersTypes`.
        var infersTypes = false
        var additional = SchemaNode.anything
        var items = SchemaNode.anything
        var minItems = 0
        var properties = MemberRange()
        /// How many of the properties are required, and how many are arrays that a reader can add.
        var requiredCount = 0
        var listCount = 0
    }

    struct Property: NamedMember {
        let name: Int32
        let node: Int
        let isRequired: Bool
        /// Whether it is an array that a reader can add empty where it is missing.
        let isList: Bool
    }

    let nodes: GrowableBuffer<Node>
    /// The node of the whole schema.
    let root: Int
    let properties: Members<Property>
    /// The names of properties.
    let names: ShapeNames

    init(_ schema: [SchemaNode]) {
        /// The node that a node stands for.
        func target(of node: Int) -> Int { schema[node].reference ?? node }
        var nodes = GrowableBuffer<Node>(), properties = Members<Property>(), names = ShapeNames()
        for (number, node) in schema.enumerated() {
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
                let name = names.number(of: property.name.utf8)
                let inner = target(of: property.node)
                let isList =
                    schema[inner].types.contains(.array) && !schema[inner].types.contains(.null)
                    && schema[inner].minItems == 0
                properties.append(Property(name: name, node: inner, isRequired: property.isRequired, isList: isList))
                made.requiredCount += property.isRequired ? 1 : 0
                made.listCount += isList ? 1 : 0
            }
            made.properties = properties.end(number, from: start)
            made.isAnything =
                node.types == .all && node.properties.isEmpty && made.additional == SchemaNode.anything
                && made.items == SchemaNode.anything && node.format == nil && node.minItems == 0
            let isOnlyText = node.types.isDisjoint(with: [.number, .integer, .boolean]) && node.types.contains(.string)
            made.keepsStrings = node.format == nil && (node.types == .all || isOnlyText)
            nodes.append(made)
        }
        self.nodes = nodes
        self.properties = properties
        root = target(of: SchemaNode.root)
        self.names = names
    }
}
