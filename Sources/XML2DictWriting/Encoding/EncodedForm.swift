import XML2Dict

/// Makes the value of an encoded document by `Form`, with the convention `xmltodict`.
///
///     type ──EncodingTree──▶ nodes of one element ──EncodedForm──▶ events ──ValueBuilder──▶ value
///
/// `TagWriter` checks each tag, but writes nothing.
struct EncodedForm: ~Copyable {
    private var builder: ValueBuilder
    private var strings = TagStrings()
    private var stack = GrowableBuffer<OpenNodes>()

    private static let plan = Result { () throws(XMLError) in try Plan(.forEncodedValues) }

    init() throws(XMLError) {
        builder = ValueBuilder(try Self.plan.get())
    }

    mutating func value(of tree: inout EncodingTree, _ tags: inout TagWriter) throws -> XMLValue {
        tags.begin()
        tree.nodes.count = 0
        tree.nodes.append(tree.root)
        stack.append(OpenNodes(next: 0, end: 1))
        while true {
            let top = stack.count - 1
            if stack[top].next < stack[top].end {
                let node = tree.nodes[stack[top].next]
                stack[top].next += 1
                switch node.kind {
                case .child: try add(node, &tree, &tags)
                // The convention reads CDATA sections as text, and leaves out comments and processing instructions.
                case .text, .cdata: add(tree.tree.text(node.content))
                default: break
                }
            } else if top > 0 {
                stack.count = top
                // Removes the nodes of the element, which follow the nodes of its parent.
                tree.nodes.count = stack[top - 1].end
                try end(&tags)
            } else {
                return try builder.takeDocument().written(with: .xmltodict)
            }
        }
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        if let start = text.baseAddress { builder.characterData(start, count: text.count) }
    }

    private mutating func add(_ element: Node, _ tree: inout EncodingTree, _ tags: inout TagWriter) throws {
        let start = tree.nodes.count, text = tree.wholeText(of: element.content, &tags.names)
        tree.attributes.count = 0
        if text == nil { try tree.makeNodes(of: element.content, isRoot: stack.count == 1, &tags.names) }
        try begin(element.name, tree, &tags)
        guard let text else { return stack.append(OpenNodes(next: start, end: tree.nodes.count)) }
        add(text)
        try end(&tags)
    }

    private mutating func begin(_ name: TagName, _ tree: borrowing EncodingTree, _ tags: inout TagWriter) throws {
        for index in 0..<tree.attributes.count {
            tags.declare(tree.attributes[index].name, tree.tree.text(tree.attributes[index].content))
        }
        let first = tags.names.scope.declarations.count, written = try tags.checkStart(name)
        strings.begin(tags.names.view[Int(written)].utf8)
        for index in first..<tags.names.scope.declarations.count {
            let (name, uri) = try tags.checkedDeclaration(at: index)
            strings.addAttribute(tags.names.view[Int(name)].utf8, tags.names.view[uri].utf8)
        }
        for index in 0..<tree.attributes.count {
            let text = tree.tree.text(tree.attributes[index].content)
            let written = try tags.checkAttribute(tree.attributes[index].name, text).written
            strings.addAttribute(tags.names.view[Int(written)].utf8, text)
        }
        tags.openTags.append(TagWriter.Tag(name: written))
        let tag = strings.end()
        try builder.startElement(tag.name, tag.attributes, at: TagStart(byteIndex: 0))
        builder.open.names.forgetAddresses(of: tag.attributes)
    }

    private mutating func end(_ tags: inout TagWriter) throws {
        tags.leaveTags(downTo: tags.openTags.count - 1)
        _ = try builder.endElement()
    }
}
