import XML2Dict

protocol NodeSource: ~Copyable {
    var tree: StorageView { get }
    var nodes: GrowableBuffer<Node> { get set }
    var attributes: GrowableBuffer<Node> { get }
    var declaresNamespaces: Bool { get }
    /// The steps of a JSON pointer from an element to its attributes.
    var attributeSteps: String { get }

    /// Returns the text of an element with only text, or `nil` if the writer needs its nodes.
    mutating func wholeText(of element: Entry, _ names: inout TagNames) -> UnsafeBufferPointer<UInt8>?

    mutating func makeNodes(of element: Entry, isRoot: Bool, _ names: inout TagNames) throws(WriteError)

    mutating func text(from start: Int, _ names: inout TagNames) -> TagWriter.ElementText

    mutating func text(of node: Node, _ names: borrowing TagNames) throws(WriteError) -> UnsafeBufferPointer<UInt8>

    mutating func node(ofOrdered item: Entry, isDocument: Bool, _ names: inout TagNames) throws(WriteError) -> Node

    mutating func putInstructions(of content: Entry, _ name: TagName, to tags: inout TagWriter) throws(WriteError)

    mutating func explain(_ stop: WriteError, isRoot: Bool, _ names: inout TagNames) -> WriteError
}

/// Writes nodes as XML, without recursion, into memory or through one buffer to a file.
///
///     value ──Unform──▶ nodes of one element ──NodeWriter──▶ tags and text ──TagWriter──▶ markup
///     type ──EncodingTree──▶
///
/// The source appends the nodes of a child to the nodes of the open elements. Before the writer writes `y` of
/// `{"a": {"@id": "1", "b": ["x", "y"], "#text": "z"}}`:
///
///     stack    [ document: at its end ][ a: at its first node ]                  text   <a id="1"><b>x</b>
///     nodes    [ child a ][ children b: 1 of 2 ][ text "z" ]
struct NodeWriter<Source: NodeSource & ~Copyable>: ~Copyable {
    var source: Source
    var tags: TagWriter
    private var stack = GrowableBuffer<OpenNodes>()
    private var attributeKey: Int32 = -1

    init(_ source: consuming Source, _ tags: consuming TagWriter) {
        self.source = source
        self.tags = tags
    }

    var isOpen: Bool { stack.count > 0 }

    mutating func writeDocument(
        _ makeNodes: (inout NodeWriter) throws(WriteError) -> XMLDeclaration?
    ) throws(XMLError) {
        try attempt { writer throws(WriteError) in
            writer.begin()
            let declaration = try makeNodes(&writer)
            writer.stack[0].end = writer.source.nodes.count
            try writer.tags.putXMLDeclaration(declaration)
            try writer.writeNodes(downTo: 0)
        }
    }

    /// Begins a document, and leaves the elements of `path` open: each of them must be the last child of its parent.
    mutating func beginDocument(_ root: Node, leavingOpen path: [String] = []) throws(XMLError) {
        var isBegun = false
        defer { if !isBegun { stack.count = 0 } }
        try attempt { writer throws(WriteError) in
            writer.begin()
            try writer.tags.putXMLDeclaration(nil)
            try writer.open(root)
            for name in path.dropFirst() {
                if try writer.openLastChild(named: name) { continue }
                throw .value("the head has no element \(path.joined(separator: "/")), or content after it")
            }
            try writer.writeNodes(downTo: writer.stack.count)
        }
        isBegun = true
    }

    private mutating func begin() {
        tags.begin()
        source.nodes.count = 0
        stack.count = 0
        stack.append(OpenNodes(next: 0, end: 0))
        attributeKey = -1
    }

    private mutating func open(_ node: Node) throws(WriteError) {
        try tags.startLine()
        try begin(node.content, node.name, staysOpen: true)
    }

    /// Begins the last child of the innermost element, or returns false if this child has another name or is missing.
    private mutating func openLastChild(named name: String) throws(WriteError) -> Bool {
        let top = stack.count - 1
        guard stack[top].next < stack[top].end else { return false }
        stack[top].end -= 1
        let child = source.nodes[stack[top].end]
        guard child.kind == .child, tags.names.view[Int(child.name.text)].utf8.elementsEqual(name.utf8) else {
            return false
        }
        try writeNodes(downTo: stack.count)
        try open(child)
        return true
    }

    mutating func write(_ node: Node) throws(XMLError) {
        let depth = stack.count, index = source.nodes.count, tagCount = tags.openTags.count
        source.nodes.append(node)
        stack[depth - 1] = OpenNodes(next: index, end: index + 1)
        defer {
            source.nodes.count = index
            stack.count = depth
            stack[depth - 1] = OpenNodes(next: index, end: index)
            attributeKey = -1
            tags.leaveTags(downTo: tagCount)
        }
        try attempt { writer throws(WriteError) in try writer.writeNodes(downTo: depth) }
    }

    mutating func endDocument() throws(XMLError) {
        try attempt { writer throws(WriteError) in try writer.writeNodes(downTo: 0) }
    }

    /// Holds the text of `body` in memory, so that the file gets all of the text, or nothing if `body` throws.
    mutating func writeWhole(_ body: (inout NodeWriter) throws(XMLError) -> Void) throws(XMLError) {
        let start = tags.output.hold()
        do throws(XMLError) {
            try body(&self)
        } catch {
            tags.output.release(discardingFrom: start)
            throw error
        }
        tags.output.release()
        try flush(atLeast: OutputBuffer.size)
    }

