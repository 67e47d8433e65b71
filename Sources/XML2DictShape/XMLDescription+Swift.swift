import XML2Dict

extension XMLDescription {
    /// The types that `XMLDecoder` fills from these documents: a `Codable` struct for each element with attributes or
    /// child elements, inside that of its parent; deeper than 32 levels, beside the others.
    ///
    /// What is missing somewhere is optional, and what occurred several times in one parent is an array. Texts are `Int`,
    /// `Double` or `Bool` where all of them are. Namespace declarations are left out.
    public var swift: String {
        var writer = SwiftTypeWriter(self, nameOfRecord: records.map(Self.name))
        return writer.text()
    }

    /// The last name of the first alternative of a path.
    private static func name(ofRecordsAt path: XMLPath) -> String {
        let last = path.alternatives.first?.text.split(separator: "/").last ?? "Record"
        return last == "*" ? "Record" : String(last)
    }
}

/// Writes the nodes of a shape as structs of Swift.
///
///     struct Menu: Codable {
///         var item: [Item]
///
///         struct Item: Codable {
///             var id: Int
///             …
private struct SwiftTypeWriter {
    private let description: XMLDescription
    private var learner: ShapeLearner { description.learner }
    private var lines: [String] = []
    /// How many structs are open.
    private var depth = 0
    /// The structs that no other is around, in their order.
    private var outermost: [Struct]
    /// What is left inside of the outermost struct, the next one last: nodes are deep where documents are, so this does
    /// not recurse.
    private var rest: [(type: Struct, depth: Int)] = []

    /// A struct: its node and its name.
    private typealias Struct = (node: Int, name: String)

    /// A property of a struct.
    private struct Property {
        let name: String
        let key: String
        let type: String
        var inner: Struct?
    }

    init(_ description: XMLDescription, nameOfRecord: String?) {
        self.description = description
        var names = UniqueNames()
        let root = description.root, learner = description.learner
        let elements = learner.children(of: root).filter(learner.isElement).map { ($0, learner.name(of: $0)) }
        let tops = nameOfRecord.map { [(root, $0)] } ?? elements
        outermost = tops.map { ($0, names.unique(SwiftName.type($1))) }
    }

    mutating func text() -> String {
        var next = 0
        while next < outermost.count {
            rest = [(outermost[next], 0)]
            while let (type, depth) = rest.popLast() { write(type, depth) }
            close(to: 0)
            next += 1
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func margin(_ depth: Int) -> String { String(repeating: "    ", count: depth) }

    private mutating func close(to newDepth: Int) {
        while depth > newDepth {
            depth -= 1
            lines.append(margin(depth) + "}")
        }
    }

    private mutating func write(_ type: Struct, _ newDepth: Int) {
        close(to: newDepth)
        if !lines.isEmpty { lines.append("") }
        lines.append(margin(depth) + "struct \(type.name): Codable {")
        depth += 1
        // Names of other structs have no such end, and so none of them hides one that is beside them.
        let isDeepest = depth == ShapeNode.shownLevels
        let properties = properties(of: type.node, typeEnd: isDeepest ? "_\(outermost.count)" : "")
        let margin = margin(depth)
        lines += properties.map { "\(margin)var \($0.name): \($0.type)" }
        if properties.contains(where: { SwiftName.bare($0.name) != $0.key }) {
            lines += ["", margin + "enum CodingKeys: String, CodingKey {"]
            lines += properties.map { property in
                let hasOther = SwiftName.bare(property.name) != property.key
                return "\(margin)    case \(property.name)" + (hasOther ? " = \(SwiftName.literal(property.key))" : "")
            }
            lines.append(margin + "}")
        }
        let inner = properties.compactMap(\.inner)
        if isDeepest { outermost += inner } else { rest += inner.reversed().map { ($0, depth) } }
    }

    // MARK: Properties

    private func properties(of node: Int, typeEnd: String) -> [Property] {
        var names = UniqueNames(), types = UniqueNames()
        let attributes = attributes(of: node), elements = elements(of: node)
        let elementNames = Set(elements.map { learner.name(of: $0) })
        var properties: [Property] = []
        for attribute in attributes {
            let key = String(learner.name(of: attribute).dropFirst())
            let facts = learner.nodes[attribute]
            // An empty attribute is no number.
            let type = (facts.forms.empty > 0 ? "String" : SwiftName.type(of: facts)) + mark(of: attribute)
            let name = names.unique(SwiftName.property(key))
            properties.append(Property(name: name, key: elementNames.contains(key) ? "@\(key)" : key, type: type))
        }
        for element in elements {
            let key = learner.name(of: element), name = names.unique(SwiftName.property(key))
            let inner = hasStruct(element) ? (element, types.unique(SwiftName.type(key)) + typeEnd) : nil
            properties.append(Property(name: name, key: key, type: type(of: element, inner?.1), inner: inner))
        }
        if let text = learner.child(.text, of: node) {
            let type = SwiftName.type(of: learner.nodes[text]) + mark(of: text)
            let name = names.unique(elements.isEmpty && !attributes.isEmpty ? "value" : "text")
            properties.append(Property(name: name, key: "", type: type))
        }
        return properties
    }

    /// The mark of an optional type at a node that is missing somewhere.
    private func mark(of node: Int) -> String { learner.isMissing(node) ? "?" : "" }

    /// The type of an element's property, which may have a struct.
    private func type(of element: Int, _ inner: String?) -> String {
        let text = learner.child(.text, of: element).map { SwiftName.type(of: learner.nodes[$0]) } ?? "String"
        // An empty element is a string, and no number: in a list of numbers it is nil.
        let isEmptyNumber = inner == nil && text != "String" && hasEmpty(element)
        let type = inner ?? text
        if learner.nodes[element].most > 1 { return isEmptyNumber ? "[\(type)?]" : "[\(type)]" }
        return isEmptyNumber ? type + "?" : type + mark(of: element)
    }

    private func hasEmpty(_ element: Int) -> Bool {
        let texts = learner.child(.text, of: element).map { learner.nodes[$0].parents } ?? 0
        return texts < learner.nodes[element].dictionaries
    }

    /// Whether an element has attributes or child elements, so that a struct takes it.
    private func hasStruct(_ element: Int) -> Bool {
        !attributes(of: element).isEmpty || !elements(of: element).isEmpty
    }

    private func attributes(of node: Int) -> [Int] { learner.children(of: node).filter(description.isOwnAttribute) }

    private func elements(of node: Int) -> [Int] { learner.children(of: node).filter(learner.isElement) }
}
