public import XML2Dict

/// The shape of values: which keys their dictionaries have, how often, and what their texts look like.
///
/// A shape is learned from all of the data, and never guessed from a sample:
///
/// ```swift
/// var shape = try XMLReader(.xmltodict).shape(of: .file("monday.xml"), recordsAt: "channel/item")
/// var tuesday = try XMLReader(.xmltodict).records(at: "channel/item", in: .file("tuesday.xml"))
/// while let item = try tuesday.next() { try shape.learn(item) }
/// print(shape.schema.json())
/// ```
///
/// Its memory depends on the number of different paths, and not on the length of the documents.
public struct XMLShape: Sendable {
    private(set) var learner: ShapeLearner

    /// A shape without values.
    ///
    /// - Parameter limit: How many different paths the values may have.
    public init(maximumPaths limit: Int = 100_000) {
        learner = ShapeLearner(pathLimit: limit)
    }

    package init(_ learner: ShapeLearner) {
        self.learner = learner
    }

    /// Learns from a value, such as a document or a record.
    ///
    /// All values of a shape should come from readers with the same options.
    ///
    /// - Throws: An `XMLError` with the code `limit`, when the values have more paths than the shape allows.
    public mutating func learn(_ value: XMLValue) throws(XMLError) {
        if !isKnownUniquelyReferenced(&learner) {
            let copy = learner.another()
            copy.add(learner)
            learner = copy
        }
        value.observe(by: learner)
        try learner.checkLimit()
    }

    /// The shape as a JSON Schema that values can be held to.
    public var schema: JSONSchema { JSONSchema(learner) }
}

extension XMLReader {
    /// Learns the shape of a document, or of its records.
    ///
    /// The document is read in constant memory, also without records. With `threads`, several threads read records.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - path: The records; `nil` for the shape of the document.
    /// - Returns: The shape.
    /// - Throws: An ``/XML2Dict/XMLError`` for the document or the options, or with the code `limit` when there
    ///   are more paths than the limit `paths` allows.
    public func shape(of source: XMLSource, recordsAt path: XMLPath? = nil) throws(XMLError) -> XMLShape {
        XMLShape(try learner(of: source, recordsAt: path, options))
    }

    /// A learner that has observed a document, or its records, under options that need not be those of the reader.
    func learner(
        of source: XMLSource,
        recordsAt path: XMLPath?,
        _ options: XMLOptions
    ) throws(XMLError) -> ShapeLearner {
        let learner = ShapeLearner(options.input.limits)
        let checked = try CheckedOptions(options, recordsAt: path)
        var records = try XMLRecords(checked, source, readingThreads)
        _ = try records.observe(by: learner)
        try learner.checkLimit()
        return learner
    }
}
