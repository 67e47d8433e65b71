// Form and Unform as inverses of each other, on nodes, without a parser and without markup.

import TestModel
import Testing

@testable import XML2Dict
@testable import XML2DictWriting

@Suite("Form and Unform")
struct InverseTests {
    @Test("ROUND-TRIP: Nodes become the same nodes again", arguments: [XMLOptions.Convention.faithful, .jsonml])
    func nodes(convention: XMLOptions.Convention) throws {
        let options = XMLOptions(convention), forms = try Forms(options)
        var source = NodeSource(options, keepsAll: convention == .faithful, seed: 59)
        for _ in 0..<2_000 {
            let root = source.element()
            let value = try forms.form(root)
            let again = try forms.unform(value)
            #expect(again == root, "\(value.json(.compact))")
        }
    }

    @Test("ROUND-TRIP: The nodes of a value become that value", arguments: XMLOptions.Convention.allCases)
    func values(convention: XMLOptions.Convention) throws {
        // A value of parker lacks the name of its root.
        var options = XMLOptions(convention)
        options.keepsRoot = !options.elementsAreArrays
        let forms = try Forms(options)
        var source = NodeSource(options, keepsAll: true, seed: 60)
        for _ in 0..<1_000 {
            let value = try forms.form(source.element())
            let again = try forms.form(forms.unform(value))
            #expect(again == value, "\(value.json(.compact))")
        }
    }
}

/// A node with its content.
private indirect enum ContentNode: Equatable {
    case attribute(String, String)
    case text(String)
    case cdata(String)
    case comment(String)
    case instruction(String, String)
    case element(String, [ContentNode])
}

/// Draws elements whose nodes have their normal form: no two texts are beside each other, and none is empty.
private struct NodeSource {
    /// Whether there are other nodes than attributes, text and elements.
    let keepsAll: Bool
    private var random: RandomSource
    /// The names; none is a key of the options, which is an exception of ROUND-TRIP.
    private let names: [String]
    private static let texts = ["x", "1", " y ", "true", "&<>\"", "\u{E9}", "z\n", "-", "00"]

    init(_ options: XMLOptions, keepsAll: Bool, seed: Int) {
        self.keepsAll = keepsAll
        names = ["a", "b", "c", "text", "id", "a:b"].filter { $0 != options.textKey }
        random = RandomSource(seed: seed, for: .document)
    }

    mutating func element(depth: Int = 0) -> ContentNode {
        var nodes: [ContentNode] = []
        for name in names where random.happens(inHundred: 25) {
            nodes.append(.attribute(name, random.happens(inHundred: 20) ? "" : text()))
        }
        for _ in 0..<random.number(below: depth > 3 ? 2 : 6) { add(to: &nodes, depth) }
        return .element(name(), nodes)
    }

    private mutating func add(to nodes: inout [ContentNode], _ depth: Int) {
        switch random.number(below: keepsAll ? 9 : 6) {
        case 0...2: nodes.append(element(depth: depth + 1))
        case 3...5:
            // Text beside text is one text.
            if case .text? = nodes.last { return }
            nodes.append(.text(text()))
        case 6: nodes.append(.comment(text()))
        case 7: nodes.append(.instruction(name(), text()))
        default: nodes.append(.cdata(text()))
        }
    }

    private mutating func name() -> String { random.one(of: names) }
    private mutating func text() -> String { random.one(of: Self.texts) }
}

/// Makes values of nodes, and nodes of values, by the options of one plan.
private struct Forms {
    private let options: XMLOptions
    private let plan: Plan
    private let rules: UnformRules

    init(_ options: XMLOptions) throws {
        self.options = options
        plan = try Plan(options)
        // Only parker has arrays whose items have no name.
        rules = UnformRules(options, rootName: nil, itemName: "item", attributeNames: [], isOfReader: true)
    }

    // MARK: From nodes to a value

    func form(_ root: ContentNode) throws -> XMLValue {
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
        // A parser passes on only what the plan has a place for.
        case .comment(let text) where plan.rules.otherNodes.contains(.comments):
            try with(text) { try builder.node(.comment, $0) }
        case .instruction(let target, let text) where plan.rules.otherNodes.contains(.instructions):
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
        var tag = "<\(name)"
        // No value has an apostrophe, and nothing replaces references.
        for case .attribute(let name, let value) in nodes { tag += " \(name)='\(value)'" }
        try WrittenTag(Array((tag + ">").utf8)[...]).withAttributes { name, attributes in
            defer { builder.open.names.forgetAddresses() }
            try builder.startElement(name, attributes, at: TagStart(.none))
        }
    }

    private func with<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
    {
        try Array(text.utf8).withUnsafeBufferPointer(body)
    }

    // MARK: From a value to nodes

    func unform(_ value: XMLValue) throws -> ContentNode {
        var names = TagNames(try TagRules(options, .compact, declaresNamespaces: false))
        var unform = Unform(rules, names.view)
        unform.tree = value.storage.tree
        try unform.makeNodes(ofDocument: value.entry, &names)
        let root = try takeNodes(from: 0, &unform, &names)
        return try #require(root.first)
    }

    /// Takes the nodes that were made last, and makes those in them.
    private func takeNodes(from start: Int, _ unform: inout Unform, _ names: inout TagNames) throws -> [ContentNode] {
        var nodes = (0..<unform.attributes.count).map { unform.attributes[$0] }
        unform.attributes.count = 0
        for place in start..<unform.nodes.count {
            let node = unform.nodes[place]
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
