/// A document type declaration.
struct ModelDoctype {
    /// An entity, whose nodes replace each reference.
    struct Entity {
        var name: String
        var nodes: [ModelNode]
    }

    /// The source between `<!DOCTYPE` and the last `>`, with white space.
    var source = ""

    /// The default attributes and the names of their elements, in the order of the declarations.
    var defaults: [(element: String, attribute: ModelAttribute)] = []

    var entities: [Entity] = []
}
