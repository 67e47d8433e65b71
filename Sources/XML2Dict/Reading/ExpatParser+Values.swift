/// The values that a parser has built.
extension ExpatParser {
    /// The value of the document, once it has ended.
    func takeDocument() throws(XMLReaderError) -> XMLValue {
        try results { builder throws(BuildError) in try builder.takeDocument() }
    }

    /// The record that waits, as a value of its own; `nil` when no record waits.
    func takeRecord() -> XMLValue? {
        withBuilder { $0.copyRecord { ExpatEventHandler.place(of: $0.place) } }
    }

    /// The record that waits, in the builder's own memory; it is valid until the next step.
    var record: (entry: Entry, tree: StorageView)? {
        withBuilder { $0.record }
    }

    /// Hands finished content to an observer, if there is enough.
    func observeContent(by observer: any ContentObserver) {
        withBuilder { $0.observeContent(by: observer) }
    }

    /// Whether something does not fit the shape of the options.
    var hasMismatches: Bool { withBuilder { !$0.mismatches.isEmpty } }

    /// Takes what does not fit, as errors with their places, and with the number of complete records that wait before.
    func takeMismatches() -> [(error: XMLReaderError, waitingCount: Int)] {
        let mismatches = withBuilder { $0.takeMismatches() }
        return mismatches.map { (handler.pointee.error(.mismatch($0)), $0.waitingCount) }
    }

    /// Suggestions for a path that matched nothing; `nil` when it matched an element.
    var suggestedPaths: [String]? {
        withBuilder { $0.suggestedPaths }
    }

    /// The message about a path of records, or of `select`, that matched nothing; `nil` when it matched an element.
    var nothingFound: ErrorMessage? {
        withBuilder { $0.nothingFound }
    }

    /// Checks, at the end of the document, that the paths and namespaces of the options have matched.
    ///
    /// - Throws: An `XMLReaderError` with the code `noMatch`, if the options require a match.
    func checkMatches() throws(XMLReaderError) {
        if let message = withBuilder({ $0.unmatched }) { throw XMLReaderError(.noMatch, message) }
    }
}
