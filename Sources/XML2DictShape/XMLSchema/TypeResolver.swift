import XML2Dict

/// Resolves the declarations of a schema into a table of types.
///
///     rows   ── groups, substitution, derivation ──▶   contents, one for each type   ──▶   TypeTable
///
/// A type is made when something first refers to it, and waits in `rest`; its content is complete when the loop comes to
/// it, and that of the types that it is derived from before. Groups are expanded once each. Nothing recurses, as chains
/// of references may be longer than the stack of a thread.
struct TypeResolver: ~Copyable {
    /// The names that a type, or a part of one, admits.
    struct Content {
        var elements: [Element] = []
        var wildcards: [Wildcard] = []
    }

    /// An element of a content.
    struct Element {
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
        var parts: [Content] = []
    }

    /// The attributes of a type, or of a group of them.
    struct Attributes {
        var members: [(name: Int32, row: Int32, isRequired: Bool)] = []
        var prohibited: Set<Int32> = []
        var wildcards: [Wildcard] = []
    }

    /// A complex type, complete or not.
    private struct ComplexType {
        let row: Int
        var isComplete = false
        /// The type that it is derived from.
        var base = TypeTable.any
        var kind = TypeTable.Content.nothing
        var text = TextTypeTable.any
        var content = Content()
        var attributes = Attributes()
    }

    private let loader: SchemaLoader
    private let documents: SchemaDocuments
    private var table: TypeTable.Draft
    /// What is known of the types of the table; `nil` for the first ones, and for simple types.
    private var complexTypes: [ComplexType?] = []
    private var rest: [Int] = []
    /// The types by the rows of complex types.
    private var complexNodes: [Int: Int] = [:]
    /// The types that elements have from their heads, by their rows, so that a chain of heads is walked once.
    private var headNodes: [Int: Int] = [:]
    private var texts: [Int: Int32] = [:]
    private var groups: [Int: Content] = [:]
    private var attributeGroups: [Int: Attributes] = [:]
    /// The declarations whose head is a name, and the members of its whole group.
    private var direct: [Int32: [Int]] = [:]
    private var substitutes: [Int32: [Int]] = [:]
    /// The rows that are being resolved, to find circles.
    private var active: Set<Int> = []
    /// How many members were made in all, and may be.
    private var memberCount = 0
    private let memberLimit: Int

    init(_ loader: SchemaLoader, limits: [XMLOptions.Limit: Int]) {
        self.loader = loader
        documents = loader.documents
        table = TypeTable.Draft(loader.documents)
        memberLimit = limits.value(of: .members)
    }

