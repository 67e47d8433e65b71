/// A document type declaration.
struct ModelDoctype {
    /// An entity with its name; what it stands for stands in the document at each reference.
    struct Entity {
        var name: String
        var nodes: [ModelNode]
    }

    /// What is written between `<!DOCTYPE` and its `>`, with white space.
    var source = ""

    /// The attributes that elements have by default, with the elements' names, in the order of their declarations.
    var defaults: [(element: String, attribute: ModelAttribute)] = []

    var entities: [Entity] = []
}
