// Makes the names and texts of random documents.

extension DocumentGenerator {
    static let elementNames = [
        "a", "a", "b", "item", "item", "Item", "item-id", "item_id", "itemID", "text", "version", "HTTPServer",
        "item2Name",
        "_x", "i.t", "é", "e\u{301}", "É", "日",
    ]

    static let attributeNames = [
        "id", "id", "ID", "a", "item", "text", "href", "item-id", "é", "xml:space", "xml:space", "xml:lang", "xsi:nil",
        "xsi:nil", "xsi:type",
    ]

    static let cdataSections = ["", " ", "c", " c ", "1", "\n", "<&>", "a  b\n"]

    static let spaces = [" ", "\n", "\t ", " \n  "].map(plain)

    private static let words: [ModelText] =
        [
            "word", "a b", " ", " ", "\n", "\t", "  ", "\u{A0}", "é", "e\u{301}", "日", "😀", "\"", "'", "\\", "/", ">",
            "1",
            ".", "-", "true", "\u{2028}", "\u{7F}",
        ]
        .map(plain)

    private static let references: [ModelText] =
        [
            ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"), ("A", "&#65;"),
            (" ", "&#x20;"),
            ("\n", "&#10;"), ("\r", "&#13;"), ("\t", "&#9;"), ("\u{A0}", "&#160;"), ("😀", "&#x1F600;"),
        ]
        .map { ModelText(characters: $0, source: $1) }

    /// References to entities of HTML 4.01 (section 24).
    private static let namesOfHTML: [ModelText] =
        [("\u{A0}", "&nbsp;"), ("é", "&eacute;"), ("Σ", "&Sigma;"), ("\u{2003}", "&emsp;"), ("♦", "&diams;")]
        .map { ModelText(characters: $0, source: $1) }

    /// Texts that are or resemble numbers and booleans.
    private static let values: [ModelText] =
        [
            "0", "1", "7", "-1", "10", "0.5", "1.50", "1e5", "1E+5", "-0", "-0.0", "007", "+1", ".5", "5.", "-.5",
            "1e400", "1e-400",
            "NaN", "INF", "true", "false", "TRUE", "True", " 7 ", " true", "12345678901234567890", "0.1000", "1 2",
            "123456789012345", "-1234567890123456", "-73.98765432101234", "0.12345678901234567", "9007199254740993.0",
            "0x1", "1_0",
            "--1", "1e", ".", "-", "+", "00", "-00.10", "1.0e-2", "0e0", "1e0400", "+.5e+05", "٣",
            String(repeating: "9", count: 308), String(repeating: "9", count: 310),
        ]
        .map(plain)

    private var references: [ModelText] {
        usesHTML ? Self.references + Self.namesOfHTML : Self.references
    }

    /// Makes the text of an element.
    mutating func text() -> ModelText {
        switch random.number(below: 10) {
        case 0, 1, 2: return random.one(of: Self.values)
        case 3: return random.one(of: Self.spaces)
        default: break
        }
        var text = ModelText()
        for _ in 0..<random.one(of: [1, 2, 3, 6]) { text = text + random.one(of: Self.words + references) }
        return text
    }

    /// Makes text without references, so that its white space is always literal.
    mutating func unreferencedText() -> ModelText {
        random.one(of: Self.values + Self.words)
    }

    /// Makes the text of an attribute, in which literal white space becomes spaces (XML 1.0, section 3.3.3).
    mutating func attributeText() -> ModelText {
        if random.happens(inHundred: 40) { return random.one(of: Self.values) }
        var text = ModelText()
        for _ in 0..<random.one(of: [0, 1, 2, 4]) {
            if !textEntities.isEmpty, random.happens(inHundred: 15) {
                let entity = random.one(of: textEntities)
                text =
                    text
                    + ModelText(
                        characters: Self.inAttribute(Self.characters(of: entity)),
                        source: "&\(entity.name);"
                    )
                continue
            }
            var word = random.one(of: Self.words + references)
            if !word.source.hasPrefix("&") {
                word = .init(characters: Self.inAttribute(word.characters), source: word.source)
            }
            word.source = word.source.replacing("\"", with: "&#34;")
            text = text + word
        }
        return text
    }

    private static func inAttribute(_ text: String) -> String {
        String(scalars: text.unicodeScalars.map { "\n\t\r".unicodeScalars.contains($0) ? " " : $0 })
    }

    private static func characters(of entity: ModelDoctype.Entity) -> String {
        entity.nodes.map { node in
            if case .text(let text) = node { text.characters } else { "" }
        }
        .joined()
    }
}
