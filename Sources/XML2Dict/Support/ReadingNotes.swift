/// Notes about an input that was read without an error; the command prints each as a warning.
///
///     Input, Building ─▶ ReadingNotes of a document, or of a part ─▶ of the input ─▶ the command
///
/// An input has at most one note of each kind, which has the position of the first finding.
package struct ReadingNotes: Sendable {
    private var findings: [Kind: (first: TextPosition, count: Int)] = [:]

    /// The kinds of findings, in the order of their warnings.
    package enum Kind: Int, Sendable, CaseIterable {
        /// Bytes of ISO-8859-1 from 80 to 9F: there they are control characters, in windows-1252 they are quotation marks
        /// and the like.
        case controlCharacters
        /// Characters and references that became others, because XML does not allow them.
        case invalidCharacters

        fileprivate func message(_ count: Int) -> ErrorMessage {
            switch self {
            case .controlCharacters:
                "bytes from 80 to 9F are control characters in ISO-8859-1; \(setting: "input.encoding", "\"windows-1252\"") reads them as quotation marks, dashes and the like"
            case .invalidCharacters:
                count == 1
                    ? "a character that XML does not allow was replaced"
                    : "\(count) characters that XML does not allow were replaced, the first one here"
            }
        }
    }

    package init() {}

    /// Adds findings; the position of the first one counts if no other of its kind was before it.
    mutating func add(_ kind: Kind, _ count: Int, at position: @autoclosure () -> TextPosition) {
        findings[kind, default: (position(), 0)].count += count
    }

    /// Adds the notes about the text that follows.
    mutating func add(_ next: ReadingNotes) {
        findings.merge(next.findings) { ($0.first, $0.count + $1.count) }
    }

    /// The messages with their lines and columns.
    package var warnings: [(line: Int, column: Int, message: ErrorMessage)] {
        Kind.allCases.compactMap { kind in
            findings[kind].map { ($0.first.line, $0.first.column, kind.message($0.count)) }
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
