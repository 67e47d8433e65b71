import XML2Dict

/// Encodes an `XMLValue` by the convention of the value, without recursion, from the nodes that `Unform` makes.
struct ValueNodes {
    private let value: XMLValue
    private let encoder: ElementEncoder
    private let session: EncodingSession
    private var rest: [(content: Entry, node: Int32)] = []

    init(_ value: XMLValue, _ encoder: ElementEncoder) {
        self.value = value
        self.encoder = encoder
        session = encoder.session
    }

    mutating func encode() throws {
        do {
            try session.beginNodes(of: value.storage)
            try addAll(value.entry, at: encoder.position)
        } catch let stop as WriteError {
            throw invalid("\(session.tags.error(stop).words)")
        } catch let error as XMLError {
            throw invalid("\(error.words)")
        }
    }

    private func invalid(_ problem: String) -> EncodingError {
        EncodingSession.invalid(value, encoder.codingPath, problem)
    }

    private mutating func addAll(_ entry: Entry, at position: NodePosition) throws {
        var position = position
        if entry.kind == .array {
            guard !value.storage.roles.isOrdered else {
                throw invalid("elements that are arrays (JsonML) have their names in them; XMLWriter writes them")
            }
            if let problem = encoder.problemOfList { throw invalid(problem) }
            position.role = .item
            for item in 0..<entry.length { try add(value.storage.tree.child(of: entry, at: item), at: position) }
        } else {
            // Only plain text can be the text of the parent. A dictionary is an element, even with only a text key.
            if position.role == .textOrElement, !entry.isText { position.role = .element }
            try add(entry, at: position)
        }
        while let element = rest.popLast() { try addNodes(of: element.content, in: element.node) }
    }

    private mutating func add(_ entry: Entry, at position: NodePosition) throws {
        let text = try session.tree.unform.wholeText(of: entry, &session.tags.names).map(copied)
        guard text != nil || position.isElement && entry.kind != .array else {
            let message = "an attribute, or the text of an element, is text, and this value is not"
            throw invalid(position.isElement ? "an array in an array has no form in XML" : message)
        }
        try encoder.put(text ?? .noText, at: position, value, encoder.codingPath)
        let node = Int32(session.tree.encoded.count - 1)
        if text == nil {
            rest.append((entry, node))
        } else if entry.kind == .null, position.isElement, session.encoder.nilStrategy == .xsiNil {
            session.tree.addNil(to: node, &session.tags.names)
        }
    }

    private func copied(_ text: UnsafeBufferPointer<UInt8>) throws -> Entry {
        if let problem = XMLCharacters.problem(in: text) { throw invalid(problem) }
        return session.tree.text(text)
    }

    private mutating func addNodes(of content: Entry, in element: Int32) throws {
        session.tree.unform.nodes.count = 0
        try session.tree.unform.makeNodes(of: content, isRoot: false, &session.tags.names)
        for index in 0..<session.tree.unform.attributes.count {
            let attribute = session.tree.unform.attributes[index]
            let position = try position(attribute.name, .attribute, in: element)
            let text = try copied(session.tree.unform.text(of: attribute, session.tags.names))
            try encoder.put(text, at: position, value, encoder.codingPath)
        }
        for index in 0..<session.tree.unform.nodes.count {
            let node = session.tree.unform.nodes[index]
            for item in node.item..<node.itemEnd {
                let content = value.storage.tree.content(of: node, at: item)
                try add(node.kind, content, node.name, in: element)
            }
        }
    }

    private mutating func add(_ kind: Node.Kind, _ content: Entry, _ name: TagName, in element: Int32) throws {
        let memory = value.storage.tree
        switch kind {
        case .child: try add(content, at: position(name, .item, in: element))
        case .instruction:
            try Unform.instructions(of: content, in: memory) { target, text throws(WriteError) in
                let target = Int32(session.tags.names.id(of: target.utf8))
                try session.tags.check(instruction: target, text)
                session.tree.addNode(session.tree.text(text), kind, target: target, in: element)
            }
        case .comment:
            try session.tags.check(comment: memory.text(content), isTrimmed: false)
            session.tree.addNode(session.tree.text(memory.text(content)), kind, in: element)
        default:
            if kind == .cdata { try session.tags.checkCharacters(memory.text(content)) }
            try session.tree.addNode(copied(memory.text(content)), kind, in: element)
        }
    }

    private func position(_ name: TagName, _ role: NodePosition.Role, in element: Int32) throws -> NodePosition {
        let id = name.namespace < 0 ? name.text : session.tags.names.qualified(name.text, by: Int(name.prefix))
        let key = session.tree.written(id, role == .attribute ? .attribute : .element, &session.tags.names)
        if key.fault == .name { throw session.tree.unform.invalidName(id, isRoot: false, &session.tags.names) }
        if let problem = EncodingSession.message(key.fault, session.tags.names.view[Int(id)].string) {
            throw invalid(problem)
        }
        return key.position(in: element, as: role)
    }
}
