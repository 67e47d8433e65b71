/// Findings in an input that the command prints as warnings, not as errors.
///
///     Input, Building ─▶ ReadingNotes of a document, or of a part ─▶ of the input ─▶ the command
///
/// An input has at most one note of each kind, with the position of the first finding.
package struct ReadingNotes: Sendable {
    private var notes: [Kind: Note] = [:]

    package enum Kind: Int, Sendable, CaseIterable {
        /// Bytes from 80 to 9F in ISO-8859-1. Most authors mean the quotation marks and dashes of windows-1252.
        case controlCharacters
        /// Characters and references that the reader replaced, because XML does not allow them.
        case invalidCharacters
        /// An attribute, or an element that is a string, has the name of a key in the options, such as the text key.
        case reservedKey
    }

    typealias Key = (name: String, option: String)

    private struct Note {
        var position: TextPosition
        let key: Key
        var count = 0

        func message(of kind: Kind) -> ErrorMessage {
            switch kind {
            case .controlCharacters:
                "bytes from 80 to 9F are control characters in ISO-8859-1; \(setting: "encoding", "\"windows-1252\"") reads them as quotation marks and dashes"
            case .invalidCharacters:
                count == 1
                    ? "a character that XML does not allow was replaced"
                    : "\(count) characters that XML does not allow were replaced, the first one here"
            case .reservedKey:
                "'\(key.name.shortened)' is a name in the document and the key of \(option: key.option), so writing the result back can give other XML; \(setting: "options", ".faithful") or another \(option: key.option) keeps them apart"
            }
        }
    }

    package init() {}

    /// Adds findings to the note of a kind, which keeps the position of the first finding.
    mutating func add(_ kind: Kind, _ count: Int = 1, at position: @autoclosure () -> TextPosition, key: Key = ("", ""))
    {
        notes[kind, default: Note(position: position(), key: key)].count += count
    }

    /// Adds the notes about the next part of the input, and adds `lines` to the line numbers of these notes.
    mutating func add(_ next: ReadingNotes, after lines: UInt = 0) {
        for (kind, note) in next.notes {
            var position = note.position
            position.lines &+= lines
            add(kind, note.count, at: position, key: note.key)
        }
    }

    /// Returns the messages with their lines and columns, and omits notes about keys if there is no result.
    package func warnings(hasResult: Bool) -> [(position: String, message: ErrorMessage)] {
        Kind.allCases.compactMap { kind in
            guard let note = notes[kind], hasResult || kind != .reservedKey else { return nil }
            let column = kind == .reservedKey ? "" : ":\(note.position.column)"
            return ("\(note.position.line)\(column)", note.message(of: kind))
        }
    }
}

package struct ReadingFindings: Sendable {
    package var unmatched: UnmatchedPaths
    package var notes: ReadingNotes

    package init(unmatched: UnmatchedPaths = UnmatchedPaths(), notes: ReadingNotes = ReadingNotes()) {
        self.unmatched = unmatched
        self.notes = notes
    }
}
