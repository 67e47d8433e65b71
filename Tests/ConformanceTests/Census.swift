import XML2Dict

/// The numbers of elements and attributes of a document, and the depth of its elements; the root is at depth 1.
struct Census: CustomStringConvertible {
    private var elements = 0
    private var attributes = 0
    private var depth = 0

    init(elements: Int, attributes: Int, depth: Int) {
        self.elements = elements
        self.attributes = attributes
        self.depth = depth
    }

    /// Counts the elements and attributes of JsonML: `["name", {"attribute": "value"}, "text", ["child"]]`.
    init(ofJsonML root: XMLValue) {
        // An explicit stack, because documents may be deeper than the stack of a thread.
        var open = [(element: root, depth: 1)]
        while let (element, elementDepth) = open.popLast() {
            elements += 1
            depth = max(depth, elementDepth)
            for item in element.list {
                if item.kind == .array { open.append((item, elementDepth + 1)) }
                if item.kind == .dictionary { attributes += item.entries.count }
            }
        }
    }

    var description: String { "\(elements) elements, \(attributes) attributes, depth \(depth)" }
}
