/// Documents that xml2dict deliberately treats differently from another program, with the reason.
struct Difference: Sendable {
    /// Each document with its outcome, such as `accepted` or `rejected: entity`.
    let outcomes: [(document: String, outcome: String)]
    let reason: String

    /// - Parameters:
    ///   - outcome: The outcome of all documents.
    ///   - documents: Their names, separated by white space. A name may have an end of the outcome: `name=end`.
    ///   - reason: The reason.
    init(_ outcome: String, _ documents: String, reason: String) {
        outcomes = documents.split(whereSeparator: \.isWhitespace).map { word in
            let parts = word.split(separator: "=").map(String.init)
            return (parts[0], outcome + parts.dropFirst().joined())
        }
        self.reason = reason
    }

    /// Documents with different outcomes: `name=outcome`, separated by white space.
    init(each documents: String, reason: String) {
        self.init("", documents, reason: reason)
    }
}

/// The outcomes of a document in another program and in xml2dict.
struct Comparison: Sendable {
    let document: String
    let expected: String
    let outcome: String
}

extension [Difference] {
    /// Checks that comparisons differ only for the documents in this table.
    ///
    /// - Returns: A line for each document that differs without being listed, no longer differs, or is listed wrongly.
    func faults(in comparisons: [Comparison]) -> [String] {
        var listed: [String: (outcome: String, reason: String)] = [:]
        var faults: [String] = []
        for difference in self {
            for (document, outcome) in difference.outcomes {
                let former = listed.updateValue((outcome, difference.reason), forKey: document)
                if former != nil { faults.append("\(document) is listed twice") }
            }
        }
        for comparison in comparisons {
            let document = comparison.document, outcome = comparison.outcome
            let entry = listed.removeValue(forKey: document)
            if outcome == comparison.expected {
                if entry != nil { faults.append("\(document): \(outcome), as expected: take it from the list") }
            } else if outcome != entry?.outcome {
                let expected = entry.map { "\($0.outcome) (\($0.reason))" } ?? comparison.expected
                faults.append("\(document): \(outcome), not \(expected)")
            }
        }
        return faults + listed.keys.sorted().map { "\($0) is listed, but not compared" }
    }
}
