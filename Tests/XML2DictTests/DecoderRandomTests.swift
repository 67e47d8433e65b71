// Random documents into types they were not made for: an error or a value, never a crash.

import Testing
import XML2Dict

@Suite("Decoding what does not fit")
struct DecoderRandomTests {
    private static let names = ["a", "b", "text", "m:a", "_0", "super", "id"]
    private static let texts = [
        "", " ", "1", "-1", "0.5", "true", "x", "1e999", "300", "é😀", "a", "&#10;", "<![CDATA[1]]>",
    ]

    private func element(_ depth: Int, _ dice: inout RandomSource) -> String {
        let name = Self.names.randomElement(using: &dice) ?? "a"
        var xml = "<\(name)"
        for attribute in Self.names.shuffled(using: &dice).prefix(Int.random(in: 0...2, using: &dice)) {
            xml += " \(attribute)='\(Self.texts.dropLast(1).randomElement(using: &dice) ?? "")'"
        }
        if Bool.random(using: &dice), Bool.random(using: &dice) { return xml + "/>" }
        xml += ">"
        for _ in 0..<(depth > 0 ? Int.random(in: 0...4, using: &dice) : 0) {
            xml += element(depth - 1, &dice)
            if Bool.random(using: &dice) { xml += "\n" }
        }
        xml += Self.texts.randomElement(using: &dice) ?? ""
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

    /// What became of a document: a value or one of the two errors there are.
    private func outcome<Decoded: Decodable>(_ type: Decoded.Type, _ xml: String, _ decoder: XMLDecoder) -> String {
        do {
            _ = try decoder.decode(type, from: .string(xml))
            return "value"
        } catch is DecodingError {
            return "fault"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "Sixty random documents into fifteen types, under every convention",
        arguments: XMLOptions.Convention.allCases.indices
    )
    func documents(number: Int) {
        let convention = XMLOptions.Convention.allCases[number]
        var dice = RandomSource(seed: number, for: .document)
        var outcomes: [String: Int] = [:]
        for round in 0..<60 {
            let xml = "<r>" + element(3, &dice) + element(2, &dice) + "</r>"
            var decoder = XMLDecoder(.init(convention))
            decoder.options.keys = [.keep, .lower, .snake, .camel][round % 4]
            decoder.options.namespaces = round % 8 < 4 ? .keep : .strip
            for outcome in [
                outcome(String.self, xml, decoder), outcome(Int.self, xml, decoder), outcome(Float?.self, xml, decoder),
                outcome([String].self, xml, decoder), outcome([[Int?]].self, xml, decoder),
                outcome([String: String].self, xml, decoder), outcome([String: [String: [Bool]]].self, xml, decoder),
                outcome([Int: Int].self, xml, decoder), outcome(Tree.self, xml, decoder),
                outcome([Tree].self, xml, decoder),
                outcome([String: Tree?].self, xml, decoder), outcome(Everything.self, xml, decoder),
                outcome(Strict.self, xml, decoder), outcome([String: [Everything]].self, xml, decoder),
                outcome(Itself.self, xml, decoder),
            ] {
                outcomes[outcome, default: 0] += 1
            }
        }
        // JsonML has lists of texts, but no keys; texts and lists of these are not what a document is.
        #expect(Set(outcomes.keys) == (convention == .jsonml ? ["fault"] : ["value", "fault"]), "\(outcomes)")
        #expect(outcomes.values.reduce(0, +) == 60 * 15)
    }
}
