public import XML2Dict

/// What is in documents: each path of an element or an attribute, how often it occurs, and what its texts look like.
///
/// ```swift
/// let description = try XMLReader().description(of: .file("feed.xml"))
/// print(description)              // a table
/// print(description.flags)        // flags of the command, for arrays and types
/// ```
///
/// Paths are those of the document, whatever the convention. The options for namespaces, for white space and for the
/// input apply, and those that leave out or select elements.
public struct XMLDescription: Sendable, Description {
    let learner: ShapeLearner
    /// The path of the records, or of the selected elements, that the paths begin in; `nil` for whole documents.
    let records: XMLPath?
    /// The node of the records, of the selected elements, or of the documents, which have no name.
    let root: Int

    package init(_ learner: ShapeLearner, recordsAt records: XMLPath?, _ options: XMLOptions) {
        self.learner = learner
        self.records = Self.records(records, options)
        // The selected elements are the items of an array.
        root = learner.child(ShapeNode.items, of: 0) ?? 0
    }

    /// The path of the records, or of the selected elements.
    static func records(_ records: XMLPath?, _ options: XMLOptions) -> XMLPath? {
        guard records == nil, !options.select.isEmpty else { return records }
        return XMLPath(options.select.map(\.description).joined(separator: "|"))
    }

    /// The options under which values have the paths of the document.
    ///
    /// No element has a name that begins with `@` or `#`.
    package static func options(for options: XMLOptions) -> XMLOptions {
        var own = XMLOptions()
        own.attributes = options.attributes == .discard ? .discard : .prefix("@")
        own.textKey = "#text"
        own.orderKey = "#order"
        own.dropsSpaceBeforeRuns = true
        own.trim = options.trim
        own.honorsXMLSpace = options.honorsXMLSpace
        own.namespaces = options.namespaces
        own.namespacePrefixes = options.namespacePrefixes
        own.namespaceDeclarations = options.namespaceDeclarations == .drop ? .drop : .keep
        own.select = options.select
        own.skip = options.skip
        // The paths must match, too; the texts stay as they are.
        own.typesByPath = options.typesByPath.mapValues { _ in .string }
        own.requiresMatch = options.requiresMatch
        own.input = options.input
        return own
    }

    /// The schema of the values, if these were read under the options of the output.
    package var jsonSchema: XMLShape { XMLShape(learner) }

    // MARK: Elements and attributes

    /// An element or an attribute of the documents.
    public struct Item: Hashable, Sendable {
        /// The path: `feed/entry`, or `feed/entry/@id` for an attribute.
        public let path: String
        /// Whether it is an attribute.
        public let isAttribute: Bool
        /// How many there are.
        public let count: Int
        /// The least and the greatest number in one parent; the least is 0 where a parent has none.
        public let perParent: ClosedRange<Int>
        /// How many parents there are.
        public let parentCount: Int
        /// How many of the parents have none.
        public let parentsWithout: Int
        /// How many texts have each form, such as `integer`: the narrower forms first, none without such texts.
        public var texts: [TextCount] {
            forms.counts.filter { $0.count > 0 }.map { TextCount(form: $0.form.rawValue, count: $0.count) }
        }
        /// The length of the longest text in bytes of UTF-8; in mixed content, of the longest run.
        public let longestText: Int
        /// The beginning of the first text that is not empty.
        public let example: String
        /// Whether elements of different names are interleaved in it, such as `<b/><i/><b/>`.
        public let isInterleaved: Bool
        /// Whether text is between its child elements.
        public let isMixed: Bool

        let forms: TextForms
    }

    /// How many texts have a form.
    public struct TextCount: Hashable, Sendable {
        /// The form: `empty`, `integer`, `number`, `boolean`, `date`, `dateTime`, `localDateTime`, `url` or `string`.
        public let form: String
        /// How many texts have the form.
        public let count: Int
    }

    /// All elements and attributes; a parent is before its children, which are in the order of their first appearance.
    ///
    /// Each has its whole path, so the items of a deep document take much more memory than its table.
    public var items: [Item] {
        var items: [Item] = []
        forEachNode { node, _, steps in items.append(item(node, at: steps.joined(separator: "/"))) }
        return items
    }

