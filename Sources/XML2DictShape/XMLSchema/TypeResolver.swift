import XML2Dict

/// Resolves the declarations of a schema into a table of types.
///
///     rows   ── groups, substitution, derivation ──▶   contents, one for each type   ──▶   TypeTable
///
/// The first reference to a type adds the type. A loop over all types completes each type after its base. Each group is
/// expanded once. Nothing recurses, because references may be nested deeper than the stack.
struct TypeResolver: ~Copyable {
    struct Content {
        var parts: [Part] = []
        var wildcards: [Wildcard] = []

        var count: Int { parts.count + wildcards.count }
    }

    struct Part {
        let name: Int32
        let row: Int32
        var occurrence: Occurrence
        var isNillable: Bool
    }

    private struct ComplexType {
        let row: Int
        var elements = Content()
        var attributes = Content()

        /// Replaces `xs:anyType` as a base: wildcards admit every name, and declared names keep their types.
        static let anything = ComplexType(
            row: -1,
            elements: Content(wildcards: [Wildcard()]),
            attributes: Content(wildcards: [Wildcard()])
        )
    }

    private let loader: SchemaLoader
    private let documents: SchemaDocuments
    private var table: TypeTable
    /// Indexed by type, with `nil` for built-in and simple types.
    private var complexTypes: [ComplexType?] = []
    /// Maps the row of a complex type, or of an element with the type of its substitution group's head, to the type.
    private var types: [Int: Int] = [:]
    private var texts: [Int: Int32] = [:]
    private var groups: [Int: Content] = [:]
    private var finished: Set<Int> = []
    /// Map the head of a substitution group to its direct members, and to all members.
    private var direct: [Int32: [Int]] = [:]
    private var substitutes: [Int32: [Int]] = [:]

    init(_ loader: SchemaLoader) {
        self.loader = loader
        documents = loader.documents
        table = TypeTable(loader.documents.names)
    }

    consuming func resolved() throws(XMLError) -> LoadedSchema {
        addFirstTypes()
        try resolveGlobals()
        try flatten()
        return LoadedSchema(table, files: documents.documents.compactMap(\.file))
    }

    private mutating func addFirstTypes() {
        addNode()
        addNode()
        for name in [name("anyType")] + loader.anyTypes { table.types[name] = TypeTable.any }
        for text in 0..<table.texts.nodes.count { addNode(ofText: Int32(text)) }
        for (local, text) in table.texts.builtIn { table.types[name(local)] = node(ofText: text) }
    }

    private mutating func name(_ local: String) -> Int32 { table.names.id(documents.schemaNamespace, local.utf8) }

    private mutating func resolveGlobals() throws(XMLError) {
        let globals = documents.rows.indices.filter { documents.rows[$0].isGlobal }
        for row in globals where documents.rows[row].head >= 0 {
            direct[documents.rows[row].head, default: []].append(row)
        }
        for row in globals {
            let name = documents.rows[row].name
            switch documents.rows[row].kind {
            case .simpleType, .complexType:
                // The schema of XML Schema itself declares the built-in types again.
                guard table.types[name] == nil else { continue }
                let type = try node(ofType: row)
                table.types[name] = type
                table.setName(name, of: type)
            case .attribute: table.globalAttributes[name] = try text(ofAttribute: row)
            case .group, .attributeGroup: try resolve(row)
            case .element:
                let root = try element(part(row, .once))
                if !documents.rows[row].isAbstract { table.addRoot(root) }
            default: continue
            }
        }
    }

    private func row(_ kind: SchemaRow.Kind, _ name: Int32, at row: Int) throws(XMLError) -> Int {
        guard let found = loader.globals[kind]?[name] else {
            throw loader.unknown(name, kind == .complexType ? "type" : kind.rawValue, at: row)
        }
        return found
    }

    private func child(of row: Int, _ kinds: SchemaRow.Kind...) -> Int? {
        documents.children(of: row).first { kinds.contains(documents.rows[$0].kind) }
    }

