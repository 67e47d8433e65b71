package import XML2Dict

/// A node of an element or of a document, or adjacent items of an array that are nodes of one kind.
package struct Node: BitwiseCopyable {
    package enum Kind: UInt8, BitwiseCopyable {
        /// An element, whose own nodes are made when its turn comes.
        case child
        case text, cdata, comment, doctype
        /// A dictionary of targets and texts.
        case instruction
        /// White space beside the root.
        case outerSpace
        case attribute
        /// The declaration of a namespace that the options collect.
        case declaration
        /// The parts of the XML declaration.
        case version, encoding, standalone
        /// An item in document order; `Unform` finds its kind when its turn comes.
        case ordered
    }

    package let kind: Kind
    /// Whether the content is the array of the items.
    package let isRun: Bool
    /// Whether the key of the name is in the value.
    let hasKey: Bool
    package let content: Entry
    package let name: TagName
    /// The next item, and the place after the last one.
    package var item: Int
    package let itemEnd: Int

    /// - Parameters:
    ///   - kind: Its kind.
    ///   - content: The entry, or the array of the items.
    ///   - name: The name of an element, an attribute or a prefix.
    ///   - hasKey: Whether the key of the name is in the value.
    ///   - items: The items; `nil` for a node that is one entry.
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

    /// Whether it is an element, or may be one.
    var isElement: Bool { kind == .child || kind == .ordered }
}

extension StorageView {
    /// The content of a node, or of one of its items.
    @inline(__always)
    func content(of node: Node, at item: Int) -> Entry {
        node.isRun ? entries[node.content.offset &+ item] : node.content
    }
}