    /// Visits the nodes of all elements and attributes in the order of `items`, for the table, the page and the flags.
    ///
    ///     records   .  level 1   ["."]           document   menu          level 1   ["menu"]
    ///               @id      2   ["@id"]                    menu/item           2   ["menu", "item"]
    ///
    /// It makes no paths, as those of a deep document may take a thousand times its length.
    ///
    /// - Parameter body: Gets the node, its level, and the steps that lead to it.
    func forEachNode(_ body: (_ node: Int, _ level: Int, _ steps: [String]) -> Void) {
        var rest = [(node: root, depth: 0)], steps: [String] = []
        while let (node, depth) = rest.popLast() {
            if depth > 0 {
                guard learner.isElement(node) || learner.isAttribute(node) else { continue }
                steps.removeSubrange((depth - 1)...)
                steps.append(step(to: node))
                body(node, records == nil ? depth : depth + 1, steps)
            } else if records != nil {
                body(node, 1, [Self.recordPath])
            }
            rest += learner.children(of: node).reversed().map { ($0, depth + 1) }
        }
    }

    /// How many documents or records there are.
    var rootCount: Int { learner.nodes[root].count }

    /// The path of a record itself.
    static let recordPath = "."

    /// The element or attribute of a node; in a tree, the path is only the last step.
    func item(_ node: Int, at path: String) -> Item {
        let facts = learner.nodes[node]
        let parents = node == root ? facts.parents : learner.parentCount(of: node)
        let order = learner.child(.order, of: node).map { learner.nodes[$0] }
        let textNode = facts.dictionaries > 0 ? learner.child(.text, of: node) : node
        var forms = textNode.map { learner.nodes[$0].forms } ?? TextForms()
        if facts.dictionaries > 0, !learner.children(of: node).contains(where: learner.isElement) {
            forms.empty += facts.dictionaries - (textNode.map { learner.nodes[$0].parents } ?? 0)
        }
        return Item(
            path: path,
            isAttribute: learner.isAttribute(node),
            count: facts.count,
            perParent: (facts.parents < parents ? 0 : min(facts.least, facts.most))...facts.most,
            parentCount: parents,
            parentsWithout: parents - facts.parents,
            longestText: textNode.map { learner.nodes[$0].longest } ?? 0,
            example: textNode.map { learner.example(at: $0) } ?? "",
            isInterleaved: order.map { $0.textMarks == 0 } ?? false,
            isMixed: order.map { $0.textMarks > 0 } ?? false,
            forms: forms
        )
    }

    // MARK: Records

    /// The elements that look like records: several in one parent, with attributes or child elements; the largest first.
    ///
    /// The size is the number of all elements and attributes inside.
    public var likelyRecords: [Item] { likelyRecords(first: .max) }

    /// The first of the likely records, without the paths of the others.
    func likelyRecords(first count: Int) -> [Item] {
        var sizes = (0..<learner.nodeCount).map { node in
            learner.isElement(node) || learner.isAttribute(node) ? learner.nodes[node].count : 0
        }
        // Children are after their parents.
        for node in sizes.indices.dropFirst().reversed() { sizes[Int(learner.nodes[node].parent)] += sizes[node] }
        let nodes = sizes.indices.dropFirst(root + 1).filter { node in
            learner.nodes[node].most > 1 && learner.isElement(node)
                && learner.children(of: node).contains { learner.isElement($0) || isOwnAttribute($0) }
        }
        return nodes.sorted { (sizes[$0], $1) > (sizes[$1], $0) }.prefix(count).map { item($0, at: path(to: $0)) }
    }

    /// Whether it is an attribute, and not a namespace declaration.
    func isOwnAttribute(_ node: Int) -> Bool {
        let name = learner.name(of: node)
        return learner.isAttribute(node) && name != "@xmlns" && !name.hasPrefix("@xmlns:")
    }

    /// The name of a node as a path writes it: `{URI}name` for expanded names.
    private func step(to node: Int) -> String {
        let name = learner.name(of: node)
        guard name.contains(":") else { return name }
        return learner.isAttribute(node)
            ? "@" + XMLPath.step(named: String(name.dropFirst())) : XMLPath.step(named: name)
    }

    private func path(to node: Int) -> String {
        var names: [String] = []
        var node = node
        while node != root {
            names.append(step(to: node))
            node = Int(learner.nodes[node].parent)
        }
        return names.reversed().joined(separator: "/")
    }
}

/// A description of documents or of a schema, in the formats that both have.
package protocol Description: CustomStringConvertible {
    var jsonSchema: XMLShape { get }
    var swift: String { get }
    var flags: String { get }

    func page(titled title: String) -> String

    /// The table; a function escapes names and texts, which must not end a line.
    func table(_ escape: (String) -> String) -> String
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
    public func description(
        of source: XMLSource,
        recordsAt path: XMLPath? = nil
    ) throws(XMLError) -> XMLDescription {
        let learner = try learner(of: source, recordsAt: path, XMLDescription.options(for: options))
        return XMLDescription(learner, recordsAt: path, options)
    }
}