    /// Resolves a declaration after the declarations that it needs, without recursion, which could exhaust the stack.
    private mutating func resolve(_ declaration: Int) throws(XMLError) {
        var rest = [declaration], open: Set<Int> = []
        while let row = rest.popLast() {
            guard !finished.contains(row) else { continue }
            let needed = try needs(of: row).filter { !finished.contains($0) }
            if needed.isEmpty {
                try make(row)
                finished.insert(row)
            } else {
                guard open.insert(row).inserted else { throw circle(row) }
                rest.append(row)
                rest += needed
            }
        }
    }

    private mutating func needs(of row: Int) throws(XMLError) -> [Int] {
        switch documents.rows[row].kind {
        case .simpleType:
            guard let derivation = documents.children(of: row).first else { return [] }
            return try simpleTypes(of: derivation).map(\.row).filter { $0 >= 0 }
        case .complexType:
            guard let derivation = derivation(of: row)?.derivation else { return try groups(inside: row) }
            let base = complexTypes[try base(of: derivation)]
            return try groups(inside: derivation) + (base.map { [$0.row] } ?? [])
        case .element:
            let head = documents.rows[row].head
            guard head >= 0, try ownNode(ofElement: row) == nil else { return [] }
            return [try self.row(.element, head, at: row)]
        default: return try groups(inside: row)
        }
    }

    private mutating func make(_ row: Int) throws(XMLError) {
        switch documents.rows[row].kind {
        case .simpleType: texts[row] = try newText(ofType: row)
        case .complexType: try complete(try node(ofType: row))
        case .element:
            let head = try needs(of: row).first
            types[row] = try ownNode(ofElement: row) ?? head.flatMap { types[$0] } ?? TypeTable.any
        case .attributeGroup: groups[row] = try attributes(inside: row)
        default: groups[row] = try content(inside: row)
        }
    }

    private func circle(_ row: Int) -> XMLError {
        let kind = documents.rows[row].kind, name = documents.rows[row].name
        let shown = name < 0 ? "" : " " + documents.names.shown(name)
        let isType = kind == .simpleType || kind == .complexType
        return documents.fault(row, "the \(isType ? "type" : kind.rawValue)\(shown) is defined by itself")
    }

    private mutating func node(ofType row: Int) throws(XMLError) -> Int {
        if documents.rows[row].kind == .simpleType { return node(ofText: try text(ofType: row)) }
        if let known = types[row] { return known }
        let node = addNode()
        complexTypes[node] = ComplexType(row: row)
        types[row] = node
        return node
    }

    private func node(ofText text: Int32) -> Int { Int(table.texts.nodes[Int(text)].type) }

    @discardableResult
    private mutating func addNode() -> Int {
        table.nodes.append(TypeTable.Node())
        complexTypes.append(nil)
        return complexTypes.count - 1
    }

    private mutating func addNode(ofText text: Int32) {
        let node = addNode(), base = table.texts.nodes[Int(text)].base
        table.nodes[node].content = .text
        table.nodes[node].text = text
        table.nodes[node].marks = Self.marks(of: table.nodes[node])
        if base >= 0 { table.nodes[node].base = table.texts.nodes[Int(base)].type }
        table.texts.nodes[Int(text)].type = Int32(node)
    }

    private mutating func node(ofTypeNamed name: Int32, at row: Int) throws(XMLError) -> Int {
        if let known = table.types[name] { return known }
        return try node(ofType: self.row(.complexType, name, at: row))
    }

    private mutating func node(ofElement row: Int) throws(XMLError) -> Int {
        if let own = try ownNode(ofElement: row) { return own }
        try resolve(row)
        return types[row, default: TypeTable.any]
    }

    private mutating func ownNode(ofElement row: Int) throws(XMLError) -> Int? {
        let element = documents.rows[row]
        if element.type >= 0 { return try node(ofTypeNamed: element.type, at: row) }
        guard let inner = child(of: row, .complexType, .simpleType) else { return nil }
        let type = try node(ofType: inner)
        table.setName(element.name, of: type)
        return type
    }

    private mutating func text(ofType row: Int) throws(XMLError) -> Int32 {
        try resolve(row)
        return texts[row, default: TextTypeTable.any]
    }

