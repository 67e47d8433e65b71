// Random schemas, and records that often fit them.

import TestModel
import XML2Dict
import XML2DictShape

extension Trial {
    static let shapes = [
        Trial(
            "SHAPE-HELD: Each record delivered under a random schema fits it",
            8_000,
            isRandom: true,
            quick: 120,
            seeing: ["delivered": 0.25, "refused": 0.25]
        ) { seed in
            var random = RandomSource(seed: seed, for: .document)
            let text = schema(3, &random)
            let shape = try XMLShape(json: text, fillsMissingLists: random.happens(inHundred: 50))
            var options = random.one(of: [XMLOptions.xmltodict, .xmlreader, .badgerfish, .parker])
            options.infersTypes = random.happens(inHundred: 50)
            options.shape = shape
            let document = "<r>\((0..<5).map { _ in "<i>\(content(3, &random))</i>" }.joined())</r>"
            var records = try XMLReader(options).records(at: "i", in: .string(document), onError: .skip { _ in })
            var delivered = 0
            while let record = try records.next() {
                delivered += 1
                do throws(XMLError) {
                    try shape.validate(record)
                } catch {
                    return .fails("\(document)\nunder \(text)\nhas \(record.json(.compact)): \(error)")
                }
            }
            return .holds(Set((delivered > 0 ? ["delivered"] : []) + (delivered < 5 ? ["refused"] : [])))
        },
        Trial(
            "SHAPE-HELD: A learned schema is the same after it was written",
            4_000,
            isRandom: true,
            quick: 60,
            seeing: ["definitions": 0.3, "refused": 0.2]
        ) { seed in
            var random = RandomSource(seed: seed, for: .document)
            var options = random.one(of: [XMLOptions.xmltodict, .xmlreader, .badgerfish, .parker])
            options.infersTypes = random.happens(inHundred: 50)
            let depth = random.number(below: 60), document = "<r>\(deep(depth, &random))</r>"
            let learned = try XMLReader(options).shape(of: .string(document))
            let text = learned.json(), written = try XMLShape(json: text)
            let hasTwoForms = learned.json(.compact).contains(/"object","(string|number|integer|boolean)"/)
            guard options.textKey == nil || !hasTwoForms else {
                return .fails("\(document)\nhas elements that are texts or dictionaries: \(text)")
            }
            var words: Set<String> = text.contains("$defs") ? ["definitions"] : ["flat"]
            for (place, document) in [document, "<r>\(deep(depth, &random))</r>"].enumerated() {
                let results = [learned, written].map { shape in
                    var held = options
                    held.shape = shape
                    return Result { () throws(XMLError) in
                        try XMLReader(held).read(.string(document)).json(.compact)
                    }
                }
                guard results[0] == results[1] else { return .fails("\(document)\nunder \(text)\nis \(results)") }
                switch results[0] {
                case .success(let json): try written.validate(XMLValue(json: json))
                case .failure(let error):
                    guard place > 0 else { return .fails("\(document)\nunder its own \(text): \(error)") }
                    words.insert("refused")
                }
            }
            return .holds(words)
        },
    ]

    /// A document of nested elements, some with other content before the inner element.
    private static func deep(_ depth: Int, _ random: inout RandomSource) -> String {
        guard depth > 0 else { return content(2, &random) }
        let name = random.one(of: ["a", "b"])
        let beside = random.happens(inHundred: 30) ? content(2, &random) : ""
        return "<\(name)>\(beside)\(deep(depth - 1, &random))</\(name)>"
    }

    private static func schema(_ depth: Int, _ random: inout RandomSource) -> String {
        let types = ["string", "integer", "number", "boolean", "null", "array", "object"]
        var chosen: Set<String> = []
        for _ in 0...random.number(below: 3) { chosen.insert(types[random.number(below: depth > 0 ? 7 : 5)]) }
        var words = ["\"type\":[\(chosen.sorted().map { "\"\($0)\"" }.joined(separator: ","))]"]
        if chosen.contains("array") {
            words.append("\"items\":\(schema(depth - 1, &random)),\"minItems\":\(random.number(below: 3))")
        }
        if chosen.contains("object") {
            let names = ["a", "#text", "b", "c"].prefix(random.number(below: 4))
            let properties = names.map { "\"\($0)\":\(schema(depth - 1, &random))" }
            words.append("\"properties\":{\(properties.joined(separator: ","))}")
            if let first = names.first, random.happens(inHundred: 50) { words.append("\"required\":[\"\(first)\"]") }
            if random.happens(inHundred: 50) { words.append("\"additionalProperties\":false") }
        }
        if random.happens(inHundred: 30) { words.append("\"x-xml2dict-types\":\"inferred\"") }
        if chosen.contains("string"), random.happens(inHundred: 20) { words.append("\"format\":\"date\"") }
        return "{\(words.joined(separator: ","))}"
    }

    private static func content(_ depth: Int, _ random: inout RandomSource) -> String {
        guard depth > 0, random.number(below: 3) > 0 else {
            return random.one(of: ["", "1", "1.5", "true", "x", "2026-11-23", "007", "1e5"])
        }
        return (0..<random.number(below: 4)).map { _ in
            let name = random.one(of: ["a", "b", "c"])
            let attribute = random.happens(inHundred: 20) ? " k='1'" : ""
            return "<\(name)\(attribute)>\(content(depth - 1, &random))</\(name)>"
        }
        .joined()
    }
}
