import XML2Dict

/// The outline of a schema: a row for each element and attribute of a type, where the type is first.
///
///     bom
///       components       0-1
///         component   0-many
///           components   0-1    as at bom/components
///
/// So its length is that of the schema, also where types contain themselves.
extension SchemaDescription {
    /// An element or an attribute in the outline.
    struct Row {
        let member: TypeTable.Member
        let isAttribute: Bool
        let level: Int
        /// The type that it is in; `nil` at the first level.
        let parent: Int32?
        /// Its names from the root, or from the record, which has none.
        let steps: [String]
        /// The path at which the content of its type is shown; `nil` where it follows, or is only text.
        let shownAt: String?
    }

    /// Visits the rows in the order of the schema.
    func forEachRow(_ body: (Row) -> Void) {
        var shown: [Int32: String] = [:], steps: [String] = []
        var rest = roots.reversed().map { (member: $0, isAttribute: false, parent: Int32?.none, depth: 0) }
        while let (member, isAttribute, parent, depth) = rest.popLast() {
            steps.removeSubrange(min(depth, steps.count)...)
            let isRecord = depth == 0 && records != nil
            let key = key(member, isAttribute: isAttribute)
            steps.append(isRecord ? XMLDescription.recordPath : step(key))
            let type = member.type
            let hasInside = !isAttribute && hasMembers(Int(type)), known = hasInside ? shown[type] : nil
            body(
                Row(
                    member: member,
                    isAttribute: isAttribute,
                    level: depth + 1,
                    parent: parent,
                    steps: steps,
                    shownAt: known
                )
            )
            guard hasInside, known == nil else { continue }
            shown[type] = Self.shortPath(steps)
            rest += schema.types.members(of: Int(type)).reversed().map { ($0, false, type, depth + 1) }
            rest += attributes(of: Int(type)).reversed().map { ($0, true, type, depth + 1) }
        }
    }

    private func step(_ key: String) -> String {
        key.hasPrefix("@") ? "@" + XMLPath.step(named: String(key.dropFirst())) : XMLPath.step(named: key)
    }

    /// A path, or its end, as the paths of a deep schema would take the square of its length.
    private static func shortPath(_ steps: [String]) -> String {
        let isShort = steps.count <= ShapeNode.shownLevels && steps.reduce(0) { $0 + $1.utf8.count } <= 1_000
        return isShort ? steps.joined(separator: "/") : "…/\(steps.last?.prefix(60) ?? "")"
    }

    // MARK: Table

    package var description: String { table(\.inOneLine) }

    package func table(_ escape: (String) -> String) -> String {
        XMLDescription.table(["name", "occurs", "text", "content"], numbers: [1]) { body in
            forEachRow { row in
                let margin = String(repeating: "  ", count: min(row.level, ShapeNode.shownLevels) - 1)
                let label = row.level > ShapeNode.shownLevels ? "[level \(row.level)] " : ""
                let content = row.shownAt.map { "as at \(escape($0))" } ?? ""
                body([
                    margin + label + escape(row.steps.last ?? ""), occurrence(of: row),
                    words(of: row).joined(separator: " or "), content,
                ])
            }
        }
    }

    private func occurrence(of row: Row) -> String {
        guard row.level > 1 else { return "" }
        let least = row.member.isRequired ? "1" : "0", most = row.member.isList ? "many" : "1"
        return least == most ? least : "\(least)-\(most)"
    }

    /// The words for the text of an element or an attribute.
    func words(of row: Row) -> [String] {
        if let text = textType(of: row) {
            return schema.types.texts.jsonTypes(text).names.map { $0 == "array" ? "list" : $0 }
        }
        return switch schema.types.nodes[Int(row.member.type)].content {
        case .any: ["anything"]
        case .mixed: ["mixed"]
        case .text, .nothing, .elements: []
        }
    }

    /// The type of the text of an attribute, or of an element with only text.
    func textType(of row: Row) -> Int32? {
        guard !row.isAttribute else { return row.member.type }
        let node = schema.types.nodes[Int(row.member.type)]
        return node.content == .text ? node.text : nil
    }
}