    private mutating func text(ofAttribute row: Int) throws(XMLError) -> Int32 {
        let reference = documents.rows[row].reference
        let declaration = reference < 0 ? row : try self.row(.attribute, reference, at: row)
        guard let (builtIn, type) = try simpleTypes(of: declaration).first else { return TextTypeTable.any }
        if let builtIn { return builtIn }
        return try text(ofType: type)
    }

    /// Returns the types of a union, or the single type of a restriction, a list or an attribute.
    private func simpleTypes(of derivation: Int) throws(XMLError) -> [(builtIn: Int32?, row: Int)] {
        let row = documents.rows[derivation], isUnion = row.kind == .union
        let names = isUnion ? documents.memberTypes[derivation, default: []] : row.type < 0 ? [] : [row.type]
        var types: [(Int32?, Int)] = []
        for name in names {
            let expanded = documents.names.names[Int(name)]
            let builtIn = expanded.namespace == documents.schemaNamespace ? table.texts.builtIn[expanded.local] : nil
            let found = builtIn == nil ? try self.row(.complexType, name, at: derivation) : -1
            guard found < 0 || documents.rows[found].kind == .simpleType else {
                let shown = documents.names.shown(name)
                throw documents.fault(derivation, "\(shown) is a complex type, where a simple type is needed")
            }
            types.append((builtIn, found))
        }
        for child in documents.children(of: derivation)
        where documents.rows[child].kind == .simpleType && (isUnion || types.isEmpty) { types.append((nil, child)) }
        return types
    }

    private mutating func newText(ofType row: Int) throws(XMLError) -> Int32 {
        guard let derivation = documents.children(of: row).first else {
            throw documents.fault(row, "<simpleType> needs <restriction>, <list> or <union>")
        }
        let kind = documents.rows[derivation].kind
        let parts = try simpleTypes(of: derivation).map { $0.builtIn ?? texts[$0.row, default: TextTypeTable.any] }
        let text: Int32
        if kind == .union {
            try documents.count(
                parts.reduce(0) { $0 + max(1, table.texts.nodes[Int($1)].members.count) },
                at: derivation
            )
            guard let union = table.texts.union(of: parts) else {
                let fact: ErrorMessage =
                    "the union has more than \(TextTypeTable.mostDistinct) types that convert texts differently"
                throw documents.fault(derivation, fact)
            }
            text = union
        } else {
            guard let part = parts.first else {
                throw documents.fault(derivation, "<\(kind.rawValue)> needs the name of a type, or a <simpleType>")
            }
            guard kind == .restriction || !table.texts.nodes[Int(part)].hasList else {
                throw documents.fault(derivation, "the items of a list cannot be lists")
            }
            text = kind == .restriction ? table.texts.restriction(of: part) : table.texts.list(of: part)
        }
        addNode(ofText: text)
        return text
    }

    /// The groups that a row contains or refers to.
    private func groups(inside row: Int) throws(XMLError) -> [Int] {
        var groups: [Int] = []
        for inner in documents.children(of: row) {
            if let group = try group(at: inner) { groups.append(group) }
        }
        return groups
    }

    private func group(at row: Int) throws(XMLError) -> Int? {
        let group = documents.rows[row]
        guard [.sequence, .choice, .all, .group, .attributeGroup].contains(group.kind), group.occurrence.most > 0 else {
            return nil
        }
        return group.reference < 0 ? row : try self.row(group.kind, group.reference, at: row)
    }

    private mutating func content(inside row: Int) throws(XMLError) -> Content {
        var contents: [Content] = []
        for inner in documents.children(of: row) where documents.rows[inner].occurrence.most > 0 {
            let particle = documents.rows[inner]
            var content = Content()
            switch particle.kind {
            case .element: content.parts = try elements(of: inner)
            case .any: content.wildcards = [documents.wildcards[inner, default: Wildcard()]]
            case .sequence, .choice, .all, .group:
                if let group = try group(at: inner) { content = groups[group, default: content] }
            default: continue
            }
            contents.append(try times(particle.occurrence, content, at: inner))
        }
        return try joined(contents, isChoice: documents.rows[row].kind == .choice, at: row)
    }

