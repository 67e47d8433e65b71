import XML2Dict

/// Makes rows of the elements of one schema document.
struct SchemaRowReader {
    /// What is read and means nothing here: identity constraints, facets and notations.
    private static let ignored: Set<Substring> = [
        "annotation", "key", "keyref", "unique", "selector", "field", "notation", "enumeration", "pattern", "length",
        "minLength", "maxLength", "whiteSpace", "minInclusive", "maxInclusive", "minExclusive", "maxExclusive",
        "totalDigits", "fractionDigits", "assert", "assertion", "explicitTimezone",
    ]

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// The attributes that mean something here.
    private enum Attribute: String {
        case name, ref, type, base, itemType, substitutionGroup, memberTypes, maxOccurs, minOccurs, abstract, nillable
        case mixed, `default`, fixed, use, form, processContents, xmlns, elementFormDefault, attributeFormDefault
        case targetNamespace, defaultAttributes

        /// The values that it can have; empty where others decide that.
        var values: [String] {
            switch self {
            case .abstract, .nillable, .mixed: ["true", "false", "1", "0"]
            case .use: ["optional", "required", "prohibited"]
            case .form, .elementFormDefault, .attributeFormDefault: ["qualified", "unqualified"]
            case .processContents: ["strict", "lax", "skip"]
            default: []
            }
        }
    }

    /// The attributes of XML Schema 1.0 and 1.1 that each element has, besides `id`.
    private static let attributes: [SchemaRow.Kind: String] = [
        .schema: """
        targetNamespace version attributeFormDefault elementFormDefault blockDefault finalDefault defaultAttributes \
        xpathDefaultNamespace
        """,
        .element: """
        name ref type substitutionGroup default fixed nillable abstract final block form minOccurs maxOccurs \
        targetNamespace
        """,
        .attribute: "name ref type default fixed form use targetNamespace inheritable",
        .complexType: "name mixed abstract final block defaultAttributesApply", .simpleType: "name final",
        .group: "name ref minOccurs maxOccurs", .attributeGroup: "name ref", .sequence: "minOccurs maxOccurs",
        .choice: "minOccurs maxOccurs", .all: "minOccurs maxOccurs",
        .any: "namespace processContents minOccurs maxOccurs notNamespace notQName",
        .anyAttribute: "namespace processContents notNamespace notQName", .complexContent: "mixed",
        .extension: "base", .restriction: "base", .list: "itemType", .union: "memberTypes",
        .include: "schemaLocation", .import: "namespace schemaLocation", .redefine: "schemaLocation",
    ]

    /// The elements that each element can have inside, in XML Schema 1.0 and 1.1.
    private static let children: [SchemaRow.Kind: Set<SchemaRow.Kind>] = {
        let groups: Set<SchemaRow.Kind> = [.sequence, .choice, .all, .group]
        let attributes: Set<SchemaRow.Kind> = [.attribute, .attributeGroup, .anyAttribute]
        let types: Set<SchemaRow.Kind> = [.complexType, .simpleType]
        let particles: Set<SchemaRow.Kind> = [.element, .group, .choice, .sequence, .any]
        return [
            .schema: types.union([.element, .attribute, .group, .attributeGroup, .include, .import, .redefine]),
            .redefine: types.union([.group, .attributeGroup]),
            .element: types, .attribute: [.simpleType], .list: [.simpleType], .union: [.simpleType],
            .complexType: groups.union(attributes).union([.complexContent, .simpleContent]),
            .complexContent: [.extension, .restriction], .simpleContent: [.extension, .restriction],
            .simpleType: [.restriction, .list, .union],
            .extension: groups.union(attributes), .restriction: groups.union(attributes).union([.simpleType]),
            .group: [.sequence, .choice, .all], .attributeGroup: attributes, .all: [.element, .any, .group],
            .sequence: particles, .choice: particles,
        ]
    }()

