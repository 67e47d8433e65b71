package import XML2Dict

/// Writes values as XML, without recursion, into memory or through one buffer to a file.
///
///     value ──Unform──▶ nodes of one element ──TagWriter──▶ text
///
/// It takes the next node of the innermost open element. For a child, `Unform` makes the nodes, and they follow those of
/// the open elements. In `{"a": {"@id": "1", "b": ["x", "y"], "#text": "z"}}`, when `y` is next:
///
///     stack    [ document: at its end ][ a: at its first node ]                  text   <a id="1"><b>x</b>
///     nodes    [ child a ][ children b: 1 of 2 ][ text "z" ]
package struct DocumentWriter: ~Copyable {
    /// The nodes of an open element, or of the document.
    struct Frame: BitwiseCopyable {
        /// The places of the next node, and after the last one.
        var next: Int
        var end: Int
        /// The node that was begun last, for error messages; -1 before the first one.
        var current = -1
    }

    var unform: Unform
    var tags: TagWriter
    private var stack = GrowableBuffer<Frame>()
    /// The number of the attribute's key that is being written; -1 between attributes.
    private var attributeKey: Int32 = -1
    /// How many values have been written.
    package internal(set) var count = 0
    /// Keys of values under which the options do not show whether a string is an attribute or an element: some of the
    /// first value with any.
    package internal(set) var guess = GuessedKeys()

    init(_ plan: WritingPlan, to target: OutputBuffer.Target) {
        let tags = TagWriter(plan.markup, to: target)
        unform = Unform(plan.conventions, tags.names.view)
        self.tags = tags
    }

    /// Whether a document has begun and has not ended.
    var isOpen: Bool { stack.count > 0 }

    // MARK: Documents

    /// Writes a whole document, and a line break.
    mutating func writeDocument(_ value: Entry, in tree: StorageView) throws(XMLError) {
        try attempt(tree) { writer throws(WriteError) in
            writer.begin()
            try writer.unform.makeNodes(ofDocument: value, &writer.tags.names)
            writer.stack[0].end = writer.unform.nodes.count
            try writer.tags.putXMLDeclaration(writer.unform.declaration(of: value))
            try writer.writeNodes(downTo: 0)
        }
    }

    /// Begins a document whose nodes follow one by one.
    mutating func beginDocument() throws(XMLError) {
        try attempt(unform.tree) { writer throws(WriteError) in
            writer.begin()
            try writer.tags.putXMLDeclaration(nil)
        }
    }

    private mutating func begin() {
        tags.begin()
        unform.nodes.count = 0
        stack.count = 0
        stack.append(Frame(next: 0, end: 0))
        attributeKey = -1
    }

    /// Writes one more node into the innermost element, or beside the root.
    mutating func write(_ node: Node, in tree: StorageView) throws(XMLError) {
        let depth = stack.count, place = unform.nodes.count
        unform.nodes.append(node)
        stack[depth - 1] = Frame(next: place, end: place + 1)
        try attempt(tree) { writer throws(WriteError) in try writer.writeNodes(downTo: depth) }
        unform.nodes.count = place
        stack[depth - 1] = Frame(next: place, end: place)
    }

    /// Writes an element into the innermost one, and lets it stay open for other nodes.
    mutating func open(_ value: Entry, _ name: TagName, in tree: StorageView) throws(XMLError) {
        try attempt(tree) { writer throws(WriteError) in
            try writer.tags.startLine()
            try writer.begin(value, name, staysOpen: true)
            try writer.writeNodes(downTo: writer.stack.count)
        }
    }

    /// Ends the document and the elements that are open, and writes a line break.
    mutating func endDocument() throws(XMLError) {
        try attempt(unform.tree) { writer throws(WriteError) in try writer.writeNodes(downTo: 0) }
    }

    /// Writes a document or a part of it that either gets into the file as a whole or not at all: its text is held in
    /// memory until it is complete, and discarded if it fails.
    mutating func writeWhole(_ body: (inout DocumentWriter) throws(XMLError) -> Void) throws(XMLError) {
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

    /// Writes the buffer to the file, if it has so many bytes.
    package mutating func flush(atLeast count: Int = 0) throws(XMLError) {
        do throws(WriteError) { try tags.flush(atLeast: count) } catch { throw explain(error) }
    }

    // MARK: Nodes

    /// Writes until only `count` elements are open, the innermost of them up to its end tag.
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

    /// Writes the next node of the innermost element, or the next item of that node.
    @inline(__always)
    private mutating func writeNext(of top: Int) throws(WriteError) {
        let place = stack[top].next
        let node = unform.nodes[place]
        stack[top].current = place
        unform.nodes[place].item &+= 1
        if node.item &+ 1 >= node.itemEnd { stack[top].next = place &+ 1 }
        let content = node.isRun ? unform.tree.entries[node.content.offset &+ node.item] : node.content
        try write(node.kind, content, node.name)
    }

    @inline(__always)
    private mutating func write(_ kind: Node.Kind, _ content: Entry, _ name: TagName) throws(WriteError) {
        switch kind {
        case .child: try writeChild(content, name)
        case .text: try tags.putContent(unform.tree.text(content))
        default: try writeOther(kind, content)
        }
    }

    @inline(never)
    private mutating func writeOther(_ kind: Node.Kind, _ content: Entry) throws(WriteError) {
        switch kind {
        case .ordered:
            let isDocument = tags.openTags.count == 0
            let node = try unform.node(ofOrdered: content, isDocument: isDocument, &tags.names)
            try write(node.kind, node.content, node.name)
        case .cdata: try tags.putSection(unform.tree.text(content))
        case .comment: try tags.putComment(unform.tree.text(content))
        case .instruction:
            try Unform.instructions(of: content, in: unform.tree) { target, text throws(WriteError) in
                try tags.putInstruction(Int32(tags.names.number(of: target.utf8)), text)
            }
        case .doctype: try tags.putDoctype(unform.tree.text(content))
        case .outerSpace: try tags.putOuterSpace(unform.tree.text(content))
        case .attribute, .declaration:
            throw .value("an attribute can only be in an element; \(option: "rootName") makes one of the whole value")
        case .child, .text, .version, .encoding, .standalone: break
        }
    }

    // MARK: Elements

    /// Writes an element, or begins it.
    @inline(__always)
    private mutating func writeChild(_ value: Entry, _ name: TagName) throws(WriteError) {
        try tags.startLine()
        guard let text = unform.wholeText(of: value, &tags.names) else { return try begin(value, name) }
        let tag = try tags.start(name)
        if value.kind == .null, unform.rules.nilIsNull { try tags.putNil() }
        try tags.end(tag, text)
    }

    /// Begins an element that has nodes, or one that stays open.
    private mutating func begin(_ value: Entry, _ name: TagName, staysOpen: Bool = false) throws(WriteError) {
        let start = unform.nodes.count
        try unform.makeNodes(of: value, isRoot: tags.openTags.count == 0, &tags.names)
        let tag = unform.attributes.count == 0 ? try tags.start(name) : try startWithAttributes(name)
        guard unform.nodes.count > start || staysOpen else { return try tags.endEmpty(tag) }
        try tags.open(tag, text: unform.text(from: start, &tags.names))
        stack.append(Frame(next: start, end: unform.nodes.count))
    }

    /// Ends the innermost element, or the document.
    @inline(__always)
    private mutating func end() throws(WriteError) {
        stack.count &-= 1
        if stack.count == 0 { return try tags.endLine() }
        try tags.end()
        // The nodes of an element follow those of its parent.
        unform.nodes.count = stack[stack.count &- 1].end
    }

    /// Writes the start tag of the element whose nodes were made last, except its end.
    @inline(never)
    private mutating func startWithAttributes(_ name: TagName) throws(WriteError) -> TagWriter.Tag {
        var tag: TagWriter.Tag
        if unform.declaresNamespaces {
            try tags.checkedName(name)
            // Declarations are in force in the tag itself. Those that are attributes are written in their places.
            try declare(.attribute)
            let first = tags.names.scope.declarations.count
            try declare(.declaration)
            tag = try tags.start(name, declaringFrom: first)
        } else {
            tag = try tags.start(name)
        }
        for place in 0..<unform.attributes.count where unform.attributes[place].kind == .attribute {
            let text = try text(ofAttribute: place)
            try tags.putAttribute(unform.attributes[place].name, text, of: &tag)
        }
        attributeKey = -1
        return tag
    }

    private mutating func declare(_ kind: Node.Kind) throws(WriteError) {
        for place in 0..<unform.attributes.count where unform.attributes[place].kind == kind {
            let text = try text(ofAttribute: place)
            tags.declare(unform.attributes[place].name, text)
        }
        attributeKey = -1
    }

    /// The text of an attribute, which becomes the place of errors.
    private mutating func text(ofAttribute place: Int) throws(WriteError) -> UnsafeBufferPointer<UInt8> {
        attributeKey = unform.attributes[place].name.key
        return try unform.text(of: unform.attributes[place], tags.names)
    }

    // MARK: Errors

    /// Writes a document or a part of it, and gives errors their place.
    private mutating func attempt(
        _ tree: StorageView,
        _ body: (inout DocumentWriter) throws(WriteError) -> Void
    ) throws(XMLError) {
        unform.tree = tree
        do throws(WriteError) { try body(&self) } catch { throw explain(error) }
    }

    private mutating func explain(_ stop: WriteError) -> XMLError {
        switch stop {
        case .name(let number):
            return explain(unform.invalidName(number, isRoot: tags.openTags.count == 0, &tags.names))
        case .attributeTwice(let number): return explain(unform.repeatedAttribute(number, tags.names))
        case .output, .value, .amplification: return tags.error(stop, path: pointer)
        }
    }

    /// The place in the value, as a JSON pointer (RFC 6901).
    private var pointer: String {
        var pointer = ""
        for depth in 0..<stack.count where stack[depth].current >= 0 {
            let node = unform.nodes[stack[depth].current]
            if node.hasKey { pointer += step(node.name.key) }
            if node.isRun { pointer += "/\(node.item - 1)" }
        }
        guard attributeKey >= 0 else { return pointer }
        if unform.rules.isOrdered {
            pointer += "/1"
        } else if let group = unform.rules.attributeGroupKey {
            pointer += "/" + group.asPointerStep
        }
        return pointer + step(attributeKey)
    }

    private func step(_ key: Int32) -> String { "/" + tags.names.view[Int(key)].string.asPointerStep }
}
