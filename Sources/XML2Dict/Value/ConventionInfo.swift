/// What somebody who reads a value must know of the options that made it.
struct ConventionInfo: Sendable {
    /// The number of the key that text is under.
    let textKey: Int
    /// What the keys of attributes begin with.
    let attributePrefix: [UInt8]
    /// The key of the dictionary of attributes, if they have one.
    let attributeGroupKey: Int?
    /// Whether attributes can be told from elements: by their prefix, by their group, or as there are none.
    let hasMarkedAttributes: Bool
    /// The key of CDATA sections, if they have one.
    let cdataKey: Int?
    /// The keys of comments, instructions and the document type declaration.
    let nodeKeys: [Int]
    /// The key of collected namespace declarations.
    let declarationsKey: Int
    /// Whether elements are arrays, in document order.
    let isOrdered: Bool
}