    /// The target namespace; for a document without one that another includes, that of the other, which names without
    /// a prefix get, too (part 1, section 4.2.1).
    private let target: Int32
    private let includer: Int32?
    private let document: Int32
    private let file: String?
    private let qualifiesElements: Bool
    private let qualifiesAttributes: Bool
    /// The `blockDefault` of the document: the `block` of elements without their own.
    private let blockDefault: String
    /// The namespaces of the prefixes in force, and their entry.
    private var scope: [[UInt8]: Int32] = [:]
    private var scopeEntry: Entry?
    /// The namespace of the prefix `xml`, which needs no declaration (Namespaces in XML 1.0, section 3).
    private let xmlNamespace: Int32
    /// The kinds of the names of elements, by their numbers; `nil` for one that means nothing here.
    private var kinds: [Int: SchemaRow.Kind?] = [:]
    /// The kinds of attributes, by the numbers of their names and of those of their elements.
    private var attributeKinds: [Int: [Int: Attribute?]] = [:]
    /// The line that is read.
    private var line: Int32 = 0

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - root: Its root.
    ///   - file: Its name.
    ///   - includer: The target namespace of the document that includes it.
    ///   - documents: The rows, to which those of the document are added.
    /// - Throws: An `XMLError` with the code `invalidSchema`.
    init(_ root: SchemaElement, file: String?, includer: Int32?, _ documents: inout SchemaDocuments) throws(XMLError) {
        let own = root["targetNamespace"].map { documents.names.namespace($0.utf8) }
        self.file = file
        self.includer = own == nil ? includer : nil
        xmlNamespace = documents.names.namespace("http://www.w3.org/XML/1998/namespace".utf8)
        target = own ?? includer ?? ExpandedNames.none
        document = Int32(documents.documents.count)
        qualifiesElements = root["elementFormDefault"] == "qualified"
        qualifiesAttributes = root["attributeFormDefault"] == "qualified"
        blockDefault = root["blockDefault"] ?? ""
        documents.documents.append(SchemaDocuments.Document(file: file, target: target))
        if documents.documents.count == 1 { documents.names.prefixes[target] = "" }
        try read(root, &documents)
    }

    /// Makes the rows of an element and of all inside it: a stack, as recursion could exhaust that of the thread.
    private mutating func read(_ root: SchemaElement, _ documents: inout SchemaDocuments) throws(XMLError) {
        var rest = [(element: root, parent: -1)], last: [Int: Int] = [:]
        while let (element, parent) = rest.popLast() {
            line = Int32(clamping: element.line)
            guard let kind = try kind(of: element) else { continue }
            let number = documents.rows.count
            documents.rows.append(try row(kind, element, parent, &documents))
            if parent >= 0 {
                let allowed = Self.children[documents.rows[parent].kind] ?? []
                guard allowed.contains(kind) else {
                    throw misplaced(kind, in: documents.rows[parent].kind, allowed)
                }
                if let before = last[parent] { documents.rows[before].next = Int32(number) }
                if documents.rows[parent].first < 0 { documents.rows[parent].first = Int32(number) }
                last[parent] = number
            }
            rest += element.children.reversed().map { ($0, number) }
        }
    }

    private mutating func kind(of element: SchemaElement) throws(XMLError) -> SchemaRow.Kind? {
        if let known = kinds[element.nameNumber] { return known }
        var kind: SchemaRow.Kind?
        if let name = element.schemaName {
            kind = SchemaRow.Kind(rawValue: String(name))
            guard kind != nil || Self.ignored.contains(name) else {
                throw fault("<\(name.prefix(60))> is not an element of XML Schema 1.0")
            }
        }
        kinds[element.nameNumber] = .some(kind)
        return kind
    }

    private mutating func kind(
        of attribute: Entry,
        _ element: SchemaElement,
        _ elementKind: SchemaRow.Kind
    ) throws(XMLError) -> Attribute? {
        if let known = attributeKinds[element.nameNumber]?[attribute.key] { return known }
        let name = element.name(of: attribute)
        let allowed = ("id xmlns " + (Self.attributes[elementKind] ?? "")).split(separator: " ")
        // A name in a namespace has its URI before a colon.
        guard name.utf8.contains(UInt8(ascii: ":")) || allowed.contains(where: { $0 == name }) else {
            // A short name is near to many names.
            let most = min(2, max(1, name.utf8.count / 3))
            let fact: ErrorMessage = "<\(elementKind.rawValue)> has no attribute '\(name.shortened)'"
            guard let near = allowed.nearest(to: name, within: most) else { throw fault(fact) }
            throw fault("\(fact); did you mean \(near)?")
        }
        let kind = Attribute(rawValue: name)
        attributeKinds[element.nameNumber, default: [:]][attribute.key] = .some(kind)
        return kind
    }

    private func fault(_ message: ErrorMessage) -> XMLError {
        XMLError(.invalidSchema, message, file: file, line: Int(line))
    }

    /// The error of an attribute that changes the meaning of a schema, and that XML Schema 1.0 does not have.
    private func newer(_ attribute: String, of kind: SchemaRow.Kind) -> XMLError {
        fault("\(attribute) of <\(kind.rawValue)> is an attribute of XML Schema 1.1; only XML Schema 1.0 is supported")
    }

