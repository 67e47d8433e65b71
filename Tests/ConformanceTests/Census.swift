import XML2Dict

/// How many elements and attributes a document has, and how deep elements are nested; the root is at depth 1.
struct Census: Hashable, Sendable {
    var elements = 0
    var attributes = 0
    var depth = 0

    init(elements: Int, attributes: Int, depth: Int) {
        self.elements = elements
        self.attributes = attributes
        self.depth = depth
    }

    /// The reader whose values can be counted: U+0001 is in no XML name, so attributes and text cannot be taken for
    /// elements.
    static let reader: XMLReader = {
        var options = XMLReader.Options()
        options.attributes = .grouped("\u{1}attributes")
        options.textKey = "\u{1}text"
        return XMLReader(options)
    }()

    /// Counts what is in a value that `reader` made.
    ///
    /// - Returns: `nil` when something in it is not of the shape that it must have.
    init?(of document: XMLValue) {
        // A stack of our own: documents may be deeper than a thread's.
        var open = [(value: document, depth: 0)]
        while let (parent, parentDepth) = open.popLast() {
            depth = max(depth, parentDepth)
            for (key, value) in parent.entries {
                switch key {
                case "\u{1}attributes":
                    guard value.entries.allSatisfy({ $0.value.kind == .string }) else { return nil }
                    attributes += value.count
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
