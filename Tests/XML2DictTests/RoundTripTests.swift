// ROUND-TRIP: what was read can be written, and is then read as the same value.

import Testing

@testable import XML2Dict

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
        var writer = XMLWriter(options, format: seed.isMultiple(of: 2) ? .compact : .pretty)
        if !options.keepsRoot, options.elements == .dictionary {
            writer.rootName = RoundTripRule.rootKey(document, options)
        }
        if options.unwrapsSiblings { writer.itemName = "item-x" }
        if options.isUndecided { writer.attributeNames = RoundTripRule.readAttributeKeys(of: document, options) }
        writer.declaresNamespaces = RoundTripRule.leavesOutDeclarations(options)
        let source = "seed \(seed): \(String(decoding: document.bytes, as: UTF8.self))\nread as \(first.json(.compact))"
        do {
            let written = try writer.string(from: first)
            let second = try XMLReader(options).read(.string(written))
            return second == first ? nil : "\(source)\nwritten as \(written)read as \(second.json(.compact))"
        } catch let error as XMLWriterError where !RoundTripRule.isPromised(error, options) {
            return nil
        } catch {
            return "\(source)\n\(error)"
        }
    }

    @Test("ROUND-TRIP: A random document is read, written and read as the same value", arguments: OptionSets.numbers)
    func documents(set: Int) {
        for number in 0..<RandomCount.roundTrips {
            let difference = difference(set: set, seed: number * OptionSets.numbers.count + set)
            #expect(difference == nil)
            if difference != nil { return }
        }
    }

    /// All of a document: what JsonML with all keys shows.
    private static let everything = XMLOptions(.jsonml) {
        $0.cdataKey = "#cdata"
        $0.commentKey = "#comment"
        $0.processingInstructionKey = "#pi"
        $0.doctypeKey = "#doctype"
        // Declarations that are in force already, and the order of attributes, are no part of a document's canonical form.
        $0.namespaceDeclarations = .inherit
    }

    private static let lossless: [(String, XMLOptions)] = [XMLOptions.Convention.xmltodict, .badgerfish, .xmlreader].map
    { convention in
        var options = XMLOptions(convention)
        options.trim = .none
        options.orderKey = "#order"
        options.cdataKey = "#cdata"
        options.commentKey = "#comment"
        options.processingInstructionKey = "#pi"
        options.doctypeKey = "#doctype"
        if convention == .xmlreader { options.textKey = "#text" }
        return (convention.rawValue, options)
    }

    @Test("ROUND-TRIP: A key of order keeps all of a document", arguments: lossless.indices)
    func order(index: Int) throws {
        let options = Self.lossless[index].1
        for seed in 0..<RandomCount.ordered {
            var generator = DocumentGenerator(seed: seed, for: .expand)
            let document = generator.document()
            guard RoundTripRule.isPromised(options, document) else { continue }
            guard let value = try? XMLReader(options).read(.bytes(document.bytes)) else { continue }
            let written = try XMLWriter(options).string(from: value)
            let first = try XMLReader(Self.everything).read(.bytes(document.bytes))
            let second = try XMLReader(Self.everything).read(.string(written))
            let source = String(decoding: document.bytes, as: UTF8.self)
            #expect(first == second, "seed \(seed): \(source)\nread as \(value.json(.compact))\nwritten as \(written)")
            if first != second { return }
        }
    }
}
