import XML2Dict

/// A random document that both the library and the model convert.
///
/// A seed makes a tree. The library reads the tree as XML, and the model makes a value of the tree, without XML. Both
/// values must be equal. So must the values of the document in chunks, and the values of its records.
package struct ModelTrial {
    var document: ModelDocument
    var options: XMLOptions
    let seed: Int

    init(document: ModelDocument, options: XMLOptions, seed: Int) {
        (self.document, self.options, self.seed) = (document, options, seed)
    }

    /// Makes the document and the options of a seed, where successive seeds take each set of options in turn.
    package init(seed: Int) {
        let options = OptionSets.options(set: seed % OptionSets.numbers.count, seed: seed)
        var generator = DocumentGenerator(seed: seed, for: options.entities)
        self.init(document: generator.document(), options: options, seed: seed)
    }

    /// The difference in the smallest document found, with the seed, the options and both values, or `nil` without one.
    package var failure: String? {
        difference == nil ? nil : smallest.difference
    }

    var difference: String? {
        let bytes = document.bytes
        let expected = wholeDocument
        let whole = Outcome { () throws(XMLError) in [try XMLReader(options).read(.bytes(bytes)).json(.compact)] }
        if let difference = difference("document", whole, expected) { return difference }
        if let difference = difference("document in chunks", inChunks(bytes), expected) { return difference }
        return recordsDifference(bytes)
    }

    private var wholeDocument: Outcome {
        var model = Model(document, options)
        let value = model.value()
        return Outcome(values: [value.json], faults: model.faults)
    }

    private func inChunks(_ bytes: [UInt8]) -> Outcome {
        var random = RandomSource(seed: seed, for: .chunks)
        return Outcome { () throws(XMLError) in
            var push = try XMLPushReader(options)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = random.one(of: [1, 2, 3, 10, 30])
                try push.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            return [try push.finish().json(.compact)]
        }
    }

    // MARK: Records

    private func recordsDifference(_ bytes: [UInt8]) -> String? {
        var options = options
        options.select = []
        var random = RandomSource(seed: seed, for: .records)
        let path = random.one(of: ["item", "a/*", "/*", "*/*/*", "x:item", "/*/a", "text", "*"])
        var model = Model(document, options, recordsAt: path)
        let values = model.recordValues().map(\.json)
        let expected = Outcome(values: values, faults: model.faults)
        var found = Outcome(values: [], faults: [])
        do throws(XMLError) {
            var records = try XMLReader(options).records(at: XMLPath(path), in: .bytes(bytes))
            while let record = try records.next() { found.values.append(record.json(.compact)) }
        } catch {
            found.faults = [error.code]
        }
        return difference("records at \(path)", found, expected)
    }

    private func difference(_ what: String, _ found: Outcome, _ expected: Outcome) -> String? {
        if expected.faults.isEmpty, found.faults.isEmpty, found.values == expected.values { return nil }
        if !found.faults.isEmpty, found.faults.isSubset(of: expected.faults), expected.values.starts(with: found.values)
        {
            return nil
        }
        return """
            seed \(seed), \(what)
            options: \(options.changes)
            \(String(decoding: document.bytes, as: UTF8.self).debugDescription)
            library: \(found)
            model:   \(expected)
            """
    }
}

extension ModelTrial {
    /// The result of a reading: values as JSON, or errors.
    struct Outcome: CustomStringConvertible {
        var values: [String]
        var faults: Set<XMLError.Code>

        init(values: [String], faults: Set<XMLError.Code>) {
            self.values = values
            self.faults = faults
        }

        init(_ read: () throws(XMLError) -> [String]) {
            do throws(XMLError) {
                self.init(values: try read(), faults: [])
            } catch {
                self.init(values: [], faults: [error.code])
            }
        }

        var description: String {
            let faults = faults.isEmpty ? "" : "refused: \(faults.map(\.description).sorted()) "
            return faults + values.joined(separator: "\n")
        }
    }
}

extension XMLOptions {
    /// The members that differ from the default convention, as text.
    package var changes: String {
        zip(Mirror(reflecting: self).children, Mirror(reflecting: Self()).children)
            .filter { "\($0.0.value)" != "\($0.1.value)" }
            .map { "\($0.0.label ?? ""): \($0.0.value)" }
            .joined(separator: ", ")
    }
}
