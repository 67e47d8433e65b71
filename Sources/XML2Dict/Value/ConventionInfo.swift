/// The parts of the options that readers of a value need.
struct ConventionInfo: Sendable {
    /// The number of the key that text is under.
    let textKey: Int
    /// The prefix of the keys of attributes.
    let attributePrefix: [UInt8]
    /// The key of the dictionary of attributes, if the convention has one.
    var attributeGroupKey: Int?
    /// Whether attributes differ from elements: by their prefix, by their group, or as the options discard them.
    var hasMarkedAttributes = true
    /// The key of CDATA sections, if the convention has one.
    var cdataKey: Int?
    /// The keys of comments, instructions and the document type declaration.
    var nodeKeys: [Int] = []
    /// The key of collected namespace declarations.
    let declarationsKey: Int
    /// Whether elements are arrays, in document order.
    var isOrdered = false
    /// The keys of the XML declaration's version and encoding, if the options include them.
    var xmlDeclarationKeys: [Int] = []
    /// Whether documents have their root under its name.
    var keepsRoot = true
    /// Whether documents are arrays of their nodes.
    var listsNodes = false
    /// The separator of prefixes and names in keys.
    var prefixSeparator = ":"

    /// Whether an entry of a dictionary is an element or an attribute, and not text, a comment or the like.
    func isElementOrAttribute(_ child: Entry) -> Bool {
        child.key != textKey && child.key != cdataKey && !nodeKeys.contains(child.key)
            && !(child.isString && xmlDeclarationKeys.contains(child.key))
    }
}
