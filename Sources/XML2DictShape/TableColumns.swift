import XML2Dict

/// The columns of a table of records: the single values inside a record, in the order of a schema.
///
///     schema     id: string, batters: {batter: [{id: string}]}        --explode batters.batter
///     columns    0 id   1 batters.batter.id
///     places     0 the record: id ─▶ column 0, batters ─▶ place 1
///                1 batters: batter ─▶ list 0 of place 2
///                2 a batter: id ─▶ column 1
///
/// A column's name is the keys on its way, joined with dots. The text of an element that also has attributes is the
/// column of the element itself, as it is where the element has no attributes.
struct TableColumns {
    struct Column {
        let name: String
        /// The keys from the record to the value.
        let path: [String]
        /// What the values are, without lists.
        var types: SchemaNode.Types
        var format: SchemaNode.Format?
        /// Whether every record has a value.
        var isRequired: Bool
        /// Whether an object can take the place of the value; then the key of its text, if there is one.
        var canBeObject = false
        var textKey: String?
        /// Whether its cells are arrays of JSON.
        var isList = false
    }

    /// Where a property of an object goes in the table.
    struct Content {
        /// The column of a text; `nil` for none.
        var column: Int?
        /// The place of an object; `nil` for none.
        var place: Int?
        /// The separator between the items of a list, which make one column.
        var separator: [UInt8]?
        /// The number of a list whose items make lines of their own.
        var list: Int?
    }

    /// An object on the way to columns.
    struct Place {
        let node: Int
        /// The contents of the properties of the node, in their order.
        var contents: [Content] = []
    }

    /// How lists are handled.
    struct Lists {
        /// The columns of lists whose items make lines of their own, the outer ones first.
        var exploded: [String] = []
        /// The separators of lists that make one column.
        var joined: [String: String] = [:]
        /// Whether the other lists are columns of JSON.
        var keepsOthers = false

        /// The separator of a list; `nil` without one.
        func separator(of name: String) -> String? {
            joined.first { ExactName($0.key) == ExactName(name) }?.value
        }
    }

    private(set) var columns: [Column] = []
    private(set) var places: [Place] = []
    let table: SchemaTable
    private let schema: [SchemaNode]
    private let textKey: String?
    private let lists: Lists
    private var numbers: [ExactName: Int] = [:]
    /// The lists that were found.
    private var foundLists: Set<ExactName> = []
    /// How many lists are exploded.
    var listCount: Int { lists.exploded.count }

    /// The place of the record.
    static let record = 0
    /// The column of records that are only a text; `nil` if no record is only a text.
    private(set) var textColumn: Int?

    /// An object whose properties are being looked at.
    private struct Outer {
        let place: Int
        let path: [String]
        let isRequired: Bool
        /// The nodes around it, as a schema may contain itself.
        let nodes: Set<Int>
        /// How many exploded lists are around it.
        let listCount: Int
    }

    /// - Parameters:
    ///   - schema: The schema of a record.
    ///   - textKey: The key of text in the records.
    ///   - lists: What becomes of lists.
    /// - Throws: An `XMLReaderError` with the code `invalidSchema`, for a schema without columns.
    init(_ schema: JSONSchema, textKey: String?, _ lists: Lists) throws(XMLReaderError) {
        self.schema = schema.nodes
        table = schema.table
        self.textKey = textKey
        self.lists = lists
        if let both = lists.exploded.first(where: { lists.separator(of: $0) != nil }) {
            throw Self.fault("'\(both)' has both --explode and --join: give only one of them")
        }
        let root = SchemaTable.target(of: SchemaReader.root, schema.nodes)
        guard schema.nodes[root].types.contains(.object) else {
            let types = SchemaWords.expected(schema.nodes[root].types)
            throw Self.fault("a table needs records that are objects, and the schema has \(types)")
        }
        guard schema.nodes[root].types == .all || !schema.nodes[root].types.contains(.array) else {
            throw Self.fault("a table needs records that are objects, and the schema also has an array")
        }
        if !schema.nodes[root].types.isDisjoint(with: .ofText), schema.nodes[root].types != .all {
            let column = try addText(of: root, [], isRequired: false)
            columns[column].canBeObject = true
            columns[column].textKey = textKey
            textColumn = column
        }
        let isAlways = schema.nodes[root].types == .object || schema.nodes[root].types == .all
        let record = Outer(place: -1, path: [], isRequired: isAlways, nodes: [], listCount: 0)
        var rest: [(outer: Outer, property: Int)] = []
        try add(root, record, &rest)
        while let (outer, property) = rest.popLast() { try add(property, of: outer, &rest) }
        guard !columns.isEmpty else {
            throw Self.fault("the records have no single values, and so a table has no columns")
        }
        for name in lists.exploded + lists.joined.keys.sorted() where !foundLists.contains(ExactName(name)) {
            throw Self.fault("'\(name)' is not a list of the records\(suggestion(for: name))")
        }
    }

