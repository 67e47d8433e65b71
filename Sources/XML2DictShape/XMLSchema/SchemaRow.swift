import XML2Dict

/// An element of a schema document: a row of a table in the order of the documents.
///
///     <xs:sequence>                          0  sequence  first 1
///       <xs:element name="id" type="xs:int"/>   1  element   next 2   name {urn:menu}id   type {…XMLSchema}int
///       <xs:any/>                            2  any
///     </xs:sequence>
///
/// A row is small, because the memory of a large schema is mostly rows. Names have their namespaces already.
struct SchemaRow {
    /// The elements of XML Schema 1.0 that decide about the form of documents.
    enum Kind: String {
        case schema, element, attribute, complexType, simpleType, group, attributeGroup, sequence, choice, all, any
        case anyAttribute, complexContent, simpleContent, `extension`, restriction, list, union, include, `import`
    }

    let kind: Kind
    /// It is at the top of its document.
    var isGlobal = false
    var isAbstract = false
    /// An empty element can be null: it is nillable, or stands for a default.
    var isNillable = false
    /// Whether it is mixed; `nil` where it does not say so.
    var isMixed: Bool?
    var isRequired = false
    var isProhibited = false
    /// It blocks the members of its substitution group.
    var isBlocking = false
    var occurrence = Occurrence.once
    let document: Int32
    let line: Int32
    /// The name of a declaration, the name in `ref`, and the names in `type`, `base` or `itemType`, and in
    /// `substitutionGroup`; -1 without one.
    var name: Int32 = -1
    var reference: Int32 = -1
    var type: Int32 = -1
    var head: Int32 = -1
    /// The first row inside, and the row after it in the same parent; -1 without one.
    var first: Int32 = -1
    var next: Int32 = -1

    /// The name of what it declares, or refers to.
    var declaredName: Int32 { reference >= 0 ? reference : name }
}

/// How often something occurs: at least never or once, and at most never, once or many times.
struct Occurrence: BitwiseCopyable, Equatable {
    var isRequired: Bool
    /// 0, 1, or 2 for many.
    var most: UInt8

    static let once = Occurrence(isRequired: true, most: 1)

    /// The occurrence in a group that itself occurs so often.
    func times(_ group: Occurrence) -> Occurrence {
        Occurrence(isRequired: isRequired && group.isRequired, most: min(2, most * group.most))
    }

    /// The occurrence in a sequence that has both.
    func plus(_ other: Occurrence) -> Occurrence {
        Occurrence(isRequired: isRequired || other.isRequired, most: min(2, most + other.most))
    }

    /// The occurrence in a choice between both.
    func or(_ other: Occurrence) -> Occurrence {
        Occurrence(isRequired: isRequired && other.isRequired, most: max(most, other.most))
    }
}

/// The names that a wildcard admits (XML Schema part 1, section 3.10).
struct Wildcard {
    /// The namespaces that it admits, or does not admit.
    var namespaces: Set<Int32> = []
    var isNegated = true
    /// Whether what it admits is not looked up in the schema.
    var isSkip = false

    /// Whether it admits a name of a namespace; -1 for one that the schema does not name.
    func admits(_ namespace: Int32) -> Bool { namespaces.contains(namespace) != isNegated }

    /// Admits also what another wildcard admits.
    mutating func formUnion(_ other: Wildcard) {
        switch (isNegated, other.isNegated) {
        case (true, true): namespaces.formIntersection(other.namespaces)
        case (true, false): namespaces.subtract(other.namespaces)
        case (false, true): namespaces = other.namespaces.subtracting(namespaces)
        case (false, false): namespaces.formUnion(other.namespaces)
        }
        isNegated = isNegated || other.isNegated
    }

    /// The intersection of two wildcards (section 3.10.6), with the `processContents` of this one.
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
/// Accesses to its members are not checked, because no function runs inside of another that changes the same member.
final class SchemaDocuments {
    struct Document {
        /// The name of the file; `nil` for text in memory.
        let file: String?
        /// The number of its target namespace.
        let target: Int32
    }

    /// What an `include` or an `import` names: the namespace that the file has to have, and the address; empty without one.
    typealias Location = (namespace: Int32, address: String)

    @exclusivity(unchecked) var names = ExpandedNames()
    @exclusivity(unchecked) var rows: [SchemaRow] = []
    @exclusivity(unchecked) var documents: [Document] = []
    /// What only some rows have, by their numbers.
    @exclusivity(unchecked) var wildcards: [Int: Wildcard] = [:]
    @exclusivity(unchecked) var memberTypes: [Int: [Int32]] = [:]
    @exclusivity(unchecked) var locations: [Int: Location] = [:]

    static let uri = "http://www.w3.org/2001/XMLSchema"
    /// The number of the namespace of XML Schema.
    let schemaNamespace: Int32

    /// How many members the types have, and may have.
    @exclusivity(unchecked) private var memberCount = 0
    private let memberLimit: Int

    init(memberLimit: Int) {
        self.memberLimit = memberLimit
        schemaNamespace = names.namespace(Self.uri.utf8)
    }

    /// Counts members of a declaration; those that no file gave have no line, and do not count.
    func count(_ members: Int, at row: Int) throws(XMLError) {
        memberCount += rows[row].line > 0 ? members : 0
        guard memberCount > memberLimit else { return }
        var error = XMLError(over: .members, memberLimit)
        (error.file, error.line) = (document(of: row).file, Int(rows[row].line))
        throw error
    }

    /// An error at a row.
    func fault(_ row: Int, _ message: ErrorMessage) -> XMLError {
        XMLError(.invalidSchema, message, file: document(of: row).file, line: Int(rows[row].line))
    }

    func document(of row: Int) -> Document { documents[Int(rows[row].document)] }

    /// The rows inside a row.
    func children(of row: Int) -> [Int] {
        var found: [Int] = [], next = rows[row].first
        while next >= 0 {
            found.append(Int(next))
            next = rows[Int(next)].next
        }
        return found
    }
}
