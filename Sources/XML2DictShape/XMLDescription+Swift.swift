import XML2Dict

extension XMLDescription {
    /// The types that `XMLDecoder` fills from these documents: a `Codable` struct for each element with attributes or
    /// child elements, inside that of its parent.
    ///
    /// What is missing somewhere is optional, and what occurred several times in one parent is an array. Texts are `Int`,
    /// `Double` or `Bool` where all of them are. Namespace declarations are left out.
    public var swift: String {
        var writer = SwiftTypeWriter(learner, root: root, nameOfRecord: records.map(Self.name))
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
    private let learner: ShapeLearner
    private let root: Int
    private let nameOfRecord: String?
    private var lines: [String] = []
    /// What is left to write, the next step last: nodes are deep where documents are, so this does not recurse.
    private var steps: [Step] = []

    private enum Step {
        case open(Int, name: String, depth: Int)
        case close(depth: Int)
    }

    /// A property of a struct.
    private struct Property {
        let name: String
        let key: String
        let type: String
        /// The node of its struct, and the struct's name.
        var inner: (node: Int, name: String)?
    }

    init(_ learner: ShapeLearner, root: Int, nameOfRecord: String?) {
        self.learner = learner
        self.root = root
        self.nameOfRecord = nameOfRecord
    }

    mutating func text() -> String {
        if let nameOfRecord {
            steps = [.open(root, name: SwiftName.type(nameOfRecord), depth: 0)]
        } else {
            var names = SwiftName.Scope()
            steps = elements(of: root).map { node in
                .open(node, name: names.unique(SwiftName.type(learner.name(of: node))), depth: 0)
            }.reversed()
        }
        while let step = steps.popLast() {
            switch step {
            case .open(let node, let name, let depth): open(node, name, depth)
            case .close(let depth): lines.append(indentation(depth) + "}")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func indentation(_ depth: Int) -> String { String(repeating: "    ", count: depth) }

    private mutating func open(_ node: Int, _ name: String, _ depth: Int) {
        if let last = lines.last { if depth > 0 || last == "}" { lines.append("") } }
        lines.append(indentation(depth) + "struct \(name): Codable {")
        steps.append(.close(depth: depth))
        let properties = properties(of: node)
        let margin = indentation(depth + 1)
        lines += properties.map { "\(margin)var \($0.name): \($0.type)" }
        if properties.contains(where: { SwiftName.bare($0.name) != $0.key }) {
            lines += ["", margin + "enum CodingKeys: String, CodingKey {"]
            lines += properties.map { property in
                let hasOther = SwiftName.bare(property.name) != property.key
                return "\(margin)    case \(property.name)" + (hasOther ? " = \(SwiftName.literal(property.key))" : "")
            }
            lines.append(margin + "}")
        }
        for property in properties.reversed() {
            if let inner = property.inner { steps.append(.open(inner.node, name: inner.name, depth: depth + 1)) }
        }
    }

    // MARK: Properties

    private func properties(of node: Int) -> [Property] {
        var names = SwiftName.Scope(), types = SwiftName.Scope()
        let attributes = attributes(of: node), elements = elements(of: node)
        let elementNames = Set(elements.map { learner.name(of: $0) })
        var properties: [Property] = []
        for attribute in attributes {
            let key = String(learner.name(of: attribute).dropFirst())
            let facts = learner.nodes[attribute]
            // An empty attribute is no number.
            let type = facts.forms.empty > 0 ? "String" : SwiftName.type(of: facts)
            properties.append(
                Property(
                    name: names.unique(SwiftName.property(key)),
                    key: elementNames.contains(key) ? "@\(key)" : key,
                    type: learner.isMissing(attribute) ? type + "?" : type
                )
            )
        }
        for element in elements {
            properties.append(property(element, &names, &types))
        }
        if let text = learner.child("#text", of: node) {
            let type = SwiftName.type(of: learner.nodes[text])
            let name = names.unique(elements.isEmpty && !attributes.isEmpty ? "value" : "text")
            properties.append(Property(name: name, key: "", type: learner.isMissing(text) ? type + "?" : type))
        }
        return properties
    }

    private func property(
        _ element: Int,
        _ names: inout SwiftName.Scope,
        _ types: inout SwiftName.Scope
    ) -> Property {
        let key = learner.name(of: element)
        let facts = learner.nodes[element]
        var inner: (node: Int, name: String)?
        var type: String
        var isOptional = learner.isMissing(element)
        if hasStruct(element) {
            type = types.unique(SwiftName.type(key))
            inner = (element, type)
        } else {
            type = learner.child("#text", of: element).map { SwiftName.type(of: learner.nodes[$0]) } ?? "String"
            // An empty element is a string, and no number.
            if type != "String", hasEmpty(element) { isOptional = true }
        }
        if facts.most > 1 {
            // Empty items of a list of numbers are nil.
            if type != "String", inner == nil, hasEmpty(element) { type += "?" }
            type = "[\(type)]"
            isOptional = false
        }
        return Property(
            name: names.unique(SwiftName.property(key)),
            key: key,
            type: isOptional ? type + "?" : type,
            inner: inner
        )
    }

    private func hasEmpty(_ element: Int) -> Bool {
        let texts = learner.child("#text", of: element).map { learner.nodes[$0].parents } ?? 0
        return texts < learner.nodes[element].dictionaries
    }

    /// Whether an element has attributes or child elements, so that a struct takes it.
    private func hasStruct(_ element: Int) -> Bool {
        !attributes(of: element).isEmpty || !elements(of: element).isEmpty
    }

    private func attributes(of node: Int) -> [Int] {
        learner.children(of: node).filter(learner.isOwnAttribute)
    }

    private func elements(of node: Int) -> [Int] {
        learner.children(of: node).filter(learner.isElement)
    }
}