    consuming func resolved() throws(XMLError) -> TypeTable {
        addFirstTypes()
        for row in loader.globals[.element, default: [:]].values.sorted() where documents.rows[row].head >= 0 {
            direct[documents.rows[row].head, default: []].append(row)
        }
        try resolveGlobals()
        while let type = rest.popLast() { try complete(type) }
        try flatten()
        return TypeTable(table)
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
            if table.typeNames[type] == nil { table.typeNames[type] = name }
        }
        for (name, row) in sorted(.attribute) { table.globalAttributes[name] = try text(ofAttribute: row) }
        for (_, row) in sorted(.group) where groups[row] == nil {
            try enter(row)
            _ = try content(inside: row)
        }
        for (_, row) in sorted(.attributeGroup) { try resolveAttributeGroup(row) }
        for (name, row) in sorted(.element) {
            let type = try node(ofElement: row), flags = documents.rows[row].flags
            guard !flags.contains(.isAbstract) else { continue }
            let isNillable = flags.allowNull
            table.roots.append(
                TypeTable.Member(name: name, type: Int32(type), isList: false, isNillable: isNillable, isRequired: true)
            )
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

    /// Resolves rows, and before each one those that it needs.
    ///
    /// - Parameters:
    ///   - first: The row to begin with.
    ///   - needs: The rows that a row needs and that are not resolved.
    ///   - make: Resolves a row that needs no others.
    /// - Throws: An `XMLError` with the code `invalidSchema` for a row that needs itself, and those of `needs` and `make`.
    private mutating func resolve(
        _ first: Int,
        needs: (inout TypeResolver, Int) throws(XMLError) -> [Int],
        make: (inout TypeResolver, Int) throws(XMLError) -> Void
    ) throws(XMLError) {
        var rest = [first]
        while let row = rest.last {
            let needed = try needs(&self, row)
            guard needed.isEmpty else {
                try enter(row)
                rest += needed
                continue
            }
            try make(&self, row)
            active.remove(row)
            rest.removeLast()
        }
    }

    /// Enters a row that others may refer to.
    private mutating func enter(_ row: Int) throws(XMLError) {
        guard !active.insert(row).inserted else { return }
        let kind = documents.rows[row].kind, name = documents.rows[row].name
        let shown = name < 0 ? "" : " " + documents.names.shown(name)
        throw documents.fault(
            row,
            kind == .simpleType
                ? "the type\(shown) is derived from itself" : "the \(kind.rawValue)\(shown) contains itself"
        )
    }

    /// Counts members.
    private mutating func count(_ members: Int, at row: Int) throws(XMLError) {
        if documents.isKnown(documents.rows[row]) { return }
        memberCount += members
        guard memberCount > memberLimit else { return }
        var error = documents.fault(row, XMLOptions.Limit.members.message(memberLimit))
        error.code = .limit
        error.limit = .members
        throw error
    }

    // MARK: Types

    /// The type of a declaration.
    private mutating func node(ofType row: Int) throws(XMLError) -> Int {
        if documents.rows[row].kind == .simpleType { return node(ofText: try text(ofType: row)) }
        if let known = complexNodes[row] { return known }
        let node = addNode()
        complexTypes[node] = ComplexType(row: row)
        complexNodes[row] = node
        rest.append(node)
        return node
    }

    /// The type of a text, which is made with those that `xsi:type` compares: its base, and the members of a union.
    private mutating func node(ofText text: Int32) -> Int {
        var rest = [text]
        while let next = rest.popLast() {
            guard next >= 0, table.textNodes[next] == nil else { continue }
            let node = addNode()
            table.nodes[node].content = .text
            table.nodes[node].text = next
            table.nodes[node].form = Self.form(table.nodes[node])
            table.textNodes[next] = node
            rest.append(table.texts.nodes[Int(next)].base)
            rest += table.texts.places(of: next).map { table.texts.members[$0] }
        }
        return table.textNodes[text] ?? TypeTable.any
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
        if let known = try ownNode(ofElement: row) ?? headNodes[row] { return known }
        var type = TypeTable.any, next = row, passed: Set<Int> = [row]
        while documents.rows[next].head >= 0 {
            next = try self.row(.element, documents.rows[next].head, at: next)
            if let known = try ownNode(ofElement: next) ?? headNodes[next] {
                type = known
                break
            }
            guard passed.insert(next).inserted else {
                throw documents.fault(next, "the substitution groups lead in a circle, and no element in it has a type")
            }
        }
        for row in passed { headNodes[row] = type }
        return type
    }

    /// The type that a declaration names or has inside.
    private mutating func ownNode(ofElement row: Int) throws(XMLError) -> Int? {
        let element = documents.rows[row]
        if element.type >= 0 { return try node(ofTypeNamed: element.type, at: row) }
        let inner = documents.children(of: row).first { [.complexType, .simpleType].contains(documents.rows[$0].kind) }
        guard let inner else { return nil }
        let type = try node(ofType: inner)
        if table.typeNames[type] == nil { table.typeNames[type] = element.name }
        return type
    }

    // MARK: Simple types

    private mutating func text(ofType row: Int) throws(XMLError) -> Int32 {
        if texts[row] == nil {
            try resolve(row) { (resolver, row) throws(XMLError) in
                try resolver.types(in: row).filter { resolver.texts[$0] == nil }
            } make: { (resolver, row) throws(XMLError) in
                if resolver.texts[row] == nil { resolver.texts[row] = try resolver.newText(ofType: row) }
            }
        }
        return texts[row, default: TextTypeTable.any]
    }

    /// The simple types of the schema that a simple type refers to, or has inside.
    private func types(in row: Int) throws(XMLError) -> [Int] {
        var found: [Int] = []
        for inner in documents.children(of: row) {
            let derivation = documents.rows[inner]
            var names = [derivation.type]
            if derivation.kind == .union, derivation.detail >= 0 {
                names = documents.memberTypes[Int(derivation.detail)]
            }
            for name in names where name >= 0 {
                if builtIn(name) == nil {
                    found.append(try self.row(ofSimpleType: name, at: inner))
                }
            }
            found += documents.children(of: inner).filter { documents.rows[$0].kind == .simpleType }
        }
        return found
    }

    private mutating func newText(ofType row: Int) throws(XMLError) -> Int32 {
        for inner in documents.children(of: row) {
            let derivation = documents.rows[inner]
            switch derivation.kind {
            case .restriction: return try table.texts.restriction(of: text(ofPart: inner, derivation.type))
            case .list:
                let item = try text(ofPart: inner, derivation.type)
                guard !table.texts.nodes[Int(item)].hasList else {
                    throw documents.fault(inner, "the items of a list cannot be lists")
                }
                return table.texts.list(of: item)
            case .union:
                var members: [Int32] = []
                if derivation.detail >= 0 {
                    for name in documents.memberTypes[Int(derivation.detail)] {
                        members.append(try text(ofTypeNamed: name, at: inner))
                    }
                }
                for type in documents.children(of: inner) where documents.rows[type].kind == .simpleType {
                    members.append(try text(ofType: type))
                }
                try count(members.reduce(0) { $0 + table.texts.memberCount($1) }, at: inner)
                guard let union = table.texts.union(of: members) else {
                    let most = TextTypeTable.mostDistinct
                    throw documents.fault(inner, "the union has more than \(most) types of different kinds")
                }
                return union
            default: break
            }
        }
        throw documents.fault(row, "<simpleType> needs <restriction>, <list> or <union>")
    }

    /// The type that a restriction or a list names, or has inside.
    private mutating func text(ofPart row: Int, _ name: Int32) throws(XMLError) -> Int32 {
        if name >= 0 { return try text(ofTypeNamed: name, at: row) }
        guard let inner = documents.children(of: row).first(where: { documents.rows[$0].kind == .simpleType }) else {
            throw documents.fault(
                row,
                "<\(documents.rows[row].kind.rawValue)> needs the name of a type, or a <simpleType>"
            )
        }
        return try text(ofType: inner)
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
            throw documents.fault(
                row,
                "\(documents.names.shown(name)) is a complex type, where a simple type is needed"
            )
        }
        return found
    }

