import XML2Dict

struct SchemaRowReader {
    /// Elements that do not change the form of a value: identity constraints, facets and notations.
    private static let ignored: Set<String> = [
        "annotation", "key", "keyref", "unique", "selector", "field", "notation", "enumeration", "pattern", "length",
        "minLength", "maxLength", "whiteSpace", "minInclusive", "maxInclusive", "minExclusive", "maxExclusive",
        "totalDigits", "fractionDigits", "assert", "assertion", "explicitTimezone",
    ]

    private typealias Kind = SchemaRow.Kind
    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>
    private typealias Attribute = (name: String, value: Bytes)

    /// The allowed attributes (besides `id`) and children of each element in XML Schema 1.0 and 1.1.
    private static let grammar: [Kind: (attributes: Set<String>, children: Set<String>)] = {
        let particles = "element group choice sequence any", groups = "sequence choice all group"
        let attributes = "attribute attributeGroup anyAttribute", occurrence = "minOccurs maxOccurs"
        let rows: KeyValuePairs<Kind, (String, String)> = [
            .schema: (
                "targetNamespace version attributeFormDefault elementFormDefault blockDefault finalDefault xpathDefaultNamespace",
                "element attribute complexType simpleType group attributeGroup include import"
            ),
            .element: (
                "name ref type substitutionGroup default fixed nillable abstract final block form \(occurrence)",
                "complexType simpleType"
            ),
            .attribute: ("name ref type default fixed form use inheritable", "simpleType"),
            .complexType: (
                "name mixed abstract final block defaultAttributesApply",
                "\(groups) \(attributes) complexContent simpleContent"
            ),
            .simpleType: ("name final", "restriction list union"),
            .group: ("name ref \(occurrence)", "sequence choice all"), .attributeGroup: ("name ref", attributes),
            .sequence: (occurrence, particles), .choice: (occurrence, particles),
            .all: (occurrence, "element any group"),
            .any: ("namespace processContents notNamespace notQName \(occurrence)", ""),
            .anyAttribute: ("namespace processContents notNamespace notQName", ""),
            .complexContent: ("mixed", "extension restriction"), .simpleContent: ("", "extension restriction"),
            .extension: ("base", "\(groups) \(attributes)"),
            .restriction: ("base", "\(groups) \(attributes) simpleType"),
            .list: ("itemType", "simpleType"), .union: ("memberTypes", "simpleType"),
            .include: ("schemaLocation", ""), .import: ("namespace schemaLocation", ""),
        ]
        func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
        return Dictionary(rows.map { ($0, (words($1.0 + " id"), words($1.1))) }) { first, _ in first }
    }()

    private static let values: [String: [String]] = [
        "abstract": booleans, "nillable": booleans, "mixed": booleans, "use": ["optional", "required", "prohibited"],
        "form": forms, "elementFormDefault": forms, "attributeFormDefault": forms,
        "processContents": ["strict", "lax", "skip"],
    ]
    private static let booleans = ["true", "false", "1", "0"]
    private static let forms = ["qualified", "unqualified"]

    /// The target namespace of the document, or otherwise of the including document (part 1, section 4.2.1).
    private let target: Int32
    private let includer: Int32?
    private let documents: SchemaDocuments
    private let document: Int32
    private let file: String?
    /// Whether local declarations have the target namespace.
    private let qualifies: [Kind: Bool]
    /// Whether elements without `block` block their substitution groups.
    private let blocks: Bool
    private var scope: [[UInt8]: Int32] = [:]
    private var scopeEntry: Entry?
    private var line: Int32 = 0

    /// Adds the rows of a document, where `includer` is the target namespace of the including document, if any.
    init(_ root: SchemaElement, file: String?, includer: Int32?, _ documents: SchemaDocuments) throws(XMLError) {
        let own = root["targetNamespace"].map { documents.names.namespace($0.utf8) }
        self.documents = documents
        self.file = file
        self.includer = own == nil ? includer : nil
        target = own ?? includer ?? ExpandedNames.none
        document = Int32(documents.documents.count)
        qualifies = [.element: "elementFormDefault", .attribute: "attributeFormDefault"].mapValues {
            root[$0] == "qualified"
        }
        blocks = root["blockDefault"].map { Self.blocks($0.utf8) } ?? false
        documents.documents.append(SchemaDocuments.Document(file: file, target: target))
        if documents.documents.count == 1 { documents.names.prefixes[target] = "" }
        try read(root)
    }

