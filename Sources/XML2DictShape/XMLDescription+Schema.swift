import XML2Dict

extension XMLDescription {
    /// Describes an XML Schema without reading a document.
    init(_ schema: LoadedSchema, _ plan: Plan, fillsLists: Bool) throws(XMLError) {
        let form = plan.form, records = plan.records ?? form.selected
        let roots = try records.map { path throws(XMLError) in try schema.types.roots(at: path, form) }
        let items = SchemaItems(schema, plan)
        tops = (roots ?? schema.types.roots).map { items.element($0, parents: 0) }
        var types = try items.types(of: tops)
        for (type, tops) in Dictionary(grouping: tops, by: \.type) where records == nil {
            let names = tops.prefix(10).map(\.name).joined(separator: ", ") + (tops.count > 10 ? ", …" : "")
            if let type { types[type].comment = "The root element \(names)" }
        }
        self.types = types
        forms = SchemaItems.forms
        documentCount = nil
        self.records = records
        self.form = form
        nodes = { TypeComposer(schema, form, recordsAt: records, fillsLists: fillsLists).nodes }
    }
}

private struct SchemaItems {
    private let schema: LoadedSchema
    private let form: ValueForm
    private let pathLimit: Int
    /// See `TypeTable.equalTypes`.
    private let equal: [Int]
    private let nillable: Set<Int>

    static let forms = ["anything", "integer", "number", "boolean", "list", "string"]

    init(_ schema: LoadedSchema, _ plan: Plan) {
        self.schema = schema
        form = plan.form
        pathLimit = plan.limits[.paths]
        let equal = schema.types.equalTypes()
        self.equal = equal
        nillable = Set(schema.types.elements.all.filter(\.isNillable).map { equal[Int($0.type)] })
    }

    /// Returns all types of the schema, with members only in types that an element of `tops` reaches.
    func types(of tops: [XMLDescription.Item]) throws(XMLError) -> [XMLDescription.ContentType] {
        var types = equal.map { _ in XMLDescription.ContentType() }, rest = tops, found: Set<Int> = [], count = 0
        while let item = rest.popLast() {
            // A long name counts as several members, because the name takes the memory of several members.
            count += item.role == .text ? 0 : 1 + item.name.utf8.count / TypeTable.longName
            guard count <= pathLimit else {
                throw XMLError(over: .paths, pathLimit, "the schema has more than # different paths")
            }
            guard let type = item.type, found.insert(type).inserted else { continue }
            types[type].name = schema.types.name(of: type).map(schema.types.names.local)
            types[type].members = members(of: type)
            rest += types[type].members
        }
        return types
    }

    private func members(of type: Int) -> [XMLDescription.Item] {
        let node = schema.types.nodes[type]
        let attributes = !form.keepsAttributes ? [] : schema.types.attributes[node.attributes]
        var members = attributes.map { attribute in
            let name = schema.types.key(attribute.name, form, isAttribute: true)
            var item = XMLDescription.Item(role: .attribute, name: name)
            item.perParent = (attribute.isRequired ? 1 : 0)...1
            setText(attribute.type, of: &item)
            return item
        }
        members += schema.types.elements[node.elements].map { element($0, parents: 1) }
        guard node.content == .text || node.content == .mixed else { return members }
        var own = XMLDescription.Item(role: .text, name: "")
        if node.content == .text { setText(node.text, of: &own) }
        if nillable.contains(type), own.swiftType != "String" { own.perParent = 0...1 }
        return members + [own]
    }

    func element(_ member: TypeTable.Member, parents: Int) -> XMLDescription.Item {
        let type = equal[Int(member.type)], node = schema.types.nodes[type]
        let hasRows = node.elements.count > 0 || node.attributes.count > 0 && form.keepsAttributes
        var item = XMLDescription.Item(role: .element, name: schema.types.key(member.name, form), type: type)
        item.perParent = (member.isRequired ? 1 : 0)...(member.isList ? .max : 1)
        item.parentCount = parents
        item.isMixed = node.content == .mixed
        switch node.content {
        case .text: setText(node.text, of: &item)
        case .any:
            item.texts = [.init(form: "anything", count: 1)]
            item.swiftType = SwiftTypeWriter.anyType
        case .mixed, .nothing, .elements:
            // `xsi:type` can name a derived type with other content.
            if !hasRows, node.wildcards.count > 0 || node.hasFamily { item.swiftType = SwiftTypeWriter.anyType }
        }
        item.hasNil = member.isNillable && (item.swiftType != "String" || hasRows)
        return item
    }

    private func setText(_ text: Int32, of item: inout XMLDescription.Item) {
        let types = schema.types.texts.jsonTypes(text), names = types.names, type = schema.types.texts.nodes[Int(text)]
        let forms = Self.forms.filter { names.contains($0 == "list" ? "array" : $0) }
        item.texts = forms.map { .init(form: $0, count: 1) }
        if !types.isEmpty, types.isSubset(of: .integer) {
            item.swiftType = type.isUnsignedLong ? "UInt64" : "Int"
        } else if type.kind == .float || !types.isEmpty && types.isSubset(of: [.integer, .number]) {
            item.swiftType = "Double"
        } else if types == .boolean {
            item.swiftType = "Bool"
        }
    }
}
