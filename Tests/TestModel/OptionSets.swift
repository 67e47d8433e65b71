// The options for random documents: each convention, each value of each option alone, and random combinations.

package import XML2Dict

package enum OptionSets {
    /// The conventions, then the default options with one change each.
    private static let fixed = XMLOptions.Convention.allCases.map { XMLOptions($0) } + single

    /// The numbers of all sets: first the fixed sets, then sets that are another random combination for each seed.
    package static let numbers = 0..<fixed.count + 200

    /// Returns the options of a set for the document of a seed.
    package static func options(set: Int, seed: Int) -> XMLOptions {
        set < fixed.count ? fixed[set] : random(seed: seed)
    }

    package typealias Change = @Sendable (inout XMLOptions) -> Void

    /// The possible changes to options, grouped by option.
    package static let changes: [[Change]] = [
        [{ $0.elementsAreArrays = false }, { $0.elementsAreArrays = true }],
        [{ $0.keepsRoot = true }, { $0.keepsRoot = false }],
        [
            { $0.empty = .dictionary }, { $0.empty = .null }, { $0.empty = .string }, { $0.empty = .omit },
        ],
        [{ $0.unwrapsSiblings = false }, { $0.unwrapsSiblings = true }],
        [
            { $0.forceList = [] }, { $0.forceList = ["item", "/*/a", "x:item"] }, { $0.forceList = ["a/*"] },
            { $0.forceList = ["b", "*"] },
        ],
        [{ $0.nilIsNull = false }, { $0.nilIsNull = true }],
        [
            { $0.attributes = .merge }, { $0.attributes = .prefix("@") }, { $0.attributes = .prefix("") },
            { $0.attributes = .group("@attributes") }, { $0.attributes = .group("item") },
            { $0.attributes = .discard },
        ],
        [{ $0.textKey = "text" }, { $0.textKey = "#text" }, { $0.textKey = "" }, { $0.textKey = "item" }, noTextKey],
        [{ $0.textOnlyIsString = false }, { $0.textOnlyIsString = true }],
        [{ $0.forceText = [] }, { $0.forceText = ["item", "/a"] }, { $0.forceText = ["*"] }],
        [
            { $0.textSeparator = "" }, { $0.textSeparator = "|" }, { $0.textSeparator = " " },
            { $0.textSeparator = "\n  " },
        ],
        [{ $0.trim = .ends }, { $0.trim = .collapse }, { $0.trim = .layout }, { $0.trim = .none }],
        [{ $0.honorsXMLSpace = true }, { $0.honorsXMLSpace = false }],
        [{ $0.cdataKey = nil }, { $0.cdataKey = "#cdata" }, { $0.cdataKey = "text" }],
        [{ $0.commentKey = nil }, { $0.commentKey = "#comment" }, { $0.commentKey = "item" }],
        [
            { $0.processingInstructionKey = nil }, { $0.processingInstructionKey = "?" },
            { $0.processingInstructionKey = "#comment" },
        ],
        [{ $0.doctypeKey = nil }, { $0.doctypeKey = "!DOCTYPE" }, { $0.doctypeKey = "a" }],
        [{ $0.includesXMLDeclaration = false }, { $0.includesXMLDeclaration = true }],
        [{ $0.namespaces = .keep }, { $0.namespaces = .strip }, { $0.namespaces = .expand }, expandedPaths],
        [
            { $0.namespacePrefixes = [:] }, { $0.namespacePrefixes = ["urn:X": "", "http://example.com/Y": "q"] },
            { $0.namespacePrefixes = ["urn:X": "y", "http://www.w3.org/XML/1998/namespace": "XML"] },
        ],
        [
            { $0.namespaceDeclarations = .keep }, { $0.namespaceDeclarations = .collect },
            { $0.namespaceDeclarations = .inherit }, { $0.namespaceDeclarations = .drop },
        ],
        [{ $0.defaultNamespaceKey = "" }, { $0.defaultNamespaceKey = "$" }],
        [
            { $0.prefixSeparator = ":" }, { $0.prefixSeparator = "$" }, { $0.prefixSeparator = "" },
            { $0.prefixSeparator = "_" },
        ],
        [{ $0.keyStyle = .keep }, { $0.keyStyle = .lower }, { $0.keyStyle = .snake }, { $0.keyStyle = .camel }],
        [{ $0.orderKey = nil }, { $0.orderKey = "#order" }, { $0.orderKey = "order" }],
        [{ $0.infersTypes = false }, { $0.infersTypes = true }],
        [
            { $0.typesByPath = [:] }, { $0.typesByPath = ["*": .number, "@*": .boolean] },
            {
                $0.typesByPath = [
                    "item": .number, "a/*": .boolean, "item/@id": .number, "@a": .string,
                ]
            },
            {
                $0.typesByPath = [
                    "*": .string, "a": .boolean, "@*": .number, "@id": .string,
                ]
            },
        ],
        [
            { $0.entities = .expand }, { $0.entities = .forbid }, { $0.entities = .html },
        ],
        [{ $0.replacesInvalidCharacters = false }, { $0.replacesInvalidCharacters = true }],
        [
            { $0.select = [] }, { $0.select = ["item"] }, { $0.select = ["a/*", "b"] }, { $0.select = ["/*"] },
            ancestors("in"), ancestors("text"), ancestors("item"),
        ],
        [
            { $0.skip = [] }, { $0.skip = ["item", "a/@id", "@xml:space"] }, { $0.skip = ["*/a", "@*"] },
            { $0.skip = ["/a", "@x:id"] },
            { $0.skip = ["@xmlns:x", "@xsi:nil", "@xmlns"] },
        ],
    ]

    private static func ancestors(_ key: String) -> Change {
        {
            $0.select = ["a/*", "*/*/item"]
            $0.ancestorsKey = key
        }
    }

    private static let noTextKey: Change = {
        $0.textKey = nil
        $0.textOnlyIsString = true
    }

    private static let expandedPaths: Change = {
        $0.namespaces = .expand
        $0.forceList = ["{urn:X}item", "*/{http://example.com/Y}a"]
        $0.skip = ["@{urn:X}id", "{urn:z}b"]
    }

    private static var single: [XMLOptions] {
        changes.joined().map { change in
            var options = XMLOptions()
            change(&options)
            return options
        }
    }

    /// Draws a random combination without contradictions.
    private static func random(seed: Int) -> XMLOptions {
        var random = RandomSource(seed: seed, for: .options)
        while true {
            var options = XMLOptions(random.one(of: XMLOptions.Convention.allCases))
            let probability = random.one(of: [10, 25, 50])
            for group in changes where random.happens(inHundred: probability) { random.one(of: group)(&options) }
            if (try? Plan(options)) != nil { return options }
        }
    }
}
