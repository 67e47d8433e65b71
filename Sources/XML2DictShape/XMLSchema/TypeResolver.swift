import XML2Dict

/// Resolves the declarations of a schema into a table of types.
///
///     rows   ── groups, substitution, derivation ──▶   contents, one for each type   ──▶   TypeTable
///
/// A type is made when something first refers to it, and waits in `rest`; its content is complete when the loop comes to
/// it, and that of the types that it is derived from before. Groups are expanded once each. Nothing recurses, as chains
/// of references may be longer than the stack of a thread.
struct TypeResolver: ~Copyable {
    /// The elements or the attributes that a type, or a part of one, admits.
    struct Content {
        var parts: [Part] = []
        var wildcards: [Wildcard] = []

        var count: Int { parts.count + wildcards.count }
    }

    /// An element or an attribute.
    struct Part {
        let name: Int32
        /// The declaration.
        let row: Int32
        var occurrence: Occurrence
        /// Whether an empty element can be null, by any declaration of the name.
        var isNillable: Bool
    }

    /// A group whose content is being read.
    private struct OpenGroup {
        let row: Int
        /// The row inside that is next; -1 at the end.
        var next: Int32
        /// The occurrence where it is referred to, or of itself.
        var occurrence = Occurrence.once
        var contents: [Content] = []
    }

    /// A complex type, complete or not.
    private struct ComplexType {
        let row: Int
        var isComplete = false
        /// The type that it is derived from.
        var base = TypeTable.any
        var elements = Content()
        var attributes = Content()
    }

    private let loader: SchemaLoader
    private var documents: SchemaDocuments
    private var table: TypeTable
    /// What is known of the types of the table; `nil` for the first ones, and for simple types.
    private var complexTypes: [ComplexType?] = []
    private var rest: [Int] = []
    /// The types by the rows of complex types, and of elements that have the types of their heads.
    private var types: [Int: Int] = [:]
    private var texts: [Int: Int32] = [:]
    /// The contents of groups, and of groups of attributes.
    private var groups: [Int: Content] = [:]
    /// The declarations whose head is a name, and the members of its whole group.
    private var direct: [Int32: [Int]] = [:]
    private var substitutes: [Int32: [Int]] = [:]
    /// The rows that are being resolved, to find circles.
    private var active: Set<Int> = []
    init(_ loader: SchemaLoader) {
        self.loader = loader
        documents = loader.documents
        table = TypeTable(loader.documents.names)
    }

    consuming func resolved() throws(XMLError) -> LoadedSchema {
        addFirstTypes()
        for row in loader.globals[.element, default: [:]].values.sorted() where documents.rows[row].head >= 0 {
            direct[documents.rows[row].head, default: []].append(row)
        }
        try resolveGlobals()
        try flatten()
        return LoadedSchema(table, files: documents.documents.compactMap(\.file))
    }

    /// The types that any schema has: anything, what is skipped, and the built-in ones.
    private mutating func addFirstTypes() {
        table.nodes.append(TypeTable.Node())
        table.nodes.append(TypeTable.Node())
        complexTypes = [nil, nil]
        table.types[name("anyType")] = TypeTable.any
        for (local, text) in table.texts.builtIn { table.types[name(local)] = node(ofText: text) }
    }

    private mutating func name(_ local: String) -> Int32 {
        table.names.number(documents.schemaNamespace, local.utf8)
    }

    private mutating func resolveGlobals() throws(XMLError) {
        for (name, row) in sorted(.complexType) {
            // The schema for schemas declares the built-in types again.
            guard table.types[name] == nil else { continue }
            let type = try node(ofType: row)
            table.types[name] = type
            table.setName(name, of: type)
        }
        for (name, row) in sorted(.attribute) { table.globalAttributes[name] = try text(ofAttribute: row) }
        for (_, row) in sorted(.group) where groups[row] == nil {
            try enter(row)
            _ = try content(inside: row)
        }
        for (_, row) in sorted(.attributeGroup) { try resolve(row) }
        for (_, row) in sorted(.element) {
            let root = try element(part(row, .once))
            if !documents.rows[row].flags.contains(.isAbstract) { table.addRoot(root) }
        }
    }

