import XML2Dict

/// Writing an `XMLValue` as it is, by its own convention, without recursion.
extension EncodingSession {
    /// A dictionary whose entries are not written yet, and its element.
    private typealias Unwritten = (content: Entry, node: Int32)

    /// Writes a value in a place.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - place: The place.
    ///   - path: The coding path, for errors.
    /// - Throws: An `EncodingError`, or a `BuildError`.
    func copy(
        _ value: XMLValue,
        to place: EncodedPlace,
        _ path: @autoclosure () -> [any CodingKey]
    ) throws {
        let count = undeclared.count
        do {
            try copy(value, to: place)
        } catch let problem as ValueProblem {
            throw Self.invalid(value, path(), problem.message)
        }
        for index in count..<undeclared.count { (undeclared[index].path, undeclared[index].value) = (path(), value) }
    }

    /// The reason why a value cannot be written.
    private struct ValueProblem: Error {
        let message: String
    }

    private func copy(_ value: XMLValue, to place: EncodedPlace) throws {
        let storage = value.storage, entry = value.entry
        guard place.isElement else { return try copyText(entry, storage, to: place) }
        var rest: [Unwritten] = []
        if entry.kind == .array {
            guard place.role == .element else {
                throw ValueProblem(message: "an array cannot be a document, or an item of a list")
            }
            try addItems(of: entry, storage, place, &rest)
        } else {
            try add(entry, storage, place, &rest)
        }
        while let next = rest.popLast() { try addContent(of: next, storage, &rest) }
    }

    private func copyText(_ entry: Entry, _ storage: ValueStorage, to place: EncodedPlace) throws {
        guard entry.isText || entry.kind == .textOnly || entry.kind == .null else {
            throw ValueProblem(message: "an attribute, or the text of an element, is text, and this value is not")
        }
        let text = try text(entry, storage)
        guard place.role == .attribute else { return tree.pointee.addPiece(text, in: place.parent) }
        try addAttribute(place.name, text, in: place.parent)
    }

    private func text(_ entry: Entry, _ storage: ValueStorage) throws -> EncodedNode.Text {
        guard entry.kind != .null else { return EncodedNode.Text() }
        let bytes = storage.tree.text(entry)
        if let problem = XMLCharacters.problem(in: bytes) { throw ValueProblem(message: problem) }
        return tree.pointee.text(bytes)
    }

    private func addAttribute(_ name: Int32, _ text: EncodedNode.Text, in node: Int32) throws {
        guard tree.pointee.addAttribute(name, text, in: node), !isDeclared(name, at: node) else {
            let name = tree.pointee.names[Int(name)].shortened
            throw ValueProblem(message: "the element has the attribute '\(name)' already")
        }
    }

    // MARK: Elements

    private func add(
        _ entry: Entry,
        _ storage: ValueStorage,
        _ place: EncodedPlace,
        _ rest: inout [Unwritten]
    ) throws {
        var flags = place.flags
        var content = EncodedNode.Text()
        switch entry.kind {
        case .array:
            throw ValueProblem(message: "an array in an array has no form in XML")
        case .dictionary: break
        case .null:
            if encoder.nilStrategy == .xsiNil { flags.insert(.isNull) }
        case .string, .textOnly, .number, .boolean, .name:
            content = try text(entry, storage)
            if content.count > 0 { flags.insert(.hasText) }
        }
        let node = tree.pointee.addElement(place.name, in: place.parent, flags, content)
        if place.declaration >= 0 { noteUndeclared(node, place.declaration, []) }
        if entry.kind == .dictionary { rest.append((entry, node)) }
    }

    private func addItems(
        of array: Entry,
        _ storage: ValueStorage,
        _ place: EncodedPlace,
        _ rest: inout [Unwritten]
    ) throws {
        guard !storage.roles.isOrdered else {
            throw ValueProblem(
                message: "elements that are arrays (JsonML) have their names in them; XMLWriter writes them"
            )
        }
        var place = place
        place.role = .item
        for index in 0..<array.length {
            try add(storage.tree.child(of: array, at: index), storage, place, &rest)
        }
    }

    private func name(_ text: String, _ role: EncodedPlace.Role) throws -> EncodingKey {
        let key = tree.pointee.written(text, role)
        if let message = Self.message(key.fault, text) { throw ValueProblem(message: message) }
        return key
    }

