import XML2Dict

extension XMLDescription {
    /// The Swift source of the types that `XMLDecoder` fills from these documents.
    ///
    /// Each element with attributes or child elements has a `Codable` struct inside the struct of its parent. Structs
    /// below level 32 are not nested. A member is optional if an element lacks it, and an array if an element has
    /// several values. A member is `Int`, `Double` or `Bool` if all its texts are. Namespace declarations are left out.
    ///
    /// For an XML Schema, each of its types is a struct, and the structs are not nested. Whole numbers are `Int` even
    /// without a bound, and `xs:unsignedLong` is `UInt64`. Decoding a larger number is an error. Decimal numbers are
    /// `Double`, because `Decimal`, which keeps all digits, needs Foundation. An element of any type is an `XMLValue`.
    package var swift: String {
        let isNested = documentCount != nil
        let tops = tops.filter { $0.role == .element && (isNested || types[$0.type ?? 0].hasRows) }
        guard isNested || !tops.isEmpty else {
            return "// No element of the schema has attributes or child elements.\n"
        }
        var writer = SwiftTypeWriter(types, isNested: isNested)
        let text = writer.text(of: tops)
        return isNested ? text : comment(tops.map(\.key) + writer.keys) + writer.imports + text
    }

    private func comment(_ keys: [String]) -> String {
        let prefixes = form.prefixes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\(SwiftName.literal($0.key)): \(SwiftName.literal($0.value))" }.joined(separator: ", ")
        let needed =
            (form.namespaces == .keep ? [] : ["namespaces = .\(form.namespaces)"])
            + (prefixes.isEmpty ? [] : ["namespacePrefixes = [\(prefixes)]"])
        if !needed.isEmpty {
            return "// XMLDecoder finds these names with the options \(needed.joined(separator: ", ")).\n\n"
        }
        guard keys.contains(where: { $0.utf8.contains(UInt8(ascii: ":")) }) else { return "" }
        return """
            // These names have the prefixes of the schema. Where documents have others, write the types with --namespaces strip.


            """
    }
}

/// Writes types as nested structs of Swift, or as structs beside each other.
///
///     struct Menu: Codable {
///         var item: [Item]
///
///         struct Item: Codable {
///             var id: Int
///             …
struct SwiftTypeWriter {
    private let types: [XMLDescription.ContentType]
    /// The members of each type, one for each key.
    private let members: [[Item]]
    /// Whether structs are nested, which is possible if no two members have the same type.
    private let isNested: Bool
    /// The types that become classes, because a struct cannot contain itself without an array.
    private let classes: Set<Int>
    private var lines: [String] = []
    private var depth = 0
    private var outermost: [Struct] = []
    private var outerNames = UniqueNames()
    private var known: [Int: String] = [:]
    /// A stack of nested structs, because recursion could exhaust the stack of the thread.
    private var rest: [(type: Struct, depth: Int)] = []

    private typealias Struct = (type: Int, name: String)
    private typealias Item = XMLDescription.Item

    private struct Property {
        let name: String
        let key: String
        let type: String
        var inner: Struct?
    }

    static let anyType = "XMLValue"

    init(_ types: [XMLDescription.ContentType], isNested: Bool) {
        self.types = types
        self.isNested = isNested
        members = types.map { Self.merged($0.members, types) }
        classes = isNested ? [] : Self.classes(members, types)
    }