    /// The declarations of a kind, in the order of the documents.
    private func sorted(_ kind: SchemaRow.Kind) -> [(Int32, Int)] {
        loader.globals[kind, default: [:]].map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
    }

    private func row(_ kind: SchemaRow.Kind, _ name: Int32, at row: Int) throws(XMLError) -> Int {
        guard let found = loader.globals[kind]?[name] else {
            throw loader.unknown(name, kind == .complexType ? "type" : kind.rawValue, at: row)
        }
        return found
    }

    /// Resolves a declaration, and before it those that it needs: a stack, as recursion could exhaust that of the thread.
    private mutating func resolve(_ declaration: Int) throws(XMLError) {
        guard !isResolved(declaration) else { return }
        var rest = [declaration]
        while let row = rest.popLast() {
            guard !isResolved(row) else { continue }
            let needed = try needs(of: row).filter { !isResolved($0) }
            if needed.isEmpty {
                try make(row)
                active.remove(row)
            } else {
                try enter(row)
                rest.append(row)
                rest += needed
            }
        }
    }

    private func isResolved(_ row: Int) -> Bool {
        switch documents.rows[row].kind {
        case .simpleType: texts[row] != nil
        case .attributeGroup: groups[row] != nil
        case .complexType: types[row].flatMap { complexTypes[$0] }?.isComplete ?? false
        default: types[row] != nil
        }
    }

    /// The declarations that a simple or complex type, a group of attributes, or an element needs.
    private mutating func needs(of row: Int) throws(XMLError) -> [Int] {
        var needed: [Int] = []
        switch documents.rows[row].kind {
        case .simpleType:
            for inner in documents.children(of: row) { needed += try types(in: inner) }
        case .attributeGroup:
            for inner in documents.children(of: row) {
                if let group = try attributeGroup(at: inner) { needed.append(group) }
            }
        case .complexType:
            guard let (_, derivation) = derivation(of: row) else { break }
            let base = try base(of: derivation)
            if let complex = complexTypes[base] { needed = [complex.row] }
        default:
            let head = documents.rows[row].head
            if head >= 0, try ownNode(ofElement: row) == nil { needed = [try self.row(.element, head, at: row)] }
        }
        return needed
    }

    /// Resolves a declaration that needs no others.
    private mutating func make(_ row: Int) throws(XMLError) {
        switch documents.rows[row].kind {
        case .simpleType: texts[row] = try newText(ofType: row)
        case .attributeGroup: groups[row] = try attributes(inside: row)
        case .complexType: try complete(try node(ofType: row))
        default:
            let head = try needs(of: row).first
            types[row] = try ownNode(ofElement: row) ?? head.flatMap { types[$0] } ?? TypeTable.any
        }
    }

    /// Enters a row that others may refer to.
    private mutating func enter(_ row: Int) throws(XMLError) {
        guard !active.insert(row).inserted else { return }
        let kind = documents.rows[row].kind, name = documents.rows[row].name
        let shown = name < 0 ? "" : " " + documents.names.shown(name)
        switch kind {
        case .simpleType, .complexType: throw documents.fault(row, "the type\(shown) is derived from itself")
        case .element:
            throw documents.fault(row, "the substitution groups lead in a circle, and no element in it has a type")
        default: throw documents.fault(row, "the \(kind.rawValue)\(shown) contains itself")
        }
    }

    // MARK: Types

    /// The type of a declaration.
    private mutating func node(ofType row: Int) throws(XMLError) -> Int {
        if documents.rows[row].kind == .simpleType { return node(ofText: try text(ofType: row)) }
        if let known = types[row] { return known }
        let node = addNode()
        complexTypes[node] = ComplexType(row: row)
        types[row] = node
        rest.append(node)
        return node
    }

    /// The type of a text, which is made with those that `xsi:type` compares: its base, and the members of a union.
    private mutating func node(ofText text: Int32) -> Int {
        var rest = [text]
        while let next = rest.popLast() {
            guard next >= 0, table.texts.nodes[Int(next)].type < 0 else { continue }
            let node = addNode()
            table.nodes[node].content = .text
            table.nodes[node].text = next
            table.nodes[node].form = Self.form(table.nodes[node]).rawValue
            table.texts.nodes[Int(next)].type = Int32(node)
            rest.append(table.texts.nodes[Int(next)].base)
            rest += table.texts.places(of: next).map { table.texts.members[$0] }
        }
        return Int(table.texts.nodes[Int(text)].type)
    }

