/// The path of an element, and the declarations and the `xml:space` that are in force there.
struct ModelScope {
    /// The names of the elements from the root to this element, in the form of paths.
    var path: [String] = []

    /// The declarations, the latest last, with an empty prefix for the default namespace, which an empty URI ends.
    var namespaces: [(prefix: String, uri: String)] = []

    /// Whether `xml:space="preserve"` applies.
    var preservesSpace = false

    func uri(of prefix: String) -> String? {
        if prefix == "xml" { return "http://www.w3.org/XML/1998/namespace" }
        let uri = namespaces.last { $0.prefix.hasSameScalars(as: prefix) }?.uri
        return uri == "" ? nil : uri
    }
}
