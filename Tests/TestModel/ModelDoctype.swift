/// A document type declaration.
struct ModelDoctype {
    /// An entity with its name; each reference to it contains its nodes.
    struct Entity {
        var name: String
        var nodes: [ModelNode]
    }

    /// The source between `<!DOCTYPE` and its `>`, with white space.
    var source = ""

    /// The default attributes with the names of their elements, in the order of their declarations.
    var defaults: [(element: String, attribute: ModelAttribute)] = []

    var entities: [Entity] = []
}