    mutating func text(of tops: [XMLDescription.Item]) -> String {
        for top in tops { if let type = top.type, known[type] == nil { addOutermost(type, named: top.key) } }
        var next = 0
        while next < outermost.count {
            rest = [(outermost[next], 0)]
            while let (type, depth) = rest.popLast() { write(type, depth) }
            close(to: 0)
            next += 1
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var keys: [String] { members.flatMap { $0.map(\.key) } }

    var imports: String {
        let usesValues = members.contains { $0.contains { $0.swiftType == Self.anyType && $0.inner(types) == nil } }
        return usesValues ? "import XML2Dict\n\n" : ""
    }

    @discardableResult
    private mutating func addOutermost(_ type: Int, named name: String) -> String {
        let unique = outerNames.unique(SwiftName.type(types[type].name ?? name))
        outermost.append((type, unique))
        if !isNested { known[type] = unique }
        return unique
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
        if let comment = types[type.type].comment { lines.append("/// \(comment.inOneLine)") }
        let isClass = classes.contains(type.type)
        if isClass { lines.append("/// It is a class, as a struct cannot contain itself.") }
        lines.append(margin(depth) + (isClass ? "final class" : "struct") + " \(type.name): Codable {")
        depth += 1
        // Structs inside the deepest level become outermost. A suffix such as `_1` avoids the names of nested structs.
        let isDeepest = depth == ShapeNode.shownLevels
        let properties = properties(of: type.type, typeEnd: isDeepest ? "_\(outermost.count)" : "")
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

    private mutating func properties(of type: Int, typeEnd: String) -> [Property] {
        var names = UniqueNames(), inside = UniqueNames()
        let members = members[type]
        let elementNames = Set(members.filter { $0.role == .element }.map(\.key))
        let isOnlyText = members.allSatisfy { $0.role == .text }
        return members.map { member in
            var inner: Struct?, type = member.swiftType
            if let innerType = member.inner(types) {
                if isNested {
                    type = inside.unique(SwiftName.type(member.key)) + typeEnd
                    inner = (innerType, type)
                } else {
                    type = known[innerType] ?? addOutermost(innerType, named: member.key)
                }
            }
            if member.isList {
                type = member.hasNil ? "[\(type)?]" : "[\(type)]"
            } else if member.hasNil || member.perParent.lowerBound == 0 {
                type += "?"
            }
            let isValue = member.role == .text && elementNames.isEmpty && !isOnlyText
            let name = member.role == .text ? isValue ? "value" : "text" : SwiftName.property(member.key)
            let key = member.isAttribute && elementNames.contains(member.key) ? member.name : member.key
            return Property(name: names.unique(name), key: key, type: type, inner: inner)
        }
    }

    /// Merges members with the same key, such as `a:id` and `b:id` without prefixes, and drops namespace declarations.
    private static func merged(_ all: [Item], _ types: [XMLDescription.ContentType]) -> [Item] {
        var members: [Item] = [], indices: [[UInt8]: Int] = [:]
        let (attributes, others) = (all.filter(\.isAttribute), all.filter { !$0.isAttribute })
        let sorted = attributes.filter(\.isProperty) + others.filter(\.isProperty) + others.filter { $0.role == .text }
        for var member in sorted {
            guard let index = indices.updateValue(members.count, forKey: Array(member.name.utf8)) else {
                members.append(member)
                continue
            }
            indices[Array(member.name.utf8)] = index
            guard !member.isAttribute else { continue }
            let other = members[index]
            if other.inner(types) != member.inner(types) {
                (member.type, member.swiftType) = (nil, anyType)
            } else if member.inner(types) == nil, other.swiftType != member.swiftType {
                let both: Set = [member.swiftType, other.swiftType]
                member.swiftType = both.contains(anyType) ? anyType : both == ["Int", "Double"] ? "Double" : "String"
            }
            member.perParent = member.perParent.lowerBound...Int.max
            members[index] = member
        }
        return members
    }

    /// Returns one type of each circle of types that contain each other without an array.
    private static func classes(_ members: [[Item]], _ types: [XMLDescription.ContentType]) -> Set<Int> {
        var classes: Set<Int> = [], entered: Set<Int> = [], open: Set<Int> = []
        // The stack has `~type` below the members of a type, and `~type` ends the type.
        var rest = Array(members.indices.reversed())
        while let next = rest.popLast() {
            guard next >= 0 else {
                open.remove(~next)
                continue
            }
            if open.contains(next) { classes.insert(next) }
            guard entered.insert(next).inserted else { continue }
            open.insert(next)
            rest.append(~next)
            rest += members[next].filter { !$0.isList }.compactMap { $0.inner(types) }
        }
        return classes
    }
}

extension XMLDescription.Item {
    fileprivate func inner(_ types: [XMLDescription.ContentType]) -> Int? {
        type.flatMap { types[$0].hasProperties ? $0 : nil }
    }
}

enum SwiftName {
    /// `media:thumbnail-url` becomes `mediaThumbnailUrl`.
    static func property(_ name: String) -> String {
        let words = words(of: name)
        guard let first = words.first else { return "value" }
        let spelled = identifier(([lowercasedStart(first)] + words.dropFirst().map(capitalized)).joined())
        return keywords.contains(spelled) ? "`\(spelled)`" : spelled
    }

    /// `media:thumbnail` becomes `MediaThumbnail`.
    static func type(_ name: String) -> String {
        let spelled = identifier(words(of: name).map(capitalized).joined())
        if spelled.isEmpty { return "Element" }
        return reservedTypes.contains(spelled) ? spelled + "Element" : spelled
    }

    static func bare(_ name: String) -> String { name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name }

    static func literal(_ key: String) -> String {
        "\"\(key.replacing(byte: "\\", with: #"\\"#).replacing(byte: "\"", with: #"\""#).inOneLine)\""
    }

    static func type(of facts: ShapeNode) -> String {
        let numberCount = facts.forms[.integer] + facts.forms[.number] + facts.notFinite
        if facts.notFinite > 0, numberCount == facts.forms.filled { return "Double" }
        return switch facts.forms.common {
        case .integer: "Int"
        case .number: "Double"
        case .boolean: "Bool"
        default: "String"
        }
    }

    private static func identifier(_ name: String) -> String {
        name.unicodeScalars.first.map(isDigit) == true ? "_" + name : name
    }

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

    /// The types that the generated structs use, and the names that Swift reserves.
    private static let reservedTypes: Set = [
        "String", "Int", "Double", "Bool", "Codable", "CodingKey", "CodingKeys", "Self", "Type", "Protocol", "Any",
        "Optional", "Array", "XMLValue",
    ]
}
