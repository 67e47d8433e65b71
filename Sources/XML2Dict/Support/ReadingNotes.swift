/// Notes about an input that was read without an error; the command prints each as a warning.
///
///     Input, Building ─▶ ReadingNotes of a document, or of a part ─▶ of the input ─▶ the command
///
/// An input has at most one note of each kind, which has the position of the first finding.
package struct ReadingNotes: Sendable {
    private var first: [Kind: TextPosition] = [:]

    /// The kinds of findings, in the order of their warnings.
    package enum Kind: Int, Sendable, CaseIterable {
        /// Bytes of ISO-8859-1 from 80 to 9F: there they are control characters, in windows-1252 they are quotation marks
        /// and the like.
        case controlCharacters

        fileprivate var message: ErrorMessage {
            switch self {
            case .controlCharacters:
                "bytes from 80 to 9F are control characters in ISO-8859-1; \(setting: "input.encoding", "\"windows-1252\"") reads them as quotation marks, dashes and the like"
            }
        }
    }

    package init() {}

    /// Adds a finding, whose position counts if it is the first one of its kind.
    mutating func add(_ kind: Kind, at position: TextPosition) {
        if first[kind] == nil { first[kind] = position }
    }

    /// Adds the notes about the text that follows.
    mutating func add(_ next: ReadingNotes) {
        first.merge(next.first) { earlier, _ in earlier }
    }

    /// The messages with their lines and columns.
    package var warnings: [(line: Int, column: Int, message: ErrorMessage)] {
        Kind.allCases.compactMap { kind in
            first[kind].map { ($0.line, $0.column, kind.message) }
        }
    }
}

/// The findings about an input that was read without an error.
package struct ReadingFindings: Sendable {
    /// The paths that matched nothing.
    package var unmatched = UnmatchedPaths()
    package var notes = ReadingNotes()

    package init() {}

    init(_ unmatched: UnmatchedPaths, _ notes: ReadingNotes) {
        self.unmatched = unmatched
        self.notes = notes
    }
}
