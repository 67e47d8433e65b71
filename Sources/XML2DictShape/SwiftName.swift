import XML2Dict

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
        switch facts.forms.common {
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
