import XML2Dict

/// An element of a schema document, as a row of a table in document order.
///
///     <xs:sequence>                          0  sequence  first 1
///       <xs:element name="id" type="xs:int"/>   1  element   next 2   name {urn:menu}id   type {…XMLSchema}int
///       <xs:any/>                            2  any
///     </xs:sequence>
///
/// A row is small, because rows take most of the memory of a large schema. Names are expanded.
struct SchemaRow {
    enum Kind: String {
        case schema, element, attribute, complexType, simpleType, group, attributeGroup, sequence, choice, all, any
        case anyAttribute, complexContent, simpleContent, `extension`, restriction, list, union, include, `import`
    }

    let kind: Kind
    /// The parent is `schema`.
    var isGlobal = false
    var isAbstract = false
    /// An empty element can be null, because it is nillable or has a default.
    var isNillable = false
    var isMixed: Bool?
    var isRequired = false
    var isProhibited = false
    /// The element blocks the members of its substitution group.
    var isBlocking = false
    var occurrence = Occurrence.once
    let document: Int32
    let line: Int32
    /// The ids of the names in `name`, `ref`, `type` (or `base` or `itemType`) and `substitutionGroup`, or -1.
    var name: Int32 = -1
    var reference: Int32 = -1
    var type: Int32 = -1
    var head: Int32 = -1
    /// The indices of the rows of the first child and the next sibling, or -1.
    var first: Int32 = -1
    var next: Int32 = -1

    var declaredName: Int32 { reference >= 0 ? reference : name }
}

/// The number of times that an element occurs: at least 0 or 1, and at most 0, 1 or many (2).
struct Occurrence: BitwiseCopyable, Equatable {
    var isRequired: Bool
    var most: UInt8

    static let once = Occurrence(isRequired: true, most: 1)

    func times(_ group: Occurrence) -> Occurrence {
        Occurrence(isRequired: isRequired && group.isRequired, most: min(2, most * group.most))
    }

    func plus(_ other: Occurrence) -> Occurrence {
        Occurrence(isRequired: isRequired || other.isRequired, most: min(2, most + other.most))
    }

    func or(_ other: Occurrence) -> Occurrence {
        Occurrence(isRequired: isRequired && other.isRequired, most: max(most, other.most))
    }
}

/// The names that a wildcard admits (XML Schema part 1, section 3.10).
struct Wildcard {
    var namespaces: Set<Int32> = []
    var isNegated = true
    /// Whether the wildcard skips validation (`processContents="skip"`).
    var isSkip = false

    func admits(_ namespace: Int32) -> Bool { namespaces.contains(namespace) != isNegated }

    mutating func formUnion(_ other: Wildcard) {
        switch (isNegated, other.isNegated) {
        case (true, true): namespaces.formIntersection(other.namespaces)
        case (true, false): namespaces.subtract(other.namespaces)
        case (false, true): namespaces = other.namespaces.subtracting(namespaces)
        case (false, false): namespaces.formUnion(other.namespaces)
        }
        isNegated = isNegated || other.isNegated
    }

    /// The intersection of two wildcards (section 3.10.6), with the `processContents` of this wildcard.
    func intersection(_ other: Wildcard) -> Wildcard {
        // The complement of the union of the complements.
        var union = self, other = other
        union.isNegated.toggle()
        other.isNegated.toggle()
        union.formUnion(other)
        union.isNegated.toggle()
        return union
    }
}

/// The documents of a schema as rows.
///
/// Unchecked exclusivity is safe, because no access to a member overlaps a change of the same member.
final class SchemaDocuments {
    struct Document {
        let file: String?
        let target: Int32
    }

    /// The namespace and the address that an `include` or `import` gives, where a missing address is empty.
    typealias Location = (namespace: Int32, address: String)

    @exclusivity(unchecked) var names = ExpandedNames()
    @exclusivity(unchecked) var rows: [SchemaRow] = []
    @exclusivity(unchecked) var documents: [Document] = []
    @exclusivity(unchecked) var wildcards: [Int: Wildcard] = [:]
    @exclusivity(unchecked) var memberTypes: [Int: [Int32]] = [:]
    @exclusivity(unchecked) var locations: [Int: Location] = [:]

    let schemaNamespace: Int32

    @exclusivity(unchecked) private var memberCount = 0
    private let memberLimit: Int

    init(memberLimit: Int) {
        self.memberLimit = memberLimit
        schemaNamespace = names.namespace(NamespaceURI.schema.utf8)
    }

    /// Counts the members of a declaration, unless `SchemaLoader` has added the declaration, with the line 0.
    func count(_ members: Int, at row: Int) throws(XMLError) {
        memberCount += rows[row].line > 0 ? members : 0
        guard memberCount > memberLimit else { return }
        var error = XMLError(over: .members, memberLimit)
        (error.file, error.line) = (document(of: row).file, Int(rows[row].line))
        throw error
    }

    func fault(_ row: Int, _ message: ErrorMessage) -> XMLError {
        XMLError(.invalidSchema, message, file: document(of: row).file, line: Int(rows[row].line))
    }

    func document(of row: Int) -> Document { documents[Int(rows[row].document)] }

    func children(of row: Int) -> [Int] {
        var found: [Int] = [], next = rows[row].first
        while next >= 0 {
            found.append(Int(next))
            next = rows[Int(next)].next
        }
        return found
    }
}
