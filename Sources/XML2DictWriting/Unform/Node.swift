package import XML2Dict

/// A node of an element or a document, or adjacent items of an array that are nodes of the same kind.
package struct Node: BitwiseCopyable {
    package enum Kind: UInt8, BitwiseCopyable {
        case child
        case text, cdata, comment, doctype
        case instruction
        case outerSpace
        case attribute
        /// A namespace declaration from the dictionary in which the reader collects declarations.
        case declaration
        case version, encoding, standalone
        /// An item of an array in document order (JsonML), whose kind `Unform` finds when the writer reaches the item.
        case ordered
    }

    package let kind: Kind
    /// Whether the node represents the items `item..<itemEnd` of the array `content`.
    package let isRun: Bool
    /// Whether the name is a key of the value, so that the path of an error includes the key.
    let hasKey: Bool
    package let content: Entry
    package let name: TagName
    package var item: Int
    package let itemEnd: Int

    @inline(__always)
    package init(_ kind: Kind, _ content: Entry, _ name: TagName = .none, hasKey: Bool = true, items: Range<Int>? = nil)
    {
        self.kind = kind
        self.content = content
        self.name = name
        self.hasKey = hasKey
        isRun = items != nil
        item = items?.lowerBound ?? 0
        itemEnd = items?.upperBound ?? 1
    }

    var isElement: Bool { kind == .child || kind == .ordered }
}

extension StorageView {
    @inline(__always)
    func content(of node: Node, at item: Int) -> Entry {
        node.isRun ? entries[node.content.offset &+ item] : node.content
    }
}
