/// What somebody who reads a value must know of the options that made it.
struct ValueShape: Sendable {
    /// The number of the key that text is under.
    let textKey: Int
    /// What the keys of attributes begin with.
    let attributePrefix: [UInt8]
    /// The key of the dictionary of attributes, if they have one.
    let attributeGroupKey: Int?
    /// The key of collected namespace declarations.
    let declarationsKey: Int
    /// Whether elements are arrays, in document order.
    let isOrdered: Bool
}
