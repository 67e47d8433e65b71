// Nodes, between values and markup: Unform converts values to nodes, and TagWriter writes nodes.

import Testing
import XML2Dict

@testable import XML2DictWriting

@Suite("Nodes")
struct NodeTests {
    // MARK: From values to nodes

    @Test("Each convention gives the nodes of an element")
    func conventions() throws {
        let plain = try nodes(of: #"{"id": "7", "b": [{"text": "x"}, {}], "text": "z"}"#, .xmlreader)
        #expect(plain == ["attribute id: 7", "child b", "child b", "text: z"])
        let prefixed = try nodes(of: ##"{"@id": "7", "b": ["x", "y"], "#text": "z"}"##, .xmltodict)
        #expect(prefixed == ["attribute id: 7", "child b: x", "child b: y", "text: z"])
        let ordered = try nodes(of: #"["a", {"id": "7"}, "x", ["b"], "y"]"#, .jsonml)
        #expect(ordered == ["attribute id: 7", "text: x", "child b", "text: y"])
        #expect(try nodes(of: #""x""#, .parker) == ["text: x"])
        #expect(try nodes(of: "null", .parker) == [])
    }

    @Test("A key of order arranges the nodes of a dictionary")
    func order() throws {
        let json = ##"{"b": ["x", "y"], "i": "z", "#text": ["1", "2"], "#order": ["b", "#text", "i", "b", "#text"]}"##
        let found = try nodes(of: json, .faithful)
        #expect(found == ["child b: x", "text: 1", "child i: z", "child b: y", "text: 2"])
        let more = try nodes(
            of: ##"{"b": ["x", "y", "z"], "i": "", "j": "", "#order": ["i", "b", "k", "b"]}"##,
            .faithful
        )
        #expect(more == ["child i: ", "child b: x", "child b: y", "child b: z", "child j: "])
    }

    @Test("Groups of attributes, declarations and other nodes are resolved")
    func groups() throws {
        var options = XMLOptions.xmltodict
        options.attributes = .group("@attributes")
        let group = try nodes(of: #"{"@attributes": {"id": "7", "n": null}, "b": null}"#, options)
        #expect(group == ["attribute id: 7", "attribute n: ", "child b: "])
        let declared = try nodes(of: ##"{"@xmlns": {"$": "u", "m": "v"}, "@id": "7", "$": "x"}"##, .badgerfish)
        #expect(declared == ["declaration xmlns: u", "declaration xmlns:m: v", "attribute id: 7", "text: x"])
        let others = try nodes(
            of: ##"{"#comment": ["c", "d"], "#cdata": "e", "#pi": {"p": "q"}}"##,
            .faithful
        )
        #expect(others == ["comment: c", "comment: d", "cdata: e", "instruction"])
    }

    @Test("A document has its root, the nodes beside it and its declaration")
    func documents() throws {
        let json = ##"{"version": "1.0", "standalone": "yes", "#comment": "c", "a": "x"}"##
        #expect(
            try nodes(of: json, .faithful, isDocument: true) == [
                "version: 1.0", "standalone: yes", "comment: c", "child a: x",
            ]
        )
        #expect(try nodes(of: #"[["a"]]"#, .jsonml, isDocument: true) == ["child a"])
        #expect(throws: WriteError.self) { try nodes(of: #"{"a": "x", "b": "y"}"#, .xmltodict, isDocument: true) }
    }

    /// The nodes of a value, as text.
    private func nodes(of json: String, _ options: XMLOptions, isDocument: Bool = false) throws -> [String] {
        let value = try XMLValue(json: json)
        let rules = UnformRules(options, rootName: nil, itemName: nil, attributeNames: [], isOfReader: false)
        var names = TagNames(try TagRules(options, .compact, declaresNamespaces: false))
        var unform = Unform(rules, names.view)
        unform.tree = value.storage.tree
        if isDocument {
            try unform.makeNodes(ofDocument: value.entry, &names)
        } else {
            try unform.makeNodes(of: value.entry, isRoot: false, &names)
        }
        var found: [String] = []
        for place in 0..<unform.attributes.count { found.append(shown(unform.attributes[place], value, names)) }
        for place in 0..<unform.nodes.count {
            let node = unform.nodes[place]
            for item in node.item..<node.itemEnd {
                let content = node.isRun ? unform.tree.entries[node.content.offset + item] : node.content
                let isOrdered = node.kind == .ordered
                let one =
                    isOrdered
                    ? try unform.node(ofOrdered: content, isDocument: isDocument, &names)
                    : Node(node.kind, content, node.name)
                found.append(shown(one, value, names))
            }
        }
        return found
    }

    private func shown(_ node: Node, _ value: XMLValue, _ names: borrowing TagNames) -> String {
        let hasName = [.attribute, .child, .declaration].contains(node.kind)
        let name = hasName ? " " + names.view[Int(node.name.text)].string : ""
        let hasText = node.content.isText || node.content.kind == .null
        let text = hasText ? ": " + String(decoding: value.storage.tree.text(node.content), as: UTF8.self) : ""
        return "\(node.kind)\(name)\(text)"
    }

    // MARK: From nodes to markup

    @Test("Markup is written without a value and without a convention")
    func markup() throws {
        var format = XMLWriter.Format.pretty
        #expect(
            try markup(format) == "<m:a xmlns:m=\"u\" m:id=\"&lt;\">\n  <b/>\n  <b>x &amp; y</b>\n  <!--c-->\n</m:a>\n"
        )
        format = .compact
        format.hasLongEmptyTags = true
        #expect(try markup(format) == "<m:a xmlns:m=\"u\" m:id=\"&lt;\"><b></b><b>x &amp; y</b><!--c--></m:a>\n")
    }

    private func markup(_ format: XMLWriter.Format) throws -> String {
        var options = XMLOptions()
        options.namespacePrefixes = ["u": "m"]
        var tags = TagWriter(try TagRules(options, format, declaresNamespaces: true), to: .memory)
        func number(of text: String) -> Int32 { Int32(tags.names.id(of: text)) }
        func text(_ text: String) -> UnsafeBufferPointer<UInt8> { tags.names.view[tags.names.id(of: text)].utf8 }
        let uri = number(of: "u"), prefix = number(of: "m"),
            (a, b, id) = (number(of: "a"), number(of: "b"), number(of: "id"))
        tags.begin()
        try tags.startLine()
        var root = try tags.start(TagName(key: a, text: a, namespace: uri, prefix: prefix))
        try tags.putAttribute(TagName(key: id, text: id, namespace: uri, prefix: prefix), text("<"), of: &root)
        try tags.open(root, text: .none)
        try tags.startLine()
        try tags.endEmpty(tags.start(TagName(key: b, text: b)))
        try tags.startLine()
        try tags.end(tags.start(TagName(key: b, text: b)), text("x & y"))
        try tags.putComment(text("c"))
        try tags.end()
        try tags.endLine()
        return String(decoding: tags.output.text, as: UTF8.self)
    }
}