    /// Makes the rows of an element and its descendants, without recursion, which could exhaust the thread's stack.
    private mutating func read(_ root: SchemaElement) throws(XMLError) {
        var rest = [(element: root, parent: -1)], last: [Int: Int] = [:]
        while let (element, parent) = rest.popLast() {
            line = Int32(clamping: element.line)
            guard let name = element.schemaName, !Self.ignored.contains(name) else { continue }
            let outer = parent < 0 ? nil : documents.rows[parent].kind, index = documents.rows.count
            documents.rows.append(try row(try kind(name, in: outer), element, isGlobal: outer == .schema))
            if parent >= 0 {
                if let before = last[parent] { documents.rows[before].next = Int32(index) }
                if documents.rows[parent].first < 0 { documents.rows[parent].first = Int32(index) }
                last[parent] = index
            }
            rest += element.children.reversed().map { ($0, index) }
        }
    }

    private func kind(_ name: String, in outer: Kind?) throws(XMLError) -> Kind {
        let kind = Kind(rawValue: name)
        guard let outer else { return kind ?? .schema }
        let allowed = Self.grammar[outer]?.children ?? []
        if let kind, allowed.contains(name) { return kind }
        if name == "redefine" {
            throw fault("<redefine> is not supported; write the changed types into a schema of their own")
        }
        let inside = allowed.map { "<\($0)>" }.sorted()
        let hint = inside.isEmpty ? "" : "; XML Schema 1.0 allows \(inside.alternatives)"
        throw fault("<\(name.prefix(60))> cannot be inside <\(outer.rawValue)>\(hint)")
    }

    private func fault(_ message: ErrorMessage) -> XMLError {
        XMLError(.invalidSchema, message, file: file, line: Int(line))
    }

    private func shown(_ value: Bytes) -> String { String(decoding: value.prefix(60), as: UTF8.self) }

    private mutating func row(_ kind: Kind, _ element: SchemaElement, isGlobal: Bool) throws(XMLError) -> SchemaRow {
        let attributes = try attributes(of: element, kind), index = documents.rows.count
        func value(_ name: String) -> Bytes? { attributes.first { $0.name == name }?.value }
        func has(_ text: String, _ name: String) -> Bool { value(name)?.elementsEqual(text.utf8) == true }
        func isTrue(_ name: String) -> Bool { has("true", name) || has("1", name) }
        var row = SchemaRow(kind: kind, document: document, line: line)
        row.occurrence.isRequired = try bound("minOccurs", value("minOccurs")) > 0
        row.occurrence.most = try bound("maxOccurs", value("maxOccurs"))
        row.isGlobal = isGlobal
        row.isAbstract = isTrue("abstract")
        row.isNillable = isTrue("nillable") || value("default") != nil || value("fixed") != nil
        row.isMixed = value("mixed").map { _ in isTrue("mixed") }
        row.isRequired = has("required", "use")
        row.isProhibited = has("prohibited", "use")
        row.isBlocking = value("block").map(Self.blocks) ?? blocks
        row.reference = try resolve(value("ref"))
        row.type = try resolve(value("type") ?? value("base") ?? value("itemType"))
        row.head = try resolve(value("substitutionGroup"))
        switch kind {
        case .union:
            let names = value("memberTypes")?.split(whereSeparator: XMLWhitespace.contains) ?? []
            documents.memberTypes[index] = try names.map { name throws(XMLError) in try resolve(name) }
        case .any, .anyAttribute:
            var wildcard = wildcard(value("namespace"))
            wildcard.isSkip = has("skip", "processContents")
            documents.wildcards[index] = wildcard
        case .include, .import:
            let address = value("schemaLocation").map { String(decoding: $0, as: UTF8.self) }
            guard kind == .import || address != nil else { throw fault("<include> needs a schemaLocation") }
            let namespace =
                kind == .import ? documents.names.namespace(value("namespace").map(Array.init) ?? []) : target
            documents.locations[index] = (namespace, address ?? "")
        case .element, .attribute, .group, .attributeGroup, .complexType, .simpleType:
            let isDeclaration = kind == .element || kind == .attribute, name = value("name")
            // An invalid name, such as `a/b`, could have another meaning in a path.
            guard name.map({ LexicalForm.localName.accepts(UnsafeBufferPointer(rebasing: $0)) }) != false else {
                throw fault("the name of <\(kind.rawValue)> is not an XML name, or has a colon")
            }
            let isType = kind == .complexType || kind == .simpleType, hasOne = (name == nil) == (row.reference >= 0)
            guard isGlobal ? hasOne && name != nil : isType || hasOne && (isDeclaration || name == nil) else {
                let needed = isGlobal ? "a name and no ref" : isDeclaration ? "either a name or a ref" : "a ref"
                throw fault("<\(kind.rawValue)> needs \(needed)")
            }
            let isQualified = value("form") == nil ? qualifies[kind] ?? true : has("qualified", "form")
            let hasTarget = isGlobal || isQualified
            if let name { row.name = documents.names.id(hasTarget ? target : ExpandedNames.none, name) }
        default: break
        }
        return row
    }

