// Makes the nodes of random documents outside the root.

extension DocumentGenerator {
    mutating func asides() -> [ModelNode] {
        (0..<random.one(of: [0, 0, 0, 1, 2])).map { _ in aside() }
    }

    /// Makes a comment or a processing instruction.
    mutating func aside() -> ModelNode {
        let texts = ["", " ", " c ", "1", "a\n b", "é<&>", "-x"]
        if random.happens(inHundred: 60) { return .comment(random.one(of: texts)) }
        let target = random.one(of: ["p", "p", "php", "xml-stylesheet", "É"])
        return .instruction(target: target, data: random.one(of: ["", "d", "d ", "a='1'\n\tb", "é<&>-->", "1"]))
    }

    /// Makes a DOCTYPE, and adds its entities to `entities`, so that later texts refer to them.
    mutating func doctype() -> ModelDoctype {
        var doctype = ModelDoctype()
        let name = random.one(of: Self.elementNames)
        let identifier = random.one(of: ["", "", " SYSTEM 'a>.dtd'", "\n PUBLIC \"-//x\" \"[.dtd\""])
        doctype.source = random.one(of: [" ", "\n "]) + name + identifier
        guard random.happens(inHundred: 80) else { return doctype }
        var subset = ""
        for _ in 0..<random.one(of: [0, 1, 3, 6]) { subset += declaration(in: &doctype) }
        doctype.source += random.one(of: [" ", ""]) + "[\(subset)]" + random.one(of: [" ", ""])
        return doctype
    }

    private mutating func declaration(in doctype: inout ModelDoctype) -> String {
        switch random.number(below: 8) {
        case 0: return random.one(of: ["<!-- ]> ' -->", "<?p ]> \" ?>", "\n", "<!NOTATION n SYSTEM ']>'>"])
        case 1: return "<!ELEMENT a ANY>"
        case 2, 3:
            doctype.entities.append(entity())
            return doctype.entities.last?.xml ?? ""
        default: return attribute(in: &doctype)
        }
    }

    private mutating func entity() -> ModelDoctype.Entity {
        let isText = random.happens(inHundred: 50)
        var nodes: [ModelNode] = []
        for _ in 0..<random.one(of: [0, 1, 1, 3]) {
            if isText {
                nodes.append(.text(unreferencedText()))
            } else if random.happens(inHundred: 40) {
                nodes.append(.element(element(depth: 7, prefixes: [])))
            } else {
                nodes.append(leaf(isMixed: true))
            }
        }
        let entity = ModelDoctype.Entity(name: "e\(entities.count)", nodes: nodes)
        entities.append(entity)
        if isText { textEntities.append(entity) }
        return entity
    }

    private mutating func attribute(in doctype: inout ModelDoctype) -> String {
        let element = random.one(of: Self.elementNames)
        // Inside the DOCTYPE, the reader does not know the names of HTML yet.
        let usesHTML = usesHTML
        self.usesHTML = false
        defer { self.usesHTML = usesHTML }
        var attribute = ModelAttribute(name: random.one(of: ["id", "d", "é"]), value: attributeText())
        switch random.number(below: 6) {
        case 0:
            attribute = ModelAttribute(name: "xml:space", value: Self.plain(random.one(of: ["default", "preserve"])))
        case 1: attribute = declaration(of: random.one(of: ["", "x", "d"]), usual: random.happens(inHundred: 50))
        default: break
        }
        if !doctype.defaults.contains(where: {
            $0.element.hasSameScalars(as: element) && $0.attribute.name.hasSameScalars(as: attribute.name)
        }) {
            doctype.defaults.append((element, attribute))
        }
        return
            "<!ATTLIST \(element)\n\(attribute.name) CDATA \(random.one(of: ["", "#FIXED "]))\"\(attribute.value.source)\">"
    }
}