    mutating func flush(atLeast count: Int = 0) throws(XMLError) {
        try attempt { writer throws(WriteError) in try writer.tags.flush(atLeast: count) }
    }

    private mutating func writeNodes(downTo count: Int) throws(WriteError) {
        while stack.count > 0 {
            let top = stack.count &- 1
            if stack[top].next < stack[top].end {
                try writeNext(of: top)
            } else if stack.count > count {
                try end()
            } else {
                return
            }
        }
    }

    @inline(__always)
    private mutating func writeNext(of top: Int) throws(WriteError) {
        let index = stack[top].next
        let node = source.nodes[index]
        stack[top].current = index
        source.nodes[index].item &+= 1
        if node.item &+ 1 >= node.itemEnd { stack[top].next = index &+ 1 }
        try write(node.kind, source.tree.content(of: node, at: node.item), node.name)
    }

    @inline(__always)
    private mutating func write(_ kind: Node.Kind, _ content: Entry, _ name: TagName) throws(WriteError) {
        switch kind {
        case .child: try writeChild(content, name)
        case .text: try tags.putContent(source.tree.text(content))
        default: try writeOther(kind, content, name)
        }
    }

    @inline(never)
    private mutating func writeOther(_ kind: Node.Kind, _ content: Entry, _ name: TagName) throws(WriteError) {
        switch kind {
        case .ordered:
            let isDocument = tags.openTags.count == 0
            let node = try source.node(ofOrdered: content, isDocument: isDocument, &tags.names)
            try write(node.kind, node.content, node.name)
        case .cdata: try tags.putSection(source.tree.text(content))
        case .comment: try tags.putComment(source.tree.text(content))
        case .instruction: try source.putInstructions(of: content, name, to: &tags)
        case .doctype: try tags.putDoctype(source.tree.text(content))
        case .outerSpace: try tags.putOuterSpace(source.tree.text(content))
        case .attribute, .declaration:
            throw .value("an attribute can only be in an element; \(option: "rootName") makes one of the whole value")
        case .child, .text, .version, .encoding, .standalone: break
        }
    }

    @inline(__always)
    private mutating func writeChild(_ value: Entry, _ name: TagName) throws(WriteError) {
        try tags.startLine()
        guard let text = source.wholeText(of: value, &tags.names) else { return try begin(value, name) }
        let tag = try tags.start(name)
        if value.kind == .null, tags.rules.nilIsNull { try tags.putNil() }
        try tags.end(tag, text)
    }

    private mutating func begin(_ value: Entry, _ name: TagName, staysOpen: Bool = false) throws(WriteError) {
        let start = source.nodes.count
        try source.makeNodes(of: value, isRoot: tags.openTags.count == 0, &tags.names)
        let tag = source.attributes.count == 0 ? try tags.start(name) : try startWithAttributes(name)
        guard source.nodes.count > start || staysOpen else { return try tags.endEmpty(tag) }
        try tags.open(tag, text: source.text(from: start, &tags.names))
        stack.append(OpenNodes(next: start, end: source.nodes.count))
    }

    @inline(__always)
    private mutating func end() throws(WriteError) {
        stack.count &-= 1
        if stack.count == 0 { return try tags.endLine() }
        try tags.end()
        // Removes the nodes of the element, which follow the nodes of its parent.
        source.nodes.count = stack[stack.count &- 1].end
    }

    @inline(never)
    private mutating func startWithAttributes(_ name: TagName) throws(WriteError) -> TagWriter.Tag {
        var tag: TagWriter.Tag
        if source.declaresNamespaces {
            try tags.checkedName(name)
            // Declarations must be in force before `start`. The loop below writes the declarations that are attributes.
            try declare(.attribute)
            let first = tags.names.scope.declarations.count
            try declare(.declaration)
            tag = try tags.start(name, declaringFrom: first)
        } else {
            tag = try tags.start(name)
        }
        for index in 0..<source.attributes.count where source.attributes[index].kind == .attribute {
            let text = try text(ofAttribute: index)
            try tags.putAttribute(source.attributes[index].name, text, of: &tag)
        }
        attributeKey = -1
        return tag
    }

    private mutating func declare(_ kind: Node.Kind) throws(WriteError) {
        for index in 0..<source.attributes.count where source.attributes[index].kind == kind {
            let text = try text(ofAttribute: index)
            tags.declare(source.attributes[index].name, text)
        }
        attributeKey = -1
    }

    private mutating func text(ofAttribute index: Int) throws(WriteError) -> UnsafeBufferPointer<UInt8> {
        attributeKey = source.attributes[index].name.key
        return try source.text(of: source.attributes[index], tags.names)
    }

    private mutating func attempt(_ body: (inout NodeWriter) throws(WriteError) -> Void) throws(XMLError) {
        do throws(WriteError) {
            try body(&self)
        } catch {
            let stop = source.explain(error, isRoot: tags.openTags.count == 0, &tags.names)
            throw tags.error(stop, path: pointer)
        }
    }

    private var pointer: String {
        var pointer = ""
        for depth in 0..<stack.count where stack[depth].current >= 0 {
            let node = source.nodes[stack[depth].current]
            if node.hasKey { pointer += step(node.name.key) }
            if node.isRun { pointer += "/\(node.item - 1)" }
        }
        return attributeKey < 0 ? pointer : pointer + source.attributeSteps + step(attributeKey)
    }

    private func step(_ key: Int32) -> String { "/" + tags.names.view[Int(key)].string.asPointerStep }
}

struct OpenNodes: BitwiseCopyable {
    var next: Int
    var end: Int
    var current = -1
}