    private mutating func text(ofAttribute row: Int) throws(XMLError) -> Int32 {
        let attribute = documents.rows[row]
        if attribute.reference >= 0 { return try text(ofAttribute: self.row(.attribute, attribute.reference, at: row)) }
        if attribute.type >= 0 { return try text(ofTypeNamed: attribute.type, at: row) }
        let inner = documents.children(of: row).first { documents.rows[$0].kind == .simpleType }
        return try inner.map { row throws(XMLError) in try text(ofType: row) } ?? TextTypeTable.any
    }

    // MARK: Content

    /// The content of the elements, wildcards and groups inside a row.
    private mutating func content(inside row: Int) throws(XMLError) -> Content {
        var open = [OpenGroup(row: row, next: documents.rows[row].first)]
        while true {
            let top = open.count - 1, next = Int(open[top].next)
            guard next >= 0 else {
                let group = open.removeLast(), isChoice = documents.rows[group.row].kind == .choice
                let content = try joined(group.parts, isChoice: isChoice, at: group.row)
                if active.remove(group.row) != nil { groups[group.row] = content }
                guard top > 0 else { return content }
                open[top - 1].parts.append(try times(group.occurrence, content, at: group.row))
                continue
            }
            let particle = documents.rows[next], occurrence = particle.occurrence
            open[top].next = particle.next
            guard occurrence.most > 0 else { continue }
            var content = Content()
            switch particle.kind {
            case .element: content.elements = try elements(of: next)
            case .any: content.wildcards = [documents.wildcards[Int(particle.detail)]]
            case .group where particle.reference >= 0:
                let group = try self.row(.group, particle.reference, at: next)
                guard let known = groups[group] else {
                    try enter(group)
                    open.append(OpenGroup(row: group, next: documents.rows[group].first, occurrence: occurrence))
                    continue
                }
                content = known
            case .sequence, .all, .choice, .group:
                open.append(OpenGroup(row: next, next: particle.first, occurrence: occurrence))
                continue
            default: continue
            }
            open[top].parts.append(try times(occurrence, content, at: next))
        }
    }

    /// The content of something that occurs so often.
    private mutating func times(_ occurrence: Occurrence, _ once: Content, at row: Int) throws(XMLError) -> Content {
        guard occurrence != .once else { return once }
        var content = once
        try count(content.elements.count, at: row)
        for place in content.elements.indices {
            content.elements[place].occurrence = content.elements[place].occurrence.times(occurrence)
        }
        return content
    }

