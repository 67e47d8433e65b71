import XML2Dict

extension Unform {
    mutating func addAttributes(_ node: Node, _ key: WrittenNames.Key) {
        if key.isAttributeName { declaresNamespaces = true }
        guard node.isRun else { return attributes.append(node) }
        for item in node.item..<node.itemEnd {
            attributes.append(Node(.attribute, tree.content(of: node, at: item), node.name))
        }
    }

    mutating func addGroup(_ group: Entry, _ role: KeyRole, _ names: inout TagNames) {
        switch role {
        case .attributeGroup: addAttributes(of: group, &names)
        case .declarations: addDeclarations(of: group, &names)
        default: break
        }
    }

    mutating func addAttributes(of dictionary: Entry, _ names: inout TagNames) {
        declaresNamespaces = true
        for index in 0..<dictionary.childCount {
            let entry = tree.child(of: dictionary, at: index)
            let key = keys.key(entry.key, tree, &names)
            if key.role == .declarations, entry.isDictionary {
                addDeclarations(of: entry, &names)
            } else if entry.kind != .array || entry.length > 0 {
                attributes.append(Node(.attribute, entry, key.name))
            }
        }
    }

    private mutating func addDeclarations(of dictionary: Entry, _ names: inout TagNames) {
        declaresNamespaces = true
        for index in 0..<dictionary.childCount {
            let entry = tree.child(of: dictionary, at: index), key = tree.names[entry.key].utf8
            let isDefault = key.elementsEqual(rules.defaultNamespaceKey)
            let prefix = isDefault ? names.nothing : names.id(of: key)
            attributes.append(Node(.declaration, entry, TagName(text: names.declaration(of: prefix))))
        }
    }

    mutating func text(of node: Node, _ names: borrowing TagNames) throws(WriteError) -> UnsafeBufferPointer<UInt8> {
        let value = node.content
        if value.isText || value.kind == .null { return tree.text(value) }
        guard node.kind == .attribute else {
            throw .value("a namespace is a string: its URI")
        }
        let name = names.view[Int(node.name.key)].shortened
        let group: ErrorMessage = "; \(setting: "attributes", ".group(\"@attributes\")") has such dictionaries"
        throw value.kind == .array
            ? .value("an element has an attribute only once, and \(name) is there several times")
            : .value("an attribute is a text, and \(name) is a dictionary\(name == "@attributes" ? group : "")")
    }
}
