import XML2Dict

/// A description of an XML Schema, for which no document is read.
package struct SchemaDescription: Description {
    let table: TypeTable
    let options: XMLOptions
    /// The path of the records, or of the selected elements; `nil` for whole documents.
    let records: XMLPath?
    /// The elements that it begins with.
    let roots: [TypeTable.Member]
    private let fillsLists: Bool

    init(
        _ table: TypeTable,
        recordsAt records: XMLPath?,
        _ options: XMLOptions,
        fillsLists: Bool
    ) throws(XMLError) {
        self.table = table
        self.options = options
        self.records = XMLDescription.records(records, options)
        self.fillsLists = fillsLists
        guard let path = self.records else {
            roots = table.roots
            return
        }
        var types: Set<Int32> = []
        roots = table.members(at: path, options).filter { types.insert(table.describedType(of: $0)).inserted }
        guard !roots.isEmpty else { throw XMLError(.noMatch, "the schema has no element at '\(path.description)'") }
    }

    package var jsonSchema: XMLShape {
        XMLShape(TypeComposer(table, options, recordsAt: records, fillsLists: fillsLists).nodes)
    }

    /// The key of an element or an attribute.
    func key(_ member: TypeTable.Member, isAttribute: Bool = false) -> String {
        table.key(table.names.names[Int(member.name)], options, isAttribute: isAttribute)
    }

    /// Whether a type has attributes or child elements that the schema names.
    func hasMembers(_ type: Int) -> Bool { table.nodes[type].elementCount > 0 || !attributes(of: type).isEmpty }

    /// The attributes of a type, unless they are discarded.
    func attributes(of type: Int) -> [TypeTable.Member] {
        options.attributes == .discard ? [] : table.attributes(of: type)
    }
}
