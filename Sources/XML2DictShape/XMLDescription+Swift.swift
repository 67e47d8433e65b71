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

/// Spells names of XML as names of Swift.
enum SwiftName {
    /// A property: `media:thumbnail-url` becomes `mediaThumbnailUrl`.
    static func property(_ name: String) -> String {
        let words = words(of: name)
        guard let first = words.first else { return "value" }
        let spelled = identifier(([lowercasedStart(first)] + words.dropFirst().map(capitalized)).joined())
        return keywords.contains(spelled) ? "`\(spelled)`" : spelled
    }

    /// A type: `media:thumbnail` becomes `MediaThumbnail`.
    static func type(_ name: String) -> String {
        let spelled = identifier(words(of: name).map(capitalized).joined())
        if spelled.isEmpty { return "Element" }
        return reservedTypes.contains(spelled) ? spelled + "Element" : spelled
    }

    /// A name without backticks.
    static func bare(_ name: String) -> String { name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name }

    /// A key as a literal.
    static func literal(_ key: String) -> String {
        "\"\(key.replacing(byte: "\\", with: #"\\"#).replacing(byte: "\"", with: #"\""#).inOneLine)\""
    }

    /// The type of texts.
    static func type(of facts: ShapeNode) -> String {
        let numbers = facts.forms.integer + facts.forms.number + facts.notFinite
        if facts.notFinite > 0, numbers == facts.forms.filled, facts.longest <= 16 { return "Double" }
        return switch facts.forms.common {
        // Every such number fits.
        case .integer where facts.longest <= 18: "Int"
        case .number where facts.longest <= 16: "Double"
        case .boolean: "Bool"
        default: "String"
        }
    }

    /// A name that does not begin with a digit.
    private static func identifier(_ name: String) -> String {
        name.unicodeScalars.first.map(isDigit) == true ? "_" + name : name
    }

    /// The parts of a name: letters and digits between other characters.
    private static func words(of name: String) -> [Substring] {
        name.split { character in !character.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || isDigit($0) } }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// `URLName` becomes `urlName`, and `ID` becomes `id`.
    private static func lowercasedStart(_ word: Substring) -> String {
        let upper = word.prefix { $0.isUppercase }
        if upper.count == word.count { return word.lowercased() }
        let count = upper.count > 1 ? upper.count - 1 : upper.count
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    private static let keywords: Set = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "as", "false", "is", "nil", "self", "super", "throws", "true", "try", "await", "async",
    ]

    /// Types that the structs use, and names that Swift reserves for types.
    private static let reservedTypes: Set = [
        "String", "Int", "Double", "Bool", "Codable", "CodingKey", "CodingKeys", "Self", "Type", "Protocol", "Any",
        "Optional", "Array",
    ]
}