    private static func fault(_ message: String) -> XMLReaderError { XMLReaderError(.invalidSchema, message) }

    private func suggestion(for name: String) -> String {
        columns.contains { $0.name == name } ? ": it is a single value" : ""
    }

    /// Adds a place for an object, and notes its properties.
    ///
    /// Those inside come before the next property of the outer object, so that columns are in the order of the schema.
    @discardableResult
    private mutating func add(
        _ node: Int,
        _ outer: Outer,
        _ rest: inout [(outer: Outer, property: Int)]
    ) throws(XMLReaderError) -> Int {
        let name = outer.path.isEmpty ? "the record" : "'\(outer.path.joined(separator: "."))'"
        guard !outer.nodes.contains(node) else {
            throw Self.fault("the schema contains itself at \(name), so its columns have no end")
        }
        try checkKeys(of: node, name)
        guard places.count < Self.columnLimit else {
            throw Self.fault("the schema has more than \(Self.columnLimit) objects")
        }
        places.append(Place(node: node))
        let inner = Outer(
            place: places.count - 1,
            path: outer.path,
            isRequired: outer.isRequired,
            nodes: outer.nodes.union([node]),
            listCount: outer.listCount
        )
        rest += schema[node].properties.indices.reversed().map { (inner, $0) }
        return inner.place
    }

    private mutating func add(
        _ property: Int,
        of outer: Outer,
        _ rest: inout [(outer: Outer, property: Int)]
    ) throws(XMLReaderError) {
        let property = schema[places[outer.place].node].properties[property]
        let path = outer.path + [property.name]
        let joined = path.joined(separator: "."), name = joined.isEmpty ? Self.name(nil) : joined
        var content = Content()
        var node = SchemaTable.target(of: property.node, schema)
        var isRequired = outer.isRequired && property.isRequired, listCount = outer.listCount
        defer { places[outer.place].contents.append(content) }
        let listNode = node
        let isList = schema[node].types.contains(.array) && schema[node].types != .all
        if isList {
            guard foundLists.insert(ExactName(name)).inserted else {
                throw Self.fault("two lists of a record have the name '\(name)'")
            }
            if let list = lists.exploded.firstIndex(where: { ExactName($0) == ExactName(name) }) {
                guard list == listCount else {
                    throw Self.fault(
                        "--explode '\(name)' and '\(lists.exploded[listCount])': one list must be inside the other"
                    )
                }
                content.list = list
                listCount += 1
                isRequired = false
            } else if let separator = lists.separator(of: name) {
                content.separator = Array(separator.utf8)
            } else if lists.keepsOthers {
                return try addList(path, isRequired: isRequired)
            } else {
                throw Self.fault(
                    "'\(name)' is a list: --explode \(name) makes a line of each item, and --join \(name)=SEP one text of all"
                )
            }
            guard !schema[node].types.contains(.object) else {
                throw Self.fault("'\(name)' can be a list or an object, and a table needs one of them")
            }
            node = SchemaTable.target(of: schema[node].items, schema)
        }
        var types = schema[node].types
        // A value beside the list.
        if isList { types.formUnion(schema[listNode].types.subtracting([.array, .null])) }
        guard schema[node].types != .all else {
            throw Self.fault("'\(name)' has no type in the schema: add one")
        }
        guard !types.contains(.array) else { throw Self.fault("'\(name)' is a list of lists, which needs JSON") }
        if content.separator != nil {
            let isOfTexts = schema[node].properties.allSatisfy { property in
                let types = schema[SchemaTable.target(of: property.node, schema)].types
                return property.name == textKey && types.isDisjoint(with: [.array, .object])
            }
            if types.contains(.object) { try checkKeys(of: node, "an item of '\(name)'") }
            guard isOfTexts else {
                throw Self.fault("'\(name)' is a list of objects, and --join takes a list of texts")
            }
            content.column = try addText(of: node, path, isRequired: false)
            return
        }
        // An element that is always empty has a column, too, in which all cells are empty.
        let isText = types != .object || schema[node].properties.isEmpty
        if isText {
            let isAlways = isRequired && types.isDisjoint(with: [.null, .object])
            content.column = try addText(of: node, path, isRequired: isAlways)
        }
        guard types.contains(.object) else { return }
        let inner = Outer(
            place: outer.place,
            path: path,
            isRequired: isRequired && types == .object,
            nodes: outer.nodes,
            listCount: listCount
        )
        content.place = try add(node, inner, &rest)
        guard let column = content.column else { return }
        columns[column].canBeObject = true
        columns[column].textKey = textKey
    }

