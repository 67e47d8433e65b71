import XML2Dict

/// The types of an XML Schema.
///
///     <xs:complexType name="Order">                         types      0 any   1 skipped   …   9 Order
///       <xs:sequence>                                       elements   of 9:  item ─▶ 12, a list   note ─▶ 3
///         <xs:element name="item" type="Item" maxOccurs="unbounded"/>
///         <xs:element name="note" type="xs:string"/>
///       <xs:attribute name="id" type="xs:int"/>             attributes of 9:  id ─▶ text 1
///
/// Groups, substitution groups and derivations are resolved, so a type has all names that its content can have.
struct TypeTable: ~Copyable {
    enum Content: UInt8 {
        /// Any content, where global declarations describe the elements.
        case any
        case nothing, elements, mixed, text
    }

    struct Node: BitwiseCopyable {
        var content = Content.any
        var text: Int32 = 0
        var elements = MemberRange()
        var attributes = MemberRange()
        var wildcards = MemberRange()
        var attributeWildcards = MemberRange()
        var base: Int32 = 0
        /// A type `t` and all types derived from `t` have an `order` in `t.order..<t.derivedEnd`.
        var order: Int32 = 0
        var derivedEnd: Int32 = 0
        var hasFamily = false
        /// The marks of elements with this type, without `list` and `nillable`, which declarations add.
        var marks: Marks = []
        /// The name of the type, or of the element around an anonymous type, or -1.
        var name: Int32 = -1

        var hasAttributes: Bool { attributes.count + attributeWildcards.count > 0 }
        var isDictionary: Bool { content == .elements || content == .nothing && hasAttributes }
    }

    struct Member: NamedMember {
        let name: Int32
        /// The index of the member's type: in `nodes` for an element, and in `texts` for an attribute.
        var type: Int32
        var isList = false
        var isNillable = false
        let isRequired: Bool
        /// Whether the type also has an element with the same local name in another namespace.
        var sharesName = false
    }

    static let any = 0
    static let skipped = 1

    var nodes = GrowableBuffer<Node>()
    var elements = Members<Member>()
    var attributes = Members<Member>()
    var wildcards: [Wildcard] = []
    var texts = TextTypeTable()
    var names: ExpandedNames
    private(set) var roots: [Member] = []
    private var rootIndices: [Int32: Int] = [:]
    var globalAttributes: [Int32: Int32] = [:]
    /// The types that `xsi:type` can name.
    var types: [Int32: Int] = [:]
    /// The names of elements that are arrays in a type or in a type derived from the type.
    var familyLists = MemberTable()

    init(_ names: ExpandedNames) { self.names = names }

    mutating func addRoot(_ root: Member) {
        rootIndices[root.name] = roots.count
        roots.append(root)
    }

    mutating func setName(_ name: Int32, of type: Int) {
        if nodes[type].name < 0 { nodes[type].name = name }
    }

    mutating func noteSharedNames(_ range: MemberRange) {
        var known: [String: Int] = [:]
        for index in range.indices {
            guard let other = known.updateValue(index, forKey: names.local(elements[index].name)) else { continue }
            elements[index].sharesName = true
            elements[other].sharesName = true
        }
    }

    /// Whether `xsi:type` can replace `declared` by `type`: `type` is derived from `declared`, or from a member of the
    /// union `declared`, or is a union of some of these members (XML Schema part 1, sections 3.4.6 and 3.14.6).
    func allows(_ type: Int, for declared: Int) -> Bool {
        if isDerived(type, from: declared) { return true }
        let node = nodes[declared]
        guard node.content == .text, texts.nodes[Int(node.text)].kind == .union else { return false }
        let members = texts.members(of: node.text)
        if members.contains(where: { isDerived(type, from: Int(texts.nodes[Int($0)].type)) }) { return true }
        let own = nodes[type]
        guard own.content == .text, texts.nodes[Int(own.text)].kind == .union else { return false }
        return Set(members).isSuperset(of: texts.members(of: own.text))
    }

    private func isDerived(_ type: Int, from base: Int) -> Bool {
        let order = nodes[type].order
        return order >= nodes[base].order && order < nodes[base].derivedEnd
    }

    func root(_ name: Int32) -> Member? { rootIndices[name].map { roots[$0] } }

    /// Returns the wildcard that admits a namespace, and prefers a wildcard that validates.
    func wildcard(of type: Int, isAttribute: Bool, _ namespace: Int32) -> Wildcard? {
        let range = isAttribute ? nodes[type].attributeWildcards : nodes[type].wildcards
        return wildcards[range.indices].first { $0.admits(namespace) }
    }
}

/// The types of a loaded schema, which never change, so threads share them safely.
final class LoadedSchema: @unchecked Sendable {
    let types: TypeTable
    let files: [String]

    init(_ types: consuming TypeTable, files: [String]) {
        self.types = types
        self.files = files
    }
}