    /// The contents of a sequence or a choice together.
    private mutating func joined(_ parts: [Content], isChoice: Bool, at row: Int) throws(XMLError) -> Content {
        guard parts.count > 1 || isChoice else { return parts.first ?? Content() }
        var whole = Content(), places: [Int32: Int] = [:], counts: [Int] = []
        for part in parts {
            try count(part.elements.count + part.wildcards.count, at: row)
            whole.wildcards += part.wildcards
            for element in part.elements {
                if let place = places[element.name] {
                    let known = whole.elements[place].occurrence
                    whole.elements[place].occurrence =
                        isChoice ? known.or(element.occurrence) : known.plus(element.occurrence)
                    whole.elements[place].isNillable = whole.elements[place].isNillable || element.isNillable
                    counts[place] += 1
                } else {
                    places[element.name] = whole.elements.count
                    whole.elements.append(element)
                    counts.append(1)
                }
            }
        }
        // What only some alternatives have is never required.
        for place in counts.indices where isChoice && counts[place] < parts.count {
            whole.elements[place].occurrence.isRequired = false
        }
        return whole
    }

    /// The elements that can be where a declaration or a reference is.
    private mutating func elements(of row: Int) throws(XMLError) -> [Element] {
        let reference = documents.rows[row].reference
        guard reference >= 0 else { return [element(row, .once)] }
        let head = try self.row(.element, reference, at: row)
        let members = try ([head] + substitutes(for: reference, at: row)).filter {
            !documents.rows[$0].flags.contains(.isAbstract)
        }
        let occurrence = Occurrence(isRequired: members.count == 1, most: 1)
        try count(members.count, at: row)
        return members.map { element($0, occurrence) }
    }

    private func element(_ row: Int, _ occurrence: Occurrence) -> Element {
        let (name, flags) = (documents.rows[row].name, documents.rows[row].flags)
        return Element(name: name, row: Int32(row), occurrence: occurrence, isNillable: flags.allowNull)
    }

    /// The members of a substitution group, without its head.
    private mutating func substitutes(for head: Int32, at row: Int) throws(XMLError) -> [Int] {
        guard direct[head] != nil else { return [] }
        if let known = substitutes[head] { return known }
        var found: [Int] = [], passed: Set<Int32> = [head], rest = [head]
        while let head = rest.popLast() {
            for member in direct[head, default: []] where passed.insert(documents.rows[member].name).inserted {
                found.append(member)
                rest.append(documents.rows[member].name)
            }
        }
        try count(found.count, at: row)
        substitutes[head] = found
        return found
    }

    // MARK: Attributes

    /// The attributes among the children of a type, an extension, a restriction or a group.
    private mutating func attributes(inside row: Int) throws(XMLError) -> Attributes {
        var attributes = Attributes()
        for inner in documents.children(of: row) {
            let child = documents.rows[inner]
            switch child.kind {
            case .attribute:
                let name = child.reference >= 0 ? child.reference : child.name
                if child.flags.contains(.isProhibited) {
                    attributes.prohibited.insert(name)
                } else {
                    attributes.members.append((name, Int32(inner), child.flags.contains(.isRequired)))
                }
            case .attributeGroup where child.reference >= 0:
                let row = try self.row(.attributeGroup, child.reference, at: inner)
                try resolveAttributeGroup(row)
                let group = attributeGroups[row, default: Attributes()]
                attributes.members += group.members
                attributes.wildcards += group.wildcards
            case .anyAttribute: attributes.wildcards.append(documents.wildcards[Int(child.detail)])
            default: break
            }
        }
        try count(attributes.members.count + attributes.wildcards.count, at: row)
        var rows: [Int32: Int32] = [:]
        for attribute in attributes.members {
            // A group that is there twice has each attribute once.
            if let other = rows.updateValue(attribute.row, forKey: attribute.name), other != attribute.row {
                let shown = documents.names.shown(attribute.name)
                throw documents.fault(Int(attribute.row), "the attribute \(shown) is there twice")
            }
        }
        return attributes
    }

    private mutating func resolveAttributeGroup(_ row: Int) throws(XMLError) {
        guard attributeGroups[row] == nil else { return }
        try resolve(row) { (resolver, row) throws(XMLError) in
            var needed: [Int] = []
            for inner in resolver.documents.children(of: row) {
                let child = resolver.documents.rows[inner]
                guard child.kind == .attributeGroup, child.reference >= 0 else { continue }
                let group = try resolver.row(.attributeGroup, child.reference, at: inner)
                if resolver.attributeGroups[group] == nil { needed.append(group) }
            }
            return needed
        } make: { (resolver, row) throws(XMLError) in
            if resolver.attributeGroups[row] == nil {
                resolver.attributeGroups[row] = try resolver.attributes(inside: row)
            }
        }
    }

