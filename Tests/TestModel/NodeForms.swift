// Calls Form and Unform, without a parser and without markup.

package import XML2Dict
import XML2DictWriting

/// Makes values of nodes, and nodes of values, by the same options.
package struct NodeForms: Sendable {
    private let options: XMLOptions
    private let plan: Plan
    private let rules: UnformRules

    package init(_ options: XMLOptions) throws {
        self.options = options
        plan = try Plan(options)
        // Of all values, only the items of `parker`'s arrays need the item name.
        rules = UnformRules(options, rootName: nil, itemName: "item", attributeNames: [], isOfReader: true)
    }

    // MARK: From nodes to a value

    package func form(_ root: ContentNode) throws -> XMLValue {
        var builder = ValueBuilder(plan)
        try add(root, to: &builder)
        return try builder.takeDocument()
    }

    private func add(_ node: ContentNode, to builder: inout ValueBuilder) throws {
        switch node {
        case .text(let text): add(text, to: &builder)
        case .cdata(let text):
            try builder.startCDATA()
            add(text, to: &builder)
            try builder.endCDATA()
        // A parser delivers only the nodes that the plan keeps.
        case .comment(let text) where options.commentKey != nil:
            try with(text) { try builder.node(.comment, $0) }
        case .instruction(let target, let text) where options.processingInstructionKey != nil:
            try target.withCString { target in
                try with(text) { try builder.node(.instruction, named: CString(target), $0) }
            }
        case .element(let name, let nodes):
            try begin(name, nodes, in: &builder)
            for node in nodes { try add(node, to: &builder) }
            _ = try builder.endElement()
        case .attribute, .comment, .instruction: break
        }
    }

    private func add(_ text: String, to builder: inout ValueBuilder) {
        with(text) { text in
            if let start = text.baseAddress { builder.characterData(start, count: text.count) }
        }
    }

    private func begin(_ name: String, _ nodes: [ContentNode], in builder: inout ValueBuilder) throws {
        var strings = TagStrings()
        with(name) { strings.begin($0) }
        for case .attribute(let name, let value) in nodes {
            with(name) { name in with(value) { strings.addAttribute(name, $0) } }
        }
        let tag = strings.end()
        try withExtendedLifetime(strings) {
            try builder.startElement(tag.name, tag.attributes, at: TagStart(byteIndex: 0))
            builder.open.names.forgetAddresses(of: tag.attributes)
        }
    }

    private func with<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
    {
        try Array(text.utf8).withUnsafeBufferPointer(body)
    }

    // MARK: From a value to nodes

    package func unform(_ value: XMLValue) throws -> ContentNode? {
        var names = TagNames(try TagRules(options, .compact, declaresNamespaces: false))
        var unform = Unform(rules, names.view)
        unform.tree = value.storage.tree
        try unform.makeNodes(ofDocument: value.entry, &names)
        return try takeNodes(from: 0, &unform, &names).first
    }

    /// Takes the nodes from `start` to the top of the stack, and makes the nodes inside each.
    private func takeNodes(from start: Int, _ unform: inout Unform, _ names: inout TagNames) throws -> [ContentNode] {
        var nodes = (0..<unform.attributes.count).map { unform.attributes[$0] }
        unform.attributes.count = 0
        for index in start..<unform.nodes.count {
            let node = unform.nodes[index]
            for item in node.item..<node.itemEnd {
                let content = node.isRun ? unform.tree.entries[node.content.offset + item] : node.content
                nodes.append(
                    node.kind == .ordered
                        ? try unform.node(ofOrdered: content, isDocument: false, &names)
                        : Node(node.kind, content, node.name)
                )
            }
        }
        unform.nodes.count = start
        return try nodes.flatMap { try contents(of: $0, &unform, &names) }
    }

    private func contents(of node: Node, _ unform: inout Unform, _ names: inout TagNames) throws -> [ContentNode] {
        let tree = unform.tree, name = names.view[Int(node.name.text)].string
        func text(_ entry: Entry) -> String { String(decoding: tree.text(entry), as: UTF8.self) }
        switch node.kind {
        case .attribute, .declaration: return [.attribute(name, text(node.content))]
        case .text: return [.text(text(node.content))]
        case .cdata: return [.cdata(text(node.content))]
        case .comment: return [.comment(text(node.content))]
        case .instruction:
            return (0..<node.content.childCount).map {
                let entry = tree.child(of: node.content, at: $0)
                return .instruction(tree.names[entry.key].string, text(entry))
            }
        default:
            let start = unform.nodes.count
            try unform.makeNodes(of: node.content, isRoot: false, &names)
            return [.element(name, try takeNodes(from: start, &unform, &names))]
        }
    }
}