    private mutating func attributes(of element: SchemaElement, _ kind: Kind) throws(XMLError) -> [Attribute] {
        var found: [Attribute] = []
        let allowed = Self.grammar[kind]?.attributes ?? []
        for entry in element.attributes {
            let name = element.name(of: entry), value = element.value(entry)
            if name == "xmlns" {
                enter(entry, of: element)
            } else if allowed.contains(name) {
                if let values = Self.values[name], !values.contains(where: { value.elementsEqual($0.utf8) }) {
                    throw fault("\(name) is '\(shown(value))'; it must be \(values.alternatives)")
                }
                found.append((name, value))
            } else if !name.utf8.contains(UInt8(ascii: ":")) {
                // Attributes in a namespace, such as `urn:a:note` with the URI `urn:a`, are allowed.
                let near = WantedName(name).nearest(in: allowed.sorted())
                let hint = near.map { "; did you mean \($0)?" } ?? ""
                throw fault("<\(kind.rawValue)> of XML Schema 1.0 has no attribute '\(name.shortened)'\(hint)")
            }
        }
        return found
    }

    /// Whether `block` has `substitution` or `#all` (part 1, section 3.3.2), because other words block only types.
    private static func blocks(_ words: some Collection<UInt8>) -> Bool {
        words.split(whereSeparator: XMLWhitespace.contains).contains {
            $0.elementsEqual("substitution".utf8) || $0.elementsEqual("#all".utf8)
        }
    }

    /// Returns the value of `minOccurs` or `maxOccurs`, where 2 means two or more.
    private func bound(_ name: String, _ value: Bytes?) throws(XMLError) -> UInt8 {
        guard let value else { return 1 }
        let isMost = name == "maxOccurs", digits = value.dropFirst(value.first == UInt8(ascii: "+") ? 1 : 0)
        if isMost, value.elementsEqual("unbounded".utf8) { return 2 }
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
            let other = isMost ? ", or unbounded" : ""
            throw fault("\(name) is '\(shown(value))'; it must be a whole number, 0 or more\(other)")
        }
        let number = digits.drop { $0 == UInt8(ascii: "0") }
        return number.isEmpty ? 0 : number.elementsEqual("1".utf8) ? 1 : 2
    }

    private func wildcard(_ namespaces: Bytes?) -> Wildcard {
        guard let namespaces else { return Wildcard() }
        var wildcard = Wildcard(isNegated: false)
        for word in namespaces.split(whereSeparator: XMLWhitespace.contains) {
            switch String(decoding: word, as: UTF8.self) {
            case "##any": return Wildcard()
            case "##other": wildcard = Wildcard(namespaces: [target, ExpandedNames.none])
            case "##local": wildcard.namespaces.insert(ExpandedNames.none)
            case "##targetNamespace": wildcard.namespaces.insert(target)
            default: wildcard.namespaces.insert(documents.names.namespace(word))
            }
        }
        return wildcard
    }

    /// Sets `scope` to the declarations in force, unless the previous element had the same declarations.
    private mutating func enter(_ entry: Entry, of element: SchemaElement) {
        if let scopeEntry, scopeEntry.isIdentical(to: entry) { return }
        scopeEntry = entry
        scope = [Array("xml".utf8): documents.names.namespace(NamespaceURI.xml.utf8)]
        for (prefix, uri) in element.declarations(entry) {
            let namespace = documents.names.namespace(uri)
            scope[prefix] = namespace
            documents.names.declare(prefix, namespace)
            if !prefix.isEmpty, documents.names.prefixes[namespace] == nil {
                documents.names.prefixes[namespace] = String(decoding: prefix, as: UTF8.self)
            }
        }
    }

    /// Returns the id of the name that a QName means (XML Schema part 2, section 3.2.18), or -1 for `nil`.
    private func resolve(_ name: Bytes?) throws(XMLError) -> Int32 {
        guard let name else { return -1 }
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else {
            let namespace = scope[[]] ?? ExpandedNames.none
            // In an included document without a namespace, names without a prefix are in the includer's namespace.
            return documents.names.id(namespace == ExpandedNames.none ? includer ?? namespace : namespace, name)
        }
        guard let namespace = scope[Array(name[..<colon])] else {
            let prefix = shown(name[..<colon])
            throw fault("the prefix \(prefix) of '\(shown(name))' is not declared; add xmlns:\(prefix)")
        }
        return documents.names.id(namespace, name[(colon + 1)...])
    }
}
