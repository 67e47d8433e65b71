package import XML2Dict

/// Draws random elements without empty text and without adjacent texts, which a reader would not make.
package struct NodeSource {
    /// Whether elements also have comments, processing instructions and CDATA sections.
    private let keepsAll: Bool
    private var random: RandomSource
    /// The names, without the key of text, because ROUND-TRIP does not promise to write an element with that name.
    private let names: [String]
    private static let texts = ["x", "1", " y ", "true", "&<>\"", "\u{E9}", "z\n", "-", "00"]

    package init(_ options: XMLOptions, keepsAll: Bool, seed: Int) {
        self.keepsAll = keepsAll
        names = ["a", "b", "c", "text", "id", "a:b"].filter { $0 != options.textKey }
        random = RandomSource(seed: seed, for: .document)
    }

    package mutating func element(depth: Int = 0) -> ContentNode {
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
