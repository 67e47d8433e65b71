// Random values of many types, encoded and decoded again.

import Testing
import XML2Dict

@Suite("Round trips of the Encoder")
struct EncoderRandomTests {
    @Test("Random keys and texts are well-formed, or errors", arguments: 0..<40)
    func anything(seed: Int) throws {
        var dice = RandomSource(seed: seed, for: .damage)
        let letters: [Character] = [
            "a", "b", ":", "@", "-", "1", "é", " ", "<", "&", "\"", "]", ">", "\0", "\u{FFFE}", "_", "x",
        ]
        func text(_ dice: inout RandomSource, _ most: Int) -> String {
            String((0..<dice.number(below: most)).map { _ in dice.one(of: letters) })
        }
        var outcomes: Set<Bool> = []
        for round in 0..<200 {
            var value: [String: [String: String]] = [:]
            for _ in 0...dice.number(below: 2) {
                let name = dice.happens(inHundred: 60) ? "a" : text(&dice, 5)
                value[name, default: [:]][dice.happens(inHundred: 40) ? "xmlns:a" : text(&dice, 5)] = text(&dice, 7)
            }
            do {
                let encoder = XMLEncoder(format: round % 2 == 0 ? .pretty : .compact)
                let xml = try encoder.string(from: value, root: "r")
                // The reader of expanded names checks the prefixes, too.
                let read = try XMLReader(XMLOptions { $0.namespaces = .expand }).read(string: xml)
                #expect(read.entries.count == 1, "\(value) became \(xml)")
                outcomes.insert(true)
            } catch is EncodingError {
                outcomes.insert(false)
            }
        }
        #expect(outcomes == [true, false])
    }

    @Test("Random values are read back as equal values", arguments: 0..<RandomExample.all.count)
    func roundTrip(number: Int) throws {
        let example = RandomExample.all[number]
        for seed in 0..<60 {
            var dice = RandomSource(seed: seed &* 64 &+ number, for: .document)
            var encoder = XMLEncoder(format: seed % 2 == 0 ? .pretty : .compact)
            encoder.format.isASCII = seed % 3 == 0
            encoder.format.hasLongEmptyTags = seed % 5 == 0
            encoder.namespaces = ["": "urn:example", "media": "http://search.yahoo.com/mrss/", "woot": "urn:woot"]
            encoder.namespaces["soap"] = "http://schemas.xmlsoap.org/soap/envelope/"
            encoder.namespaces["dc"] = "http://purl.org/dc/elements/1.1/"
            encoder.namespaces["georss"] = "http://www.georss.org/georss"
            if seed % 7 == 0 { encoder.attributes = ["site/@id", "point/@x", "/root/@isLent"] }
            if seed % 4 == 1 { encoder.nilStrategy = .xsiNil }
            var decoder = XMLDecoder()
            decoder.options.nilIsNull = encoder.nilStrategy == .xsiNil
            if seed % 3 == 1 {
                encoder.keys = .snake
                decoder.options.keys = .camel
            }
            let problem = try example(&dice, encoder, decoder)
            #expect(problem == nil, "seed \(seed)")
        }
    }
}
