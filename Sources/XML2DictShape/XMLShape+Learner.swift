public import XML2Dict

extension XMLShape {
    /// Learns a shape from values: which keys their dictionaries have, how often, and what their texts look like.
    ///
    /// A shape is learned from all of the data, and never guessed from a sample:
    ///
    /// ```swift
    /// var learner = XMLShape.Learner()
    /// for day in ["monday.xml", "tuesday.xml"] {
    ///     var items = try XMLReader(.xmltodict).records(at: "channel/item", in: .file(day))
    ///     while let item = try items.next() { try learner.learn(item) }
    /// }
    /// print(learner.shape().json())
    /// ```
    ///
    /// Its memory depends on the number of different paths, and not on the length of the documents.
    public struct Learner: Sendable {
        private var learner: ShapeLearner

        /// A learner of a shape without values.
        ///
        /// - Parameter limit: How many different paths the values may have.
        public init(maximumPaths limit: Int = 100_000) {
            learner = ShapeLearner(pathLimit: limit)
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

        /// The shape that all values so far have.
        ///
        /// - Parameters:
        ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
        ///   - onMismatch: Takes mismatches of values that are delivered; with `nil`, a mismatch is an error.
        /// - Returns: The shape.
        public func shape(
            fillsMissingLists: Bool = false,
            onMismatch: (@Sendable (XMLError) -> Void)? = nil
        ) -> XMLShape {
            XMLShape(learner, fillsMissingLists, onMismatch)
        }
    }
}

extension XMLReader {
    /// Learns the shape of a document, or of its records.
    ///
    /// The document is read in constant memory, also without records. With `threads`, several threads read records.
    ///
    /// - Parameters:
    ///   - source: The document.
    ///   - path: The records; `nil` for the shape of the document.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
    ///   - onMismatch: Takes mismatches of values that are delivered; with `nil`, a mismatch is an error.
    /// - Returns: The shape.
    /// - Throws: An ``/XML2Dict/XMLError`` for the document or the options, or with the code `limit` when there
    ///   are more paths than the limit `paths` allows.
    public func shape(
        of source: XMLSource,
        recordsAt path: XMLPath? = nil,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) -> XMLShape {
        XMLShape(try learner(of: source, at: path, options), fillsMissingLists, onMismatch)
    }

    /// A learner that has observed a document, or its records, under options that need not be those of the reader.
    func learner(of source: XMLSource, at path: XMLPath?, _ options: XMLOptions) throws(XMLError) -> ShapeLearner {
        let plan = try Plan(options, recordsAt: path), learner = ShapeLearner(plan.limits)
        var records = try XMLRecords(plan, source, readingThreads)
        _ = try records.observe(by: learner)
        try learner.checkLimit()
        return learner
    }
}
