/// A row of the table of limits: the member of `XMLReader.Limits`, and the words for a document that exceeds it.
struct Limit: Sendable {
    private let name: String
    private let value: any KeyPath<XMLReader.Limits, Int> & Sendable
    private let breach: @Sendable (Int) -> String

    static let depth = Limit("maxDepth", \.maxDepth) { "elements are nested more than \($0) deep" }

    static let tokenLength = Limit("maxTokenLength", \.maxTokenLength) {
        "a tag, comment, processing instruction or declaration is longer than \($0) bytes"
    }

    static let nameLength = Limit("maxNameLength", \.maxNameLength) { "a name is longer than \($0) bytes" }

    static let namespaceLength = Limit("maxNamespaceLength", \.maxNamespaceLength) {
        "the URI of a namespace is longer than \($0) bytes"
    }

    static let attributes = Limit("maxAttributes", \.maxAttributes) { "a tag has more than \($0) attributes" }

    static let entities = Limit("maxEntities", \.maxEntities) { "the document declares more than \($0) entities" }

    static let entityDepth = Limit("maxEntityDepth", \.maxEntityDepth) {
        "entities refer to one another more than \($0) deep"
    }

    static let entityLength = Limit("maxEntityLength", \.maxEntityLength) {
        "the text of an entity is longer than \($0) bytes"
    }

    static let attributeDeclarations = Limit("maxAttributeDeclarations", \.maxAttributeDeclarations) {
        "the document declares more than \($0) attributes"
    }

    static let amplification = Limit("maxAmplification", \.maxAmplification) {
        "entities, default attributes or namespaces make the document more than \($0) times as long as it is"
    }

    /// The message for a document that exceeds the limit: the fact, the value, and the option that allows more.
    func message(_ limits: XMLReader.Limits) -> ErrorMessage {
        "\(breach(limits[keyPath: value])); \(setting: name) allows more"
    }

    private init(
        _ name: String,
        _ value: any KeyPath<XMLReader.Limits, Int> & Sendable,
        _ breach: @escaping @Sendable (Int) -> String
    ) {
        self.name = name
        self.value = value
        self.breach = breach
    }
}
