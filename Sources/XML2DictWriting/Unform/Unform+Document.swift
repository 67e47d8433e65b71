package import XML2Dict

extension Unform {
    package mutating func makeNodes(ofDocument value: Entry, _ names: inout TagNames) throws(WriteError) {
        if let rootName = rules.rootName {
            guard !rules.isOrdered || !value.isDictionary else { throw Self.notOrdered }
            nodes.append(Node(.child, value, keys.element(rootName, &names), hasKey: false))
        } else if rules.isOrdered, value.kind == .array {
            try makeNodes(ofOrderedDocument: value, &names)
        } else if rules.keepsRoot {
            guard value.isDictionary else { throw Self.noDocument(value) }
            try makeNodes(ofDictionary: value, isDocument: true, &names)
            try checkRoot(names)
        } else {
            throw rules.isOrdered
                ? Self.notOrdered
                : .value("the value does not have the name of its root; \(option: "rootName") gives it")
        }
    }

    private static var notOrdered: WriteError {
        .value("an element is an array here: its name, its attributes and its content")
    }

    private static func noDocument(_ value: Entry) -> WriteError {
        .value(
            value.kind == .array
                ? "a document cannot be an array; \(option: "rootName") and \(option: "itemName") name a root and its elements"
                : "a document is a dictionary with one element; \(option: "rootName") puts an element around any value"
        )
    }

    private mutating func makeNodes(ofOrderedDocument value: Entry, _ names: inout TagNames) throws(WriteError) {
        if isElement(value) {
            if kind(ofOrdered: value, &names) != .child { throw Self.wrongCount(0) }
        } else if value.length > 0 {
            var count = 0
            for index in 0..<value.length {
                let node = tree.entries[value.offset + index]
                guard isElement(node) else {
                    throw .value("only comments, instructions and the DOCTYPE can be beside the root")
                }
                if kind(ofOrdered: node, &names) == .child { count += 1 }
            }
            guard count == 1 else { throw Self.wrongCount(count) }
            return nodes.append(Node(.ordered, value, hasKey: false, items: 0..<value.length))
        }
        nodes.append(Node(.ordered, value, hasKey: false))
    }

    private mutating func checkRoot(_ names: borrowing TagNames) throws(WriteError) {
        var count = 0
        for index in 0..<nodes.count where nodes[index].isElement { count += nodes[index].itemEnd - nodes[index].item }
        guard count != 1 else { return }
        if count > 1, rules.unwrapsSiblings, rules.itemName == nil { throw Self.unnamedItems }
        var keys: [String] = [], remedy: ErrorMessage?
        for index in 0..<nodes.count {
            let node = nodes[index], key = names.view[Int(node.name.key)]
            // The message does not suggest `rootName`, because the XML declaration would become attributes.
            if count == 0, node.kind.isOfDeclaration {
                throw .value(
                    "a document needs an element, and '\(key.shortened)' is a key of the XML declaration here; \(setting: "options", ".xmltodict") has no such key"
                )
            }
            guard node.isElement else { continue }
            remedy = remedy ?? Self.remedy(forKeyBesideRoot: key.string)
            let name = "'\(key.shortened)'"
            if keys.count < 3, keys.last != name { keys.append(name) }
        }
        throw Self.wrongCount(count, keys, remedy)
    }

    private static func wrongCount(_ count: Int, _ keys: [String] = [], _ remedy: ErrorMessage? = nil) -> WriteError {
        let remedy = remedy ?? "\(option: "rootName") puts them into one"
        let names =
            keys.isEmpty ? "" : ": " + keys.joined(separator: ", ") + (count > 3 && keys.count == 3 ? ", …" : "")
        return .value(
            count == 0
                ? "a document needs an element; \(option: "rootName") makes one of the whole value"
                : "a document has one root, and this has \(count) elements\(names); \(remedy)"
        )
    }

    mutating func declaration(of value: Entry) throws(WriteError) -> XMLDeclaration? {
        guard rules.includesXMLDeclaration, rules.rootName == nil, value.isDictionary else { return nil }
        var declaration = XMLDeclaration()
        for index in 0..<nodes.count where nodes[index].kind.isOfDeclaration {
            let node = nodes[index]
            let text = tree.text(tree.content(of: node, at: node.item))
            let former: UnsafeBufferPointer<UInt8>?
            switch node.kind {
            case .version: (former, declaration.version) = (declaration.version, text)
            case .encoding: (former, declaration.encoding) = (declaration.encoding, text)
            default: (former, declaration.standalone) = (declaration.standalone, text)
            }
            guard former == nil, node.itemEnd - node.item == 1 else {
                throw .value("an XML declaration has one version, one encoding and one standalone")
            }
        }
        return declaration
    }
}

extension Node.Kind {
    fileprivate var isOfDeclaration: Bool { self == .version || self == .encoding || self == .standalone }
}