    private mutating func times(_ occurrence: Occurrence, _ once: Content, at row: Int) throws(XMLError) -> Content {
        guard occurrence != .once else { return once }
        var content = once
        try documents.count(content.parts.count, at: row)
        for index in content.parts.indices {
            content.parts[index].occurrence = content.parts[index].occurrence.times(occurrence)
        }
        return content
    }

    private mutating func joined(_ contents: [Content], isChoice: Bool, at row: Int) throws(XMLError) -> Content {
        guard contents.count > 1 || isChoice else { return contents.first ?? Content() }
        var whole = Content(), indices: [Int32: Int] = [:], counts: [Int] = []
        for content in contents {
            try documents.count(content.count, at: row)
            whole.wildcards += content.wildcards
            for part in content.parts {
                if let index = indices[part.name] {
                    let known = whole.parts[index].occurrence
                    whole.parts[index].occurrence = isChoice ? known.or(part.occurrence) : known.plus(part.occurrence)
                    whole.parts[index].isNillable = whole.parts[index].isNillable || part.isNillable
                    counts[index] += 1
                } else {
                    indices[part.name] = whole.parts.count
                    whole.parts.append(part)
                    counts.append(1)
                }
            }
        }
        // An element that some alternative of the choice lacks is not required.
        for index in counts.indices where isChoice && counts[index] < contents.count {
            whole.parts[index].occurrence.isRequired = false
        }
        return whole
    }

    private mutating func elements(of row: Int) throws(XMLError) -> [Part] {
        let reference = documents.rows[row].reference
        guard reference >= 0 else { return [part(row, .once)] }
        let head = try self.row(.element, reference, at: row)
        let members = try ([head] + substitutes(for: reference, at: row)).filter { !documents.rows[$0].isAbstract }
        let occurrence = Occurrence(isRequired: members.count == 1, most: 1)
        try documents.count(members.count, at: row)
        return members.map { part($0, occurrence) }
    }

    private func part(_ row: Int, _ occurrence: Occurrence) -> Part {
        let (name, isNillable) = (documents.rows[row].declaredName, documents.rows[row].isNillable)
        return Part(name: name, row: Int32(row), occurrence: occurrence, isNillable: isNillable)
    }

    /// The members of a substitution group, without its head.
    private mutating func substitutes(for head: Int32, at row: Int) throws(XMLError) -> [Int] {
        let isBlocked = loader.globals[.element]?[head].map { documents.rows[$0].isBlocking } ?? false
        guard direct[head] != nil, !isBlocked else { return [] }
        if let known = substitutes[head] { return known }
        var found: [Int] = [], passed: Set<Int32> = [head], rest = [head]
        while let head = rest.popLast() {
            for member in direct[head, default: []] where passed.insert(documents.rows[member].name).inserted {
                found.append(member)
                rest.append(documents.rows[member].name)
            }
        }
        try documents.count(found.count, at: row)
        substitutes[head] = found
        return found
    }

    private mutating func attributes(inside row: Int) throws(XMLError) -> Content {
        var attributes = Content(), own: [Wildcard] = [], wildcards: [Wildcard] = []
        for inner in documents.children(of: row) {
            let child = documents.rows[inner]
            if child.kind == .attribute, !child.isProhibited {
                let occurrence = Occurrence(isRequired: child.isRequired, most: 1)
                attributes.parts.append(part(inner, occurrence))
            } else if child.kind == .anyAttribute {
                own.append(documents.wildcards[inner, default: Wildcard()])
            } else if child.kind == .attributeGroup, let group = try group(at: inner) {
                let content = groups[group, default: Content()]
                attributes.parts += content.parts
                wildcards += content.wildcards
            }
        }
        // The wildcard of a type is the intersection of all its wildcards (section 3.4.2). `processContents` comes from
        // the type's own wildcard, or otherwise from the first group with a wildcard.
        for wildcard in own + wildcards {
            let first = attributes.wildcards.first
            try documents.count(1 + wildcard.namespaces.count + (first?.namespaces.count ?? 0), at: row)
            attributes.wildcards = [first?.intersection(wildcard) ?? wildcard]
        }
        try documents.count(attributes.count, at: row)
        return attributes
    }

