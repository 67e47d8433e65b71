import XML2Dict

/// Widens a schema, so that it accepts values that did not fit.
///
/// It changes as little as it can: a number beside other texts becomes a string, one value beside several an array, a key
/// that is missing is no longer required, and a new key becomes a property. What widens a definition holds for all
/// references to it.
///
/// A value that fits once keeps fitting: a node of arrays takes single values as items, and never gets another type.
struct SchemaWidener {
    private(set) var nodes: [SchemaNode]
    /// Nodes that this has added, and that no value has shaped yet.
    private var fresh: Set<Int> = []
    /// What is left to admit: a stack, as recursion could exhaust that of the thread.
    private var rest: [Rest] = []

    private struct Rest {
        let entry: Entry
        let node: Int
    }

    init(_ nodes: [SchemaNode]) {
        self.nodes = nodes
    }

    /// Widens a node, and those inside, to admit a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - node: The node.
    ///   - tree: The memory of the value.
    mutating func admit(_ value: Entry, at node: Int, in tree: StorageView) {
        // Only a root that refers to it leads to the schema that nothing fits.
        let node = node == SchemaNode.nothing ? SchemaReader.root : node
        if isNothing(node) {
            nodes[node] = nodes[node].description
            nodes[node].types = []
            fresh.insert(node)
        }
        rest = [Rest(entry: value, node: node)]
        while let next = rest.popLast() { admit(next, SchemaTable.target(of: next.node, nodes), tree) }
    }

    /// Adds a property to a node that has no place for it, and admits its value.
    mutating func admitProperty(_ value: Entry, _ name: String, of node: Int, in tree: StorageView) {
        admit(value, at: property(name, of: object(at: node), isRequired: false), in: tree)
    }

    private mutating func admit(_ value: Rest, _ node: Int, _ tree: StorageView) {
        guard node > SchemaNode.nothing else { return }
        let entry = value.entry
        switch entry.kind {
        case .array: admitArray(value, node, tree)
        case .dictionary, .textOnly:
            if !nodes[node].types.contains(.object), admitItem(value, node) { return }
            admitDictionary(entry, node, tree)
        case .null:
            if !nodes[node].types.contains(.null), admitItem(value, node) { return }
            fresh.remove(node)
            insert(.null, node)
        case .string, .name, .number, .boolean: admitText(value, node, tree.text(entry))
        }
    }

    /// Admits a single value as the only item of an array; `false` where it cannot be one.
    private mutating func admitItem(_ value: Rest, _ node: Int) -> Bool {
        guard hasItems(node) else { return false }
        nodes[node].minItems = min(nodes[node].minItems, 1)
        if isNothing(nodes[node].items) { nodes[node].items = newNode() }
        rest.append(Rest(entry: value.entry, node: nodes[node].items))
        return true
    }

    /// Whether a single value can be an item.
    private func hasItems(_ node: Int) -> Bool { nodes[node].types.contains(.array) && nodes[node].types != .all }

    /// Whether no value fits a node, which references may lead to.
    private func isNothing(_ node: Int) -> Bool { SchemaTable.target(of: node, nodes) == SchemaNode.nothing }

    private mutating func insert(_ type: SchemaNode.Types, _ node: Int) {
        guard !nodes[node].types.contains(type) else { return }
        nodes[node].types.insert(type)
        add("type", to: node)
    }

    private mutating func add(_ keyword: String, to node: Int) {
        if !nodes[node].keywords.contains(keyword) { nodes[node].keywords.append(keyword) }
    }

    private mutating func newNode() -> Int {
        var node = SchemaNode()
        node.types = []
        nodes.append(node)
        fresh.insert(nodes.count - 1)
        return nodes.count - 1
    }

    // MARK: Arrays

    private mutating func admitArray(_ value: Rest, _ node: Int, _ tree: StorageView) {
        let entry = value.entry
        if !nodes[node].types.contains(.array) {
            // What was a single value is an item now.
            let item: Int
            if fresh.remove(node) != nil {
                item = newNode()
            } else {
                item = nodes.count
                nodes.append(nodes[node].checks)
            }
            var array = nodes[node].description
            array.keywords += ["type", "items"]
            array.types = .array
            array.items = item
            nodes[node] = array
        }
        if entry.length < nodes[node].minItems {
            nodes[node].minItems = entry.length
            if entry.length == 0 { nodes[node].keywords.removeAll { $0 == "minItems" } }
        }
        if isNothing(nodes[node].items), entry.length > 0 { nodes[node].items = newNode() }
        for place in (0..<entry.length).reversed() {
            rest.append(Rest(entry: tree.child(of: entry, at: place), node: nodes[node].items))
        }
    }