    private mutating func addNode() -> Int {
        table.nodes.append(TypeTable.Node())
        complexTypes.append(nil)
        return complexTypes.count - 1
    }

    /// The type with a name.
    private mutating func node(ofTypeNamed name: Int32, at row: Int) throws(XMLError) -> Int {
        // A type of XML Schema is there from the start.
        if documents.names.names[Int(name)].namespace == documents.schemaNamespace, let known = table.types[name] {
            return known
        }
        return try node(ofType: self.row(.complexType, name, at: row))
    }

    /// The type of an element: its own, or that of its head, or anything.
    private mutating func node(ofElement row: Int) throws(XMLError) -> Int {
        if let own = try ownNode(ofElement: row) { return own }
        try resolve(row)
        return types[row, default: TypeTable.any]
    }

    /// The type that a declaration names or has inside.
    private mutating func ownNode(ofElement row: Int) throws(XMLError) -> Int? {
        let element = documents.rows[row]
        if element.type >= 0 { return try node(ofTypeNamed: element.type, at: row) }
        let inner = documents.children(of: row).first { [.complexType, .simpleType].contains(documents.rows[$0].kind) }
        guard let inner else { return nil }
        let type = try node(ofType: inner)
        table.setName(element.name, of: type)
        return type
    }

    // MARK: Simple types

    private mutating func text(ofType row: Int) throws(XMLError) -> Int32 {
        try resolve(row)
        return texts[row, default: TextTypeTable.any]
    }

    /// The simple types of the schema that a derivation refers to, and those inside it.
    private func types(in derivation: Int) throws(XMLError) -> [Int] {
        let named = names(in: derivation).filter { builtIn($0) == nil }
        return try named.map { name throws(XMLError) in try row(ofSimpleType: name, at: derivation) }
            + simpleTypes(inside: derivation)
    }

    /// The names of simple types to which a derivation or an attribute refers.
    private func names(in row: Int) -> [Int32] {
        let derivation = documents.rows[row]
        if derivation.kind == .union {
            return derivation.detail < 0 ? [] : documents.memberTypes[Int(derivation.detail)]
        }
        return derivation.type < 0 ? [] : [derivation.type]
    }

    private func simpleTypes(inside row: Int) -> [Int] {
        documents.children(of: row).filter { documents.rows[$0].kind == .simpleType }
    }

    /// The texts of the types that a union has, or of the first one that a restriction, a list or an attribute has.
    private mutating func texts(in row: Int) throws(XMLError) -> [Int32] {
        var texts: [Int32] = []
        for name in names(in: row) { texts.append(try text(ofTypeNamed: name, at: row)) }
        for type in simpleTypes(inside: row) where texts.isEmpty || documents.rows[row].kind == .union {
            texts.append(try text(ofType: type))
        }
        return texts
    }

    private mutating func newText(ofType row: Int) throws(XMLError) -> Int32 {
        let derivation = documents.children(of: row).first {
            [.restriction, .list, .union].contains(documents.rows[$0].kind)
        }
        guard let derivation else {
            throw documents.fault(row, "<simpleType> needs <restriction>, <list> or <union>")
        }
        let kind = documents.rows[derivation].kind, parts = try texts(in: derivation)
        if kind == .union {
            try documents.count(parts.reduce(0) { $0 + table.texts.memberCount($1) }, at: derivation)
            guard let union = table.texts.union(of: parts) else {
                let most = TextTypeTable.mostDistinct
                throw documents.fault(
                    derivation,
                    "the union has more than \(most) types that convert texts differently"
                )
            }
            return union
        }
        guard let part = parts.first else {
            throw documents.fault(derivation, "<\(kind.rawValue)> needs the name of a type, or a <simpleType>")
        }
        if kind == .restriction { return table.texts.restriction(of: part) }
        guard !table.texts.nodes[Int(part)].hasList else {
            throw documents.fault(derivation, "the items of a list cannot be lists")
        }
        return table.texts.list(of: part)
    }

