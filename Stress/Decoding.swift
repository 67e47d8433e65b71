// Random documents into types they were not made for.

import TestModel
import XML2Dict

extension Trial {
    static let decoding = [
        Trial("NO-CRASH: A random document into fifteen types is a value or an error", 6_000, quick: 60) { number in
            let convention = XMLOptions.Convention.allCases[number % XMLOptions.Convention.allCases.count]
            var dice = RandomSource(seed: number, for: .document)
            let xml = "<r>" + element(3, &dice) + element(2, &dice) + "</r>"
            var decoder = XMLDecoder(.init(convention))
            decoder.options.keys = dice.one(of: [.keep, .lower, .snake, .camel])
            decoder.options.namespaces = dice.one(of: [.keep, .strip])
            let problems = [
                problem(String.self, xml, decoder), problem(Int.self, xml, decoder), problem(Float?.self, xml, decoder),
                problem([String].self, xml, decoder), problem([[Int?]].self, xml, decoder),
                problem([String: String].self, xml, decoder), problem([String: [String: [Bool]]].self, xml, decoder),
                problem([Int: Int].self, xml, decoder), problem(Tree.self, xml, decoder),
                problem([Tree].self, xml, decoder),
                problem([String: Tree?].self, xml, decoder), problem(Everything.self, xml, decoder),
                problem(Strict.self, xml, decoder), problem([String: [Everything]].self, xml, decoder),
                problem(Itself.self, xml, decoder),
            ]
            return problems.compactMap(\.self).first
        }
    ]

    private static let elementNames = ["a", "b", "text", "m:a", "_0", "super", "id"]
    private static let elementTexts = [
        "", " ", "1", "-1", "0.5", "true", "x", "1e999", "300", "é😀", "a", "&#10;", "<![CDATA[1]]>",
    ]

    private static func element(_ depth: Int, _ dice: inout RandomSource) -> String {
        let name = elementNames.randomElement(using: &dice) ?? "a"
        var xml = "<\(name)"
        for attribute in elementNames.shuffled(using: &dice).prefix(Int.random(in: 0...2, using: &dice)) {
            xml += " \(attribute)='\(elementTexts.dropLast(1).randomElement(using: &dice) ?? "")'"
        }
        if Bool.random(using: &dice), Bool.random(using: &dice) { return xml + "/>" }
        xml += ">"
        for _ in 0..<(depth > 0 ? Int.random(in: 0...4, using: &dice) : 0) {
            xml += element(depth - 1, &dice)
            if Bool.random(using: &dice) { xml += "\n" }
        }
        xml += elementTexts.randomElement(using: &dice) ?? ""
        return xml + "</\(name)>"
    }

    private indirect enum Tree: Decodable {
        case a(Tree)
        case b(text: String, id: Int?)
        case text(String)
        case id
    }

    private struct Everything: Decodable {
        var a: [Everything]?
        var b: Set<String>?
        var text: String?
        var id: Int?
    }

    private struct Strict: Decodable {
        var a: Int
        var b: [String: [Double]]
    }

    private struct Itself: Decodable {
        var inner: [Itself]

        enum CodingKeys: String, CodingKey { case inner = "_0" }
    }

    /// The error of a decoding, unless it is a `DecodingError`; `nil` for a value.
    private static func problem<Decoded: Decodable>(_ type: Decoded.Type, _ xml: String, _ decoder: XMLDecoder)
        -> String?
    {
        do {
            _ = try decoder.decode(type, from: .string(xml))
            return nil
        } catch is DecodingError {
            return nil
        } catch {
            return "\(type) from \(xml): \(error)"
        }
    }
}