    private func addContent(of next: Unwritten, _ storage: ValueStorage, _ rest: inout [Unwritten]) throws {
        for index in 0..<next.content.childCount {
            let child = storage.tree.child(of: next.content, at: index)
            let key = storage.tree.names[child.key].string
            switch storage.roles[child.key] {
            case .text: try addText(child, key, next.node, storage, &rest)
            case .cdata: try addSections(child, next.node, storage)
            case .comment, .instruction, .doctype:
                throw ValueProblem(message: "comments and processing instructions cannot be encoded, as '\(key)'")
            case .attributeGroup where child.kind == .dictionary:
                try addAttributes(of: child, "", next.node, storage)
            case .declarations where child.kind == .dictionary:
                try addAttributes(of: child, "xmlns", next.node, storage)
            default: try addEntry(child, key, next.node, storage, &rest)
            }
        }
    }

    /// Adds an entry that is an attribute, an element, or several elements.
    private func addEntry(
        _ entry: Entry,
        _ key: String,
        _ node: Int32,
        _ storage: ValueStorage,
        _ rest: inout [Unwritten]
    ) throws {
        let roles = storage.roles
        if roles.hasAttributePrefix(storage.tree.names[entry.key]), entry.isText || entry.kind == .null {
            let name = String(decoding: key.utf8.dropFirst(roles.attributePrefix.count), as: UTF8.self)
            return try addAttribute(named: name, entry, node, storage)
        }
        let isUnmarked = roles.attributePrefix.isEmpty && roles.attributeGroupKey == nil
        if isUnmarked, entry.isText { return try addAttribute(named: key, entry, node, storage) }
        let name = try name(key, .element)
        let place = EncodedPlace(parent: node, name: name.name, role: .element, declaration: name.declaration)
        guard entry.kind == .array else { return try add(entry, storage, place, &rest) }
        let items = (0..<entry.length).map { storage.tree.child(of: entry, at: $0) }
        guard isUnmarked, items.count(where: \.isText) == 1 else {
            return try addItems(of: entry, storage, place, &rest)
        }
        // An attribute and elements share the key.
        for item in items {
            if item.isText {
                try addAttribute(named: key, item, node, storage)
            } else {
                try add(item, storage, place, &rest)
            }
        }
    }

    private func addAttribute(named name: String, _ entry: Entry, _ node: Int32, _ storage: ValueStorage) throws {
        let key = try self.name(name, .attribute)
        try addAttribute(key.name, text(entry, storage), in: node)
        if key.declaration >= 0 { noteUndeclared(node, key.declaration, []) }
    }

    private func addAttributes(of group: Entry, _ prefix: String, _ node: Int32, _ storage: ValueStorage) throws {
        for index in 0..<group.length {
            let child = storage.tree.child(of: group, at: index)
            let key = storage.tree.names[child.key].string
            let isDefault = !prefix.isEmpty && !WrittenNameCheck.isName(key)
            guard child.isText || child.kind == .null else {
                throw ValueProblem(message: "an attribute is text, and that under the key '\(key)' is not")
            }
            let name = prefix.isEmpty ? key : isDefault ? prefix : "\(prefix):\(key)"
            try addAttribute(named: name, child, node, storage)
        }
    }

    // MARK: Text

    /// Adds the text of an element, or several values with the key of text, the last of which is text.
    private func addText(
        _ entry: Entry,
        _ key: String,
        _ node: Int32,
        _ storage: ValueStorage,
        _ rest: inout [Unwritten]
    ) throws {
        guard !entry.isText else { return try tree.pointee.addPiece(text(entry, storage), in: node) }
        guard entry.kind == .array else { return try addEntry(entry, key, node, storage, &rest) }
        for index in 0..<entry.length {
            let item = storage.tree.child(of: entry, at: index)
            if item.isText, index == entry.length - 1 {
                try tree.pointee.addPiece(text(item, storage), in: node)
            } else {
                try addEntry(item, key, node, storage, &rest)
            }
        }
    }

    private func addSections(_ entry: Entry, _ node: Int32, _ storage: ValueStorage) throws {
        let items = entry.kind == .array ? (0..<entry.length).map { storage.tree.child(of: entry, at: $0) } : [entry]
        for item in items where item.isText {
            try tree.pointee.addPiece(text(item, storage), in: node)
        }
    }
}
