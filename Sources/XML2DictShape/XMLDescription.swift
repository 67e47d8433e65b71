package import XML2Dict

/// The paths of the elements and attributes in documents, how often each occurs, and the forms of its texts; of an XML
/// Schema, the paths that it allows.
///
/// Paths are those of the document, whatever the convention. The options for namespaces, for white space and for the
/// input apply, and those that leave out or select elements.
package struct XMLDescription: Sendable {
    /// How many documents or records there are; `nil` for a schema.
    let documentCount: Int?
    /// The path of the records, or of the selected elements, that the paths begin in; `nil` for whole documents.
    let records: XMLPath?
    let form: ValueForm
    /// The elements that it begins with.
    let tops: [Item]
    let types: [ContentType]
    /// The names of the forms of texts.
    let forms: [String]
    /// Makes the nodes of the JSON Schema of the values, if these were read under the options of the output.
    let nodes: @Sendable () -> [SchemaNode]
    package var jsonSchema: XMLValue { SchemaWriter(nodes()).schema() }

    // MARK: Elements and attributes

    /// An element or an attribute of the documents.
    package struct Item: Hashable, Sendable {
        /// The path: `feed/entry`, or `feed/entry/@id` for an attribute.
        package internal(set) var path = ""
        /// Whether it is an attribute.
        package var isAttribute: Bool { role == .attribute }
        /// How many there are.
        package internal(set) var count = 0
        /// The least and the greatest number in one parent; the least is 0 where a parent has none.
        package internal(set) var perParent = 1...1
        /// How many parents there are.
        package internal(set) var parentCount = 1
        /// How many of the parents have none.
        package internal(set) var parentsWithout = 0
        /// How many texts have each form, such as `integer`: the narrower forms first, none without such texts.
        package internal(set) var texts: [TextCount] = []
        /// The length of the longest text in bytes of UTF-8; in mixed content, of the longest run.
        package internal(set) var longestText = 0
        /// The beginning of the first text that is not empty.
        package internal(set) var example = ""
        /// Whether elements of different names are interleaved in it, such as `<b/><i/><b/>`.
        package internal(set) var isInterleaved = false
        /// Whether text is between its child elements.
        package internal(set) var isMixed = false

        /// An element or an attribute, or the text of an element, which only types in Swift have.
        let role: KeyRole
        /// The name, with `@` for an attribute; empty for a text.
        let name: String
        /// The number of its type; `nil` for an attribute and a text.
        var type: Int?
        /// The type of its text in Swift.
        var swiftType = "String"
        /// Whether an element may be there without a value.
        var hasNil = false

        var isList: Bool { perParent.upperBound > 1 }
        /// The name without `@`.
        var key: String { isAttribute ? String(name.dropFirst()) : name }
        /// Whether it is an element, or an attribute that declares no namespace.
        var isProperty: Bool { role == .element || isAttribute && name != "@xmlns" && !name.hasPrefix("@xmlns:") }
        /// The name as a path writes it: `{URI}name` for expanded names.
        var step: String {
            guard name.contains(":") else { return name }
            return (isAttribute ? "@" : "") + XMLPath.step(named: key)
        }
    }

    /// How many texts have a form.
    package struct TextCount: Hashable, Sendable {
        /// The form: `empty`, `integer`, `number`, `boolean`, `date`, `dateTime`, `localDateTime`, `url` or `string`.
        package let form: String
        /// How many texts have the form.
        package let count: Int
    }

    /// The content of elements.
    ///
    ///     <shop><part id="1"/><spare id="2"/></shop>
    ///
    ///     documents   0 shop ─▶ 1 part ─▶ @id                 each element has a type of its own
    ///                        └▶ 2 spare ─▶ @id
    ///     schema      0 shop ─▶ part ──┬▶ 1 Part ─▶ @id       elements share types, which may contain themselves
    ///                        └▶ spare ─┘
    ///
    /// A schema counts nothing: the greatest number in one parent is 1 or `Int.max`, and a text has a form once if it is
    /// allowed.
    struct ContentType {
        /// The name in the schema; `nil` for documents, and for a type without a name.
        var name: String?
        /// A comment for the type in Swift.
        var comment: String?
        /// The attributes, the elements and the text, in the order of their first appearance.
        var members: [Item] = []

        /// Whether it has attributes or elements.
        var hasRows: Bool { members.contains { $0.role != .text } }
        /// Whether it has properties in Swift beside the text.
        var hasProperties: Bool { members.contains(where: \.isProperty) }
    }

    /// All elements and attributes; a parent is before its children, which are in the order of their first appearance.
    ///
    /// Each has its whole path, so the items of a deep document take much more memory than its table.
    package var items: [Item] {
        var items: [Item] = []
        forEachRow { item, _, steps, _ in items.append(item.at(steps)) }
        return items
    }

    /// Visits all elements and attributes in the order of `items`, for the table and the page.
    ///
    ///     records   .  level 1   ["."]           document   menu          level 1   ["menu"]
    ///               @id      2   ["@id"]                    menu/item           2   ["menu", "item"]
    ///
    /// The content of a type follows where the type is first. So the length is that of the schema, also where types contain
    /// themselves. No paths are made, as those of a deep document may take a thousand times its length.
    ///
    /// - Parameter body: Gets the item, whose path is only its last step; its level; the steps that lead to it; and the path
    ///   at which the content of its type is, unless that follows.
    func forEachRow(_ body: (_ item: Item, _ level: Int, _ steps: [String], _ shownAt: String?) -> Void) {
        let first = records == nil ? 1 : 2
        var rest = tops.reversed().map { (item: $0, level: 1) }, steps: [String] = [], shown: [Int: String] = [:]
        while let (next, level) = rest.popLast() {
            var item = next
            item.path = level < first ? Self.recordPath : item.step
            // A record begins paths, and is in none.
            steps.removeSubrange(min(max(0, level - first), steps.count)...)
            steps.append(item.path)
            let type = item.type.flatMap { types[$0].hasRows ? $0 : nil }, shownAt = type.flatMap { shown[$0] }
            body(item, level, steps, shownAt)
            guard let type, shownAt == nil else { continue }
            // Elements of documents share no types.
            if documentCount == nil { shown[type] = Self.shortPath(steps) }
            rest += types[type].members.filter { $0.role != .text }.reversed().map { ($0, level + 1) }
        }
    }

    /// The path of a record itself.
    static let recordPath = "."

    /// A path, or its end, as the paths of a deep schema would take the square of its length.
    private static func shortPath(_ steps: [String]) -> String {
        let isShort = steps.count <= ShapeNode.shownLevels && steps.reduce(0) { $0 + $1.utf8.count } <= 1_000
        return isShort ? steps.joined(separator: "/") : "…/\(steps.last?.prefix(60) ?? "")"
    }

    // MARK: Records

    /// The elements that look like records: several in one parent, with attributes or child elements; the largest first.
    ///
    /// The size is the number of all elements and attributes inside.
    package var likelyRecords: [Item] { likelyRecords(first: .max) }

    /// The first of the likely records, without the paths of the others.
    func likelyRecords(first count: Int) -> [Item] {
        guard documentCount != nil else { return [] }
        var sizes = types.map { _ in 0 }, found: [(size: Int, type: Int)] = []
        // Children are after their parents.
        for type in types.indices.reversed() {
            for item in types[type].members where item.role != .text {
                let size = item.count + (item.type.map { sizes[$0] } ?? 0)
                sizes[type] += size
                if let inner = item.type, item.isList, types[inner].hasProperties { found.append((size, inner)) }
            }
        }
        let first = found.sorted { ($0.size, $1.type) > ($1.size, $0.type) }.prefix(count).map(\.type)
        var items: [Int: Item] = [:], chosen = Set(first)
        forEachRow { item, _, steps, _ in
            guard let type = item.type, chosen.remove(type) != nil else { return }
            items[type] = item.at(steps)
        }
        return first.compactMap { items[$0] }
    }
}

extension XMLDescription.Item {
    /// The item with its whole path.
    fileprivate func at(_ steps: [String]) -> Self {
        var item = self
        item.path = steps.joined(separator: "/")
        return item
    }
}

extension XMLReader {
    /// Describes what is in a document, or in its records.
    ///
    /// The document is read in constant memory. With `threads`, several threads read records.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - path: The records, in which the paths begin; `nil` for paths from the root.
    /// - Returns: The description.
    /// - Throws: An ``/XML2Dict/XMLError`` for the document or the options, or with the code `limit` when there
    ///   are more paths than the limit `paths` allows.
    package func description(of source: XMLSource, recordsAt path: XMLPath? = nil) throws(XMLError) -> XMLDescription {
        let learner = try learner(of: source, at: path, options.forDescription)
        return XMLDescription(learner, recordsAt: path, ValueForm(options))
    }
}