    /// Refuses objects with keys that no column is for.
    private func checkKeys(of node: Int, _ name: String) throws(XMLReaderError) {
        let additional = SchemaTable.target(of: schema[node].additional, schema)
        guard additional == SchemaNode.anything || additional == SchemaNode.nothing else {
            throw Self.fault("\(name) can have any key, and columns need names")
        }
    }

    /// How many columns, and objects with columns, there may be: a small schema can have any number, by its references.
    private static let columnLimit = 10_000

    /// The name of the column of a record's own text.
    private static func name(_ textKey: String?) -> String {
        guard let textKey, !textKey.isEmpty else { return "text" }
        return textKey
    }

    /// Adds a column of texts; that of an element's text is the element's own.
    @discardableResult
    private mutating func addText(of node: Int, _ path: [String], isRequired: Bool) throws(XMLReaderError) -> Int {
        let isOwn = path.count > 1 && path.last == textKey
        let keys = (isOwn ? path.dropLast() : path[...]).joined(separator: ".")
        let name = keys.isEmpty ? Self.name(path.isEmpty ? textKey : nil) : keys
        if let known = numbers[ExactName(name)] {
            let own = columns[known].path.map { ExactName($0) }
            guard isOwn || path == [textKey], own == path.dropLast().map({ ExactName($0) }) else {
                throw Self.fault("two columns have the name '\(name)': leave one of them out with --skip")
            }
            columns[known].types.formUnion(schema[node].types)
            if columns[known].format != schema[node].format { columns[known].format = nil }
            columns[known].isRequired = columns[known].isRequired && !columns[known].canBeObject
            return known
        }
        numbers[ExactName(name)] = columns.count
        guard columns.count < Self.columnLimit else {
            throw Self.fault("the schema has more than \(Self.columnLimit) columns")
        }
        let types = schema[node].types, format = schema[node].format
        columns.append(Column(name: name, path: path, types: types, format: format, isRequired: isRequired))
        return columns.count - 1
    }

    private mutating func addList(_ path: [String], isRequired: Bool) throws(XMLReaderError) {
        let name = path.joined(separator: ".")
        guard numbers.updateValue(columns.count, forKey: ExactName(name)) == nil else {
            throw Self.fault("two columns have the name '\(name)': leave one of them out with --skip")
        }
        columns.append(Column(name: name, path: path, types: .array, isRequired: isRequired, isList: true))
    }
}