    // MARK: Complex types

    /// Completes a type, and first those that it is derived from.
    private mutating func complete(_ type: Int) throws(XMLError) {
        var chain: [Int] = [], passed: Set<Int> = [], next = type
        while let known = complexTypes[next], !known.isComplete {
            guard passed.insert(next).inserted else {
                throw documents.fault(known.row, "the type \(shown(next)) is derived from itself")
            }
            chain.append(next)
            let base = try baseName(of: known.row)
            guard base.name >= 0 else { break }
            next = try node(ofTypeNamed: base.name, at: base.row)
        }
        for type in chain.reversed() {
            guard var complex = complexTypes[type] else { continue }
            try complete(&complex)
            complex.isComplete = true
            complexTypes[type] = complex
        }
    }

    private func shown(_ type: Int) -> String { table.typeNames[type].map(documents.names.shown) ?? "" }

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

    private func baseName(of row: Int) throws(XMLError) -> (name: Int32, row: Int) {
        guard let (_, derivation) = derivation(of: row) else { return (-1, row) }
        let name = documents.rows[derivation].type
        guard name >= 0 else {
            throw documents.fault(derivation, "<\(documents.rows[derivation].kind.rawValue)> needs a base")
        }
        return (name, derivation)
    }

    private mutating func complete(_ type: inout ComplexType) throws(XMLError) {
        let row = type.row, rows = documents.rows
        var isMixed = rows[row].flags.contains(.isMixed)
        guard let (contentRow, derivation) = derivation(of: row) else {
            type.content = try content(inside: row)
            type.attributes = try attributes(inside: row)
            type.kind = isMixed ? .mixed : Self.kind(type.content)
            return
        }
        let isExtension = rows[derivation].kind == .extension
        type.base = try node(ofTypeNamed: rows[derivation].type, at: derivation)
        let base = complexTypes[type.base], baseNode = table.nodes[type.base]
        let own = try attributes(inside: derivation)
        type.attributes = Self.derived(base?.attributes ?? Attributes(), own, isExtension: isExtension)
        try count(type.attributes.members.count + type.attributes.wildcards.count, at: derivation)
        if rows[contentRow].kind == .simpleContent {
            type.kind = .text
            type.text = base.map { $0.kind == .text ? $0.text : TextTypeTable.any } ?? baseNode.text
            let inner = documents.children(of: derivation).first { rows[$0].kind == .simpleType }
            if let inner { type.text = try text(ofType: inner) }
            return
        }
        // The inner one decides (XML Schema part 1, section 3.4.2).
        if rows[contentRow].flags.contains(.hasMixed) { isMixed = rows[contentRow].flags.contains(.isMixed) }
        let content = try content(inside: derivation)
        if isExtension {
            if type.base == TypeTable.any {
                // Anything has wildcards, and names that are declared beside them keep their types.
                type.content = content
                type.content.wildcards.append(Wildcard())
                type.attributes.wildcards.append(Wildcard())
                type.kind = .mixed
                return
            }
            if base == nil {
                throw documents.fault(derivation, "complex content cannot extend a simple type; use <simpleContent>")
            }
            type.content = try joined([base?.content ?? Content(), content], isChoice: false, at: derivation)
            let isText = base?.kind == .text
            type.kind = isText ? .text : isMixed || base?.kind == .mixed ? .mixed : Self.kind(type.content)
            type.text = base?.text ?? TextTypeTable.any
        } else {
            type.content = content
            type.kind = isMixed ? .mixed : Self.kind(content)
        }
    }

    private static func kind(_ content: Content) -> TypeTable.Content {
        content.elements.isEmpty && content.wildcards.isEmpty ? .nothing : .elements
    }

    /// The attributes of a derived type.
    private static func derived(_ base: Attributes, _ own: Attributes, isExtension: Bool) -> Attributes {
        var all = own
        // An extension prohibits nothing that it inherits.
        let names = Set(own.members.map(\.name)).union(isExtension ? [] : own.prohibited)
        all.members = base.members.filter { !names.contains($0.name) } + own.members
        if isExtension { all.wildcards = base.wildcards + own.wildcards }
        return all
    }

    // MARK: The table

