// Random documents, decoded into types that do not fit them.

import TestModel
import XML2Dict

extension Trial {
    static let decoding = [
        Trial(
            "NO-CRASH: Decoding a random document as fifteen types gives values or errors",
            6_000,
            isRandom: true,
            quick: 60,
            seeing: ["value": 0.5, "error": 0.5]
        ) { number in
            let convention = XMLOptions.Convention.allCases[number % XMLOptions.Convention.allCases.count]
            var dice = RandomSource(seed: number, for: .document)
            let xml = "<r>" + element(3, &dice) + element(2, &dice) + "</r>"
            var decoder = XMLDecoder(.init(convention))
            decoder.options.keyStyle = dice.one(of: [.keep, .lower, .snake, .camel])
            decoder.options.namespaces = dice.one(of: [.keep, .strip])
            let types: [any Decodable.Type] = [
                String.self, Int.self, Float?.self, [String].self, [[Int?]].self, [String: String].self,
                [String: [String: [Bool]]].self, [Int: Int].self, Tree.self, [Tree].self, [String: Tree?].self,
                Everything.self, Strict.self, [String: [Everything]].self, Itself.self,
            ]
            var seen: Set<String> = []
            for type in types {
                do {
                    _ = try decoder.decode(type, from: .string(xml))
                    seen.insert("value")
                } catch is DecodingError {
                    seen.insert("error")
                } catch {
                    return .fails("\(type) from \(xml): \(error)")
                }
            }
            return .holds(seen)
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
}