    private func misplaced(
        _ kind: SchemaRow.Kind,
        in outer: SchemaRow.Kind,
        _ allowed: Set<SchemaRow.Kind>
    ) -> XMLError {
        let names = allowed.map { "<\($0.rawValue)>" }.sorted()
        let hint = names.isEmpty ? "" : ", which can have \(names.alternatives)"
        return fault("<\(kind.rawValue)> cannot be inside <\(outer.rawValue)>\(hint)")
    }

    // MARK: One element

    private mutating func row(
        _ kind: SchemaRow.Kind,
        _ element: SchemaElement,
        _ parent: Int,
        _ documents: inout SchemaDocuments
    ) throws(XMLError) -> SchemaRow {
        var row = SchemaRow(kind: kind, document: document, line: line)
        let outer = parent < 0 ? nil : documents.rows[parent].kind
        let isGlobal = outer == .schema || outer == .redefine
        if isGlobal { row.flags.insert(.isGlobal) }
        if isGlobal, kind == .element {
            // Part 1, section 3.3.2; what blocks only types does not count.
            let block = (element["block"] ?? blockDefault).split { $0.isWhitespace }
            if block.contains("substitution") || block.contains("#all") { row.flags.insert(.isBlocking) }
        }
        var attributes: [(kind: Attribute?, entry: Entry)] = []
        for entry in element.attributes { attributes.append((try self.kind(of: entry, element, kind), entry)) }
        if let declarations = attributes.first(where: { $0.kind == .xmlns }) {
            enter(declarations.entry, of: element, &documents)
        }
        var name: Bytes?, form: Bytes?
        for (attribute, entry) in attributes {
            let value = element.value(entry)
            if let attribute, !attribute.values.isEmpty {
                guard attribute.values.contains(where: { value.elementsEqual($0.utf8) }) else {
                    let shown = String(decoding: value.prefix(60), as: UTF8.self)
                    throw fault("\(attribute.rawValue) is '\(shown)'; it must be \(attribute.values.alternatives)")
                }
            }
            switch attribute {
            case .name:
                name = value
                // What is not a name could have another meaning in a path.
                guard LexicalForm.localName.accepts(UnsafeBufferPointer(rebasing: value)) else {
                    throw fault("the name of <\(kind.rawValue)> is not a name of XML, or has a colon")
                }
            case .ref: row.reference = try resolve(value, &documents)
            case .type, .base, .itemType: row.type = try resolve(value, &documents)
            case .substitutionGroup: row.head = try resolve(value, &documents)
            case .memberTypes:
                row.detail = Int32(documents.memberTypes.count)
                var types: [Int32] = []
                for type in value.split(whereSeparator: XMLWhitespace.contains) {
                    types.append(try resolve(type, &documents))
                }
                documents.memberTypes.append(types)
            case .maxOccurs: row.occurrence.most = try most(value)
            case .minOccurs: row.occurrence.isRequired = try !digits(value, "minOccurs").isEmpty
            case .abstract: if Self.isTrue(value) { row.flags.insert(.isAbstract) }
            case .nillable: if Self.isTrue(value) { row.flags.insert(.isNillable) }
            case .mixed: row.flags.formUnion(Self.isTrue(value) ? [.isMixed, .hasMixed] : .hasMixed)
            case .default, .fixed: row.flags.insert(.hasDefault)
            case .use:
                if value.elementsEqual("required".utf8) { row.flags.insert(.isRequired) }
                if value.elementsEqual("prohibited".utf8) { row.flags.insert(.isProhibited) }
            case .form: form = value
            case .defaultAttributes: throw newer("defaultAttributes", of: kind)
            // A global declaration has it neither in 1.0 nor in 1.1.
            case .targetNamespace where kind != .schema && !isGlobal: throw newer("targetNamespace", of: kind)
            default: break
            }
        }
        guard name == nil || row.reference < 0 else {
            throw fault("<\(kind.rawValue)> has a name and a ref; give it one")
        }
        switch kind {
        case .any, .anyAttribute:
            row.detail = Int32(documents.wildcards.count)
            documents.wildcards.append(wildcard(of: element, &documents))
        case .include, .import, .redefine:
            row.detail = Int32(documents.locations.count)
            let namespace = documents.names.namespace((element["namespace"] ?? "").utf8)
            let location = element["schemaLocation"]
            guard kind == .import || location != nil else { throw fault("<\(kind.rawValue)> needs a schemaLocation") }
            documents.locations.append(SchemaDocuments.Location(namespace: namespace, address: location ?? ""))
        default:
            let isUnqualified = kind == .element && !qualifiesElements || kind == .attribute && !qualifiesAttributes
            let hasTarget = isGlobal || (form.map { $0.elementsEqual("qualified".utf8) } ?? !isUnqualified)
            if let name { row.name = documents.names.number(hasTarget ? target : ExpandedNames.none, name) }
            let needsName = isGlobal || (kind == .element || kind == .attribute) && row.reference < 0
            guard row.name >= 0 || !needsName else {
                throw fault("<\(kind.rawValue)> needs a name\(isGlobal ? "" : " or a ref")")
            }
            let needsReference = !isGlobal && (kind == .group || kind == .attributeGroup)
            guard row.reference >= 0 || !needsReference else { throw fault("<\(kind.rawValue)> needs a ref") }
        }
        return row
    }

