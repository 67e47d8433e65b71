// ROUND-TRIP: what was read can be written, and is then read as the same value.

import Testing
import XML2Dict

@Suite("Round trips")
struct RoundTripTests {
    @Test("ROUND-TRIP: A random document is read, written and read as the same value", arguments: OptionSets.numbers)
    func documents(set: Int) throws {
        for number in 0..<40 {
            let seed = number * OptionSets.numbers.count + set
            let options = OptionSets.options(set: set, seed: seed)
            guard options.select.isEmpty, options.keepsRoot || options.elements == .array else { continue }
            var generator = DocumentGenerator(seed: seed, for: options.input.entities)
            let document = generator.document()
            guard let first = try? XMLReader(options).read(.bytes(document.bytes)) else { continue }
            for format in [XMLWriter.Format.compact, .pretty] {
                let written: String
                do {
                    written = try XMLWriter(options, format: format).string(from: first)
                } catch {
                    Issue.record("seed \(seed): \(error)\n\(first.json(.compact))\n\(String(decoding: document.bytes, as: UTF8.self))")
                    return
                }
                let second = Result { try XMLReader(options).read(.string(written)) }
                guard (try? second.get())?.json(.compact) != first.json(.compact) else { continue }
                Issue.record("seed \(seed):\n\(first.json(.compact))\n\(written)\n\(second)")
                return
            }
        }
    }
}