    // MARK: Dictionaries

    private mutating func admitDictionary(_ entry: Entry, _ node: Int, _ tree: StorageView) {
        let isFirst = !nodes[node].types.contains(.object)
        if isFirst {
            insert(.object, node)
            nodes[node].additional = SchemaNode.nothing
            for keyword in ["required", "additionalProperties", "properties"] { add(keyword, to: node) }
        }
        fresh.remove(node)
        for place in 0..<entry.childCount {
            let child = tree.child(of: entry, at: place)
            let name = tree.names[child.key].text
            rest.append(Rest(entry: child, node: property(name, of: node, isRequired: isFirst)))
        }
        allowMissing(in: entry, at: node, tree)
    }

    /// Makes each property optional that a dictionary lacks; what is inside stays as it is.
    mutating func allowMissing(in entry: Entry, of node: Int, in tree: StorageView) {
        allowMissing(in: entry, at: object(at: node), tree)
    }

    private mutating func allowMissing(in entry: Entry, at node: Int, _ tree: StorageView) {
        guard nodes[node].keywords.contains("required") else { return }
        var present: Set<ExactName> = []
        for place in 0..<entry.childCount {
            present.insert(ExactName(tree.names[tree.child(of: entry, at: place).key].text))
        }
        for place in nodes[node].properties.indices
        where nodes[node].properties[place].isRequired
            && !present.contains(ExactName(nodes[node].properties[place].name))
        {
            nodes[node].properties[place].isRequired = false
        }
        if !nodes[node].properties.contains(where: \.isRequired) { nodes[node].keywords.removeAll { $0 == "required" } }
    }

    /// The node of the objects at a node of the schema: widening may have made it a node of arrays.
    private func object(at node: Int) -> Int {
        var node = SchemaTable.target(of: node, nodes)
        while !nodes[node].types.contains(.object), hasItems(node) {
            node = SchemaTable.target(of: nodes[node].items, nodes)
        }
        return node
    }

    /// The widened schema.
    var schema: JSONSchema {
        var nodes = nodes
        // An array that was always empty allows any items.
        for node in fresh { nodes[node].types = .all }
        // Items are one step deeper than the single values that they were.
        SchemaPointer.correct(&nodes)
        return JSONSchema(nodes: nodes)
    }

    /// The node for a property: its own, the one for additional properties, or a new one.
    private mutating func property(_ name: String, of node: Int, isRequired: Bool) -> Int {
        if let place = nodes[node].places[ExactName(name)] {
            let property = nodes[node].properties[place]
            guard isNothing(property.node) else { return property.node }
            nodes[node].properties[place].node = newNode()
            return nodes[node].properties[place].node
        }
        guard isNothing(nodes[node].additional) else { return nodes[node].additional }
        let new = newNode()
        nodes[node].add(SchemaNode.Property(name: name, node: new, isRequired: isRequired))
        add("properties", to: node)
        return new
    }

    // MARK: Texts

    private mutating func admitText(_ value: Rest, _ node: Int, _ text: UnsafeBufferPointer<UInt8>) {
        let entry = value.entry
        if fresh.remove(node) != nil {
            let type: SchemaNode.Types =
                switch entry.kind {
                case .number: TextFit.isWhole(text) ? .integer : .number
                case .boolean: .boolean
                default: .string
                }
            return insert(type, node)
        }
        let types = nodes[node].types
        let possible = TextFit.types(of: entry, text, converts: true)
        let fits = !possible.isDisjoint(with: types)
        // Where a number or a boolean is allowed, a text that can be one has no format; without types, texts stay texts.
        let isString =
            types == .all
            ? entry.kind == .string || entry.kind == .name
            : possible.isDisjoint(with: types.subtracting(.string)) && types.contains(.string)
        if fits {
            guard isString, let format = nodes[node].format, !TextFit.has(format, text) else { return }
            nodes[node].format = nil
            nodes[node].keywords.removeAll { $0 == "format" }
            return
        }
        if admitItem(value, node) { return }
        if possible.contains(.number), types.contains(.integer) {
            nodes[node].types.remove(.integer)
            return insert(.number, node)
        }
        nodes[node].types.subtract([.number, .integer, .boolean])
        insert(.string, node)
    }
}
