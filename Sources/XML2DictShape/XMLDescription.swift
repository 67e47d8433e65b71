package import XML2Dict

/// The paths of elements and attributes in documents, or the paths that an XML Schema allows.
///
/// Paths have the names of the document, not the keys of a convention. Only some options apply: options that select
/// content, such as `select` and `skip`, and options for namespaces, white space and input.
package struct XMLDescription: Sendable {
    /// `nil` for a schema.
    let documentCount: Int?
    /// The path of the records or selected elements, and all other paths are relative to these elements.
    let records: XMLPath?
    let form: ValueForm
    let tops: [Item]
    let types: [ContentType]
    let forms: [String]
    /// Makes the nodes of the JSON Schema, which fits the output only if the documents were read with the same options.
    let nodes: @Sendable () -> [JSONSchemaNode]
    package var jsonSchema: XMLValue { JSONSchemaWriter(nodes()).schema() }

    package struct Item: Hashable, Sendable {
        /// `feed/entry`, or `feed/entry/@id` for an attribute.
        package internal(set) var path = ""
        package var isAttribute: Bool { role == .attribute }
        package internal(set) var count = 0
        /// The smallest and largest number of occurrences in one parent, such as `0...3`.
        package internal(set) var perParent = 1...1
        package internal(set) var parentCount = 1
        package internal(set) var parentsWithout = 0
        /// One count for each form that occurs, narrow forms (`integer`) before wide forms (`string`).
        package internal(set) var texts: [TextCount] = []
        /// The length of the longest text in bytes of UTF-8, where each run of mixed content is a separate text.
        package internal(set) var longestText = 0
        package internal(set) var example = ""
        /// Whether child elements of different names alternate, such as `<b/><i/><b/>`.
        package internal(set) var isInterleaved = false
        /// Whether text is between child elements.
        package internal(set) var isMixed = false

        /// `.element`, `.attribute` or `.text`, but only Swift types use items for text.
        let role: KeyRole
        /// The name, such as `item` or `@id`, or an empty string for text.
        let name: String
        /// The index of the element's type in `types`, or `nil` for an attribute or text.
        var type: Int?
        var swiftType = "String"
        var hasNil = false

        var isList: Bool { perParent.upperBound > 1 }
        var key: String { isAttribute ? String(name.dropFirst()) : name }
        var isProperty: Bool { role == .element || isAttribute && name != "@xmlns" && !name.hasPrefix("@xmlns:") }
        /// The name in a path: `{URI}name` for an expanded name.
        var step: String {
            guard name.contains(":") else { return name }
            return (isAttribute ? "@" : "") + XMLPath.step(named: key)
        }
    }

    package struct TextCount: Hashable, Sendable {
        /// `empty`, `integer`, `number`, `boolean`, `date`, `dateTime`, `localDateTime`, `url` or `string`.
        package let form: String
        package let count: Int
    }

    /// The content of elements.
    ///
    ///     <shop><part id="1"/><spare id="2"/></shop>
    ///
    ///     documents   0 shop ─▶ 1 part ─▶ @id                 each element has its own type
    ///                        └▶ 2 spare ─▶ @id
    ///     schema      0 shop ─▶ part ──┬▶ 1 Part ─▶ @id       elements share types, which may contain themselves
    ///                        └▶ spare ─┘
    ///
    /// A schema has no counts, so `perParent` ends at 1 or `Int.max`, and each allowed form of text has the count 1.
    struct ContentType {
        var name: String?
        var comment: String?
        var members: [Item] = []

        var hasRows: Bool { members.contains { $0.role != .text } }
        var hasProperties: Bool { members.contains(where: \.isProperty) }
    }

    /// All elements and attributes, parents before children, in the order of their first appearance.
    ///
    /// Each item has a whole path, so the items of a deep document take much more memory than a call of `forEachRow`.
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
    /// The content of a type follows only the first item with this type, so the number of rows is bounded even if a
    /// type contains itself. Rows have no paths, because all paths may be a thousand times as long as the document.
    ///
    /// - Parameter body: Takes an item (with only the last step as `path`), the level of the item, and the steps to the
    ///   item. If the content of the item's type followed an earlier item, `shownAt` is the path of the earlier item.
    func forEachRow(_ body: (_ item: Item, _ level: Int, _ steps: [String], _ shownAt: String?) -> Void) {
        let first = records == nil ? 1 : 2
        var rest = tops.reversed().map { (item: $0, level: 1) }, steps: [String] = [], shown: [Int: String] = [:]
        while let (next, level) = rest.popLast() {
            var item = next
            item.path = level < first ? Self.recordPath : item.step
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

    /// Joins the steps, but shortens a long path, because all paths of a deep schema would take quadratic memory.
    private static func shortPath(_ steps: [String]) -> String {
        let isShort = steps.count <= ShapeNode.shownLevels && steps.reduce(0) { $0 + $1.utf8.count } <= 1_000
        return isShort ? steps.joined(separator: "/") : "…/\(steps.last?.prefix(60) ?? "")"
    }

    /// The likely records, largest first: elements that repeat in a parent and have attributes or child elements.
    package var likelyRecords: [Item] { likelyRecords(first: .max) }

    func likelyRecords(first count: Int) -> [Item] {
        guard documentCount != nil else { return [] }
        var sizes = types.map { _ in 0 }, found: [(size: Int, type: Int)] = []
        // In `types`, children follow their parents, so the reversed loop completes the sizes of children first.
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
    fileprivate func at(_ steps: [String]) -> Self {
        var item = self
        item.path = steps.joined(separator: "/")
        return item
    }
}

extension XMLReader {
    /// Describes a document in constant memory, or describes its records with several threads.
    ///
    /// - Throws: An ``/XML2Dict/XMLError`` for the document or the options, or with the code `limit` for too many
    ///   paths.
    package func description(of source: XMLSource, recordsAt path: XMLPath? = nil) throws(XMLError) -> XMLDescription {
        let learner = try learner(of: source, at: path, options.forDescription)
        return XMLDescription(learner, recordsAt: path, ValueForm(options))
    }
}
