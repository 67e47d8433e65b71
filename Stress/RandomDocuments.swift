// Random documents through the model of all options, and through the writer and back.

import TestModel
import XML2Dict
import XML2DictWriting

extension Trial {
    /// The number of random documents in a trial.
    ///
    /// Each seed makes other documents.
    static let documentCount = 12_040

    static let documents = [
        Trial(
            "EXACT-NAMES: A random document converts to the bytes of the model",
            documentCount,
            isRandom: true,
            quick: 400
        ) { ModelTrial(seed: $0).failure },
        Trial(
            "ROUND-TRIP: A random document is read, written and read as the same value",
            documentCount,
            isRandom: true,
            quick: 300,
            seeing: ["compared": 0.25]
        ) { try roundTrip($0) },
        Trial(
            "ROUND-TRIP: A key of order keeps the whole document",
            3_000,
            isRandom: true,
            quick: 90,
            seeing: ["compared": 0.25]
        ) { try orderedRoundTrip($0) },
        Trial(
            "VALID-JSON: The JSON of a random document is strict, in every format",
            documentCount,
            isRandom: true,
            quick: 150,
            seeing: ["compared": 0.25]
        ) { jsonFinding($0) },
    ]

    /// A random document and its options.
    static func document(_ seed: Int) -> (document: ModelDocument, options: XMLOptions) {
        let options = OptionSets.options(set: seed % OptionSets.numbers.count, seed: seed)
        var generator = DocumentGenerator(seed: seed, for: options.entities)
        return (generator.document(), options)
    }

    /// Text for a report.
    static func shown(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self).debugDescription
    }

    private static func roundTrip(_ seed: Int) throws -> Verdict {
        let (document, options) = document(seed)
        guard RoundTripRule.isPromised(options, document) else { return .nothing }
        guard let first = try? XMLReader(options).read(.bytes(document.bytes)) else { return .nothing }
        var writer = XMLWriter(options, format: seed.isMultiple(of: 2) ? .compact : .pretty)
        if !options.keepsRoot, !options.elementsAreArrays {
            writer.rootName = RoundTripRule.rootKey(document, options)
        }
        if options.unwrapsSiblings { writer.itemName = "item-x" }
        if options.isUndecided { writer.attributeNames = RoundTripRule.attributeKeys(of: document, options) }
        writer.declaresNamespaces = RoundTripRule.leavesOutDeclarations(options)
        let source = "options: \(options.changes)\n\(shown(document.bytes))\nread as \(first.json(.compact))"
        let written: String
        do {
            written = try writer.string(from: first)
        } catch {
            return RoundTripRule.isPromised(error, options) ? .fails("\(source)\n\(error)") : .nothing
        }
        do {
            let second = try XMLReader(options).read(.string(written))
            if second == first { return .compared }
            return .fails("\(source)\nwritten as \(written)read as \(second.json(.compact))")
        } catch {
            return .fails("\(source)\n\(error)")
        }
    }

    // MARK: A key of order

    /// JsonML with all keys, which shows the whole document.
    private static let everything: XMLOptions = {
        var options = XMLOptions(.jsonml)
        options.cdataKey = "#cdata"
        options.commentKey = "#comment"
        options.processingInstructionKey = "#pi"
        options.doctypeKey = "#doctype"
        // With all declarations in scope in each element, a redundant declaration makes no difference.
        options.namespaceDeclarations = .inherit
        return options
    }()

    private static let lossless: [XMLOptions] = [XMLOptions.Convention.xmltodict, .badgerfish, .xmlreader].map {
        convention in
        var options = XMLOptions(convention)
        options.trim = .none
        options.orderKey = "#order"
        options.cdataKey = "#cdata"
        options.commentKey = "#comment"
        options.processingInstructionKey = "#pi"
        options.doctypeKey = "#doctype"
        if convention == .xmlreader { options.textKey = "#text" }
        return options
    }

    private static func orderedRoundTrip(_ seed: Int) throws -> Verdict {
        let options = lossless[seed % lossless.count]
        var generator = DocumentGenerator(seed: seed, for: .expand)
        let document = generator.document()
        guard RoundTripRule.isPromised(options, document) else { return .nothing }
        guard let value = try? XMLReader(options).read(.bytes(document.bytes)) else { return .nothing }
        let written = try XMLWriter(options).string(from: value)
        let first = try XMLReader(everything).read(.bytes(document.bytes))
        let second = try XMLReader(everything).read(.string(written))
        if first == second { return .compared }
        return .fails("\(shown(document.bytes))\nread as \(value.json(.compact))\nwritten as \(written)")
    }

    // MARK: JSON

    private static let formats: [XMLValue.JSONFormat] = {
        var tabs = XMLValue.JSONFormat.pretty, sorted = XMLValue.JSONFormat.compact, ascii = XMLValue.JSONFormat.pretty
        tabs.indent = .tab
        sorted.sortsKeys = true
        ascii.isASCII = true
        return [.compact, .pretty, tabs, sorted, ascii]
    }()

    private static func jsonFinding(_ seed: Int) -> Verdict {
        let (document, options) = document(seed)
        guard let value = try? XMLReader(options).read(.bytes(document.bytes)) else { return .nothing }
        let finding = formats.lazy.compactMap { JSONCheck.finding(value, $0) }.first
        return finding.map { .fails("\(shown(document.bytes))\n\($0)") } ?? .compared
    }
}
