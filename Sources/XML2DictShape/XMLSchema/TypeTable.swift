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
        /// Its number, and the one after those of the types that are derived from it.
        var order: Int32 = 0
        var derivedEnd: Int32 = 0
        /// Whether other complex types are derived from it.
        var hasFamily = false
        /// The form of its elements; a list, or null, depends on the declaration.
        var form = UInt8(0)

        var hasAttributes: Bool { attributeCount + attributeWildcardCount > 0 }
    }

    /// An element of a type, or an attribute.
    struct Member: BitwiseCopyable {
        let name: Int32
        /// The number of its type; for an attribute, of the type of its text.
        var type: Int32
        var isList: Bool
        let isNillable: Bool
        let isRequired: Bool
        /// Whether its type has an element of another namespace with its local name.
        var sharesName = false
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
    /// The places of elements and attributes: of each type with many, in the order of their names.
    private let elementOrder: GrowableBuffer<Int32>
    private let attributeOrder: GrowableBuffer<Int32>
    private let rootPlaces: [Int32: Int]
    /// The types by the numbers of simple types.
    let textNodes: [Int32: Int]

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
        var textNodes: [Int32: Int] = [:]

        init(_ documents: SchemaDocuments) {
            names = documents.names
            prefixes = documents.prefixes
        }

        /// Notes which elements of a type differ only in their namespaces.
        mutating func noteSharedNames(_ places: Range<Int>) {
            guard let first = places.first else { return }
            let namespace = names.names[Int(elements[first].name)].namespace
            guard places.contains(where: { names.names[Int(elements[$0].name)].namespace != namespace }) else { return }
            var known: [String: Int] = [:]
            for place in places {
                guard let other = known.updateValue(place, forKey: names.local(elements[place].name)) else { continue }
                elements[place].sharesName = true
                elements[other].sharesName = true
            }
        }
    }

    init(_ draft: consuming Draft) {
        var draft = draft
        elementOrder = Self.order(of: draft.elements)
        attributeOrder = Self.order(of: draft.attributes)
        for number in 0..<draft.nodes.count {
            let node = draft.nodes[number]
            if node.content == .text { draft.nodes[number].form |= ElementForm.isWhole.rawValue }
            Self.sort(elementOrder, draft.elements, node.firstElement, node.elementCount)
            draft.noteSharedNames(node.firstElement..<node.firstElement + node.elementCount)
            Self.sort(attributeOrder, draft.attributes, node.firstAttribute, node.attributeCount)
        }
        var rootPlaces: [Int32: Int] = [:]
        for (place, root) in draft.roots.enumerated() { rootPlaces[root.name] = place }
        nodes = draft.nodes
        elements = draft.elements
        attributes = draft.attributes
        self.rootPlaces = rootPlaces
        textNodes = draft.textNodes
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

    /// The places of members, before those of types are sorted.
    private static func order(of members: borrowing GrowableBuffer<Member>) -> GrowableBuffer<Int32> {
        var order = GrowableBuffer<Int32>()
        order.reserve(members.count)
        for place in 0..<members.count { order.append(Int32(place)) }
        return order
    }

    private static func sort(
        _ order: borrowing GrowableBuffer<Int32>,
        _ members: borrowing GrowableBuffer<Member>,
        _ first: Int,
        _ count: Int
    ) {
        guard count > MemberTable.narrow else { return }
        let start = members.base
        var places = UnsafeMutableBufferPointer(start: order.base + first, count: count)
        places.sort { start[Int($0)].name < start[Int($1)].name }
    }

    // MARK: Looking

    /// The place of a member of a type with many.
    @inline(never)
    private static func place(
        of name: Int32,
        _ order: borrowing GrowableBuffer<Int32>,
        _ members: borrowing GrowableBuffer<Member>,
        _ first: Int,
        _ count: Int
    ) -> Int? {
        var low = first, end = first &+ count
        while low < end {
            let middle = (low &+ end) / 2
            if members[Int(order[middle])].name < name { low = middle &+ 1 } else { end = middle }
        }
        guard low < first &+ count, members[Int(order[low])].name == name else { return nil }
        return Int(order[low])
    }

    /// The place of an element in a type, which is probably at a place; `nil` when it has none.
    @inline(__always)
    func element(_ name: Int32, of type: Int, probably place: Int) -> Int? {
        let node = nodes[type], end = node.firstElement &+ node.elementCount
        if place < end, place >= node.firstElement, elements[place].name == name { return place }
        guard node.elementCount <= MemberTable.narrow else {
            return Self.place(of: name, elementOrder, elements, node.firstElement, node.elementCount)
        }
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
        guard node.attributeCount <= MemberTable.narrow else {
            return Self.place(of: name, attributeOrder, attributes, node.firstAttribute, node.attributeCount)
        }
        for place in node.firstAttribute..<node.firstAttribute &+ node.attributeCount
        where attributes[place].name == name {
            return place
        }
        return nil
    }

    /// Whether `xsi:type` can name a type where another one is declared: one that is derived from it, or from a member of
    /// a union, or a union of its members (XML Schema part 1, sections 3.4.6 and 3.14.6).
    func allows(_ type: Int, for declared: Int) -> Bool {
        if isDerived(type, from: declared) { return true }
        let node = nodes[declared]
        guard node.content == .text, texts.nodes[Int(node.text)].kind == .union else { return false }
        let members = texts.places(of: node.text).map { texts.members[$0] }
        if members.contains(where: { textNodes[$0].map { isDerived(type, from: $0) } ?? false }) { return true }
        let own = nodes[type]
        guard own.content == .text, texts.nodes[Int(own.text)].kind == .union else { return false }
        return Set(members).isSuperset(of: texts.places(of: own.text).map { texts.members[$0] })
    }

    private func isDerived(_ type: Int, from base: Int) -> Bool {
        let order = nodes[type].order
        return order >= nodes[base].order && order < nodes[base].derivedEnd
    }

    /// The element with a name that a document can begin with.
    func root(_ name: Int32) -> Member? { rootPlaces[name].map { roots[$0] } }

    /// The wildcard of a type that admits an element or an attribute of a namespace; `nil` if none does.
    func wildcard(of type: Int, isAttribute: Bool, _ namespace: Int32) -> Wildcard? {
        let node = nodes[type], start = node.firstWildcard + (isAttribute ? node.wildcardCount : 0)
        let count = isAttribute ? node.attributeWildcardCount : node.wildcardCount
        var skipping: Wildcard?
        for place in start..<start + count where wildcards[place].admits(namespace) {
            guard wildcards[place].isSkip else { return wildcards[place] }
            skipping = wildcards[place]
        }
        return skipping
    }
}