    /// Returns the element that derives a type, such as `extension`, and its parent, such as `complexContent`.
    private func derivation(of row: Int) -> (content: Int, derivation: Int)? {
        child(of: row, .simpleContent, .complexContent).flatMap { content in
            documents.children(of: content).first.map { (content, $0) }
        }
    }

    private mutating func base(of derivation: Int) throws(XMLError) -> Int {
        let name = documents.rows[derivation].type
        guard name >= 0 else {
            throw documents.fault(derivation, "<\(documents.rows[derivation].kind.rawValue)> needs a base")
        }
        return try node(ofTypeNamed: name, at: derivation)
    }

    private mutating func complete(_ type: Int) throws(XMLError) {
        guard var complex = complexTypes[type] else { return }
        defer { complexTypes[type] = complex }
        let (outer, derivation) = derivation(of: complex.row) ?? (complex.row, complex.row)
        let kind = documents.rows[derivation].kind
        // `mixed` of `complexContent` overrides `mixed` of `complexType` (XML Schema part 1, section 3.4.2).
        let isMixed = documents.rows[outer].isMixed ?? documents.rows[complex.row].isMixed ?? false
        complex.elements = try content(inside: derivation)
        complex.attributes = try attributes(inside: derivation)
        table.nodes[type].content = Self.kind(complex.elements, isMixed: isMixed)
        guard kind != .complexType else { return }
        let baseType = try base(of: derivation), name = documents.names.names[Int(documents.rows[derivation].type)]
        // Some bases, such as SOAP's arrays, are in no file, so a restriction of such a base counts as an extension.
        let isUnknown = baseType == TypeTable.any && documents.names.uri(of: name.namespace) != NamespaceURI.schema
        let isExtension = kind == .extension || isUnknown
        table.nodes[type].base = Int32(baseType)
        if baseType > TypeTable.skipped { table.nodes[baseType].hasFamily = true }
        let base = baseType == TypeTable.any ? .anything : complexTypes[baseType], baseNode = table.nodes[baseType]
        // Only a restriction can prohibit attributes of its base.
        let prohibited = documents.children(of: derivation).map { documents.rows[$0] }.filter {
            !isExtension && $0.isProhibited
        }
        let names = Set(complex.attributes.parts.map(\.name) + prohibited.map(\.declaredName))
        let inherited = (base?.attributes.parts ?? []).filter { !names.contains($0.name) }
        complex.attributes.parts = inherited + complex.attributes.parts
        if isExtension { complex.attributes.wildcards += base?.attributes.wildcards ?? [] }
        try documents.count(complex.attributes.count, at: derivation)
        if documents.rows[outer].kind == .simpleContent {
            table.nodes[type].content = .text
            let inner = child(of: derivation, .simpleType)
            table.nodes[type].text = try inner.map { row throws(XMLError) in try text(ofType: row) } ?? baseNode.text
            return
        }
        guard isExtension else { return }
        guard let base else {
            throw documents.fault(derivation, "complex content cannot extend a simple type; use <simpleContent>")
        }
        complex.elements = try joined([base.elements, complex.elements], isChoice: false, at: derivation)
        let isAnyMixed = isMixed || [.mixed, .any].contains(baseNode.content)
        table.nodes[type].content = baseNode.content == .text ? .text : Self.kind(complex.elements, isMixed: isAnyMixed)
        table.nodes[type].text = baseNode.text
    }

    private static func kind(_ content: Content, isMixed: Bool) -> TypeTable.Content {
        isMixed ? .mixed : content.count == 0 ? .nothing : .elements
    }

    private mutating func flatten() throws(XMLError) {
        var type = 0
        // Flattening elements may add types.
        while type < complexTypes.count {
            if let row = complexTypes[type]?.row { try resolve(row) }
            if let complex = complexTypes[type] { try flatten(complex, type) }
            type += 1
        }
        try noteFamilies()
        noteDerivations()
    }

