// Random XML Schemas, and documents that are made from them.

import TestModel
import XML2Dict
import XML2DictShape

extension Trial {
    static let xmlSchemas = [
        Trial(
            "SHAPE-HELD: A name is an array where a random XML Schema allows many",
            2_000,
            isRandom: true,
            quick: 60,
            seeing: ["array": 0.5, "single": 0.2, "inner": 0.2]
        ) { seed in
            var random = RandomSource(seed: seed, for: .document)
            let inner = Particle.random(3, ["a", "b", "c"], &random)
            let outer = Particle.random(4, ["a", "b", "c", "d", "inner"], &random)
            let schema = Particle.schema(inner: inner, outer: outer)
            var options = XMLOptions.xmltodict, words: Set<String> = []
            options.keepsRoot = false
            for fillsLists in [false, true] {
                options.shape = try XMLShape(xmlSchema: schema, fillsMissingLists: fillsLists)
                for _ in 0..<4 {
                    let document = "<r>\(outer.content(inner, &random))</r>"
                    let value = try XMLReader(options).read(.string(document))
                    let failure = outer.difference(value, inner, fillsLists: fillsLists, &words)
                    if let failure {
                        return .fails("\(document)\nunder \(schema)\nis \(value.json(.compact)): \(failure)")
                    }
                }
            }
            return .holds(words)
        }
    ]
}

/// An element of a content model, or a group of others.
private struct Particle {
    enum Kind {
        case element(String)
        case sequence([Particle]), choice([Particle])
    }

    let kind: Kind
    let least: Int
    /// `nil` means unbounded.
    let most: Int?

    /// The types of elements, and texts that they allow, with their JSON.
    private static let types = [
        "a": ("xs:int", ["7": "7", "-07": "-7"]), "b": ("xs:boolean", ["1": "true", "false": "false"]),
        "c": ("xs:string", ["7": #""7""#, "": #""""#]), "d": ("xs:decimal", [".5": "0.5", " 1.50 ": "1.50"]),
    ]

    static func random(_ depth: Int, _ names: [String], _ random: inout RandomSource) -> Particle {
        let (least, most) = random.one(
            of: [(1, 1), (1, 1), (0, 1), (0, 0), (1, 2), (0, nil), (2, nil)] as [(Int, Int?)]
        )
        guard depth > 0, random.happens(inHundred: 60) else {
            return Particle(kind: .element(random.one(of: names)), least: least, most: most)
        }
        let inside = (0...random.number(below: 3)).map { _ in Particle.random(depth - 1, names, &random) }
        return Particle(
            kind: random.happens(inHundred: 50) ? .sequence(inside) : .choice(inside),
            least: least,
            most: most
        )
    }

    // MARK: The schema

    static func schema(inner: Particle, outer: Particle) -> String {
        """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:element name="r"><xs:complexType><xs:sequence>\(outer.text)</xs:sequence></xs:complexType></xs:element>
        <xs:complexType name="inner"><xs:sequence>\(inner.text)</xs:sequence></xs:complexType>
        </xs:schema>
        """
    }

    private var text: String {
        let occurrence = #"minOccurs="\#(least)" maxOccurs="\#(most.map(String.init) ?? "unbounded")""#
        return switch kind {
        case .element(let name):
            #"<xs:element name="\#(name)" type="\#(Self.types[name]?.0 ?? name)" \#(occurrence)/>"#
        case .sequence(let inside): "<xs:sequence \(occurrence)>\(inside.map(\.text).joined())</xs:sequence>"
        case .choice(let inside): "<xs:choice \(occurrence)>\(inside.map(\.text).joined())</xs:choice>"
        }
    }

    /// The maximum number of occurrences of a name: 0, 1, or 2 for many.
    private func bound(_ name: String) -> Int {
        let once =
            switch kind {
            case .element(let own): own == name ? 1 : 0
            case .sequence(let inside): inside.reduce(0) { $0 + $1.bound(name) }
            case .choice(let inside): inside.map { $0.bound(name) }.max() ?? 0
            }
        return min(2, once * min(2, most ?? 2))
    }

    // MARK: Documents

    /// Random content that the model allows.
    func content(_ inner: Particle, _ random: inout RandomSource) -> String {
        var text = ""
        for _ in 0..<least + random.number(below: min(3, (most ?? 3) - least + 1)) {
            switch kind {
            case .element(let name):
                let content =
                    Self.types[name].map { random.one(of: $0.1.keys.sorted()) } ?? inner.content(inner, &random)
                text += "<\(name)>\(content)</\(name)>"
            case .sequence(let inside): for each in inside { text += each.content(inner, &random) }
            case .choice(let inside): text += random.one(of: inside).content(inner, &random)
            }
        }
        return text
    }

    /// Describes an error in the value of an element of the model, or `nil`.
    func difference(_ value: XMLValue, _ inner: Particle, fillsLists: Bool, _ words: inout Set<String>) -> String? {
        for name in ["a", "b", "c", "d", "inner"] {
            guard let found = value[name] else {
                if fillsLists, bound(name) == 2 { return "\(name) is missing" }
                continue
            }
            let isArray = found.array != nil
            guard isArray == (bound(name) == 2) else { return "\(name) is \(isArray ? "" : "no ")array" }
            words.insert(isArray ? "array" : "single")
            for item in found.list {
                if let texts = Self.types[name]?.1 {
                    guard texts.values.contains(item.json(.compact)) else {
                        return "\(name) has \(item.json(.compact))"
                    }
                } else {
                    words.insert("inner")
                    let failure = inner.difference(item, inner, fillsLists: fillsLists, &words)
                    if let failure { return failure }
                }
            }
        }
        return nil
    }
}
