import XML2Dict

/// A description of an XML Schema, for which no document is read.
package struct SchemaDescription: Description {
    let schema: LoadedSchema
    let options: XMLOptions
    /// The path of the records, or of the selected elements; `nil` for whole documents.
    let records: XMLPath?
    /// The elements that it begins with.
    let roots: [TypeTable.Member]
    /// The paths of records that lead to elements of each type.
    let recordPaths: [Int32: [String]]
    private let fillsLists: Bool

    init(_ schema: LoadedSchema, recordsAt records: XMLPath?, _ options: XMLOptions, fillsLists: Bool) throws(XMLError)
    {
        self.schema = schema
        self.options = options
        self.records = XMLDescription.records(records, options)
        self.fillsLists = fillsLists
        guard let path = self.records else {
            (roots, recordPaths) = (schema.types.roots, [:])
            return
        }
        var roots: [TypeTable.Member] = [], paths: [Int32: [String]] = [:]
        for alternative in path.alternatives {
            for member in schema.types.members(at: XMLPath(alternative.text), options) {
                if paths[member.type] == nil { roots.append(member) }
                if paths[member.type]?.last != alternative.text {
                    paths[member.type, default: []].append(alternative.text)
                }
            }
        }
        (self.roots, recordPaths) = (roots, paths)
        guard roots.isEmpty else { return }
        let similar = schema.types.names(similarTo: path, options)
        let hint = similar.isEmpty ? "" : "; did you mean \(similar.alternatives)?"
        throw XMLError(.noMatch, "the schema has no element at '\(path.description)'\(hint)")
    }

    package var jsonSchema: XMLShape {
        XMLShape(TypeComposer(schema, options, recordsAt: records, fillsLists: fillsLists).nodes)
    }

    /// The key of an element or an attribute.
    func key(_ member: TypeTable.Member, isAttribute: Bool = false) -> String {
        schema.types.key(member.name, options, isAttribute: isAttribute)
    }

    /// Whether a type has attributes or child elements that the schema names.
    func hasMembers(_ type: Int) -> Bool { schema.types.nodes[type].elementCount > 0 || !attributes(of: type).isEmpty }

    /// The attributes of a type, unless they are discarded.
    func attributes(of type: Int) -> [TypeTable.Member] {
        options.attributes == .discard ? [] : schema.types.attributes(of: type)
    }
}
