/// A row of the table of limits: messages, flags and the checks are made from it.
package struct Limit: Sendable {
    /// The member of `XMLReader.Limits`, as it is written.
    let name: String
    /// The flag that sets it, without its dashes.
    package let flag: String
    /// Where it stands.
    package let value: any WritableKeyPath<XMLReader.Limits, Int> & Sendable
    /// Whether it is a number of bytes, which can be written as 64K or 20M.
    package let isLength: Bool
    /// What the flag allows, with `N` for the number, and the default in words.
    package let help: String
    /// What a document does that breaches it.
    private let breach: @Sendable (Int) -> String

    /// Every limit there is, in the order of the help.
    package static let all = [
        depth, tokenLength, nameLength, namespaceLength, attributes, entities, entityDepth, entityLength,
        attributeDeclarations, amplification,
    ]

    static let depth = Limit(
        name: "maxDepth",
        flag: "max-depth",
        value: \.maxDepth,
        help: "Nest elements at most N deep (default 1000)"
    ) { "elements are nested more than \($0) deep" }

    static let tokenLength = Limit(
        name: "maxTokenLength",
        flag: "max-token-length",
        value: \.maxTokenLength,
        isLength: true,
        help:
            "A tag, comment, processing instruction or declaration has at most N bytes, as 1000, 64K or 20M (default 16M)"
    ) { "a tag, comment, processing instruction or declaration is longer than \($0) bytes" }

    static let nameLength = Limit(
        name: "maxNameLength",
        flag: "max-name-length",
        value: \.maxNameLength,
        isLength: true,
        help: "A name has at most N bytes (default 50000)"
    ) { "a name is longer than \($0) bytes" }

    static let namespaceLength = Limit(
        name: "maxNamespaceLength",
        flag: "max-namespace-length",
        value: \.maxNamespaceLength,
        isLength: true,
        help: "The URI of a namespace has at most N bytes (default 8K)"
    ) { "the URI of a namespace is longer than \($0) bytes" }

    static let attributes = Limit(
        name: "maxAttributes",
        flag: "max-attributes",
        value: \.maxAttributes,
        help: "A tag has at most N attributes (default 10000)"
    ) { "a tag has more than \($0) attributes" }

    static let entities = Limit(
        name: "maxEntities",
        flag: "max-entities",
        value: \.maxEntities,
        help: "A document declares at most N entities (default 1000)"
    ) { "the document declares more than \($0) entities" }

    static let entityDepth = Limit(
        name: "maxEntityDepth",
        flag: "max-entity-depth",
        value: \.maxEntityDepth,
        help: "Entities refer to one another at most N deep (default 16)"
    ) { "entities refer to one another more than \($0) deep" }

    static let entityLength = Limit(
        name: "maxEntityLength",
        flag: "max-entity-length",
        value: \.maxEntityLength,
        isLength: true,
        help: "The text of an entity has at most N bytes (default 64K)"
    ) { "the text of an entity is longer than \($0) bytes" }

    static let attributeDeclarations = Limit(
        name: "maxAttributeDeclarations",
        flag: "max-attribute-declarations",
        value: \.maxAttributeDeclarations,
        help: "A document declares at most N attributes (default 1000)"
    ) { "the document declares more than \($0) attributes" }

    static let amplification = Limit(
        name: "maxAmplification",
        flag: "max-amplification",
        value: \.maxAmplification,
        help:
            "Entities, default attributes and namespaces make a document at most N times as long, past 8 MiB (default 100)"
    ) { "entities, default attributes or namespaces make the document more than \($0) times as long as it is" }

    /// What is told of a document that breaches it: the fact, the limit and its value, and what allows more.
    func message(_ limits: XMLReader.Limits) -> String {
        "\(breach(limits[keyPath: value])) (\(name)); --\(flag) N allows more"
    }

    private init(
        name: String,
        flag: String,
        value: any WritableKeyPath<XMLReader.Limits, Int> & Sendable,
        isLength: Bool = false,
        help: String,
        breach: @escaping @Sendable (Int) -> String
    ) {
        self.name = name
        self.flag = flag
        self.value = value
        self.isLength = isLength
        self.help = help
        self.breach = breach
    }
}
