import XML2Dict

/// The types of an XML Schema, as a session reads them.
///
///     <xs:complexType name="Order">                         types      0 any   1 skipped   …   9 Order
///       <xs:sequence>                                       elements   of 9:  item ─▶ 12, a list   note ─▶ 3
///         <xs:element name="item" type="Item" maxOccurs="unbounded"/>
///         <xs:element name="note" type="xs:string"/>
///       <xs:attribute name="id" type="xs:int"/>             attributes of 9:  id ─▶ text 1
///
/// Groups, substitution groups and derivations are resolved: a type has all names that its content can have. It never
/// changes after it was made, so threads share it.
final class TypeTable: @unchecked Sendable {
    /// The content of a type.
    enum Content: UInt8 {
        /// Anything, which global declarations describe.
        case any
        case nothing, elements, mixed, text
    }

    struct Node: BitwiseCopyable {
        var content = Content.any
        /// The type of its text, for `text`.
        var text: Int32 = 0
        var firstElement = 0
        var elementCount = 0
        var firstAttribute = 0
        var attributeCount = 0
        /// Its wildcards for elements, and then those for attributes.
        var firstWildcard = 0
        var wildcardCount = 0
        var attributeWildcardCount = 0
        /// Whether other types are derived from it.
        var hasFamily = false
        /// The form of its elements; a list, or null, depends on the declaration.
        var form = UInt8(0)

        var hasAttributes: Bool { attributeCount + attributeWildcardCount > 0 }
    }

    /// An element of a type, or an attribute.
    struct Member: BitwiseCopyable {
        let name: Int32
        /// The number of its type; for an attribute, of the type of its text.
        let type: Int32
        var isList: Bool
        let isNillable: Bool
        let isRequired: Bool
    }

    static let any = 0
    /// The type of elements that a wildcard does not look up.
    static let skipped = 1

    let nodes: GrowableBuffer<Node>
    let elements: GrowableBuffer<Member>
    let attributes: GrowableBuffer<Member>
    let wildcards: [Wildcard]
    let texts: TextTypeTable
    let names: ExpandedNames
    /// The elements that a document can begin with.
    let roots: [Member]
    let globalAttributes: [Int32: Int32]
    /// The types that `xsi:type` can name.
    let types: [Int32: Int]
    /// The prefixes of namespaces in the schema; none for the target namespace of its first document.
    let prefixes: [Int32: String]
    /// The names of types, for types in Swift; `nil` for those without one.
    let typeNames: [Int: Int32]
    /// The names that are lists in a type, or in one that is derived from it.
    let familyLists: MemberTable
    /// The members of types with many, and the places of the roots.
    private let members: MemberTable
    private let attributeMembers: MemberTable
    private let rootPlaces: [Int32: Int]

    /// A table that is being made.
    struct Draft: ~Copyable {
        var nodes = GrowableBuffer<Node>()
        var elements = GrowableBuffer<Member>()
        var attributes = GrowableBuffer<Member>()
        var wildcards: [Wildcard] = []
        var texts = TextTypeTable()
        var names: ExpandedNames
        var roots: [Member] = []
        var globalAttributes: [Int32: Int32] = [:]
        var types: [Int32: Int] = [:]
        var prefixes: [Int32: String] = [:]
        var typeNames: [Int: Int32] = [:]
        var familyLists = MemberTable()

        init(_ documents: SchemaDocuments) {
            names = documents.names
            prefixes = documents.prefixes
        }
    }

    init(_ draft: consuming Draft) {
        var draft = draft
        var members = MemberTable(), attributeMembers = MemberTable()
        for number in 0..<draft.nodes.count {
            let node = draft.nodes[number]
            if node.content == .text { draft.nodes[number].form |= ElementForm.isWhole.rawValue }
            if node.elementCount > MemberTable.narrow {
                for place in node.firstElement..<node.firstElement + node.elementCount {
                    members[number, draft.elements[place].name] = Int32(place)
                }
            }
            if node.attributeCount > MemberTable.narrow {
                for place in node.firstAttribute..<node.firstAttribute + node.attributeCount {
                    attributeMembers[number, draft.attributes[place].name] = Int32(place)
                }
            }
        }
        var rootPlaces: [Int32: Int] = [:]
        for (place, root) in draft.roots.enumerated() { rootPlaces[root.name] = place }
        nodes = draft.nodes
        elements = draft.elements
        attributes = draft.attributes
        self.members = members
        self.attributeMembers = attributeMembers
        self.rootPlaces = rootPlaces
        wildcards = draft.wildcards
        texts = draft.texts
        names = draft.names
        roots = draft.roots
        globalAttributes = draft.globalAttributes
        types = draft.types
        prefixes = draft.prefixes
        typeNames = draft.typeNames
        familyLists = draft.familyLists
    }

    // MARK: Looking

    /// The place of an element in a type, which is probably at a place; `nil` when it has none.
    @inline(__always)
    func element(_ name: Int32, of type: Int, probably place: Int) -> Int? {
        let node = nodes[type], end = node.firstElement &+ node.elementCount
        if place < end, place >= node.firstElement, elements[place].name == name { return place }
        guard node.elementCount <= MemberTable.narrow else { return members[type, name].map { Int($0) } }
        var place = node.firstElement
        while place < end {
            if elements[place].name == name { return place }
            place &+= 1
        }
        return nil
    }

    /// The place of an attribute in a type; `nil` when it has none.
    @inline(__always)
    func attribute(_ name: Int32, of type: Int) -> Int? {
        let node = nodes[type]
        guard node.attributeCount <= MemberTable.narrow else { return attributeMembers[type, name].map { Int($0) } }
        for place in node.firstAttribute..<node.firstAttribute &+ node.attributeCount
        where attributes[place].name == name {
            return place
        }
        return nil
    }

    /// The element with a name that a document can begin with.
    func root(_ name: Int32) -> Member? { rootPlaces[name].map { roots[$0] } }

    /// The wildcard of a type that admits an element or an attribute of a namespace; `nil` if none does.
    func wildcard(of type: Int, isAttribute: Bool, _ namespace: Int32) -> Wildcard? {
        let node = nodes[type], start = node.firstWildcard + (isAttribute ? node.wildcardCount : 0)
        let count = isAttribute ? node.attributeWildcardCount : node.wildcardCount
        let admitting = wildcards[start..<start + count].filter { $0.admits(namespace) }
        return admitting.first { !$0.isSkip } ?? admitting.first
    }
}
