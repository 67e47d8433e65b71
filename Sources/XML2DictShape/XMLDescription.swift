public import XML2Dict

/// What is in documents: each path of an element or an attribute, how often it occurs, and what its texts look like.
///
/// ```swift
/// let description = try XMLReader().description(of: .file("feed.xml"))
/// print(description)              // a table
/// print(description.flags)        // the flags of the command that give all records one form
/// ```
///
/// Paths are those of the document, whatever the convention. The options for names, for white space and for the input
/// hold, and those that leave out or select elements.
public struct XMLDescription: Sendable {
    let learner: ShapeLearner
    /// The path of the records that the paths begin in; `nil` for whole documents.
    let records: XMLPath?

    package init(_ learner: ShapeLearner, recordsAt records: XMLPath?) {
        self.learner = learner
        self.records = records
    }

    /// The options under which values have the paths of the document.
    ///
    /// No element has a name with `@` or `#`.
    package static func options(for options: XMLOptions) -> XMLOptions {
        var own = XMLOptions()
        own.attributes = options.attributes == .discard ? .discard : .prefix("@")
        own.textKey = "#text"
        own.orderKey = "#order"
        own.dropsSpaceBeforeRuns = true
        own.trim = options.trim
        own.honorsXMLSpace = options.honorsXMLSpace
        own.protectsCDATA = options.protectsCDATA
        own.namespaces = options.namespaces
        own.namespacePrefixes = options.namespacePrefixes
        own.namespaceDeclarations = options.namespaceDeclarations == .drop ? .drop : .keep
        own.select = options.select
        own.includesNested = options.includesNested
        own.skip = options.skip
        own.requiresMatch = options.requiresMatch
        own.input = options.input
        return own
    }

    // MARK: Elements and attributes

    /// An element or an attribute of the documents.
    public struct Item: Hashable, Sendable {
        /// The path: `feed/entry`, or `feed/entry/@id` for an attribute.
        public let path: String
        /// How many there are.
        public let count: Int
        /// The least and the greatest number in one parent; the least is 0 where a parent has none.
        public let perParent: ClosedRange<Int>
        /// How many parents there are.
        public let parentCount: Int
        /// How many of the parents have none.
        public let parentsWithout: Int
        /// How many texts have each form, such as `integer`: the narrower forms first, none without such texts.
        public let texts: [TextCount]
        /// The length of the longest text in bytes of UTF-8.
        public let longestText: Int
        /// The beginning of the first text that is not empty.
        public let example: String
        /// Whether elements of different names are interleaved in it, such as `<b/><i/><b/>`.
        public let isInterleaved: Bool
        /// Whether text is between its child elements.
        public let isMixed: Bool

        let node: Int
    }

    /// How many texts have a form.
    public struct TextCount: Hashable, Sendable {
        /// The form: `empty`, `integer`, `number`, `boolean`, `date`, `dateTime`, `localDateTime`, `url` or `string`.
        public let form: String
        /// How many texts have the form.
        public let count: Int
    }

    /// All elements and attributes; a parent is before its children, which are in the order of their first appearance.
    public var items: [Item] {
        var items: [Item] = []
        var rest = learner.children(of: 0).reversed().map { (node: $0, outer: "") }
        if rest.isEmpty || records != nil { rest.append((0, "")) }
        var isTop = records != nil
        if isTop { rest = [(0, "")] }
        while let (node, outer) = rest.popLast() {
            let name = isTop ? "." : learner.name(of: node)
            isTop = false
            guard learner.nodes[node].key != ShapeNode.items, !name.hasPrefix("#") else { continue }
            let path = outer.isEmpty ? name : "\(outer)/\(name)"
            if node > 0 || records != nil { items.append(item(node, path)) }
            let inner = path == "." ? "" : path
            rest += learner.children(of: node).reversed().map { ($0, inner) }
        }
        return items
    }

    private func item(_ node: Int, _ path: String) -> Item {
        let facts = learner.nodes[node]
        let parents = facts.parent >= 0 ? learner.nodes[Int(facts.parent)].dictionaries : facts.parents
        let order = learner.child("#order", of: node).map { learner.nodes[$0] }
        let textNode = facts.dictionaries > 0 ? learner.child("#text", of: node) : node
        var forms = textNode.map { learner.nodes[$0].forms } ?? TextForms()
        if facts.dictionaries > 0, hasOnlyText(node) {
            forms.empty += facts.dictionaries - (textNode.map { learner.nodes[$0].parents } ?? 0)
        }
        return Item(
            path: path,
            count: facts.count,
            perParent: (facts.parents < parents ? 0 : min(facts.least, facts.most))...facts.most,
            parentCount: parents,
            parentsWithout: parents - facts.parents,
            texts: forms.counts.filter { $0.count > 0 }.map { TextCount(form: $0.form.rawValue, count: $0.count) },
            longestText: textNode.map { learner.nodes[$0].longest } ?? 0,
            example: textNode.map { learner.example(at: $0) } ?? "",
            isInterleaved: order.map { $0.textMarks == 0 } ?? false,
            isMixed: order.map { $0.textMarks > 0 } ?? false,
            node: node
        )
    }

    /// Whether no element at a path has child elements.
    func hasOnlyText(_ node: Int) -> Bool {
        learner.children(of: node).allSatisfy { "@#".contains(learner.name(of: $0).prefix(1)) }
    }

    // MARK: Records

    /// The elements that look like records: several in one parent, with attributes or child elements; the largest first.
    ///
    /// The size is the number of all elements and attributes inside.
    public var likelyRecords: [Item] {
        let items = items
        var sizes = [Int: Int]()
        // Children are after their parents.
        for item in items.reversed() {
            sizes[item.node, default: 0] += item.count
            sizes[Int(learner.nodes[item.node].parent), default: 0] += sizes[item.node] ?? 0
        }
        let repeated = items.filter { item in
            item.perParent.upperBound > 1
                && learner.children(of: item.node).contains { !learner.name(of: $0).hasPrefix("#") }
        }
        return repeated.sorted { (sizes[$0.node] ?? 0, $1.path) > (sizes[$1.node] ?? 0, $0.path) }
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
    /// - Throws: An ``/XML2Dict/XMLReaderError`` for the document or the options, or with the code `limit` when there
    ///   are more paths than the limit `paths` allows.
    public func description(
        of source: XMLSource,
        recordsAt path: XMLPath? = nil
    ) throws(XMLReaderError) -> XMLDescription {
        let learner = ShapeLearner(pathLimit: options.input.limits.value(of: .paths))
        let checked = try CheckedOptions(XMLDescription.options(for: options), recordsAt: path)
        _ = try checked.observe(by: learner, source, ReadingThreads(threads))
        try learner.checkLimit()
        return XMLDescription(learner, recordsAt: path)
    }
}
