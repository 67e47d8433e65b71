// ROUND-TRIP: what was read can be written, and is then read as the same value.

import Testing
import XML2Dict

@Suite("Round trips")
struct RoundTripTests {
    /// Reads a random document, writes it, and compares what is then read.
    ///
    /// - Returns: What differs; `nil` when nothing does, and for a document that the options do not read.
    private func difference(set: Int, seed: Int) -> String? {
        let options = OptionSets.options(set: set, seed: seed)
        var generator = DocumentGenerator(seed: seed, for: options.input.entities)
        let document = generator.document()
        guard RoundTripRule.isPromised(options, document) else { return nil }
        guard let first = try? XMLReader(options).read(.bytes(document.bytes)) else { return nil }
        for format in [XMLWriter.Format.compact, .pretty] {
            var writer = XMLWriter(options, format: format)
            if !options.keepsRoot, options.elements == .dictionary { writer.rootName = document.root.name }
            if options.unwrapsSiblings { writer.itemName = "item-x" }
            if options.isUndecided { writer.attributeNames = RoundTripRule.attributeKeys(of: document.root, options) }
            writer.declaresNamespaces = RoundTripRule.leavesOutDeclarations(options)
            let source = "seed \(seed): \(String(decoding: document.bytes, as: UTF8.self))\nread as \(first.json(.compact))"
            do {
                let written = try writer.string(from: first)
                let second = try XMLReader(options).read(.string(written))
                if second != first { return "\(source)\nwritten as \(written)read as \(second.json(.compact))" }
            } catch let error as XMLWriterError where !RoundTripRule.isPromised(error, options) {
                continue
            } catch {
                return "\(source)\n\(error)"
            }
        }
        return nil
    }

    @Test("ROUND-TRIP: A random document is read, written and read as the same value", arguments: OptionSets.numbers)
    func documents(set: Int) {
        for number in 0..<40 {
            let difference = difference(set: set, seed: number * OptionSets.numbers.count + set)
            #expect(difference == nil)
            if difference != nil { return }
        }
    }
}