    private mutating func text(ofTypeNamed name: Int32, at row: Int) throws(XMLError) -> Int32 {
        if let known = builtIn(name) { return known }
        return try text(ofType: self.row(ofSimpleType: name, at: row))
    }

    private func builtIn(_ name: Int32) -> Int32? {
        let type = documents.names.names[Int(name)]
        return type.namespace == documents.schemaNamespace ? table.texts.builtIn[type.local] : nil
    }

    private func row(ofSimpleType name: Int32, at row: Int) throws(XMLError) -> Int {
        let found = try self.row(.complexType, name, at: row)
        guard documents.rows[found].kind == .simpleType else {
            let shown = documents.names.shown(name)
            throw documents.fault(row, "\(shown) is a complex type, where a simple type is needed")
        }
        return found
    }

    private mutating func text(ofAttribute row: Int) throws(XMLError) -> Int32 {
        let attribute = documents.rows[row]
        if attribute.reference >= 0 { return try text(ofAttribute: self.row(.attribute, attribute.reference, at: row)) }
        return try texts(in: row).first ?? TextTypeTable.any
    }

    // MARK: Content

    /// The content of the elements, wildcards and groups inside a row.
    private mutating func content(inside row: Int) throws(XMLError) -> Content {
        var open = [OpenGroup(row: row, next: documents.rows[row].first)]
        while true {
            let top = open.count - 1, next = Int(open[top].next)
            guard next >= 0 else {
                let group = open.removeLast(), isChoice = documents.rows[group.row].kind == .choice
                let content = try joined(group.contents, isChoice: isChoice, at: group.row)
                if active.remove(group.row) != nil { groups[group.row] = content }
                guard top > 0 else { return content }
                open[top - 1].contents.append(try times(group.occurrence, content, at: group.row))
                continue
            }
            let particle = documents.rows[next], occurrence = particle.occurrence
            open[top].next = particle.next
            guard occurrence.most > 0 else { continue }
            var content: Content?, inner = next
            switch particle.kind {
            case .element: content = Content(parts: try elements(of: next))
            case .any: content = Content(wildcards: [documents.wildcards[Int(particle.detail)]])
            case .group where particle.reference >= 0:
                inner = try self.row(.group, particle.reference, at: next)
                content = groups[inner]
                if content == nil { try enter(inner) }
            case .sequence, .all, .choice, .group: break
            default: continue
            }
            if let content {
                open[top].contents.append(try times(occurrence, content, at: next))
            } else {
                open.append(OpenGroup(row: inner, next: documents.rows[inner].first, occurrence: occurrence))
            }
        }
    }

    /// The content of something that occurs so often.
    private mutating func times(_ occurrence: Occurrence, _ once: Content, at row: Int) throws(XMLError) -> Content {
        guard occurrence != .once else { return once }
        var content = once
        try documents.count(content.parts.count, at: row)
        for place in content.parts.indices {
            content.parts[place].occurrence = content.parts[place].occurrence.times(occurrence)
        }
        return content
    }

    /// The contents of a sequence or a choice together.
    private mutating func joined(_ contents: [Content], isChoice: Bool, at row: Int) throws(XMLError) -> Content {
        guard contents.count > 1 || isChoice else { return contents.first ?? Content() }
        var whole = Content(), places: [Int32: Int] = [:], counts: [Int] = []
        for content in contents {
            try documents.count(content.count, at: row)
            whole.wildcards += content.wildcards
            for part in content.parts {
                if let place = places[part.name] {
                    let known = whole.parts[place].occurrence
                    whole.parts[place].occurrence = isChoice ? known.or(part.occurrence) : known.plus(part.occurrence)
                    whole.parts[place].isNillable = whole.parts[place].isNillable || part.isNillable
                    counts[place] += 1
                } else {
                    places[part.name] = whole.parts.count
                    whole.parts.append(part)
                    counts.append(1)
                }
            }
        }
        // What only some alternatives have is never required.
        for place in counts.indices where isChoice && counts[place] < contents.count {
            whole.parts[place].occurrence.isRequired = false
        }
        return whole
    }

