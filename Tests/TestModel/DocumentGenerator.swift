// Generates small random documents with many rare features.
//
// Almost all documents are namespace-well-formed. The others test that a reader which expands namespaces refuses them.

package import XML2Dict

package struct DocumentGenerator {
    var random: RandomSource

    /// The entities to which text may refer; attributes may refer only to `textEntities`, which contain no elements.
    var entities: [ModelDoctype.Entity] = []
    var textEntities: [ModelDoctype.Entity] = []

    /// Whether text may refer to the entities of HTML.
    var usesHTML: Bool

    /// The number of nodes that the document may still get.
    private var rest = 0

    /// Creates a generator of documents that refer to names of HTML only if this option allows them.
    package init(seed: Int, for entities: XMLOptions.Entities) {
        usesHTML = entities == .html
        random = RandomSource(seed: seed, for: .document)
        rest = random.one(of: [3, 10, 25, 60])
    }

    package mutating func document() -> ModelDocument {
        let doctype = random.happens(inHundred: 25) ? self.doctype() : nil
        var before = asides()
        if let doctype { before += [.doctype(doctype)] + asides() }
        var document = ModelDocument(before: before, root: root(), after: asides())
        document.hasCarriageReturns = random.happens(inHundred: 20)
        document.hasByteOrderMark = random.happens(inHundred: 5)
        if random.happens(inHundred: 30) {
            document.declaration = .init(
                version: "1.0",
                encoding: random.one(of: [nil, "UTF-8", "utf-8"]),
                // A document with names of HTML is not standalone, because it does not declare them.
                standalone: random.one(of: usesHTML ? [nil, "no"] : [nil, nil, "yes", "no"])
            )
        }
        return document
    }

    private mutating func root() -> ModelElement {
        var declared: [String] = []
        if random.happens(inHundred: 70) { declared = ["x", "y", "X", "xsi"] }
        var root = element(depth: 1, prefixes: declared)
        for prefix in declared where !root.attributes.contains(where: { $0.name == "xmlns:\(prefix)" }) {
            root.attributes.append(declaration(of: prefix, usual: true))
        }
        return root
    }

    /// Makes an element for a parent in which these prefixes are declared.
    mutating func element(depth: Int, prefixes: [String]) -> ModelElement {
        var element = ModelElement(name: "")
        var prefixes = prefixes
        if random.happens(inHundred: 12) {
            let prefix = random.one(of: ["", "", "x", "y", "X", "xsi"])
            element.attributes.append(declaration(of: prefix, usual: random.happens(inHundred: 50)))
            if !prefix.isEmpty { prefixes.append(prefix) }
        }
        element.name = name(Self.elementNames, prefixes.filter { $0 != "xsi" })
        for _ in 0..<random.one(of: [0, 0, 1, 1, 2, 4]) {
            let attribute = attribute(prefixes: prefixes)
            if !element.attributes.contains(where: { $0.name.hasSameScalars(as: attribute.name) }) {
                element.attributes.insert(attribute, at: random.number(below: element.attributes.count + 1))
            }
        }
        element.isShort = random.happens(inHundred: 50)
        element.children = content(depth: depth, prefixes: prefixes)
        return element
    }

    private mutating func content(depth: Int, prefixes: [String]) -> [ModelNode] {
        var nodes: [ModelNode] = []
        let kind = random.number(below: 10)
        if kind < 2 { return [] }
        if kind < 5 { return [.text(text())] }
        let isMixed = random.happens(inHundred: 50)
        let repeated = random.happens(inHundred: 30) ? name(Self.elementNames, prefixes.filter { $0 != "xsi" }) : nil
        for _ in 0..<random.one(of: [1, 2, 3, 6]) where rest > 0 {
            rest -= 1
            if isMixed || repeated == nil, random.happens(inHundred: 60) {
                nodes.append(leaf(isMixed: isMixed))
            } else if depth < 8 {
                var child = element(depth: depth + 1, prefixes: prefixes)
                if let repeated, random.happens(inHundred: 90) { child.name = repeated }
                nodes.append(.element(child))
            }
        }
        return nodes
    }

    /// Makes a node other than an element, usually text.
    mutating func leaf(isMixed: Bool) -> ModelNode {
        switch random.number(below: 10) {
        case 0: aside()
        case 1, 2: .cdata(random.one(of: Self.cdataSections))
        case 3: entities.isEmpty ? .text(text()) : reference(to: random.one(of: entities))
        default: .text(isMixed ? text() : random.one(of: Self.spaces))
        }
    }

    func reference(to entity: ModelDoctype.Entity) -> ModelNode {
        .entity(name: entity.name, entity.nodes)
    }

    private mutating func attribute(prefixes: [String]) -> ModelAttribute {
        let name = name(Self.attributeNames, prefixes)
        switch name {
        case "xml:space":
            return ModelAttribute(
                name: name,
                value: Self.plain(random.one(of: ["preserve", "preserve", "default", "x"]))
            )
        case "xsi:nil":
            return ModelAttribute(
                name: name,
                value: Self.plain(random.one(of: ["true", "true", "false", "1", " true"]))
            )
        default:
            return ModelAttribute(name: name, value: attributeText())
        }
    }

    /// Makes a declaration of a prefix: with its usual URI, or with a random one.
    mutating func declaration(of prefix: String, usual: Bool) -> ModelAttribute {
        let usualURIs = ["x": "urn:X", "y": "http://example.com/Y", "X": "urn:big", "xsi": Self.instanceURI]
        var uri = random.one(of: ["urn:X", "urn:z", "http://example.com/Y", Self.instanceURI, "1"])
        if usual, let known = usualURIs[prefix] { uri = known }
        if !usual, random.happens(inHundred: prefix.isEmpty ? 30 : 3) { uri = "" }
        return ModelAttribute(name: prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", value: Self.plain(uri))
    }

    /// Draws a name, often with a prefix, which is rarely undeclared.
    private mutating func name(_ names: [String], _ prefixes: [String]) -> String {
        let name = random.one(of: names)
        guard !name.contains(":") else {
            let isDeclared = name.hasPrefix("xml:") || prefixes.contains("xsi")
            return isDeclared || random.happens(inHundred: 3) ? name : "id"
        }
        if !prefixes.isEmpty, random.happens(inHundred: 25) { return "\(random.one(of: prefixes)):\(name)" }
        return random.number(below: 400) == 0 ? "q:\(name)" : name
    }

    static func plain(_ text: String) -> ModelText {
        ModelText(characters: text, source: text)
    }

    static let instanceURI = "http://www.w3.org/2001/XMLSchema-instance"
}
