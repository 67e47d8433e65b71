public import XML2Dict

extension XMLShape {
    /// Learns a shape from values: the keys of their dictionaries, how often each key occurs, and the types of texts.
    ///
    /// Learn from all data, because a shape has only the keys and types that the learner saw:
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
    /// The memory of a learner depends on the number of different paths, and not on the length of the documents.
    public struct Learner: Sendable {
        private var learner: ShapeLearner

        /// Creates a learner without values.
        ///
        /// - Parameter limit: The maximum number of different paths.
        public init(maximumPaths limit: Int = 100_000) {
            learner = ShapeLearner(pathLimit: limit)
        }

        /// Learns from a value, such as a document or a record, and all values must be read with the same options.
        ///
        /// - Throws: An `XMLError` with the code `limit` if the values have too many paths.
        public mutating func learn(_ value: XMLValue) throws(XMLError) {
            if !isKnownUniquelyReferenced(&learner) {
                let copy = learner.another()
                copy.add(learner)
                learner = copy
            }
            value.observe(by: learner)
            try learner.checkLimit()
        }

        /// Returns the shape of all values so far.
        ///
        /// - Parameters:
        ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
        ///   - onMismatch: Takes mismatches. The reader then delivers the values. By default, a mismatch is an error.
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
    /// Learns the shape of a document, or of its records, in constant memory.
    ///
    /// - Parameters:
    ///   - source: The document. With `threads`, several threads read its records.
    ///   - path: The path of the records, or `nil` to learn the shape of the whole document.
    ///   - fillsMissingLists: Whether a missing key becomes an empty array, if its schema is an array.
    ///   - onMismatch: Takes mismatches. The reader then delivers the values. By default, a mismatch is an error.
    /// - Returns: The shape.
    /// - Throws: An ``/XML2Dict/XMLError`` for the document or the options, or with the code `limit` for too many
    ///   paths.
    public func shape(
        of source: XMLSource,
        recordsAt path: XMLPath? = nil,
        fillsMissingLists: Bool = false,
        onMismatch: (@Sendable (XMLError) -> Void)? = nil
    ) throws(XMLError) -> XMLShape {
        XMLShape(try learner(of: source, at: path, options), fillsMissingLists, onMismatch)
    }

    func learner(of source: XMLSource, at path: XMLPath?, _ options: XMLOptions) throws(XMLError) -> ShapeLearner {
        let plan = try Plan(options, recordsAt: path), learner = ShapeLearner(plan.limits)
        var records = try XMLRecords(plan, source, readingThreads)
        _ = try records.observe(by: learner)
        try learner.checkLimit()
        return learner
    }
}
