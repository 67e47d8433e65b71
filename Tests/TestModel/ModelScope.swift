/// The context of an element.
struct ModelScope {
    /// The names of the elements from the root to this one, as paths name them.
    var path: [String] = []

    /// The declared namespaces, latest last; the empty prefix is the default namespace, and the empty URI no namespace.
    var namespaces: [(prefix: String, uri: String)] = []

    /// Whether `xml:space="preserve"` applies.
    var preservesSpace = false

    /// The namespace of a prefix.
    func uri(of prefix: String) -> String? {
        if prefix == "xml" { return "http://www.w3.org/XML/1998/namespace" }
        let uri = namespaces.last { $0.prefix.hasSameScalars(as: prefix) }?.uri
        return uri == "" ? nil : uri
    }
}