    private static func isTrue(_ value: Bytes) -> Bool {
        value.elementsEqual("true".utf8) || value.elementsEqual("1".utf8)
    }

    private func most(_ value: Bytes) throws(XMLError) -> UInt8 {
        if value.elementsEqual("unbounded".utf8) { return 2 }
        let digits = try digits(value, "maxOccurs")
        return digits.isEmpty ? 0 : digits.elementsEqual("1".utf8) ? 1 : 2
    }

    /// The digits of a whole number without zeros in front: none for 0.
    private func digits(_ value: Bytes, _ key: String) throws(XMLError) -> Bytes {
        let digits = value.dropFirst(value.first == UInt8(ascii: "+") ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
            let shown = String(decoding: value.prefix(60), as: UTF8.self),
                other = key == "maxOccurs" ? ", or unbounded" : ""
            throw fault("\(key) is '\(shown)'; it must be a whole number, 0 or more\(other)")
        }
        return digits.drop { $0 == UInt8(ascii: "0") }
    }

    private func wildcard(of element: SchemaElement, _ documents: inout SchemaDocuments) -> Wildcard {
        var wildcard = Wildcard(isSkip: element["processContents"] == "skip"), found: [Int32] = [], isNegated = false
        guard let namespace = element["namespace"] else { return wildcard }
        for word in namespace.utf8.split(whereSeparator: XMLWhitespace.contains) {
            switch String(decoding: word, as: UTF8.self) {
            case "##any": return wildcard
            case "##other":
                isNegated = true
                found += [target, ExpandedNames.none]
            case "##local": found.append(ExpandedNames.none)
            case "##targetNamespace": found.append(target)
            default: found.append(documents.names.namespace(word))
            }
        }
        (wildcard.namespaces, wildcard.isNegated) = (found.sorted(), isNegated)
        return wildcard
    }

    // MARK: Names in values

    /// Takes over the declarations in force; most elements have those of the element before.
    private mutating func enter(_ entry: Entry, of element: SchemaElement, _ documents: inout SchemaDocuments) {
        if let scopeEntry, scopeEntry.isIdentical(to: entry) { return }
        scopeEntry = entry
        scope = [Array("xml".utf8): xmlNamespace]
        for (prefix, uri) in element.declarations(entry) {
            let namespace = documents.names.namespace(uri)
            scope[prefix] = namespace
            if documents.firstKnown == .max { documents.names.declare(prefix, namespace) }
            if !prefix.isEmpty, documents.names.prefixes[namespace] == nil {
                documents.names.prefixes[namespace] = String(decoding: prefix, as: UTF8.self)
            }
        }
    }

    /// The number of a name in a value (XML Schema part 2, section 3.2.18).
    private func resolve(_ name: Bytes, _ documents: inout SchemaDocuments) throws(XMLError) -> Int32 {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
            let namespace = scope[[]] ?? ExpandedNames.none
            // A document that takes over the namespace of another one means its own names.
            return documents.names.number(namespace == ExpandedNames.none ? includer ?? namespace : namespace, name)
        }
        guard let namespace = scope[Array(name[..<colon])] else {
            let shown = String(decoding: name.prefix(60), as: UTF8.self)
            let prefix = String(decoding: name[..<colon].prefix(60), as: UTF8.self)
            throw fault("the prefix \(prefix) of '\(shown)' is not declared; add xmlns:\(prefix)")
        }
        return documents.names.number(namespace, name[(colon + 1)...])
    }
}
