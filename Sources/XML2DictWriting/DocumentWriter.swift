package import XML2Dict

/// Writes each value as a separate document, or all values as the items of one document.
///
/// With a root name and an item name, all values become one document. Each item of an array is then an item of the
/// document, unless the array is an element (JsonML).
package struct DocumentWriter: ~Copyable {
    private var writer: NodeWriter<Unform>
    package private(set) var count = 0
    package private(set) var guess = GuessedKeys()

    package init(_ writer: XMLWriter, to fileDescriptor: Int32) throws(XMLError) {
        self.writer = NodeWriter(try writer.plan(), to: .file(fileDescriptor))
        self.writer.tags.names.readCount = 0
    }

    package var hasOneDocument: Bool { writer.source.rules.hasItems }
    package var isInDocument: Bool { hasOneDocument && writer.isOpen }

    package mutating func beginInput() { writer.source.keys.forgetKeys() }

    /// Adds to the number of bytes read, which limits the bytes of repeated or new names (AMPLIFY-BOUND).
    package mutating func note(read count: Int) { writer.tags.names.readCount += count }

    package mutating func write(_ stored: StoredValue) throws(XMLError) {
        let value = stored.entry
        count += 1
        writer.source.tree = stored.tree
        if let itemName = writer.source.rules.itemName, hasOneDocument {
            let kind = writer.source.rules.childKind, name = element(itemName)
            if value.kind == .array, !writer.source.isElement(value) {
                for item in 0..<value.length {
                    try writeItem(Node(kind, value, name, hasKey: false, items: item..<item + 1))
                }
            } else {
                try writeItem(Node(kind, value, name, hasKey: false))
            }
        } else {
            try writer.writeWhole { writer throws(XMLError) in try writer.writeDocument(value) }
        }
        if guess.isEmpty { writer.source.guessKeys(of: value, into: &guess, &writer.tags.names) }
    }

    private mutating func writeItem(_ item: Node) throws(XMLError) {
        if !writer.isOpen, let rootName = writer.source.rules.rootName {
            let root = Node(.child, .nothing, element(rootName))
            try writer.writeWhole { writer throws(XMLError) in try writer.beginDocument(root) }
        }
        try writer.writeWhole { writer throws(XMLError) in try writer.write(item) }
    }

    private mutating func element(_ name: [UInt8]) -> TagName { writer.source.keys.element(name, &writer.tags.names) }

    package mutating func finish() throws(XMLError) {
        if hasOneDocument {
            if writer.isOpen { try writer.endDocument() } else { try writer.writeDocument(.emptyString(under: 0)) }
        }
        try flush()
    }

    package mutating func flush() throws(XMLError) { try writer.flush() }
}

extension NodeWriter where Source == Unform {
    init(_ plan: WritingPlan, to target: OutputBuffer.Target) {
        let tags = TagWriter(plan.markup, to: target)
        self.init(Unform(plan.conventions, tags.names.view), tags)
    }

    mutating func writeDocument(_ value: Entry) throws(XMLError) {
        try writeDocument { writer throws(WriteError) in
            try writer.source.makeNodes(ofDocument: value, &writer.tags.names)
            return try writer.source.declaration(of: value)
        }
    }
}

extension Unform: NodeSource {
    var attributeSteps: String { rules.isOrdered ? "/1" : rules.attributeGroupKey.map { "/" + $0.asPointerStep } ?? "" }

    mutating func putInstructions(of content: Entry, _: TagName, to tags: inout TagWriter) throws(WriteError) {
        try Self.instructions(of: content, in: tree) { target, text throws(WriteError) in
            try tags.putInstruction(Int32(tags.names.id(of: target.utf8)), text)
        }
    }

    mutating func explain(_ stop: WriteError, isRoot: Bool, _ names: inout TagNames) -> WriteError {
        switch stop {
        case .name(let id): invalidName(id, isRoot: isRoot, &names)
        case .attributeTwice(let id): repeatedAttribute(id, names)
        case .output, .value, .amplification: stop
        }
    }
}