    /// The elements that can be where a declaration or a reference is.
    private mutating func elements(of row: Int) throws(XMLError) -> [Part] {
        let reference = documents.rows[row].reference
        guard reference >= 0 else { return [part(row, .once)] }
        let head = try self.row(.element, reference, at: row)
        let members = try ([head] + substitutes(for: reference, at: row)).filter {
            !documents.rows[$0].flags.contains(.isAbstract)
        }
        let occurrence = Occurrence(isRequired: members.count == 1, most: 1)
        try documents.count(members.count, at: row)
        return members.map { part($0, occurrence) }
    }

    private func part(_ row: Int, _ occurrence: Occurrence) -> Part {
        let declaration = documents.rows[row]
        return Part(
            name: declaration.declaredName,
            row: Int32(row),
            occurrence: occurrence,
            isNillable: declaration.flags.allowNull
        )
    }

    /// The members of a substitution group, without its head.
    private mutating func substitutes(for head: Int32, at row: Int) throws(XMLError) -> [Int] {
        let isBlocked = loader.globals[.element]?[head].map { documents.rows[$0].flags.contains(.isBlocking) } ?? false
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

    // MARK: Attributes

    /// The attributes among the children of a type, an extension, a restriction or a group.
    private mutating func attributes(inside row: Int) throws(XMLError) -> Content {
        var attributes = Content(), own: [Wildcard] = [], wildcards: [Wildcard] = []
        for inner in documents.children(of: row) {
            let child = documents.rows[inner]
            if child.kind == .attribute, !child.flags.contains(.isProhibited) {
                let occurrence = Occurrence(isRequired: child.flags.contains(.isRequired), most: 1)
                attributes.parts.append(part(inner, occurrence))
            } else if child.kind == .anyAttribute {
                own.append(documents.wildcards[Int(child.detail)])
            } else if let group = try attributeGroup(at: inner) {
                try resolve(group)
                let content = groups[group, default: Content()]
                attributes.parts += content.parts
                wildcards += content.wildcards
            }
        }
        // The wildcard of a type is the intersection of all its wildcards (section 3.4.2). `processContents` comes from its
        // own wildcard, or else from the first one.
        for wildcard in own + wildcards {
            let first = attributes.wildcards.first
            try documents.count(1 + wildcard.namespaces.count + (first?.namespaces.count ?? 0), at: row)
            attributes.wildcards = [first?.intersection(wildcard) ?? wildcard]
        }
        try documents.count(attributes.count, at: row)
        var rows: [Int32: Int32] = [:]
        for attribute in attributes.parts {
            // A group that is there twice has each attribute once.
            if let other = rows.updateValue(attribute.row, forKey: attribute.name), other != attribute.row {
                let shown = documents.names.shown(attribute.name)
                throw documents.fault(Int(attribute.row), "the attribute \(shown) is there twice")
            }
        }
        return attributes
    }

    /// The group of attributes to which a row refers; `nil` for other rows.
    private func attributeGroup(at row: Int) throws(XMLError) -> Int? {
        let reference = documents.rows[row].reference
        guard documents.rows[row].kind == .attributeGroup, reference >= 0 else { return nil }
        return try self.row(.attributeGroup, reference, at: row)
    }

    // MARK: Complex types

    /// The element that says how a type is derived; `nil` for one that is not.
    private func derivation(of row: Int) -> (content: Int, derivation: Int)? {
        for inner in documents.children(of: row)
        where [.simpleContent, .complexContent].contains(documents.rows[inner].kind) {
            let derivation = documents.children(of: inner).first {
                [.extension, .restriction].contains(documents.rows[$0].kind)
            }
            return derivation.map { (inner, $0) }
        }
        return nil
    }

    /// The type from which a derivation derives.
    private mutating func base(of derivation: Int) throws(XMLError) -> Int {
        let name = documents.rows[derivation].type
        guard name >= 0 else {
            throw documents.fault(derivation, "<\(documents.rows[derivation].kind.rawValue)> needs a base")
        }
        return try node(ofTypeNamed: name, at: derivation)
    }

    /// Completes a type whose base is complete.
    private mutating func complete(_ type: Int) throws(XMLError) {
        guard var complex = complexTypes[type] else { return }
        complex.isComplete = true
        defer { complexTypes[type] = complex }
        let rows = documents.rows
        var isMixed = rows[complex.row].flags.contains(.isMixed)
        guard let (contentRow, derivation) = derivation(of: complex.row) else {
            complex.elements = try content(inside: complex.row)
            complex.attributes = try attributes(inside: complex.row)
            table.nodes[type].content = Self.kind(complex.elements, isMixed: isMixed)
            return
        }
        let isExtension = rows[derivation].kind == .extension
        complex.base = try base(of: derivation)
        if complex.base > TypeTable.skipped { table.nodes[complex.base].hasFamily = true }
        let base = complexTypes[complex.base], baseNode = table.nodes[complex.base]
        complex.attributes = try attributes(inside: derivation)
        // An extension prohibits nothing that it inherits.
        let prohibited = documents.children(of: derivation).filter {
            !isExtension && rows[$0].flags.contains(.isProhibited)
        }
        let names = Set(complex.attributes.parts.map(\.name) + prohibited.map { rows[$0].declaredName })
        let inherited = (base?.attributes.parts ?? []).filter { !names.contains($0.name) }
        complex.attributes.parts = inherited + complex.attributes.parts
        if isExtension {
            // The wildcard of the base takes `processContents` from the type's own wildcard.
            let own = complex.attributes.wildcards.first
            for var wildcard in base?.attributes.wildcards ?? [] {
                wildcard.isSkip = own?.isSkip ?? wildcard.isSkip
                complex.attributes.wildcards.append(wildcard)
            }
        }
        try documents.count(complex.attributes.count, at: derivation)
        if rows[contentRow].kind == .simpleContent {
            table.nodes[type].content = .text
            let inner = simpleTypes(inside: derivation).first
            table.nodes[type].text = try inner.map { row throws(XMLError) in try text(ofType: row) } ?? baseNode.text
            return
        }
        // The inner one decides (XML Schema part 1, section 3.4.2).
        if rows[contentRow].flags.contains(.hasMixed) { isMixed = rows[contentRow].flags.contains(.isMixed) }
        let content = try content(inside: derivation)
        guard isExtension else {
            complex.elements = content
            table.nodes[type].content = Self.kind(content, isMixed: isMixed)
            return
        }
        if complex.base == TypeTable.any {
            // Anything has wildcards, and names that are declared beside them keep their types.
            complex.elements = content
            complex.elements.wildcards.append(Wildcard())
            complex.attributes.wildcards.append(Wildcard())
            table.nodes[type].content = .mixed
            return
        }
        guard let base else {
            throw documents.fault(derivation, "complex content cannot extend a simple type; use <simpleContent>")
        }
        complex.elements = try joined([base.elements, content], isChoice: false, at: derivation)
        isMixed = isMixed || baseNode.content == .mixed
        table.nodes[type].content = baseNode.content == .text ? .text : Self.kind(complex.elements, isMixed: isMixed)
        table.nodes[type].text = baseNode.text
    }

    private static func kind(_ content: Content, isMixed: Bool) -> TypeTable.Content {
        isMixed ? .mixed : content.count == 0 ? .nothing : .elements
    }

    // MARK: The table

    private mutating func flatten() throws(XMLError) {
        var type = 0
        // The types of elements may be new.
        while type < complexTypes.count {
            while let waiting = rest.popLast() {
                if let complex = complexTypes[waiting] { try resolve(complex.row) }
            }
            if let complex = complexTypes[type] { try flatten(complex, type) }
            type += 1
        }
        try noteFamilies()
        noteDerivations()
    }

    private mutating func flatten(_ complex: ComplexType, _ type: Int) throws(XMLError) {
        try documents.count(complex.elements.count, at: complex.row)
        try documents.count(complex.attributes.count, at: complex.row)
        var node = table.nodes[type]
        node.firstElement = table.elements.count
        for part in complex.elements.parts where part.occurrence.most > 0 { table.elements.append(try element(part)) }
        node.elementCount = table.elements.count - node.firstElement
        table.noteSharedNames(node.elementPlaces)
        table.elements.sort(from: node.firstElement)
        node.firstAttribute = table.attributes.count
        var names: Set<Int32> = []
        for part in complex.attributes.parts where names.insert(part.name).inserted {
            let text = try text(ofAttribute: Int(part.row)), isRequired = part.occurrence.isRequired
            table.attributes.append(TypeTable.Member(name: part.name, type: text, isRequired: isRequired))
        }
        node.attributeCount = table.attributes.count - node.firstAttribute
        table.attributes.sort(from: node.firstAttribute)
        node.firstWildcard = table.wildcards.count
        let wildcards = try merged(complex.elements.wildcards, at: complex.row)
        let attributeWildcards = try merged(complex.attributes.wildcards, at: complex.row)
        table.wildcards += wildcards + attributeWildcards
        node.wildcardCount = wildcards.count
        node.attributeWildcardCount = attributeWildcards.count
        node.form = Self.form(node).rawValue
        table.nodes[type] = node
    }

    private mutating func element(_ part: Part) throws(XMLError) -> TypeTable.Member {
        TypeTable.Member(
            name: part.name,
            type: Int32(try node(ofElement: Int(part.row))),
            isList: part.occurrence.most > 1,
            isNillable: part.isNillable,
            isRequired: part.occurrence.isRequired
        )
    }

    private mutating func merged(_ wildcards: [Wildcard], at row: Int) throws(XMLError) -> [Wildcard] {
        guard wildcards.count > 1 else { return wildcards }
        try documents.count(wildcards.reduce(0) { $0 + $1.namespaces.count }, at: row)
        return Wildcard.merged(wildcards)
    }

    /// The form of the elements of a type.
    private static func form(_ node: TypeTable.Node) -> ElementForm {
        switch node.content {
        case .any, .mixed: []
        case .elements: .isShaped
        case .nothing: node.hasAttributes ? .isShaped : [.isShaped, .isText]
        case .text: [.isShaped, .isWhole, node.hasAttributes ? .isDictionary : .isText]
        }
    }

    /// Makes names lists in a type that are lists in a type derived from it, so that siblings of both agree.
    private mutating func noteFamilies() throws(XMLError) {
        for type in complexTypes.indices {
            guard let row = complexTypes[type]?.row else { continue }
            for place in table.nodes[type].elementPlaces where table.elements[place].isList {
                let name = table.elements[place].name
                var ancestor = table.nodes[type].hasFamily ? type : baseType(of: type)
                while ancestor > TypeTable.skipped, table.familyLists[ancestor, name] == nil {
                    table.familyLists[ancestor, name] = 1
                    // An entry of that table takes the memory of several members.
                    try documents.count(4, at: row)
                    ancestor = baseType(of: ancestor)
                }
            }
        }
        for type in 0..<table.nodes.count where table.nodes[type].hasFamily {
            for place in table.nodes[type].elementPlaces
            where table.familyLists[type, table.elements[place].name] != nil {
                table.elements[place].isList = true
            }
        }
    }

    private func baseType(of type: Int) -> Int { complexTypes[type]?.base ?? TypeTable.any }

    /// Numbers the types so that those derived from a type have the numbers after its own.
    private mutating func noteDerivations() {
        var first = [Int](repeating: -1, count: table.nodes.count), next = first
        for type in (TypeTable.any + 1..<table.nodes.count).reversed() {
            let node = table.nodes[type], isComplex = complexTypes[type] != nil || node.content != .text
            let text = isComplex ? -1 : table.texts.nodes[Int(node.text)].base
            let base = text < 0 ? baseType(of: type) : Int(table.texts.nodes[Int(text)].type)
            next[type] = first[base]
            first[base] = type
        }
        // A negative number means that all types derived from a type have theirs.
        var rest = [TypeTable.any], count: Int32 = 0
        while let type = rest.popLast() {
            guard type >= 0 else {
                table.nodes[~type].derivedEnd = count
                continue
            }
            table.nodes[type].order = count
            count += 1
            rest.append(~type)
            var derived = first[type]
            while derived >= 0 {
                rest.append(derived)
                derived = next[derived]
            }
        }
    }
}
