// The options for random documents: each convention, each option alone in each value, and random combinations.

import XML2Dict

enum OptionSets {
    /// The conventions, then options alone.
    private static let fixed = XMLReader.Convention.allCases.map { XMLReader.Options($0) } + single

    /// The numbers of all sets: first the fixed ones, then those that are a random combination for each document.
    static let numbers = 0..<fixed.count + 200

    /// The options for a document.
    static func options(set: Int, seed: Int) -> XMLReader.Options {
        set < fixed.count ? fixed[set] : random(seed: seed)
    }

    typealias Change = @Sendable (inout XMLReader.Options) -> Void

    /// The possible changes to options, grouped by option.
    static let changes: [[Change]] = [
        [{ $0.elements = .dictionaries }, { $0.elements = .arrays }],
        [{ $0.root = .kept }, { $0.root = .dropped }],
        [
            { $0.empty = .dictionary }, { $0.empty = .null }, { $0.empty = .string }, { $0.empty = .omitted },
        ],
        [{ $0.siblings = .folded }, { $0.siblings = .array }],
        [
            { $0.forceList = [] }, { $0.forceList = ["item", "/*/a", "x:item"] }, { $0.forceList = ["a/*"] },
            { $0.forceList = ["b", "*"] },
        ],
        [{ $0.forcesAllLists = false }, { $0.forcesAllLists = true }],
        [{ $0.nilIsNull = false }, { $0.nilIsNull = true }],
        [
            { $0.attributes = .merged }, { $0.attributes = .prefixed("@") }, { $0.attributes = .prefixed("") },
            { $0.attributes = .grouped("@attributes") }, { $0.attributes = .grouped("item") },
            { $0.attributes = .discarded },
        ],
        [{ $0.textKey = "text" }, { $0.textKey = "#text" }, { $0.textKey = "" }, { $0.textKey = "item" }, noTextKey],
        [{ $0.textOnly = .dictionary }, { $0.textOnly = .string }],
        [{ $0.forceText = [] }, { $0.forceText = ["item", "/a"] }, { $0.forceText = ["*"] }],
        [
            { $0.textSeparator = "" }, { $0.textSeparator = "|" }, { $0.textSeparator = " " },
            { $0.textSeparator = "\n  " },
        ],
        [{ $0.trimming = .ends }, { $0.trimming = .collapse }, { $0.trimming = .none }],
        [{ $0.honorsXMLSpace = true }, { $0.honorsXMLSpace = false }],
        [{ $0.protectsCDATA = false }, { $0.protectsCDATA = true }],
        [{ $0.cdataKey = nil }, { $0.cdataKey = "#cdata" }, { $0.cdataKey = "text" }],
        [{ $0.commentKey = nil }, { $0.commentKey = "#comment" }, { $0.commentKey = "item" }],
        [
            { $0.processingInstructionKey = nil }, { $0.processingInstructionKey = "?" },
            { $0.processingInstructionKey = "#comment" },
        ],
        [{ $0.doctypeKey = nil }, { $0.doctypeKey = "!DOCTYPE" }, { $0.doctypeKey = "a" }],
        [{ $0.includesXMLDeclaration = false }, { $0.includesXMLDeclaration = true }],
        [{ $0.namespaces = .kept }, { $0.namespaces = .stripped }, { $0.namespaces = .expanded }, expandedPaths],
        [
            { $0.namespacePrefixes = [:] }, { $0.namespacePrefixes = ["urn:X": "", "http://example.com/Y": "q"] },
            { $0.namespacePrefixes = ["urn:X": "y", "http://www.w3.org/XML/1998/namespace": "XML"] },
        ],
        [
            { $0.namespaceDeclarations = .attributes }, { $0.namespaceDeclarations = .collected },
            { $0.namespaceDeclarations = .inScope }, { $0.namespaceDeclarations = .discarded },
        ],
        [{ $0.defaultNamespaceKey = "" }, { $0.defaultNamespaceKey = "$" }, { $0.defaultNamespaceKey = "x" }],
        [
            { $0.prefixSeparator = ":" }, { $0.prefixSeparator = "$" }, { $0.prefixSeparator = "" },
            { $0.prefixSeparator = "_" },
        ],
        [{ $0.keys = .asWritten }, { $0.keys = .lowercase }, { $0.keys = .snakeCase }, { $0.keys = .camelCase }],
        [{ $0.onCollision = .folded }, { $0.onCollision = .refused }],
        [{ $0.types = .strings }, { $0.types = .inferred }],
        [
            { $0.typesByPath = [] }, { $0.typesByPath = [.init("*", .number), .init("@*", .boolean)] },
            {
                $0.typesByPath = [
                    .init("item", .number), .init("a/*", .boolean), .init("item/@id", .number), .init("@a", .string),
                ]
            },
            {
                $0.typesByPath = [
                    .init("*", .string), .init("a", .boolean), .init("@*", .number), .init("@id", .string),
                ]
            },
        ],
        [
            { $0.entities = .expanded }, { $0.entities = .forbidden }, { $0.entities = .html },
        ],
        [{ $0.select = [] }, { $0.select = ["item"] }, { $0.select = ["a/*", "b"] }, { $0.select = ["/*"] }],
        [
            { $0.skip = [] }, { $0.skip = ["item", "a/@id", "@xml:space"] }, { $0.skip = ["*/a", "@*"] },
            { $0.skip = ["/a", "@x:id"] },
            { $0.skip = ["@xmlns:x", "@xsi:nil", "@xmlns"] },
        ],
    ]

    private static let noTextKey: Change = {
        $0.textKey = nil
        $0.textOnly = .string
    }

    private static let expandedPaths: Change = {
        $0.namespaces = .expanded
        $0.forceList = ["{urn:X}item", "*/{http://example.com/Y}a"]
        $0.skip = ["@{urn:X}id", "{urn:z}b"]
    }

    private static var single: [XMLReader.Options] {
        changes.joined().map { change in
            var options = XMLReader.Options()
            change(&options)
            return options
        }
    }

    /// A random combination without contradictions.
    private static func random(seed: Int) -> XMLReader.Options {
        var random = RandomSource(seed: seed, for: .options)
        while true {
            var options = XMLReader.Options(random.one(of: XMLReader.Convention.allCases))
            let probability = random.one(of: [10, 25, 50])
            for group in changes where random.happens(inHundred: probability) { random.one(of: group)(&options) }
            if (try? CheckedOptions(options)) != nil { return options }
        }
    }
}
