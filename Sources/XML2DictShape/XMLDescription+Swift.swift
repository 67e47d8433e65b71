import XML2Dict

extension XMLDescription {
    /// The types that `XMLDecoder` fills from these documents: a `Codable` struct for each element with attributes or
    /// child elements, inside that of its parent; deeper than 32 levels, beside the others.
    ///
    /// What is missing somewhere is optional, and what occurred several times in one parent is an array. Texts are `Int`,
    /// `Double` or `Bool` where all of them are. Namespace declarations are left out.
    public var swift: String {
        let name = records.map(Self.name(ofRecordsAt:))
        let elements = learner.children(of: root).filter(learner.isElement).map { ($0, learner.name(of: $0)) }
        return SwiftTypeWriter.text(name.map { [(root, $0)] } ?? elements, members: members)
    }

    /// The last name of the first alternative of a path.
    private static func name(ofRecordsAt path: XMLPath) -> String {
        let last = path.alternatives.first?.text.split(separator: "/").last ?? "Record"
        return last == "*" ? "Record" : String(last)
    }

    /// What a struct for a node has.
    private func members(of node: Int) -> [SwiftMember] {
        var members: [SwiftMember] = []
        for attribute in attributes(of: node) {
            let facts = learner.nodes[attribute], key = String(learner.name(of: attribute).dropFirst())
            // An empty attribute is no number.
            let type = facts.forms.empty > 0 ? "String" : SwiftName.type(of: facts)
            members.append(
                SwiftMember(role: .attribute, key: key, type: type, isOptional: learner.isMissing(attribute))
            )
        }
        for element in elements(of: node) {
            let text = learner.child(.text, of: element), facts = learner.nodes[element]
            var member = SwiftMember(role: .element, key: learner.name(of: element), type: "String")
            if let text { member.type = SwiftName.type(of: learner.nodes[text]) }
            if !attributes(of: element).isEmpty || !elements(of: element).isEmpty { member.inner = element }
            member.isList = facts.most > 1
            member.isOptional = learner.isMissing(element)
            // An empty element is a string, and no number: in a list of numbers it is nil.
            let texts = text.map { learner.nodes[$0].parents } ?? 0
            member.hasNil = member.inner == nil && member.type != "String" && texts < facts.dictionaries
            members.append(member)
        }
        if let text = learner.child(.text, of: node) {
            let type = SwiftName.type(of: learner.nodes[text])
            members.append(SwiftMember(role: .text, key: "", type: type, isOptional: learner.isMissing(text)))
        }
        return members
    }

    private func attributes(of node: Int) -> [Int] { learner.children(of: node).filter(isOwnAttribute) }

    private func elements(of node: Int) -> [Int] { learner.children(of: node).filter(learner.isElement) }
}

/// What a struct has: an attribute, a kind of elements, or text.
struct SwiftMember {
    enum Role { case attribute, element, text }

    let role: Role
    /// The key in the document; without `@` for an attribute.
    let key: String
    /// The type of its text, or of anything.
    var type: String
    /// The number of the struct that takes it; `nil` for the type of its text.
    var inner: Int?
    var isList = false
    /// Whether it may be missing.
    var isOptional = false
    /// Whether an element may be there without a value.
    var hasNil = false
}

/// Writes types as structs of Swift: each inside the struct that has it, or all of them beside each other.
///
///     struct Menu: Codable {
///         var item: [Item]
///
///         struct Item: Codable {
///             var id: Int
///             …
struct SwiftTypeWriter {
    /// What a type has, by its number.
    private let members: (Int) -> [SwiftMember]
    /// Types that several others have, which are beside each other; `nil` for those of a tree.
    private let shared: SharedTypes?
    private var lines: [String] = []
    /// How many structs are open.
    private var depth = 0
    /// The structs that no other is around, in their order.
    private var outermost: [Struct] = []
    private var outerNames = UniqueNames()
    /// The names of shared types.
    private var known: [Int: String] = [:]
    /// What is left inside of the outermost struct, the next one last: nodes are deep where documents are, so this does
    /// not recurse.
    private var rest: [(type: Struct, depth: Int)] = []

    /// A struct: its number and its name.
    private typealias Struct = (node: Int, name: String)

    /// Types that several others have.
    struct SharedTypes {
        /// The name of a type in the schema, before it is spelled in Swift.
        let name: (Int) -> String?
        /// Those that are classes, because they contain themselves without an array.
        let classes: Set<Int>
        /// The comments before types.
        let comments: [Int: String]
    }

    /// A property of a struct.
    private struct Property {
        let name: String
        let key: String
        let type: String
        var inner: Struct?
    }

    /// The text of all types.
    ///
    /// - Parameters:
    ///   - tops: The types to begin with, and their names.
    ///   - shared: Types that several others have; `nil` for those of a tree.
    ///   - members: What a type has.
    /// - Returns: The text.
    static func text(
        _ tops: [(node: Int, name: String)],
        _ shared: SharedTypes? = nil,
        members: @escaping (Int) -> [SwiftMember]
    ) -> String {
        var writer = SwiftTypeWriter(members: members, shared: shared)
        for (node, name) in tops where writer.known[node] == nil { writer.addOutermost(node, named: name) }
        return writer.text()
    }

    private init(members: @escaping (Int) -> [SwiftMember], shared: SharedTypes?) {
        self.members = members
        self.shared = shared
    }

    /// Adds a struct that no other is around, and returns its name.
    @discardableResult
    private mutating func addOutermost(_ node: Int, named name: String) -> String {
        let unique = outerNames.unique(SwiftName.type(shared?.name(node) ?? name))
        outermost.append((node, unique))
        if shared != nil { known[node] = unique }
        return unique
    }

    private mutating func text() -> String {
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
        if let comment = shared?.comments[type.node] { lines.append("/// \(comment.inOneLine)") }
        let isClass = shared?.classes.contains(type.node) ?? false
        if isClass { lines.append("/// It is a class, as a struct cannot contain itself.") }
        lines.append(margin(depth) + (isClass ? "final class" : "struct") + " \(type.name): Codable {")
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

    private mutating func properties(of node: Int, typeEnd: String) -> [Property] {
        var names = UniqueNames(), types = UniqueNames()
        let members = members(node)
        let elementNames = Set(members.filter { $0.role == .element }.map(\.key))
        let isOnlyText = members.allSatisfy { $0.role == .text }
        return members.map { member in
            var inner: Struct?, type = member.type
            if let number = member.inner {
                if shared != nil {
                    type = known[number] ?? addOutermost(number, named: member.key)
                } else {
                    type = types.unique(SwiftName.type(member.key)) + typeEnd
                    inner = (number, type)
                }
            }
            if member.isList {
                type = member.hasNil ? "[\(type)?]" : "[\(type)]"
            } else if member.hasNil || member.isOptional {
                type += "?"
            }
            let isValue = member.role == .text && elementNames.isEmpty && !isOnlyText
            let name = member.role == .text ? isValue ? "value" : "text" : SwiftName.property(member.key)
            let isHidden = member.role == .attribute && elementNames.contains(member.key)
            let key = isHidden ? "@\(member.key)" : member.key
            return Property(name: names.unique(name), key: key, type: type, inner: inner)
        }
    }
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
        if facts.notFinite > 0, numbers == facts.forms.filled { return "Double" }
        return switch facts.forms.common {
        case .integer: "Int"
        case .number: "Double"
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
        "Optional", "Array", "XMLValue",
    ]
}
