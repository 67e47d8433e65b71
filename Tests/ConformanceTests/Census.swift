import XML2Dict

/// The numbers of elements and attributes of a document, and the depth of its elements; the root is at depth 1.
struct Census: Hashable, Sendable {
    var elements = 0
    var attributes = 0
    var depth = 0

    init(elements: Int, attributes: Int, depth: Int) {
        self.elements = elements
        self.attributes = attributes
        self.depth = depth
    }

    /// The reader of values that can be counted: U+0001 is in no XML name, so attributes and text cannot be confused
    /// with elements.
    static let reader: XMLReader = {
        var options = XMLOptions()
        options.attributes = .group("\u{1}attributes")
        options.textKey = "\u{1}text"
        return XMLReader(options)
    }()

    /// Counts the elements and attributes of a value that `reader` returned.
    ///
    /// - Returns: `nil` for a value of unexpected structure.
    init?(of document: XMLValue) {
        // An explicit stack, because documents may be deeper than the stack of a thread.
        var open = [(value: document, depth: 0)]
        while let (parent, parentDepth) = open.popLast() {
            depth = max(depth, parentDepth)
            for (key, value) in parent.entries {
                switch key {
                case "\u{1}attributes":
                    guard value.entries.allSatisfy({ $0.value.kind == .string }) else { return nil }
                    attributes += value.entries.count
                case "\u{1}text":
                    guard value.kind == .string else { return nil }
                default:
                    guard value.list.allSatisfy({ $0.kind == .dictionary }) else { return nil }
                    elements += value.list.count
                    open += value.list.map { ($0, parentDepth + 1) }
                }
            }
        }
    }
}