    private mutating func flatten() throws(XMLError) {
        var type = 0
        // The types of elements may be new.
        while type < complexTypes.count {
            while let waiting = rest.popLast() { try complete(waiting) }
            if let complex = complexTypes[type] { try flatten(complex, type) }
            type += 1
        }
        try noteFamilies()
        noteDerivations()
    }

    private mutating func flatten(_ complex: ComplexType, _ type: Int) throws(XMLError) {
        let (elements, attributes) = (complex.content, complex.attributes)
        try count(elements.elements.count + elements.wildcards.count, at: complex.row)
        try count(attributes.members.count + attributes.wildcards.count, at: complex.row)
        var node = TypeTable.Node(content: complex.kind, text: complex.text, form: 0)
        node.firstElement = table.elements.count
        for element in elements.elements where element.occurrence.most > 0 {
            let member = TypeTable.Member(
                name: element.name,
                type: Int32(try self.node(ofElement: Int(element.row))),
                isList: element.occurrence.most > 1,
                isNillable: element.isNillable,
                isRequired: element.occurrence.isRequired
            )
            table.elements.append(member)
        }
        node.elementCount = table.elements.count - node.firstElement
        node.firstAttribute = table.attributes.count
        var names: Set<Int32> = []
        for attribute in attributes.members where names.insert(attribute.name).inserted {
            let text = try text(ofAttribute: Int(attribute.row))
            table.attributes.append(
                TypeTable.Member(
                    name: attribute.name,
                    type: text,
                    isList: false,
                    isNillable: false,
                    isRequired: attribute.isRequired
                )
            )
        }
        node.attributeCount = table.attributes.count - node.firstAttribute
        node.firstWildcard = table.wildcards.count
        let wildcards = Wildcard.merged(elements.wildcards)
        let attributeWildcards = Wildcard.merged(attributes.wildcards)
        table.wildcards += wildcards + attributeWildcards
        node.wildcardCount = wildcards.count
        node.attributeWildcardCount = attributeWildcards.count
        node.form = Self.form(node)
        table.nodes[type] = node
    }

    /// The form of the elements of a type.
    private static func form(_ node: TypeTable.Node) -> UInt8 {
        switch node.content {
        case .any, .mixed: 0
        case .elements: ElementForm.isShaped.rawValue
        case .nothing: ElementForm.isShaped.rawValue | (node.hasAttributes ? 0 : ElementForm.isText.rawValue)
        case .text:
            ElementForm.isShaped.rawValue
                | (node.hasAttributes ? ElementForm.isDictionary.rawValue : ElementForm.isText.rawValue)
        }
    }

    /// Makes names lists in a type that are lists in a type derived from it, so that siblings of both agree.
    private mutating func noteFamilies() throws(XMLError) {
        for type in complexTypes.indices {
            if let complex = complexTypes[type], complex.base > TypeTable.skipped {
                table.nodes[complex.base].hasFamily = true
            }
        }
        for type in complexTypes.indices {
            guard let row = complexTypes[type]?.row else { continue }
            let node = table.nodes[type]
            for place in node.firstElement..<node.firstElement + node.elementCount where table.elements[place].isList {
                let name = table.elements[place].name
                var ancestor = table.nodes[type].hasFamily ? type : base(of: type)
                while ancestor > TypeTable.skipped, table.familyLists[ancestor, name] == nil {
                    table.familyLists[ancestor, name] = 1
                    // An entry of that table takes the memory of several members.
                    try count(4, at: row)
                    ancestor = base(of: ancestor)
                }
            }
        }
        for type in 0..<table.nodes.count where table.nodes[type].hasFamily {
            let node = table.nodes[type]
            for place in node.firstElement..<node.firstElement + node.elementCount
            where table.familyLists[type, table.elements[place].name] != nil {
                table.elements[place].isList = true
            }
        }
    }

    private func base(of type: Int) -> Int { complexTypes[type]?.base ?? TypeTable.any }

    /// Numbers the types so that those derived from a type have the numbers after its own.
    private mutating func noteDerivations() {
        var first = [Int](repeating: -1, count: table.nodes.count), next = first
        for type in (TypeTable.any + 1..<table.nodes.count).reversed() {
            let node = table.nodes[type], isComplex = complexTypes[type] != nil || node.content != .text
            let base = isComplex ? base(of: type) : table.textNodes[table.texts.nodes[Int(node.text)].base]
            next[type] = first[base ?? TypeTable.any]
            first[base ?? TypeTable.any] = type
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