    private mutating func flatten(_ complex: ComplexType, _ type: Int) throws(XMLError) {
        try documents.count(complex.elements.count + complex.attributes.count, at: complex.row)
        var node = table.nodes[type], start = table.elements.count
        for part in complex.elements.parts where part.occurrence.most > 0 { table.elements.append(try element(part)) }
        node.elements = table.elements.end(type, from: start)
        table.noteSharedNames(node.elements)
        start = table.attributes.count
        var rows: [Int32: Int32] = [:]
        for part in complex.attributes.parts {
            // Two references to one group add the same row twice.
            if let other = rows.updateValue(part.row, forKey: part.name) {
                if other == part.row { continue }
                let shown = documents.names.shown(part.name)
                throw documents.fault(Int(part.row), "the attribute \(shown) is there twice")
            }
            let text = try text(ofAttribute: Int(part.row)), isRequired = part.occurrence.isRequired
            table.attributes.append(TypeTable.Member(name: part.name, type: text, isRequired: isRequired))
        }
        node.attributes = table.attributes.end(type, from: start)
        node.wildcards = try add(complex.elements.wildcards, at: complex.row)
        node.attributeWildcards = try add(complex.attributes.wildcards, at: complex.row)
        node.marks = Self.marks(of: node)
        table.nodes[type] = node
    }

    private mutating func element(_ part: Part) throws(XMLError) -> TypeTable.Member {
        let type = Int32(try node(ofElement: Int(part.row)))
        var member = TypeTable.Member(name: part.name, type: type, isRequired: part.occurrence.isRequired)
        (member.isList, member.isNillable) = (part.occurrence.most > 1, part.isNillable)
        return member
    }

    /// Adds the union of the wildcards that validate, and then the union of the wildcards that skip validation.
    private mutating func add(_ wildcards: [Wildcard], at row: Int) throws(XMLError) -> MemberRange {
        let start = table.wildcards.count
        try documents.count(wildcards.reduce(0) { $0 + $1.namespaces.count }, at: row)
        for isSkip in [false, true] {
            let alike = wildcards.filter { $0.isSkip == isSkip }
            guard var whole = alike.first else { continue }
            for wildcard in alike.dropFirst() { whole.formUnion(wildcard) }
            table.wildcards.append(whole)
        }
        return MemberRange(start: start, count: table.wildcards.count - start)
    }

    private static func marks(of node: TypeTable.Node) -> Marks {
        switch node.content {
        case .any, .mixed: []
        case .elements: .shaped
        case .nothing: node.hasAttributes ? .shaped : [.shaped, .text]
        case .text: [.shaped, .wholeText, node.hasAttributes ? .dictionary : .text]
        }
    }

    /// Makes an element an array in a base type if a derived type repeats the element, so that both types give arrays.
    private mutating func noteFamilies() throws(XMLError) {
        for type in complexTypes.indices {
            guard let row = complexTypes[type]?.row else { continue }
            for index in table.nodes[type].elements.indices where table.elements[index].isList {
                let name = table.elements[index].name
                var ancestor = table.nodes[type].hasFamily ? type : Int(table.nodes[type].base)
                while ancestor > TypeTable.skipped, table.familyLists[ancestor, name] == nil {
                    table.familyLists[ancestor, name] = 1
                    // An entry of `familyLists` takes the memory of several members.
                    try documents.count(4, at: row)
                    ancestor = Int(table.nodes[ancestor].base)
                }
            }
        }
        for type in 0..<table.nodes.count where table.nodes[type].hasFamily {
            for index in table.nodes[type].elements.indices
            where table.familyLists[type, table.elements[index].name] != nil {
                table.elements[index].isList = true
            }
        }
    }

    /// Numbers the types in preorder, so that the types derived from a type are a range.
    private mutating func noteDerivations() {
        var derived: [Int: [Int]] = [:]
        for type in TypeTable.any + 1..<table.nodes.count {
            derived[Int(table.nodes[type].base), default: []].append(type)
        }
        // The loop takes `~type` from the stack after all types derived from `type`, and then ends their range.
        var rest = [TypeTable.any], count: Int32 = 0
        while let type = rest.popLast() {
            guard type >= 0 else {
                table.nodes[~type].derivedEnd = count
                continue
            }
            table.nodes[type].order = count
            count += 1
            rest.append(~type)
            rest += derived[type, default: []]
        }
    }
}
